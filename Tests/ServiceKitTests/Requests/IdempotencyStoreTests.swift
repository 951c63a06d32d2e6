import Foundation
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import RPCValues
import Testing

@testable import ServiceKit

@Suite("The answer to a change with an idempotency key", .timeLimit(.minutes(5)))
struct IdempotencyStoreTests {
    private typealias Message = RPCMessages.EchoMessage

    private let user = UUID()

    private func request(_ key: String?, _ payload: String = "a", method: String = "Add", operation: String? = nil)
        throws
        -> IdempotencyStore.Request?
    {
        var metadata = Metadata()
        if let key { metadata.add(MetadataName.idempotencyKey, key) }
        let context = CallContext(method: "larder.test.v1.Test/\(method)", metadata: metadata, trace: TraceContext())
        return try IdempotencyStore.Request(Message(payload: Array(payload.utf8)), context, operation: operation)
    }

    /// Makes a change whose answer counts how often it was made.
    private func change(
        _ pool: PostgresPool,
        _ request: IdempotencyStore.Request?,
        of user: UUID? = nil,
        sealedWith key: DataKey? = nil,
        failing: Bool = false
    ) async throws -> String {
        let user = user ?? self.user
        let answer = try await IdempotencyStore.once(request, of: user, sealedWith: key, in: pool) { connection in
            try await connection.execute("INSERT INTO changes DEFAULT VALUES")
            if failing { throw Status(.failedPrecondition, "not now") }
            let count: Int = try await connection.query("SELECT count(*) AS count FROM changes")[0]["count"]
            return Message(payload: Array("change \(count)".utf8))
        }
        return String(decoding: answer.payload, as: UTF8.self)
    }

    private func withTable(_ body: (PostgresPool) async throws -> Void) async throws {
        try await TestSchema.with("CREATE TABLE changes (id bigint GENERATED ALWAYS AS IDENTITY)", body)
    }

    @Test(
        "is rejected with a key that cannot be kept",
        arguments: ["", "with a space", String(repeating: "k", count: 500)]
    )
    func malformed(key: String) async throws {
        #expect(await failure { _ = try request(key) }?.code == .invalidArgument)
    }

    @Test("is rejected when the key came with another request")
    func reused() async throws {
        try await withTable { pool in
            _ = try await change(pool, try request("key", "a"))
            let refusal = await failure { _ = try await change(pool, try request("key", "b")) }
            #expect(refusal?.code == .aborted)
            #expect(refusal?.reason == "IDEMPOTENCY_KEY_REUSED")
        }
    }

    @Test("isn't stored when the change fails, so that it can be made afterwards")
    func failing() async throws {
        try await withTable { pool in
            let refusal = await failure { _ = try await change(pool, try request("key"), failing: true) }
            #expect(refusal?.code == .failedPrecondition)
            let answer = try await change(pool, try request("key"))
            #expect(answer == "change 1")
        }
    }

    @Test("is given again, and the change is made once")
    func again() async throws {
        try await withTable { pool in
            for _ in 0..<3 {
                let answer = try await change(pool, try request("key"))
                #expect(answer == "change 1")
            }
        }
    }

