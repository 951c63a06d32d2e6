import Messages
import MessageCoding
import NIOCore
func measure(_ name: String, _ count: Int, _ body: () throws -> Void) rethrows {
    for _ in 0..<count/10 { try body() }
    var best = Double.infinity
    for _ in 0..<5 {
        let clock = ContinuousClock()
        let t = try clock.measure { for _ in 0..<count { try body() } }
        best = min(best, Double(t.components.attoseconds) / 1e9 / Double(count) + Double(t.components.seconds) * 1e9 / Double(count))
    }
    print(name, Int(best), "ns")
}
let echo = RPCMessages.EchoMessage(payload: [UInt8](repeating: 7, count: 64))
var buffer = ByteBuffer()
buffer.reserveCapacity(1 << 20)
var sum = 0
try measure("echo encode", 1_000_000) { buffer.clear(); try echo.encode(into: &buffer) }
let bytes = buffer
try measure("echo decode", 1_000_000) { sum &+= try RPCMessages.EchoMessage(decoding: bytes).payload.count }
try measure("echo both", 1_000_000) { buffer.clear(); try echo.encode(into: &buffer); sum &+= try RPCMessages.EchoMessage(decoding: buffer).payload.count }
var purchase = Budget.Purchase(id: "0195a3f2-1111-7222-8333-444455556666", state: .toVerify, storeName: "Harbour Market", items: (0..<15).map { Budget.PurchaseItem(id: "\($0)", productID: "0195a3f2-1111-7222-8333-4444555566\($0)", productName: "Semi-skimmed milk 2 %", printedText: "MILK 2% 1L", quantityThousandths: 1000, unit: "each", unitPrice: Common.Money(minorUnits: 299, currency: "CAD"), amount: Common.Money(minorUnits: 299, currency: "CAD"), confidence: 90) }, total: Common.Money(minorUnits: 4500, currency: "CAD"), version: 3)
buffer.clear(); try purchase.encode(into: &buffer)
let pb = buffer
print("purchase bytes", pb.readableBytes)
try measure("purchase encode", 50_000) { buffer.clear(); try purchase.encode(into: &buffer) }
try measure("purchase decode", 50_000) { sum &+= try Budget.Purchase(decoding: pb).items.count }
try measure("purchase to JSON", 10_000) { sum &+= try MessageJSON.encode(pb, as: Budget.Purchase.descriptor).readableBytes }
let js = try MessageJSON.encode(pb, as: Budget.Purchase.descriptor)
print("json bytes", js.readableBytes)
try measure("purchase from JSON", 10_000) { sum &+= try MessageJSON.decode(js, as: Budget.Purchase.descriptor).readableBytes }
let chunk = OCR.UploadReceiptRequest(part: .chunk([UInt8](repeating: 7, count: 262_144)))
buffer.clear(); try chunk.encode(into: &buffer); let cb = buffer
try measure("256 KiB chunk encode", 5_000) { buffer.clear(); try chunk.encode(into: &buffer) }
try measure("256 KiB chunk decode", 5_000) { if case .chunk(let c)? = try OCR.UploadReceiptRequest(decoding: cb).part { sum &+= c.count } }
print(sum)
