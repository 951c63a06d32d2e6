import Testing

@testable import Postgres

@Suite("The prepared statements of a connection")
struct PreparedStatementTests {
    private func key(_ number: Int) -> PreparedStatements.Key {
        PreparedStatements.Key(Statement(unsafe: "SELECT \(number)"))
    }

    @Test("have a name of their own each, which is never used again")
    func names() {
        var prepared = PreparedStatements(capacity: 4)
        let first = prepared.insert(key(1))
        prepared.remove(key(1))
        #expect(prepared.use(key(1)) == nil)
        let second = prepared.insert(key(1))
        #expect(first != second)
        #expect(prepared.use(key(1)) == second)
        prepared.removeAll()
        #expect(prepared.count == 0)
        #expect(![first, second].contains(prepared.insert(key(1))))
    }

    @Test("give room by the one that was not used for longest, and only when they are full")
    func eviction() {
        var prepared = PreparedStatements(capacity: 3)
        for number in 1...2 { _ = prepared.insert(key(number)) }
        #expect(prepared.leastRecentlyUsed() == nil)
        _ = prepared.insert(key(3))
        #expect(prepared.leastRecentlyUsed()?.key == key(1))
        _ = prepared.use(key(1))
        #expect(prepared.leastRecentlyUsed()?.key == key(2))
    }

    @Test("differ by text and by the types of their parameters")
    func keys() {
        let small: Statement = "SELECT \(Int32(1))"
        let large: Statement = "SELECT \(Int64(1))"
        let other: Statement = "SELECT \(Int32(2))"
        #expect(PreparedStatements.Key(small) != PreparedStatements.Key(large))
        #expect(PreparedStatements.Key(small) == PreparedStatements.Key(other))
    }

    @Test("remember the columns of a result, and forget them with the statement")
    func columns() {
        var prepared = PreparedStatements(capacity: 3)
        _ = prepared.insert(key(1))
        #expect(prepared.columns(of: key(1)) == nil)
        prepared.remember([ResultColumn(name: "a", type: .int4)], of: key(1))
        #expect(prepared.columns(of: key(1))?.map(\.name) == ["a"])
        prepared.remove(key(1))
        #expect(prepared.columns(of: key(1)) == nil)
        // What was removed meanwhile is not brought back.
        prepared.remember([ResultColumn(name: "a", type: .int4)], of: key(1))
        #expect(prepared.count == 0)
    }
}
