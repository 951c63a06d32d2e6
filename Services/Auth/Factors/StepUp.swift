import Foundation
import Postgres
import RPC

/// The proof that the owner of an account uses a session, which sensitive changes require: a sign-in, or the password or a factor
/// since.
enum StepUp {
    /// How long a proof counts, in seconds.
    static let lifetime: TimeInterval = 300

    /// Requires a proof by the calling session.
    /// - Throws: FAILED_PRECONDITION with reason STEP_UP_REQUIRED when it is too old; UNAUTHENTICATED when the session has ended.
    static func require(
        _ caller: CallerSession,
        at time: Date,
        in connection: PostgresConnection
    ) async throws {
        let rows = try await connection.query(
            """
            SELECT proven_at FROM sessions
            WHERE account_id = \(caller.account) AND id = \(caller.id) AND ended_at IS NULL
            """
        )
        guard let row = rows.first else { throw SessionsService.sessionEnded }
        guard let provenAt: Date = try row["proven_at"], provenAt.addingTimeInterval(lifetime) > time else {
            throw required
        }
    }

    /// The statement that notes a proof.
    static func proof(by caller: CallerSession, at time: Date) -> Statement {
        """
        UPDATE sessions SET proven_at = \(time)
        WHERE account_id = \(caller.account) AND id = \(caller.id) AND ended_at IS NULL
        """
    }

    private static let required = Status(.failedPrecondition, .auth.stepUpRequired, reason: .stepUpRequired)
}
