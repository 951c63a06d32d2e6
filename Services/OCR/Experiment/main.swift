import Foundation
import ReceiptUnderstanding

func money(_ v: Int64, _ d: Int) -> String {
    var s = String(abs(v)); while s.count <= d { s = "0" + s }
    if d > 0 { s.insert(".", at: s.index(s.endIndex, offsetBy: -d)) }
    return (v < 0 ? "-" : "") + s
}
func json(_ d: ReceiptDraft) -> [String: Any] {
    var o: [String: Any] = [:]
    o["store"] = ["name": d.storeName?.value ?? "", "address": d.storeAddress?.value ?? ""]
    if let v = d.date { o["date"] = v.value }
    if let v = d.time { o["time"] = v.value }
    if let v = d.currency { o["currency"] = v.value }
    let dec = 2
    o["items"] = d.items.map { i -> [String: Any] in
        var x: [String: Any] = ["description": i.name, "amount": money(i.amount, dec), "conf": i.confidence]
        if let q = i.quantity { x["quantity"] = money(q, 3) }
        if let q = i.unitPrice { x["unit_price"] = money(q, dec) }
        return x
    }
    if let v = d.subtotal { o["subtotal"] = money(v.value, dec) }
    if !d.taxes.isEmpty { o["tax"] = money(d.taxes.reduce(0) { $0 + $1.value.amount }, dec) }
    if let v = d.total { o["total"] = money(v.value, dec); o["total_conf"] = v.confidence }
    if let v = d.sumsAgree { o["agree"] = v }
    return o
}
let a = CommandLine.arguments
let dir = a[2], out = a[3]
try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
if a[1] == "transcripts" {
    for f in try FileManager.default.contentsOfDirectory(atPath: dir).sorted() where f.hasSuffix(".txt") {
        let t = try String(contentsOfFile: dir + "/" + f, encoding: .utf8)
        let d = ReceiptInterpreter().draft(from: RecognizedPage(text: t))
        let data = try JSONSerialization.data(withJSONObject: json(d), options: [.prettyPrinted, .sortedKeys])
        try data.write(to: URL(fileURLWithPath: out + "/" + f.dropLast(4) + ".json"))
    }
}
