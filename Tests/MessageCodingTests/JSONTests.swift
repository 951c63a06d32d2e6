import AllServices
import AuthMessages
import BudgetMessages
import CommonMessages
import NIOCore
import OCRMessages
import Testing

@testable import MessageCoding

@Suite struct JSONTests {
    private let purchase = Budget.Purchase(
        id: "p1",
        state: .toVerify,
        storeName: "Käse & \"Brot\"\n",
        items: [
            Budget.PurchaseItem(productName: "Milk", amount: Common.Money(minorUnits: 299, currency: "CAD")),
            Budget.PurchaseItem(needsReview: true, confidence: 42),
        ],
        recordedAt: Common.Timestamp(seconds: 1_740_821_400, nanos: 500_000_000),
        version: 9_007_199_254_740_993
    )
    private let json = """
        {"id":"p1","state":"PURCHASE_STATE_TO_VERIFY","storeName":"Käse & \\"Brot\\"\\n",\
        "items":[{"productName":"Milk","amount":{"minorUnits":"299","currency":"CAD"}},\
        {"needsReview":true,"confidence":42}],"recordedAt":"2025-03-01T09:30:00.500Z","version":"9007199254740993"}
        """

    private func fault<Value: Message>(_ json: String, as type: Value.Type) -> MessageJSONError? {
        do {
            _ = try MessageJSON.decode(ByteBuffer(string: json), as: type)
            return nil
        } catch {
            return error
        }
    }

    @Test func aMessageBecomesThisJSONAndComesBack() throws {
        #expect(try String(buffer: MessageJSON.encode(purchase)) == json)
        #expect(try MessageJSON.decode(ByteBuffer(string: json), as: Budget.Purchase.self) == purchase)
    }

    @Test func defaultsAreWrittenOnlyWhenAskedFor() throws {
        #expect(try String(buffer: MessageJSON.encode(Budget.PurchaseTax())) == "{}")
        let all = try MessageJSON.encode(Budget.ListPurchasesResponse(), includesDefaults: true)
        #expect(String(buffer: all) == #"{"purchases":[],"nextPageToken":""}"#)
        let money = try MessageJSON.encode(Common.Money(), includesDefaults: true)
        #expect(String(buffer: money) == #"{"minorUnits":"0","currency":""}"#)
        let key = try MessageJSON.encode(Budget.GetPurchaseRequest(), includesDefaults: true)
        #expect(String(buffer: key) == "{}")
        let state = try MessageJSON.encode(OCR.ReceiptProgress(state: .unrecognized(77)))
        #expect(String(buffer: state) == #"{"state":77}"#)
    }

