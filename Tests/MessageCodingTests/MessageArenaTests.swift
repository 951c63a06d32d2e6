import NIOCore
import Testing

@testable import MessageCoding

@Suite("The arena of a message")
struct MessageArenaTests {
    private func error<Value>(_ body: () throws(MessageError) -> Value) -> MessageError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "copies strings with their end, empty ones included",
        arguments: ["", "a", "é€🧾", String(repeating: "x", count: 5_000)]
    )
    func strings(text: String) throws {
        let arena = try MessageArena(budget: 100_000)
        defer { arena.giveBack() }
        let copy = try arena.string(text, "name")
        let found = String(cString: copy)
        #expect(found == text)
    }

    @Test("rejects a NUL with the path of its field, wherever it stands", arguments: ["\0", "a\0", "\0a", "a\0b"])
    func nul(text: String) throws {
        let arena = try MessageArena(budget: 100_000)
        defer { arena.giveBack() }
        let single = error { () throws(MessageError) in try arena.string(text, "name") }
        #expect(single == .containsNUL(field: "name"))
        let list = error { () throws(MessageError) in try arena.strings(["a", text], "names") }
        #expect(list == .containsNUL(field: "names[1]"))
    }

    @Test("keeps lists of strings, numbers and bytes in their order")
    func lists() throws {
        let arena = try MessageArena(budget: 100_000)
        defer { arena.giveBack() }
        let pointers = try arena.strings(["a", "", "c"], "names")
        let texts = (0..<3).map { pointers[$0].map { String(cString: $0) } }
        #expect(texts == ["a", "", "c"])
        let numbers = try arena.values([1, -1, Int64.max])
        let copied = MessageField.values(3, UnsafePointer(numbers))
        #expect(copied == [1, -1, Int64.max])
        let binaries = MessageField.binaries(3, UnsafeRawPointer(try arena.binaries([[1, 2], [], [0, 255]])))
        #expect(binaries == [[1, 2], [], [0, 255]])
        let none = MessageField.values(0, UnsafePointer(try arena.values([Int32]())))
        #expect(none == [])
    }

    @Test("takes no more than its budget for any of them")
    func budget() throws {
        let arena = try MessageArena(budget: 64)
        defer { arena.giveBack() }
        let text = String(repeating: "x", count: 100)
        let errors = [
            error { () throws(MessageError) in try arena.string(text, "name") },
            error { () throws(MessageError) in try arena.strings([text], "names") },
            error { () throws(MessageError) in try arena.strings([String](repeating: "", count: 100), "names") },
            error { () throws(MessageError) in try arena.values([Int64](repeating: 1, count: 100)) },
            error { () throws(MessageError) in try arena.binaries([[UInt8](repeating: 1, count: 100)]) },
        ]
        for error in errors { #expect(error == .resourceExhausted) }
    }

    @Test("of a negative budget takes nothing")
    func negativeBudget() throws {
        let arena = try MessageArena(budget: -1)
        defer { arena.giveBack() }
        let error = error { () throws(MessageError) in try arena.string("a", "name") }
        #expect(error == .resourceExhausted)
    }

    @Test("unpacks what its budget allows, and tells that from bytes that are no message")
    func unpacking() throws {
        let type = try TestSchema.message(of: .string, isRepeated: true)
        let bytes = hex("0A 03 616263 0A 00")
        for (budget, expected) in [(10_000, nil), (32, MessageError.resourceExhausted), (0, .resourceExhausted)] {
            let arena = try MessageArena(budget: budget)
            let found = error { () throws(MessageError) in try arena.unpack(bytes, as: type) }
            arena.giveBack()
            #expect(found == expected)
        }
        let arena = try MessageArena(budget: 10_000)
        defer { arena.giveBack() }
        for text in ["0A", "0A 05 61", "08 01", "0F"] {
            let found = error { () throws(MessageError) in try arena.unpack(hex(text), as: type) }
            #expect(found == .malformed, "\(text)")
        }
    }

    @Test("of one thread is another one while it is in use")
    func nesting() throws {
        let outer = try MessageArena(budget: 10_000)
        defer { outer.giveBack() }
        let text = try outer.string("outer", "name")
        for _ in 0..<100 {
            let inner = try MessageArena(budget: 10_000)
            _ = try inner.string("inner", "name")
            inner.giveBack()
        }
        let kept = String(cString: text)
        #expect(kept == "outer")
    }

    @Test("has room for what messages of any size may become, up to a limit")
    func limits() {
        #expect(MessageLimits.budget(forEncodedSize: 1) == 65_568)
        #expect(MessageLimits.budget(forEncodedSize: 2_095_103) == 2_095_103 * 32 + 65_536)
        #expect(MessageLimits.budget(forEncodedSize: 2_095_104) == MessageLimits.largestBudget)
        var last = 0
        for size in stride(from: 0, through: 4 << 20, by: 4_099) {
            let budget = MessageLimits.budget(forEncodedSize: size)
            #expect(budget >= last && budget <= MessageLimits.largestBudget)
            last = budget
        }
    }
}
