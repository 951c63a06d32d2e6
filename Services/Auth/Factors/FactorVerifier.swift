import AuthMessages
import Foundation
import Foundations
import Logging
import Postgres
import ServiceKit

/// What an answer with a factor proves.
enum FactorProof: Sendable {
    /// That somebody has what the owner has: a device with a key, or the recovery codes.
    case possession
    /// That somebody reads the owner's mails. It is no second factor for those who work for all, as a new password can be set by
    /// mail, too.
    case mail
}

/// Checks answers against the factors of an account. What is right is used up in the same transaction.
struct FactorVerifier: Sendable {
    let masterKeys: MasterKeys
    /// Nil where the installation takes no passkeys.
    let relyingParty: RelyingParty?
    let log: Logger

    /// What a right answer to a challenge proves; nil for a wrong one.
    func proof(
        _ answer: Auth.FactorAnswer.Answer?,
        to challenge: Challenge,
        of account: LockedAccount,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> FactorProof? {
        switch answer {
        case .code(let text) where challenge.account != nil:
            switch FactorCode(text) {
            case .digits(let digits):
                if try await isAuthenticatorCode(digits, of: account, at: time, in: connection) { return .possession }
                let owner = account.credentials.account
                return try await isMailCode(digits, of: owner, to: challenge, at: time, in: connection) ? .mail : nil
            case .recovery(let code):
                let owner = account.credentials.account
                return try await isRecoveryCode(code, of: owner, at: time, in: connection) ? .possession : nil
            case nil: return nil
            }
        case .passkey(let assertion):
            return try await isPasskey(assertion, to: challenge, of: account, at: time, in: connection)
                ? .possession : nil
        case .code, nil: return nil
        }
    }

    private func isAuthenticatorCode(
        _ code: String,
        of account: LockedAccount,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Bool {
        let id = account.credentials.account
        let rows = try await connection.query(
            "SELECT id, secret, last_step FROM factors WHERE account_id = \(id) AND kind = 'authenticator_app'"
        )
        for row in rows {
            let sealed: [UInt8] = try row["secret"]
            let key = AuthenticatorKey(bytes: try account.key.open(sealed, context: AccountEncryption.factorSecret))
            guard let step = key.step(of: code, at: time, after: try row["last_step"]) else { continue }
            let factor: UUID = try row["id"]
            try await connection.execute(
                """
                UPDATE factors SET last_step = \(step), last_used_at = \(time)
                WHERE account_id = \(id) AND id = \(factor)
                """
            )
            return true
        }
        return false
    }

    private func isMailCode(
        _ code: String,
        of account: UUID,
        to challenge: Challenge,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Bool {
        guard let mail = challenge.mail, MailCode.isRight(code, of: mail, masterKeys),
            try await FactorStore.provingKinds(of: account, in: connection).contains(.emailCode)
        else { return false }
        try await connection.execute(
            "UPDATE factors SET last_used_at = \(time) WHERE account_id = \(account) AND kind = 'email_code'"
        )
        return true
    }

    private func isRecoveryCode(
        _ code: RecoveryCode,
        of account: UUID,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Bool {
        let count = try await connection.execute(
            """
            UPDATE recovery_codes SET used_at = \(time)
            WHERE account_id = \(account) AND hash = \(code.hash(for: account)) AND used_at IS NULL
            """
        )
        guard count == 1 else { return false }
        try await connection.execute(AuditLog.record(.recoveryCodeUsed, account: account, at: time))
        return true
    }

    private func isPasskey(
        _ assertion: Auth.PasskeyAssertion,
        to challenge: Challenge,
        of account: LockedAccount,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Bool {
        let id = account.credentials.account
        guard let relyingParty else { return false }
        let rows = try await connection.query(
            """
            SELECT factor_id, algorithm, public_key, signature_count FROM passkeys
            WHERE account_id = \(id) AND credential_id = \(assertion.credentialID) FOR UPDATE
            """
        )
        guard let row = rows.first, let algorithm = Passkey.Algorithm(rawValue: try row["algorithm"]) else {
            return false
        }
        if !assertion.userHandle.isEmpty, assertion.userHandle != Passkey.userHandle(of: id) { return false }
        let key = Passkey.PublicKey(algorithm: algorithm, bytes: try row["public_key"])
        guard
            let count = relyingParty.verify(
                assertion,
                to: challenge.token,
                key: key,
                requiresUserVerification: challenge.purpose == .passkeySignIn
            )
        else { return false }
        let former: Int64 = try row["signature_count"]
        guard Int64(count) > former || (count == 0 && former == 0) else {
            // Somebody else has the same key: a copy of the authenticator.
            log.warning("a passkey's signature counter went back", metadata: ["account": "\(id.canonical)"])
            try await connection.execute(AuditLog.record(.passkeyRefused, account: id, at: time))
            return false
        }
        let factor: UUID = try row["factor_id"]
        try await connection.pipeline([
            """
            UPDATE passkeys SET signature_count = \(Int64(count)) WHERE account_id = \(id) AND factor_id = \(factor)
            """,
            "UPDATE factors SET last_used_at = \(time) WHERE account_id = \(id) AND id = \(factor)",
        ])
        return true
    }

    /// The account whose passkey has signed; nil when there is none.
    func owner(of assertion: Auth.PasskeyAssertion, in connection: PostgresConnection) async throws -> UUID? {
        let rows = try await connection.query(
            "SELECT account_id FROM passkeys WHERE credential_id = \(assertion.credentialID)"
        )
        return try rows.first?["account_id"]
    }
}
