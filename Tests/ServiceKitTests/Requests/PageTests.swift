import CommonMessages
import Foundation
import RPC
import Testing

@testable import ServiceKit

private struct ReceiptKey: PageKey, Equatable {
    static let list = "receipts"
    var name: String
    var number: Int

    var fields: [String] { [name, String(number)] }

    init(name: String, number: Int) {
        self.name = name
        self.number = number
    }

    init?(fields: [String]) {
        guard fields.count == 2, let number = Int(fields[1]) else { return nil }
        self.init(name: fields[0], number: number)
    }
}

private struct OtherKey: PageKey {
    static let list = "other"
    var fields: [String] { ["a", "1"] }
    init() {}
    init?(fields: [String]) {}
}

@Suite("A page of a list")
struct PageTests {
    private func encoded(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private func rejectedFields(size: Int32 = 0, token: String = "") -> [String] {
        do {
            _ = try Page<ReceiptKey>(Common.PageRequest(size: size, token: token))
            return []
        } catch {
            return error.fieldViolations.map(\.field)
        }
    }

    @Test("has the usual size when nobody says another")
    func usualSize() throws {
        #expect(try Page<ReceiptKey>(nil).limit == 50)
        #expect(try Page<ReceiptKey>(Common.PageRequest()).limit == 50)
        #expect(try Page<ReceiptKey>(Common.PageRequest(size: 200)).limit == 200)
        #expect(try Page<ReceiptKey>(nil).after == nil)
    }

    @Test("of no size or too large a one is rejected", arguments: [-1, 201, Int32.max, .min])
    func sizes(size: Int32) {
        #expect(rejectedFields(size: size) == ["page.size"])
    }

    @Test("goes on where the token says, whatever is in the key", arguments: ["", "a", "日本 & co", "a+b/c=", "\"\\\n"])
    func tokens(name: String) throws {
        let key = ReceiptKey(name: name, number: -7)
        let token = Page.token(after: key)
        #expect(!token.contains(where: { "+/=".contains($0) }))
        #expect(try Page<ReceiptKey>(Common.PageRequest(token: token)).after == key)
    }

    @Test("of another list is rejected")
    func otherList() {
        #expect(rejectedFields(token: Page.token(after: OtherKey())) == ["page.token"])
    }

    @Test("with a token that no page ended with is rejected")
    func forgedTokens() {
        let tokens = [
            "!", "A", encoded([0xff, 0xfe]), encoded(Array("receipts".utf8)), encoded(Array("receipts|a".utf8)),
            encoded(Array("receipts|a|b".utf8)), encoded(Array("receipts|a|1|2".utf8)), encoded(Array("|a|1".utf8)),
            String(repeating: "A", count: 501), "ü",
        ]
        for token in tokens { #expect(rejectedFields(token: token) == ["page.token"], "\(token)") }
    }

    @Test("with both wrong says both")
    func both() {
        #expect(rejectedFields(size: 500, token: "!") == ["page.size", "page.token"])
    }

    @Test("of times is exact to the microsecond")
    func times() throws {
        for seconds in [0, 0.000001, 1_700_000_000.123456, -978_307_200, 9_000_000_000] {
            let time = Date(timeIntervalSinceReferenceDate: seconds)
            let back = try #require(Date(pageField: time.pageField))
            #expect(abs(back.timeIntervalSince(time)) < 0.000001)
            #expect(back.pageField == time.pageField)
        }
    }

    @Test(
        "of times has none that is no time, or centuries away",
        arguments: ["", "1.5", "abc", "9467280000000000", "-9467280000000000", "9223372036854775808"]
    )
    func noTimes(field: String) {
        #expect(Date(pageField: field) == nil)
    }
}
