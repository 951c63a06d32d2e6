import AllServices
import BudgetMessages
import CatalogMessages
import CommonMessages
import EventsMessages
import MessageCoding
import NIOCore
import OCRMessages
import RPCValues
import Testing

@Suite(.timeLimit(.minutes(5))) struct WireTests {
    @Test(arguments: [
        (Common.Money(minorUnits: 1299, currency: "CAD"), "08 930A 12 03 434144"),
        (Common.Money(minorUnits: -250, currency: "JPY"), "08 86FEFFFFFFFFFFFFFF01 12 03 4A5059"),
        (Common.Money(), ""),
    ])
    func moneyHasTheseBytes(money: Common.Money, bytes: String) throws {
        #expect(try money.encoded() == hex(bytes))
        #expect(try Common.Money(decoding: hex(bytes)) == money)
    }

    @Test func aMessageInsideAOneofHasTheseBytes() throws {
        let event = Events.Event(
            id: "e",
            occurredAt: Common.Timestamp(seconds: 1),
            payload: .purchaseRecorded(Events.PurchaseRecorded(userID: "u", items: 2))
        )
        let bytes = hex("0A 01 65  12 02 08 01  52 05 0A 01 75 30 02")
        #expect(try event.encoded() == bytes)
        #expect(try Events.Event(decoding: bytes) == event)
    }

    @Test func anEmptyMemberOfAOneofIsStillSet() throws {
        let chunk = OCR.UploadReceiptRequest(part: .chunk([]))
        #expect(try chunk.encoded() == hex("12 00"))
        #expect(try OCR.UploadReceiptRequest(decoding: hex("12 00")) == chunk)
        let key = Budget.GetPurchaseRequest(key: .receiptID(""))
        #expect(try key.encoded() == hex("12 00"))
        #expect(try Budget.GetPurchaseRequest(decoding: hex("12 00")) == key)
    }

    @Test func theLastMemberOfAOneofWins() throws {
        let request = try OCR.UploadReceiptRequest(decoding: hex("12 01 FF 0A 02 08 05"))
        #expect(request.part == .header(OCR.UploadHeader(size: 5)))
    }

    @Test func repeatedStringsAndNumbersHaveTheseBytes() throws {
        let request = Catalog.ResolveProductsRequest(printedTexts: ["a", "", "b"])
        #expect(try request.encoded() == hex("1A 01 61 1A 00 1A 01 62"))
        #expect(try Catalog.ResolveProductsRequest(decoding: hex("1A 01 61 1A 00 1A 01 62")) == request)
    }

    @Test func anEnumerationKeepsValuesItDoesNotKnow() throws {
        let purchase = try Budget.Purchase(decoding: hex("18 09 68 01 78 07"))
        #expect(purchase == Budget.Purchase(state: .unrecognized(9), totalsAgree: true, version: 7))
        #expect(try purchase.encoded() == hex("18 09 68 01 78 07"))
        #expect(Budget.PurchaseState(rawValue: 2) == .confirmed)
    }

    @Test func aMessageThatIsSentTwiceIsMerged() throws {
        let response = try Catalog.ResolveStoreResponse(decoding: hex("0A 03 0A 01 61  0A 03 12 01 62"))
        #expect(response.store == Catalog.Store(id: "a", name: "b"))
    }

    @Test func unknownFieldsAreSkipped() throws {
        let unknown = "98 06 01  A1 06 0102030405060708  AA 06 02 FFFF  B5 06 01020304"
        #expect(try Common.Money.recode(hex("\(unknown) 08 05 \(unknown)")) == hex("08 05"))
    }

    @Test(arguments: MessageCatalogue.all.map { $0.descriptor.fullName })
    func everyTypeSurvivesDecodingAndEncoding(name: String) throws {
        let type = try #require(MessageCatalogue.all.first { $0.descriptor.fullName == name })
        var random = RandomMessages(seed: 1)
        for _ in 0..<100 {
            let bytes = ByteBuffer(bytes: random.message(type.descriptor))
            #expect(try type.recode(bytes) == bytes)
        }
    }

    @Test func encodingAppendsToTheBuffer() throws {
        var buffer = ByteBuffer(bytes: [1, 2, 3])
        try RPCMessages.EchoMessage(payload: [0xDE, 0xAD]).encode(into: &buffer)
        #expect(buffer == hex("010203 0A 02 DEAD"))
    }

    @Test("a packed message has the size and the bytes of the encoded one")
    func packedMessage() throws {
        let money = Common.Money(minorUnits: 1299, currency: "CAD")
        let expected = try money.encoded()
        let bytes = try money.packed { message in
            #expect(message.size == expected.readableBytes)
            return [UInt8](unsafeUninitializedCapacity: message.size) { memory, count in
                message.write(to: UnsafeMutableRawBufferPointer(memory))
                count = message.size
            }
        }
        #expect(ByteBuffer(bytes: bytes) == expected)
        let empty = try Common.Money().packed { message in
            message.write(to: UnsafeMutableRawBufferPointer(start: nil, count: 0))
            return message.size
        }
        #expect(empty == 0)
    }

    @Test("a message that can't be encoded is never given to the one that writes it")
    func failedPacking() {
        var isCalled = false
        #expect(throws: MessageError.containsNUL(field: "currency")) {
            try Common.Money(currency: "\0").packed { _ in isCalled = true }
        }
        #expect(!isCalled)
    }

    @Test func threadsCodeAtTheSameTime() async throws {
        let expected = ByteBuffer(bytes: RandomMessages(seed: 7).firstPurchase)
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<500 {
                        let recoded = try Budget.Purchase.recode(expected)
                        #expect(recoded == expected)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

extension RandomMessages {
    fileprivate var firstPurchase: [UInt8] {
        var copy = self
        return copy.message(Budget.Purchase.descriptor)
    }
}