    @Test("is given to all who send it at the same time")
    func atOnce() async throws {
        try await withTable { pool in
            let answers = try await withThrowingTaskGroup { group in
                for _ in 0..<6 { group.addTask { try await change(pool, try request("key")) } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(answers == ["change 1"])
        }
    }

    @Test("is encrypted under the key of its user in services that have one, and read when it was not yet")
    func sealed() async throws {
        try await withTable { pool in
            let key = DataKey()
            let (former, new) = (try request("former"), try request("new"))
            #expect(try await change(pool, former) == "change 1")
            #expect(try await change(pool, new, sealedWith: key) == "change 2")
            let readable: [String] = try await pool.query(
                "SELECT key FROM answered_requests WHERE position('change'::bytea IN answer) > 0"
            ).map { try $0["key"] }
            #expect(readable == ["former"])
            #expect(try await change(pool, former, sealedWith: key) == "change 1")
            #expect(try await change(pool, new, sealedWith: key) == "change 2")
            let stranger = await failure { _ = try await change(pool, new, sealedWith: DataKey()) }
            #expect(stranger?.reason == "IDEMPOTENCY_KEY_REUSED")
        }
    }

    @Test("says nothing of its request to who has no key, also where a former version stored a digest without one")
    func digest() async throws {
        try await withTable { pool in
            let (key, sent) = (DataKey(), try request("key", "Rent"))
            #expect(try await change(pool, sent, sealedWith: key) == "change 1")
            let bytes = try #require(sent).bytes
            let isGuessed: Bool = try await pool.query(
                "SELECT request_digest = sha256(\(bytes)) AS is_guessed FROM answered_requests"
            )[0]["is_guessed"]
            #expect(!isGuessed)
            let other = await failure { _ = try await change(pool, try request("key", "Bus"), sealedWith: key) }
            #expect(other?.reason == "IDEMPOTENCY_KEY_REUSED")
            try await pool.execute("UPDATE answered_requests SET request_digest = sha256(\(bytes))")
            #expect(try await change(pool, sent, sealedWith: key) == "change 1")
        }
    }

    @Test("is another one for another user, another method and without a key")
    func others() async throws {
        try await withTable { pool in
            let answers = [
                try await change(pool, try request("key")),
                try await change(pool, try request("key"), of: UUID()),
                try await change(pool, try request("key", method: "Remove")),
                try await change(pool, try request("key", operation: "Remove")),
                try await change(pool, try request(nil)),
                try await change(pool, try request(nil)),
            ]
            #expect(answers == (1...6).map { "change \($0)" })
        }
    }

    @Test("is stored under its method's name, or under another that its service has chosen")
    func operations() async throws {
        try await withTable { pool in
            _ = try await change(pool, try request("key"))
            _ = try await change(pool, try request("key", operation: "Add"))
            let stored: [String] = try await pool.query(
                "SELECT operation FROM answered_requests WHERE user_id = \(user) ORDER BY operation"
            ).map { try $0["operation"] }
            #expect(stored == ["Add", "larder.test.v1.Test/Add"])
        }
    }

    @Test("is deleted after its time, by a job that every program with a schema has")
    func deleted() async throws {
        try await withTable { pool in
            _ = try await change(pool, try request("old"))
            _ = try await change(pool, try request("new"))
            try await pool.execute(
                "UPDATE answered_requests SET answered_at = now() - interval '8 days' WHERE key = 'old'"
            )
            let jobs = ScheduledJobs(
                ScheduledJob.retention(in: pool),
                pool: pool,
                supervisor: WorkSupervisor(log: TestDatabase.quietLogger, metrics: PrometheusRegistry()),
                log: TestDatabase.quietLogger
            )
            try await jobs.register()
            #expect(try await jobs.runDue() == 2)
            #expect(try await change(pool, request("new")) == "change 2")
            #expect(try await change(pool, request("old")) == "change 3")
        }
    }

    @Test("isn't there yet for the change that is being made, which says so rather than being made twice")
    func nested() async throws {
        try await withTable { pool in
            let request = try request("key")
            let refusal = await failure {
                _ = try await IdempotencyStore.once(request, of: user, in: pool) { connection in
                    try await IdempotencyStore.once(request, of: user, in: connection) { Message() }
                }
            }
            #expect(refusal?.code == .aborted)
            #expect(refusal?.reason.isEmpty == true)
            // Nothing was stored: the change may be made now.
            let answer = try await change(pool, request)
            #expect(answer == "change 1")
        }
    }

    @Test("of an operation that returns nothing is given again, too")
    func emptyAnswer() async throws {
        try await withTable { pool in
            let made = Recorder<Void>()
            for _ in 0..<2 {
                let answer = try await IdempotencyStore.once(try request("key"), of: user, in: pool) { _ in
                    made.record(())
                    return Message()
                }
                #expect(answer == Message())
            }
            #expect(made.count == 1)
        }
    }

    @Test("is the first one's also when the second comes while the first is being made")
    func waiting() async throws {
        try await withTable { pool in
            let (begun, gate) = (Recorder<Void>(), Gate())
            let request = try request("key")
            let first = Task {
                try await IdempotencyStore.once(request, of: user, in: pool) { _ in
                    begun.record(())
                    try await gate.wait()
                    return Message(payload: [1])
                }
            }
            try await begun.wait(forCount: 1)
            let second = Task {
                try await IdempotencyStore.once(request, of: user, in: pool) { _ in Message(payload: [2]) }
            }
            try await until("the second waits for the first") {
                try await pool.query(
                    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
                ).count == 1
            }
            gate.open()
            #expect(try await first.outcome.payload == [1])
            #expect(try await second.outcome.payload == [1])
        }
    }
}