    @Test func onlyTheMemberOfAOneofThatIsSetIsWritten() throws {
        let chunk = OCR.UploadReceiptRequest(part: .chunk([0xFB, 0xFF, 0x00, 0x01]))
        #expect(try String(buffer: MessageJSON.encode(chunk)) == #"{"chunk":"+/8AAQ=="}"#)
        for text in ["+/8AAQ==", "-_8AAQ", "+/8AAQ"] {
            #expect(
                try MessageJSON.decode(ByteBuffer(string: #"{"chunk":"\#(text)"}"#), as: OCR.UploadReceiptRequest.self)
                    == chunk
            )
        }
        let empty = OCR.UploadReceiptRequest(part: .chunk([]))
        #expect(try String(buffer: MessageJSON.encode(empty)) == #"{"chunk":""}"#)
        #expect(
            try MessageJSON.decode(ByteBuffer(string: #"{"chunk":""}"#), as: OCR.UploadReceiptRequest.self) == empty
        )
    }

    @Test(arguments: [
        (#"{"minorUnits":1.5}"#, MessageJSONError.Kind.wrongType, "minorUnits"),
        (#"{"minorUnits":"12x"}"#, .wrongType, "minorUnits"),
        (#"{"minorUnits":"+1"}"#, .wrongType, "minorUnits"),
        (#"{"minorUnits":true}"#, .wrongType, "minorUnits"),
        (#"{"minorUnits":9223372036854775808}"#, .outOfRange, "minorUnits"),
        (#"{"minorUnits":1,"minor_units":1}"#, .duplicateField, "minor_units"),
        (#"{"currency":"a","currency":"a"}"#, .duplicateField, "currency"),
        (#"{"currency":7}"#, .wrongType, "currency"),
        (#"{"currency":"a\u0000"}"#, .outOfRange, "currency"),
        (#"{"amount":1}"#, .unknownField, "amount"),
        ("[]", .wrongType, ""),
        ("7", .wrongType, ""),
        ("", .syntax, ""),
        ("{", .syntax, ""),
        ("{}x", .syntax, ""),
        (#"{"currency":"a",}"#, .syntax, ""),
        (#"{currency:"a"}"#, .syntax, ""),
        (#"{"currency":"\ud800"}"#, .syntax, ""),
        (#"{"currency":"\x"}"#, .syntax, ""),
        (#"{"currency":"\u12"#, .syntax, ""),
        ("{\"currency\":\"\n\"}", .syntax, ""),
        (#"{"currency":"a"#, .syntax, ""),
        (#"{"minorUnits":01}"#, .syntax, ""),
        (#"{"minorUnits":-}"#, .syntax, ""),
        (#"{"minorUnits":1.}"#, .syntax, ""),
        (#"{"minorUnits":1e}"#, .syntax, ""),
        (#"{"minorUnits":nul}"#, .syntax, ""),
    ])
    func wrongJSONIsRefusedWithItsPath(text: String, kind: MessageJSONError.Kind, path: String) {
        let fault = fault(text, as: Common.Money.self)
        #expect(fault?.kind == kind)
        #expect(fault?.path == path)
    }

    @Test(arguments: [
        (#"{"items":[{},{"amount":{"minorUnits":"x"}}]}"#, "items[1].amount.minorUnits"),
        (#"{"items":{}}"#, "items"),
        (#"{"items":[null]}"#, "items[0]"),
        (#"{"state":"CONFIRMED"}"#, "state"),
        (#"{"state":99}"#, "state"),
        (#"{"recordedAt":"yesterday"}"#, "recordedAt"),
        (#"{"items":[{"confidence":2147483648}]}"#, "items[0].confidence"),
        (#"{"total":{"price":1}}"#, "total.price"),
    ])
    func thePathLeadsIntoListsAndMessages(text: String, path: String) {
        #expect(fault(text, as: Budget.Purchase.self)?.path == path)
    }

    @Test func invalidUTF8InATextIsRefused() {
        var text = ByteBuffer(string: "{\"currency\":\"")
        text.writeBytes([0xFF, 0x22, 0x7D])
        #expect(throws: MessageJSONError.self) { try MessageJSON.decode(text, as: Common.Money.self) }
    }

    @Test func twoMembersOfAOneofAreRefused() {
        let fault = fault(#"{"purchaseId":"a","receiptId":"b"}"#, as: Budget.GetPurchaseRequest.self)
        #expect(fault?.kind == .duplicateField)
        #expect(fault?.path == "receiptId")
    }

    @Test func nullStandsForTheDefault() throws {
        let text = ByteBuffer(string: #"{"id":null,"items":null,"total":null,"state":null}"#)
        #expect(try MessageJSON.decode(text, as: Budget.Purchase.self) == Budget.Purchase())
    }

    @Test func bothNamesOfAFieldAndIntegersOfBothFormsAreRead() throws {
        let text = ByteBuffer(string: #" { "minor_units" : -9223372036854775808 , "currency":"\u20ac\ud83e\uddfe" } "#)
        let money = try MessageJSON.decode(text, as: Common.Money.self)
        #expect(money == Common.Money(minorUnits: .min, currency: "€🧾"))
    }

    @Test func textsBeyondTheLimitsAreRefused() {
        var limits = MessageJSON.Limits()
        limits.maximumBytes = 10
        let long = ByteBuffer(string: #"{"currency":"CAD"}"#)
        #expect { try MessageJSON.decode(long, as: Common.Money.descriptor, limits: limits) } throws: {
            ($0 as? MessageJSONError)?.kind == .tooLarge
        }
        let deep = String(repeating: "[", count: 100_000)
        #expect(fault(deep, as: Common.Money.self)?.kind == .tooLarge)
    }

    @Test func textsOfAsManyValuesAsTheUsualLimitAreTakenAndOfMoreRefused() throws {
        // The object and the array count as well as the ids.
        func request(values: Int) -> ByteBuffer {
            ByteBuffer(
                string: #"{"itemIds":["# + repeatElement(#""a""#, count: values - 2).joined(separator: ",") + "]}"
            )
        }
        let type = Budget.ItemsCategory.descriptor
        let most = MessageJSON.Limits.usualMaximumValues
        let message = try MessageJSON.decode(request(values: most), as: type)
        #expect(message.readableBytes == 3 * (most - 2))
        #expect { try MessageJSON.decode(request(values: most + 1), as: type) } throws: {
            let fault = $0 as? MessageJSONError
            return fault?.kind == .tooLarge && fault?.description == "The JSON text has more than 50000 values."
        }
    }

    @Test func aMalformedMessageHasNoJSON() {
        #expect { try MessageJSON.encode(hex("08"), as: Common.Money.descriptor) } throws: {
            ($0 as? MessageJSONError)?.kind == .malformedMessage
        }
        #expect { try MessageJSON.encode(hex("42 03 2A 01 FF"), as: Budget.Purchase.descriptor) } throws: {
            ($0 as? MessageJSONError)?.path == "items[0].printedText"
        }
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", Int64(0), Int32(0)),
        ("2000-02-29T23:59:59Z", 951_868_799, 0),
        ("1969-12-31T23:59:59.999999999Z", -1, 999_999_999),
        ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
        ("9999-12-31T23:59:59.000001Z", 253_402_300_799, 1000),
    ])
    func timesAreWrittenAsRFC3339(text: String, seconds: Int64, nanos: Int32) throws {
        let account = Auth.Account(createdAt: Common.Timestamp(seconds: seconds, nanos: nanos))
        let json = #"{"createdAt":"\#(text)"}"#
        #expect(try String(buffer: MessageJSON.encode(account)) == json)
        #expect(try MessageJSON.decode(ByteBuffer(string: json), as: Auth.Account.self) == account)
    }

    @Test func aTimeMayHaveAnOffsetAndAnyFraction() throws {
        let json = ByteBuffer(string: #"{"createdAt":"2025-03-01T01:30:00.25-08:00"}"#)
        let account = try MessageJSON.decode(json, as: Auth.Account.self)
        #expect(account.createdAt == Common.Timestamp(seconds: 1_740_821_400, nanos: 250_000_000))
    }

    @Test(arguments: [
        "2025-02-29T00:00:00Z", "2025-13-01T00:00:00Z", "2025-01-01T24:00:00Z", "2025-01-01T00:00:60Z",
        "2025-01-01 00:00:00Z", "2025-01-01T00:00:00", "2025-01-01T00:00:00.Z", "2025-01-01T00:00:00.1234567890Z",
        "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+01:00", "2025-01-01T00:00:00Zx",
    ])
    func aWrongTimeIsRefused(text: String) {
        #expect(fault(#"{"createdAt":"\#(text)"}"#, as: Auth.Account.self)?.kind == .outOfRange)
    }

    @Test func aTimeThatRFC3339CanNotSayIsRefused() {
        for time in [
            Common.Timestamp(seconds: .max), Common.Timestamp(nanos: -1), Common.Timestamp(nanos: 1_000_000_000),
        ] {
            #expect { try MessageJSON.encode(Auth.Account(createdAt: time)) } throws: {
                ($0 as? MessageJSONError)?.path == "createdAt"
            }
        }
    }

    @Test(arguments: MessageCatalogue.all.map { $0.descriptor.fullName })
    func everyTypeSurvivesJSON(name: String) throws {
        let descriptor = try #require(MessageCatalogue.all.first { $0.descriptor.fullName == name }).descriptor
        var random = RandomMessages(seed: 2)
        for _ in 0..<50 {
            let bytes = ByteBuffer(bytes: random.message(descriptor))
            // Random times are mostly ones that RFC 3339 can't say; such messages have no JSON.
            guard let json = try? MessageJSON.encode(bytes, as: descriptor) else { continue }
            let type = try #require(MessageCatalogue.all.first { $0.descriptor == descriptor })
            #expect(try type.recode(MessageJSON.decode(json, as: descriptor)) == bytes)
        }
    }
}
