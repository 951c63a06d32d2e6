import Foundation
import Postgres
import RPC

/// The proof that the owner of an account uses a session, which sensitive changes require: a sign-in, or a proof since. Where the
/// account has a second factor, that has to be part of it.
enum StepUp {
    /// How long a proof counts, in seconds.
    static let lifetime: TimeInterval = 300

    /// When it was proven last that the owner uses a session.
    private struct Proofs {
        let hasFactors: Bool
        let provenAt: Date?
        let factorProvenAt: Date?

        func isRecent(_ proof: Date?, at time: Date) -> Bool {
            proof.map { $0.addingTimeInterval(StepUp.lifetime) > time } ?? false
        }
    }

    /// Requires a proof by the calling session.
    /// - Throws: FAILED_PRECONDITION with reason STEP_UP_REQUIRED when it is too old; UNAUTHENTICATED when the session has ended.
    static func require(
        _ caller: CallerSession,
        at time: Date,
        in connection: PostgresConnection
    ) async throws {
        let proofs = try await proofs(of: caller, in: connection)
        guard proofs.isRecent(proofs.hasFactors ? proofs.factorProvenAt : proofs.provenAt, at: time) else {
            throw required
        }
    }

    /// Requires a proof by the calling session with a second factor, where the account has one, of a change that takes the
    /// password itself.
    /// - Throws: As ``require(_:at:in:)``.
    static func requireFactor(
        _ caller: CallerSession,
        at time: Date,
        in connection: PostgresConnection
    ) async throws {
        let proofs = try await proofs(of: caller, in: connection)
        guard !proofs.hasFactors || proofs.isRecent(proofs.factorProvenAt, at: time) else { throw required }
    }

    private static func proofs(of caller: CallerSession, in connection: PostgresConnection) async throws -> Proofs {
        let rows = try await connection.query(
            """
            SELECT proven_at, factor_proven_at, EXISTS (
                SELECT 1 FROM factors WHERE account_id = \(caller.account)
            ) AS has_factors
            FROM sessions WHERE account_id = \(caller.account) AND id = \(caller.id) AND ended_at IS NULL
            """
        )
        guard let row = rows.first else { throw SessionsService.sessionEnded }
        return Proofs(
            hasFactors: try row["has_factors"],
            provenAt: try row["proven_at"],
            factorProvenAt: try row["factor_proven_at"]
        )
    }

    /// The statement that notes a proof.
    static func proof(by caller: CallerSession, withFactor: Bool, at time: Date) -> Statement {
        let factor: Statement = withFactor ? ", factor_proven_at = \(time)" : ""
        return """
            UPDATE sessions SET proven_at = \(time)\(factor)
            WHERE account_id = \(caller.account) AND id = \(caller.id) AND ended_at IS NULL
            """
    }

    private static let required = Status(.failedPrecondition, .auth.stepUpRequired, reason: .stepUpRequired)

    /// The account has a second factor, which the password does not stand in for.
    static let factorRequired = Status(
        .failedPrecondition,
        .auth.stepUpFactor,
        fieldViolations: [.init("password", .auth.stepUpFactor)],
        reason: .secondFactorRequired
    )
}
