import Foundation
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import Testing

@testable import ServiceKit

@Suite("The keys of persons", .timeLimit(.minutes(5)))
struct PersonKeysTests {
    private func keys(_ pool: PostgresPool, _ ids: String...) throws -> PersonKeys {
        let lines = ids.map { id in "\(id):" + Data(repeating: UInt8(id) ?? 0, count: 32).base64EncodedString() }
        return PersonKeys(in: pool, masterKeys: try MasterKeys(parsing: lines.joined(separator: "\n")))
    }

    @Test("are one a person, the same for all instances, also when several make it at once")
    func same() async throws {
        try await TestSchema.with { pool in
            let user = UUID()
            #expect(try await keys(pool, "1").existingKey(of: user) == nil)
            let sealed = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for _ in 1...8 {
                    let keys = try keys(pool, "1")
                    group.addTask { try await keys.key(of: user).seal("secret", context: "test") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let key = try await keys(pool, "1").key(of: user)
            for bytes in sealed { #expect(try key.openText(bytes, context: "test") == "secret") }
            let other = try await keys(pool, "1").key(of: UUID())
            #expect(throws: EncryptionError.unreadable) { try other.openText(sealed[0], context: "test") }
            let stored: [UInt8] = try await pool.query("SELECT wrapped_key FROM person_keys WHERE user_id = \(user)")[
                0
            ][
                "wrapped_key"
            ]
            #expect(stored.count == 61)
        }
    }

    @Test("are UNAVAILABLE while the master key is missing, and not made anew")
    func missing() async throws {
        try await TestSchema.with { pool in
            let user = UUID()
            _ = try await keys(pool, "1").key(of: user)
            let without = try keys(pool, "2")
            for _ in 1...2 {
                let error = await #expect(throws: EncryptionError.self) { try await without.key(of: user) }
                #expect(error?.status.code == .unavailable)
            }
            await #expect(throws: ConfigurationError.self) { try await without.requireMasterKeys() }
            #expect(try await pool.query("SELECT count(*) AS count FROM person_keys")[0]["count"] == 1)
        }
    }

    @Test("are wrapped by another master key while services serve, and stay the same")
    func rotated() async throws {
        try await TestSchema.with { pool in
            let users = (0..<450).map { _ in UUID() }
            let before = try keys(pool, "1")
            for user in users { _ = try await before.key(of: user) }
            let sealed = try await before.key(of: users[7]).seal("secret", context: "test")
            let both = try keys(pool, "2", "1")
            #expect(try await both.rewrap() == (450, 0))
            #expect(try await both.rewrap() == (0, 0))
            let after = try keys(pool, "2")
            try await after.requireMasterKeys()
            #expect(try await after.key(of: users[7]).openText(sealed, context: "test") == "secret")
            // Instances that were started before go on with the former key in their file.
            let late = UUID()
            _ = try await before.key(of: late)
            #expect(try await after.rewrap() == (0, 1))
            #expect(try await both.rewrap() == (1, 0))
        }
    }

    @Test("are the same for rows that are locked, made in the transaction alone, and left out without their master key")
    func locked() async throws {
        try await TestSchema.with { pool in
            let (ada, grace, joan) = (UUID(), UUID(), UUID())
            let (keys, others) = (try keys(pool, "1"), try keys(pool, "2"))
            let sealed = try await keys.key(of: ada).seal("secret", context: "test")
            _ = try await others.key(of: joan)
            struct Undone: Error {}
            await #expect(throws: Undone.self) {
                try await pool.transaction { connection in
                    _ = try await keys.keys(ofLocked: [grace], in: connection)
                    throw Undone()
                }
            }
            #expect(try await keys.existingKey(of: grace) == nil)
            let found = try await pool.transaction { connection in
                try await keys.keys(ofLocked: [ada, grace, joan], in: connection)
            }
            #expect(Set(found.keys) == [ada, grace])
            #expect(try found[ada]?.openText(sealed, context: "test") == "secret")
            let made = try #require(found[grace]).seal("secret", context: "test")
            #expect(try await keys.key(of: grace).openText(made, context: "test") == "secret")
        }
    }

    @Test("are destroyed with what is stored of the person")
    func erased() async throws {
        try await TestSchema.with { pool in
            let (ada, grace) = (UUID(), UUID())
            let keys = try keys(pool, "1")
            for user in [ada, grace] { _ = try await keys.key(of: user) }
            try await PersonalTables.none.erase(ada, in: pool)
            let left: [UUID] = try await pool.query("SELECT user_id FROM person_keys").map { try $0["user_id"] }
            #expect(left == [grace])
        }
    }
}
