import AllServices
import BudgetMessages
import CatalogMessages
import CommonMessages
import MessageCoding
import NIOCore
import Testing

@Suite struct HostileInputTests {
    @Test(arguments: [
        ("08", "a number without its bytes"),
        ("08 8080808080808080808001", "a number of eleven bytes"),
        ("12 05 41", "a string longer than the message"),
        ("12 FFFFFFFF0F", "a string of 4 GiB"),
        ("12 FFFFFFFFFFFFFFFFFF01", "a string of 2^64 bytes"),
        ("0B 0C", "a group"),
        ("0C", "the end of a group"),
        ("0E", "wire type 6"),
        ("0F", "wire type 7"),
        ("0A 01 00", "a string where a number belongs"),
        ("10 01", "a number where a string belongs"),
        ("FFFFFFFFFF", "a field number of more than 32 bits"),
        ("0D 000000", "three bytes of four"),
        ("09 00000000000000", "seven bytes of eight"),
    ])
    func malformedBytesAreRefused(bytes: String, what: String) {
        #expect(throws: MessageError.malformed, "\(what)") { try Common.Money(decoding: hex(bytes)) }
    }

    @Test(arguments: ["FF", "C3 28", "C0 80", "ED A0 80", "F5 80 80 80", "E2 82"])
    func aStringThatIsNotUTF8NamesItsField(bytes: String) throws {
        var money = hex("12")
        var content = hex(bytes)
        money.writeInteger(UInt8(content.readableBytes))
        money.writeBuffer(&content)
        #expect(throws: MessageError.invalidUTF8(field: "currency")) { try Common.Money(decoding: money) }
    }

    @Test func theFieldOfAnErrorHasItsWholePath() {
        // items[1].amount.currency
        let bytes = hex("42 00  42 05 4A 03 12 01 FF")
        #expect(throws: MessageError.invalidUTF8(field: "items[1].amount.currency")) {
            try Budget.Purchase(decoding: bytes)
        }
        let purchase = Budget.Purchase(
            items: [Budget.PurchaseItem(), Budget.PurchaseItem(amount: Common.Money(currency: "C\0D"))]
        )
        #expect(throws: MessageError.containsNUL(field: "items[1].amount.currency")) { try purchase.encoded() }
        #expect(throws: MessageError.containsNUL(field: "printed_texts[2]")) {
            try Catalog.ResolveProductsRequest(printedTexts: ["a", "b", "\0"]).encoded()
        }
        #expect(throws: MessageError.containsNUL(field: "purchase_id")) {
            try Budget.GetPurchaseRequest(key: .purchaseID("\0")).encoded()
        }
    }

    @Test(arguments: ["12 03 41 00 42", "12 01 00", "12 02 41 00"])
    func aNULThatTheSenderPutInsideAStringIsRefusedNotCutOff(bytes: String) {
        #expect(throws: MessageError.containsNUL(field: "currency")) { try Common.Money(decoding: hex(bytes)) }
    }

    @Test func aFailedEncodingLeavesTheBufferAlone() {
        var buffer = ByteBuffer(bytes: [1])
        #expect(throws: MessageError.self) { try Common.Money(currency: "\0").encode(into: &buffer) }
        #expect(buffer == ByteBuffer(bytes: [1]))
    }

    @Test func emptyMessagesOnTheWireCountWithTheirSizeInMemory() {
        // Two bytes each, far more than a hundred in memory.
        let bytes = ByteBuffer(repeating: [UInt8]([0x42, 0x00]), count: 50_000)
        #expect(throws: MessageError.resourceExhausted) { try Budget.Purchase(decoding: bytes) }
    }

    @Test func unknownFieldsCountAgainstTheBudget() {
        let bytes = ByteBuffer(repeating: [UInt8]([0x98, 0x06, 0x01]), count: 10_000)
        #expect(throws: MessageError.resourceExhausted) { try Common.Money(decoding: bytes, budget: 500_000) }
    }

    @Test func aMessageThatIsSentOverAndOverIsNotMergedWithoutEnd() {
        // Each occurrence adds an element to a list that every merge copies.
        let bytes = ByteBuffer(repeating: [UInt8]([0x12, 0x02, 0x42, 0x00]), count: 50_000)
        #expect(throws: MessageError.resourceExhausted) { try Budget.RecordPurchaseRequest(decoding: bytes) }
    }

    @Test func everyBudgetEitherSufficesOrIsRefused() throws {
        var random = RandomMessages(seed: 3)
        let bytes = ByteBuffer(bytes: random.message(Budget.Purchase.descriptor))
        let whole = try Budget.Purchase(decoding: bytes)
        var suffices = false
        for budget in stride(from: 0, through: 32_768, by: 16) {
            do {
                let decoded = try Budget.Purchase(decoding: bytes, budget: budget)
                #expect(decoded == whole)
                suffices = true
            } catch {
                #expect(error == .resourceExhausted)
                #expect(!suffices, "a budget of \(budget) fails where less was enough")
            }
        }
        #expect(suffices)
        #expect(throws: MessageError.resourceExhausted) { try Budget.Purchase(decoding: bytes, budget: -1) }
    }

    @Test func theBudgetGrowsWithTheMessageUpToItsLimit() {
        #expect(MessageLimits.budget(forEncodedSize: 0) == 65_536)
        #expect(MessageLimits.budget(forEncodedSize: 100) == 68_736)
        #expect(MessageLimits.budget(forEncodedSize: 2_097_151) == MessageLimits.largestBudget)
        #expect(MessageLimits.budget(forEncodedSize: .max) == MessageLimits.largestBudget)
    }

    @Test(arguments: MessageCatalogue.all.map { $0.descriptor.fullName })
    func noBytesCrashTheDecoder(name: String) throws {
        let type = try #require(MessageCatalogue.all.first { $0.descriptor.fullName == name })
        var random = RandomMessages(seed: 5)
        for _ in 0..<50 {
            var bytes = random.message(type.descriptor)
            try expectNoCrash(
                type,
                bytes.dropLast(Int.random(in: 0...max(bytes.count, 1), using: &random.numbers))
            )
            for _ in 0..<4 where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &random.numbers)] =
                    UInt8.random(in: 0...255, using: &random.numbers)
                try expectNoCrash(type, bytes[...])
            }
            try expectNoCrash(
                type,
                (0..<32).map { _ in UInt8.random(in: 0...255, using: &random.numbers) }[...]
            )
        }
    }

    private func expectNoCrash(_ type: any Message.Type, _ bytes: ArraySlice<UInt8>) throws {
        // Rejecting is fine; what is accepted must encode again.
        guard let recoded = try? type.recode(ByteBuffer(bytes: bytes)) else { return }
        #expect(try type.recode(recoded) == recoded)
    }
}

extension ByteBuffer {
    fileprivate init(repeating bytes: [UInt8], count: Int) {
        self.init()
        for _ in 0..<count { writeBytes(bytes) }
    }
}
