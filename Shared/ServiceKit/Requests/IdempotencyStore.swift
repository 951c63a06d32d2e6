import CoreMetrics
import Crypto
package import Foundation
import Foundations
package import MessageCoding
import NIOCore
package import Postgres
package import RPC

/// The answers to changes that carried an idempotency key, so that sending one again changes nothing.
///
/// The table `answered_requests` is the toolkit's: every schema has it. An answer is stored in the transaction of its
/// change, so that both exist or neither does, and is kept for ``lifetime``.
package enum IdempotencyStore {
    /// For how long a client may send a change again, in seconds.
    package static let lifetime: TimeInterval = 7 * 86_400

    /// One change as a client sent it.
    package struct Request: Sendable {
        let operation: String
        let key: String
        let bytes: [UInt8]

        /// The change of a call; nil when the call has no key.
        /// - Parameter operation: Separates the method's keys from those of others; by default its full name. A service
        ///   whose answers are stored under other names keeps them, since a change may be sent again after an upgrade.
        /// - Throws: INVALID_ARGUMENT for a key that can't be kept.
        package init?(_ message: some Message, _ context: CallContext, operation: String? = nil) throws {
            guard let key = try context.validatedIdempotencyKey else { return nil }
            self.operation = operation ?? context.method
            self.key = key
            bytes = Array(try message.encoded().readableBytesView)
        }

        /// By which it is known again. With a key nobody who has read the database can try what the request may have said.
        func digest(with personKey: DataKey?) -> [UInt8] {
            personKey?.lookupHash(of: bytes, purpose: "answered request") ?? Array(SHA256.hash(data: bytes))
        }
    }

    private static let replays = Counter(label: "larder.idempotency.replays")

    /// Runs `change` in a transaction, unless its request was answered before: then that answer is given again.
    /// - Parameter personKey: The user's key, under which the answer is encrypted; nil in services without keys of persons.
    /// - Throws: ABORTED when the key came with another request before; what `change` throws, and then nothing is
    ///   stored.
    nonisolated(nonsending) package static func once<Answer: Message>(
        _ request: Request?,
        of user: UUID,
        sealedWith personKey: DataKey? = nil,
        in pool: PostgresPool,
        _ change: nonisolated(nonsending) (PostgresConnection) async throws -> Answer
    ) async throws -> Answer {
        try await pool.transaction { connection in
            try await once(request, of: user, sealedWith: personKey, in: connection) { try await change(connection) }
        }
    }

    /// Runs `change`, unless its request was answered before: then that answer is given again.
    /// - Parameters:
    ///   - personKey: The user's key, under which the answer is encrypted; nil in services without keys of persons.
    ///   - connection: In the transaction of the change.
    /// - Throws: ABORTED when the key came with another request before; what `change` throws, and then nothing is
    ///   stored.
    nonisolated(nonsending) package static func once<Answer: Message>(
        _ request: Request?,
        of user: UUID,
        sealedWith personKey: DataKey? = nil,
        in connection: PostgresConnection,
        _ change: nonisolated(nonsending) () async throws -> Answer
    ) async throws -> Answer {
        guard let request else { return try await change() }
        if let answer = try await claim(request, of: user, sealedWith: personKey, in: connection) {
            replays.increment()
            return try Answer(decoding: ByteBuffer(bytes: answer))
        }
        let answer = try await change()
        let bytes = Array(try answer.encoded().readableBytesView)
        let stored = try personKey?.seal(bytes, context: context(of: request, user)) ?? bytes
        try await connection.execute(
            """
            UPDATE answered_requests SET answer = \(stored), is_sealed = \(personKey != nil)
            WHERE user_id = \(user) AND operation = \(request.operation) AND key = \(request.key)
            """
        )
        return answer
    }

    /// Deletes answers given before a time.
    package static func deleteAnswers(before date: Date, in pool: PostgresPool) async throws {
        try await pool.execute("DELETE FROM answered_requests WHERE answered_at < \(date)")
    }

    /// Takes the key for this transaction; a second one waits for the first.
    /// - Returns: The answer that was given before; nil for a new key.
    private static func claim(
        _ request: Request,
        of user: UUID,
        sealedWith personKey: DataKey?,
        in connection: PostgresConnection
    ) async throws -> [UInt8]? {
        let digest = request.digest(with: personKey)
        let isNew =
            try await connection.execute(
                """
                INSERT INTO answered_requests (user_id, operation, key, request_digest)
                VALUES (\(user), \(request.operation), \(request.key), \(digest))
                ON CONFLICT (user_id, operation, key) DO NOTHING
                """
            ) == 1
        if isNew { return nil }
        // Former versions stored a digest without a key.
        let rows = try await connection.query(
            """
            SELECT request_digest IN (\(digest), sha256(\(request.bytes))) AS is_same, answer, is_sealed FROM answered_requests
            WHERE user_id = \(user) AND operation = \(request.operation) AND key = \(request.key)
            """
        )
        // Rows are deleted after days, hardly between these two statements; the client's next try decides.
        guard let row = rows.first, let answer: [UInt8] = try row["answer"] else {
            throw Status(.aborted, .services.alreadyBeingMade)
        }
        guard try row["is_same"] else {
            throw Status(
                .aborted,
                .services.keyReused,
                reason: .idempotencyKeyReused
            )
        }
        guard try row["is_sealed"] else { return answer }
        guard let personKey else { throw EncryptionError.unreadable }
        return try personKey.open(answer, context: context(of: request, user))
    }

    private static func context(of request: Request, _ user: UUID) -> String {
        context([user.canonical, request.operation, request.key])
    }

    /// What an encrypted answer is bound to.
    /// - Parameter row: The values of the primary key, as text.
    static func context(_ row: [String]) -> String { "answered_requests.answer \(row.joined(separator: " "))" }
}

extension CallContext {
    /// The call's idempotency key; nil when it has none.
    /// - Throws: INVALID_ARGUMENT for a key that can't be kept.
    package var validatedIdempotencyKey: String? {
        get throws {
            guard let key = idempotencyKey else { return nil }
            guard IdempotencyKeyRule.admits(key) else {
                throw Status.invalid([.init("idempotency-key", IdempotencyKeyRule.text)])
            }
            return key
        }
    }
}
