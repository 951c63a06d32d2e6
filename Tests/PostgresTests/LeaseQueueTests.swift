import ConcurrencyTestSupport
import FoundationEssentials
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import Testing

/// A chore of a household.
private struct Chore: QueuedWork {
    let owner: UUID
    let name: String

    static let columns: Statement = "work.owner, work.name"

    init(_ row: Row) throws {
        owner = try row["owner"]
        name = try row["name"]
    }

    var identity: Statement { "owner = \(owner) AND name = \(name)" }
}

private struct Undone: Error {}

@Suite("A queue of leases", .timeLimit(.minutes(5)))
struct LeaseQueueTests {
    private let owner = UUID()
    private let clock = ManualWallClock()

    private func withTable(_ body: (PostgresPool) async throws -> Void) async throws {
        try await TestDatabase.withPool(size: 8) { pool in
            try await pool.withConnection { connection in
                try await connection.executeScript(
                    """
                    CREATE TABLE chores (
                        owner uuid NOT NULL, name text NOT NULL, room text NOT NULL DEFAULT '',
                        number bigint GENERATED ALWAYS AS IDENTITY, state text NOT NULL DEFAULT 'open',
                        since timestamptz NOT NULL DEFAULT now(), due_at timestamptz,
                        attempts integer NOT NULL DEFAULT 0, claim uuid, claimed_until timestamptz,
                        parked_at timestamptz, last_error text, PRIMARY KEY (owner, name)
                    )
                    """
                )
            }
            try await body(pool)
        }
    }

    private func queue(
        _ pool: PostgresPool,
        time: QueueTime? = nil,
        adjust: (inout LeaseTable) -> Void = { _ in }
    ) -> LeaseQueue<Chore> {
        var table = LeaseTable(
            name: "chores",
            key: ["owner", "name"],
            since: "since",
            deadLetters: .init(),
            order: "work.number"
        )
        adjust(&table)
        return LeaseQueue(pool: pool, table: table, time: time ?? .clock(clock))
    }

    private func add(_ pool: PostgresPool, _ names: String..., room: String = "") async throws {
        for name in names {
            try await pool.execute(
                """
                INSERT INTO chores (owner, name, room, since) VALUES (\(owner), \(name), \(room), \(clock.now))
                """
            )
        }
    }

    private func count(_ pool: PostgresPool, where condition: String) async throws -> Int {
        try await pool.query("SELECT count(*) AS count FROM chores WHERE \(unsafe: condition)")[0]["count"]
    }

    @Test("knows the time of rows that can be claimed, not of those that wait for an earlier one of their key")
    func nextDueOfSerial() async throws {
        try await withTable { pool in
            let queue = queue(pool) { $0.serial = .init(columns: ["room"], sequence: "number") }
            try await add(pool, "first", "second", room: "kitchen")
            let first = try #require(try await queue.claim(atMost: 10).first)
            try await queue.postpone(first, by: .seconds(300))
            #expect(try await queue.claim(atMost: 10).isEmpty)
            let due = try #require(try await queue.nextDue())
            #expect(due > .seconds(290))
            // A row of another key doesn't wait for them.
            try await add(pool, "third", room: "hall")
            let other = try #require(try await queue.claim(atMost: 10).first)
            try await queue.postpone(other, by: .seconds(60))
            let sooner = try #require(try await queue.nextDue())
            #expect(sooner <= .seconds(60))
        }
    }

    // MARK: Losing

    @Test("changes nothing for a worker whose lease has passed to another")
    func lost() async throws {
        try await withTable { pool in
            try await add(pool, "sweep")
            let queue = queue(pool)
            let lost = try #require(try await queue.claim(atMost: 1).first)
            clock.advance(by: 31)
            let taken = try #require(try await queue.claim(atMost: 1).first)
            #expect(taken.attempt == 2 && taken.token != lost.token)
            #expect(try await !queue.renew(lost))
            #expect(try await !queue.finish(lost))
            #expect(try await !queue.postpone(lost, by: .seconds(1)))
            #expect(try await !queue.park(lost, reason: "no"))
            #expect(try await !queue.change(lost, "state = 'done'"))
            #expect(try await count(pool, where: "state = 'open' AND parked_at IS NULL AND attempts = 2") == 1)
            #expect(try await queue.renew(taken))
        }
    }

