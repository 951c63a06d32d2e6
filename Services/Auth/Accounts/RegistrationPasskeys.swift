import AuthMessages
import CommonMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// Completes registrations by passkeys, in place of the link that is mailed.
///
/// Nothing is known of the address afterwards but that the account's owner has typed it.
struct RegistrationPasskeys: Sendable {
    let challenges: Challenges
    let clock: any WallClock

    private var store: FactorStore { challenges.factors }

    /// Begins completing the registration of a token.
    /// - Throws: FAILED_PRECONDITION when the registration is over, or the installation takes no passkeys.
    func begin(_ request: Auth.BeginRegistrationPasskeyRequest) async throws -> Auth.FactorSetup {
        guard let relyingParty = challenges.verifier.relyingParty else { throw FactorRejection.notConfigured }
        let (id, time) = (try account(of: request.registrationToken), clock.now)
        return try await store.database.transaction { connection in
            let account = try await store.lock(id, in: connection)
            guard let account, account.isIncomplete(at: time) else { throw Self.over }
            let challenge = Challenge(.registration, of: id, kind: .passkey, at: time)
            try await connection.execute(ChallengeStore.insertion(challenge, at: time))
            return Auth.FactorSetup(
                token: challenge.token.text,
                expiresAt: Common.Timestamp(challenge.expiresAt),
                passkey: relyingParty.creation(for: challenge, of: account.credentials, excluding: [])
            )
        }
    }

    /// Completes the registration of a token.
    /// - Throws: INVALID_ARGUMENT for a passkey that is not genuine, and what ``begin(_:)`` does.
    func complete(_ request: Auth.CompleteRegistrationRequest) async throws -> Auth.AddFactorResponse {
        var fields = FieldValidator()
        let name = fields.text(request.name, "name", length: 1...60)
        try fields.finish()
        let (id, time) = (try account(of: request.registrationToken), clock.now)
        let outcome: Challenges.Outcome<(factor: Factor, recoveryCodes: [RecoveryCode])>
        do {
            outcome = try await complete(id, request, named: name, at: time)
        } catch let error as PostgresError where error.code == .uniqueViolation {
            // The credential of a passkey that there is already.
            throw FactorRejection.wrong
        }
        let (factor, codes) = try outcome.result(at: time)
        return .init(factor: factor.message, recoveryCodes: codes.map(\.text))
    }

    private func complete(
        _ id: UUID,
        _ request: Auth.CompleteRegistrationRequest,
        named name: String,
        at time: Date
    ) async throws -> Challenges.Outcome<(factor: Factor, recoveryCodes: [RecoveryCode])> {
        return try await challenges.answer(
            request.token,
            for: [.registration],
            by: nil,
            isGuess: false,
            at: time,
            check: { challenge, _, _ in
                guard challenge.account == id else { throw FactorRejection.expired }
                let registration = request.passkey ?? .init()
                return challenges.verifier.relyingParty?.passkey(registration, for: challenge.token)
            },
            then: { _, account, passkey, connection in
                guard account.isIncomplete(at: time) else { throw Self.over }
                try await connection.pipeline(Self.completion(of: id, at: time))
                return try await store.add(
                    .passkey,
                    named: name,
                    passkey: passkey,
                    of: account,
                    by: nil,
                    at: time,
                    in: connection
                )
            }
        )
    }

    /// The statements that complete a registration, whose address stays a claim.
    private static func completion(of account: UUID, at time: Date) -> [Statement] {
        [
            // One of a former release has a look-up as if it were confirmed.
            """
            UPDATE accounts SET unverified_until = NULL, email_claim = coalesce(
                email_claim, (SELECT hash FROM email_lookups WHERE account_id = \(account) ORDER BY hash LIMIT 1)
            )
            WHERE id = \(account)
            """,
            "DELETE FROM email_lookups WHERE account_id = \(account)",
            AuditLog.record(.registrationCompleted, account: account, at: time),
        ]
    }

    private func account(of token: String) throws -> UUID {
        guard let token = RegistrationToken(token, store.masterKeys) else { throw Self.over }
        return token.id
    }

    /// The same for every registration that cannot be completed.
    private static let over = Status(.failedPrecondition, .auth.registrationOver, reason: "REGISTRATION_OVER")
}

extension LockedAccount {
    fileprivate func isIncomplete(at time: Date) -> Bool { unverifiedUntil.map { $0 > time } ?? false }
}
