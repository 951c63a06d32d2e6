import Foundation
import MessageCoding
import NIOCore
import Postgres
import RPC
import ServiceKit

/// Remembers the answers to changes that carried an idempotency key, so that sending one again changes nothing.
enum AnsweredRequests {
    /// For how long a client may send a change again.
    static let lifetime: TimeInterval = 7 * 86_400

    /// One change as a client sent it.
    struct Request: Sendable {
        let operation: String
        let key: String
        let bytes: [UInt8]

        /// The change of a call; nil when the call has no key.
        /// - Throws: INVALID_ARGUMENT for a key that can't be kept.
        init?(_ operation: String, _ message: some Message, _ context: CallContext) throws {
            guard let key = context.idempotencyKey else { return nil }
            guard IdempotencyKeyRule.admits(key) else {
                throw Status.invalid([.init("idempotency-key", IdempotencyKeyRule.sentence)])
            }
            self.operation = operation
            self.key = key
            bytes = Array(try message.encoded().readableBytesView)
        }
    }

    /// Runs `change`, unless its request was answered before: then that answer is given again.
    /// - Parameter connection: In the transaction of the change.
    /// - Throws: ABORTED when the key came with another request before; what `change` throws, and then nothing is
    ///   remembered.
    nonisolated(nonsending) static func once<Answer: Message>(
        _ request: Request?,
        of user: UUID,
        in connection: PostgresConnection,
        _ change: nonisolated(nonsending) () async throws -> Answer
    ) async throws -> Answer {
        guard let request else { return try await change() }
        if let answer = try await claim(request, of: user, in: connection) {
            return try Answer(decoding: ByteBuffer(bytes: answer))
        }
        let answer = try await change()
        try await connection.execute(
            """
            UPDATE answered_requests SET answer = \(Array(try answer.encoded().readableBytesView))
            WHERE user_id = \(user) AND operation = \(request.operation) AND key = \(request.key)
            """
        )
        return answer
    }

    /// Forgets answers given before a time.
    static func forget(before date: Date, in pool: PostgresPool) async throws {
        try await pool.execute("DELETE FROM answered_requests WHERE answered_at < \(date)")
    }

    /// Takes the key for this transaction; a second one waits for the first.
    /// - Returns: The answer that was given before; nil for a new key.
    private static func claim(
        _ request: Request,
        of user: UUID,
        in connection: PostgresConnection
    ) async throws -> [UInt8]? {
        let isNew =
            try await connection.execute(
                """
                INSERT INTO answered_requests (user_id, operation, key, request_digest)
                VALUES (\(user), \(request.operation), \(request.key), sha256(\(request.bytes)))
                ON CONFLICT (user_id, operation, key) DO NOTHING
                """
            ) == 1
        if isNew { return nil }
        let rows = try await connection.query(
            """
            SELECT request_digest = sha256(\(request.bytes)) AS is_same, answer FROM answered_requests
            WHERE user_id = \(user) AND operation = \(request.operation) AND key = \(request.key)
            """
        )
        // Rows are forgotten after days, hardly between these two statements; the client's next try decides.
        guard let row = rows.first, let answer: [UInt8] = try row["answer"] else {
            throw Status(.aborted, "The change is being made already. Please try again.")
        }
        guard try row["is_same"] else {
            throw Status(
                .aborted,
                "This idempotency key was used for another change. Please use a new key.",
                reason: .idempotencyKeyReused
            )
        }
        return answer
    }
}