    @Test("keeps work whose transaction is rolled back after it was finished")
    func rolledBack() async throws {
        try await withTable { pool in
            try await add(pool, "sweep")
            let queue = queue(pool)
            let lease = try #require(try await queue.claim(atMost: 1).first)
            await #expect(throws: Undone.self) {
                try await pool.transaction { connection in
                    #expect(try await queue.finish(lease, in: connection))
                    throw Undone()
                }
            }
            #expect(try await count(pool, where: "claim IS NOT NULL") == 1)
            #expect(try await pool.transaction { try await queue.finish(lease, in: $0) })
            #expect(try await count(pool, where: "true") == 0)
        }
    }

    @Test("gives a lease as long as it is renewed, and to another once it ends")
    func renewal() async throws {
        try await withTable { pool in
            try await add(pool, "sweep")
            let queue = queue(pool)
            let lease = try #require(try await queue.claim(atMost: 1).first)
            for _ in 0..<4 {
                clock.advance(by: 20)
                #expect(try await queue.renew(lease))
                #expect(try await queue.claim(atMost: 1).isEmpty)
            }
            clock.advance(by: 30)
            #expect(try await queue.claim(atMost: 1).map(\.attempt) == [2])
        }
    }

    // MARK: Claiming

    @Test("gives each piece of work to one of many who ask at the same time")
    func sharing() async throws {
        try await withTable { pool in
            for number in 0..<40 { try await add(pool, "chore \(number)") }
            let queue = queue(pool, time: .database)
            let names = try await withThrowingTaskGroup { group in
                for _ in 0..<6 {
                    group.addTask {
                        var names: [String] = []
                        while true {
                            let leases = try await queue.claim(atMost: 3)
                            if leases.isEmpty { return names }
                            #expect(leases.count <= 3)
                            names += leases.map(\.name)
                        }
                    }
                }
                return try await group.reduce(into: [String]()) { $0 += $1 }
            }
            #expect(names.count == 40)
            #expect(Set(names).count == 40)
        }
    }

    @Test("holds back what waits for an earlier one of its key, also past failures, until that is given up")
    func serial() async throws {
        try await withTable { pool in
            try await add(pool, "first", "second", room: "kitchen")
            try await add(pool, "other", room: "hall")
            let queue = queue(pool) { $0.serial = .init(columns: ["owner", "room"], sequence: "number") }
            let leases = try await queue.claim(atMost: 10)
            #expect(Set(leases.map(\.name)) == ["first", "other"])
            let first = try #require(leases.first { $0.name == "first" })
            try await queue.postpone(first, by: .seconds(60), reason: "locked")
            #expect(try await queue.claim(atMost: 10).isEmpty)
            clock.advance(by: 60)
            let again = try #require(try await queue.claim(atMost: 10, where: "work.room = 'kitchen'").first)
            #expect(again.name == "first" && again.attempt == 2)
            try await queue.park(again, reason: "lost the key")
            #expect(try await queue.claim(atMost: 10, where: "work.room = 'kitchen'").map(\.name) == ["second"])
        }
    }

    @Test("claims in its order, only rows of the queue and the condition, and changes what the table says")
    func order() async throws {
        try await withTable { pool in
            try await add(pool, "a", "b", "c", "d")
            try await pool.execute("UPDATE chores SET state = 'done' WHERE name = 'a'")
            let queue = queue(pool) { table in
                table.filter = "work.state IN ('open', 'doing')"
                table.order = "work.name DESC"
                table.onClaim = "state = 'doing'"
                table.onRelease = "state = CASE WHEN work.state = 'doing' THEN 'open' ELSE work.state END"
            }
            let lease = try #require(try await queue.claim(atMost: 1, where: "work.name <> 'd'").first)
            #expect(lease.name == "c" && lease.owner == owner)
            #expect(try await count(pool, where: "state = 'doing'") == 1)
            try await queue.postpone(lease, by: .zero, isCounted: false)
            #expect(try await count(pool, where: "state = 'open' AND attempts = 0") == 3)
        }
    }

    @Test("keeps postponed work back until it is due, counted or not, and says when that is")
    func postponed() async throws {
        try await withTable { pool in
            let queue = queue(pool)
            #expect(try await queue.nextDue() == nil)
            try await add(pool, "sweep")
            #expect(try await queue.nextDue() == nil)
            var lease = try #require(try await queue.claim(atMost: 1).first)
            #expect(try await queue.nextDue() == .seconds(30))
            try await queue.postpone(lease, by: .seconds(100), isCounted: false, reason: "no broom")
            #expect(try await queue.nextDue() == .seconds(100))
            #expect(try await queue.claim(atMost: 1).isEmpty)
            #expect(try await count(pool, where: "last_error = 'no broom' AND attempts = 0") == 1)
            lease = try #require(try await queue.claim(atMost: 1, early: true).first)
            #expect(lease.attempt == 1)
            try await queue.postpone(lease, by: .seconds(100))
            clock.advance(by: 101)
            #expect(try await queue.nextDue() == .zero)
            #expect(try await queue.claim(atMost: 1).map(\.attempt) == [2])
        }
    }

    // MARK: Operating

    @Test("keeps what was given up until an operator has it tried again, or drops it")
    func deadLetters() async throws {
        try await withTable { pool in
            try await add(pool, "sweep", "wash")
            let queue = queue(pool)
            for lease in try await queue.claim(atMost: 2) { try await queue.park(lease, reason: "no water") }
            clock.advance(by: 86_400)
            #expect(try await queue.claim(atMost: 2).isEmpty)
            #expect(try await queue.nextDue() == nil)
            #expect(try await count(pool, where: "last_error = 'no water' AND parked_at IS NOT NULL") == 2)
            #expect(try await queue.retry(where: "work.name = 'sweep'") == 1)
            #expect(try await queue.claim(atMost: 2).map(\.name) == ["sweep"])
            #expect(try await queue.retry(where: "work.name = 'sweep'") == 0)
            #expect(try await queue.drop(where: "work.owner = \(owner)") == 1)
            #expect(try await count(pool, where: "name = 'sweep'") == 1)
            #expect(try await count(pool, where: "true") == 1)
        }
    }

    @Test("counts what waits and what was given up, up to a limit, and the age of the oldest")
    func backlog() async throws {
        try await withTable { pool in
            let queue = queue(pool)
            #expect(try await queue.backlog(limit: 10) == QueueBacklog(waiting: 0, parked: 0, oldestAge: nil))
            try await add(pool, "a", "b", "c")
            clock.advance(by: 90)
            try await add(pool, "d", room: "hall")
            let lease = try #require(try await queue.claim(atMost: 1).first)
            try await queue.park(lease, reason: "no")
            let whole = QueueBacklog(waiting: 3, parked: 1, oldestAge: .seconds(90))
            #expect(try await queue.backlog(limit: 10) == whole)
            #expect(try await queue.backlog(limit: 2).waiting == 2)
            let hall = QueueBacklog(waiting: 1, parked: 0, oldestAge: .zero)
            #expect(try await queue.backlog(limit: 10, where: "work.room = 'hall'") == hall)
        }
    }

    @Test("needs no columns for what was given up")
    func withoutDeadLetters() async throws {
        try await withTable { pool in
            try await pool.execute("ALTER TABLE chores DROP COLUMN parked_at, DROP COLUMN last_error")
            try await add(pool, "sweep")
            let queue = queue(pool, time: .database) { $0.deadLetters = nil }
            let lease = try #require(try await queue.claim(atMost: 1).first)
            try await queue.postpone(lease, by: .zero, reason: "dropped with the column")
            #expect(try await queue.backlog(limit: 10).parked == 0)
            #expect(try await queue.retry(where: "true") == 1)
            #expect(try await queue.drop(where: "true") == 0)
            #expect(try await queue.claim(atMost: 1).map(\.attempt) == [1])
        }
    }
}
