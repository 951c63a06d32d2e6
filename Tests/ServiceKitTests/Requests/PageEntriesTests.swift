import CommonMessages
import Foundation
import Foundations
import RPC
import Testing

@testable import ServiceKit

private struct Timed: ListedEntry {
    static let list = "timed"
}

private struct Numbered: ListedEntry {
    static let list = "numbered"
}

@Suite("The entries of a page")
struct PageEntriesTests {
    private struct NotAnEntry: Error {}

    /// The page of a list of numbers, descending from `highest`.
    private func page(of size: Int32, after number: Int64? = nil, highest: Int64) throws -> ([String], next: String?) {
        let token = number.map { Page.token(after: NumberKey<Numbered>($0)) } ?? ""
        let page = try Page<NumberKey<Numbered>>(Common.PageRequest(size: size, token: token))
        let rows = stride(from: min(highest, (page.after?.number ?? .max) - 1), to: 0, by: -1).prefix(page.rowLimit)
        return page.entries(in: Array(rows), key: { NumberKey($0) }) { "entry \($0)" }
    }

    @Test("are all rows without a next page, up to the limit", arguments: [0, 1, 2, 3])
    func lastPage(count: Int64) throws {
        let (entries, next) = try page(of: 3, highest: count)
        #expect(entries.count == Int(count))
        #expect(next == nil)
    }

    @Test("leave out the row beyond the limit, and the next page begins with it")
    func nextPage() throws {
        let (first, next) = try page(of: 3, highest: 4)
        #expect(first == ["entry 4", "entry 3", "entry 2"])
        let token = try #require(next)
        let following = try Page<NumberKey<Numbered>>(Common.PageRequest(size: 3, token: token))
        #expect(following.after == NumberKey(2))
        #expect(try page(of: 3, after: 2, highest: 4).0 == ["entry 1"])
    }

    @Test("fail with the error of reading a row, but not for the row beyond the limit")
    func unreadable() throws {
        let page = try Page<NumberKey<Numbered>>(Common.PageRequest(size: 2))
        func read(_ rows: [Int64]) throws -> [Int64] {
            try page.entries(in: rows, key: { NumberKey($0) }) { row in
                if row < 0 { throw NotAnEntry() }
                return row
            }.0
        }
        #expect(throws: NotAnEntry.self) { try read([2, -1]) }
        #expect(try read([3, 2, -1]) == [3, 2])
    }

    @Test("are continued from any time and id")
    func times() throws {
        let key = TimeKey<Timed>(Date(timeIntervalSinceReferenceDate: 800_000_000.25), UUID())
        #expect(try Page<TimeKey<Timed>>(Common.PageRequest(token: Page.token(after: key))).after == key)
    }

    @Test(
        "are not continued from a key of another form",
        arguments: [
            [], [""], ["0", "00000000-0000-0000-0000-000000000000", ""], ["x", "00000000-0000-0000-0000-000000000000"],
            ["0", "00000000-0000-0000-0000-00000000000A"],
        ]
    )
    func malformedTimes(fields: [String]) {
        #expect(TimeKey<Timed>(fields: fields) == nil)
    }

    @Test(
        "are not continued from what is no number above zero",
        arguments: [[], [""], ["0"], ["-1"], ["1.0"], ["9223372036854775808"], ["1", "1"]]
    )
    func malformedNumbers(fields: [String]) {
        #expect(NumberKey<Numbered>(fields: fields) == nil)
    }

    @Test("are not continued from the key of another list")
    func otherList() {
        let token = Page.token(after: NumberKey<Revision>(7))
        #expect(throws: Status.self) { try Page<NumberKey<Numbered>>(Common.PageRequest(token: token)) }
    }
}
