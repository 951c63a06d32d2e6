import AuthMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// Closes and reopens accounts.
struct AccountCloser: Sendable {
    let signIns: SignInStore
    let sessions: SessionStore
    let passwords: PasswordCheck
    let challenges: Challenges
    let clock: any WallClock

    // MARK: Closing

    /// Closes the caller's account and ends all its sessions.
    /// - Parameter network: The network of the client; nil for an unknown one.
    /// - Returns: Until when it can be reopened.
    /// - Throws: As ``PasswordChanger/change(_:by:key:for:)``.
    func close(_ request: Closing, by caller: CallerSession, for network: String?) async throws -> Date {
        while true {
            if let closure = try await signIns.credentials(of: caller.account)?.closure { return closure.eraseAt }
            let credentials = try await passwords.credentials(
                of: caller,
                with: request.currentPassword,
                from: network
            )
            guard credentials.username.lowercased() == request.username.lowercased() else {
                throw Status.invalid([.init("username", .auth.confirmUsername)])
            }
            // Once more when the password was replaced while it was checked.
            if let end = try await store(credentials, by: caller) { return end }
        }
    }

    /// - Returns: Until when the account can be reopened; nil when the password was replaced meanwhile.
    private func store(_ credentials: Credentials, by caller: CallerSession) async throws -> Date? {
        let (time, account) = (clock.now, credentials.account)
        let end = AccountClosure.end(after: time)
        return try await sessions.database.transaction { connection in
            try await StepUp.requireFactor(caller, at: time, in: connection)
            try await RoleStore.allowClosing(of: account, in: connection)
            switch try await signIns.recordSuccess(credentials, at: time, in: connection) {
            case .recorded: break
            case .replaced: return nil
            case .locked(let end): throw PasswordRejection.locked(until: end, now: time)
            }
            try await connection.pipeline([
                "UPDATE accounts SET closed_at = \(time), erase_at = \(end) WHERE id = \(account)",
                AccountMail.voidingLinks(of: account, at: time),
                AuditLog.record(.closed, account: account, at: time),
                AccountMail.insertion(.accountClosed, to: account, at: time),
            ])
            try await sessions.endAll(of: account, at: time, in: connection)
            return end
        }
    }

    // MARK: Reopening

    /// Reopens the account of a name; an open one stays so.
    /// - Returns: What has to be answered first, where the account has a second factor; nil once it is open.
    /// - Throws: As signing in does, and like a wrong password once the account can no longer be reopened.
    func reopen(_ attempt: SignInAttempt, for network: String?) async throws -> Auth.FactorChallenge? {
        while true {
            let credentials = try await passwords.credentials(for: attempt, from: network)
            guard let closure = credentials.closure else { return nil }
            let time = clock.now
            guard closure.eraseAt > time else { throw SignInRejection.wrongCredentials }
            if credentials.hasFactors {
                guard attempt.acceptsChallenge else { throw FactorRejection.required }
                let (account, hash) = (credentials.account, credentials.passwordHash)
                return try await challenges.begin(.reopening, of: account, passwordHash: hash, at: time)
            }
            // Once more when the password was replaced, or the account reopened, while the password was checked.
            let isOpen = try await sessions.database.transaction { connection in
                try await reopen(credentials.account, credentials.passwordHash, at: time, in: connection)
            }
            if isOpen { return nil }
        }
    }

    /// Reopens the account of a challenge by its answer.
    /// - Throws: As the second step of signing in does.
    func completeReopening(_ token: String, with answer: Auth.FactorAnswer.Answer?) async throws {
        let time = clock.now
        let outcome = try await challenges.answer(token, with: answer, for: [.reopening], by: nil, at: time) {
            _,
            account,
            _,
            connection in
            let credentials = account.credentials
            return try await reopen(credentials.account, credentials.passwordHash, at: time, in: connection)
        }
        guard try outcome.signedIn(at: time) else { throw FactorRejection.signInExpired }
    }

    private func reopen(
        _ id: UUID,
        _ passwordHash: PasswordHash,
        at time: Date,
        in connection: PostgresConnection
    ) async throws -> Bool {
        let count = try await connection.execute(
            """
            UPDATE accounts SET closed_at = NULL, erase_at = NULL, failed_sign_ins = 0, locked_until = NULL
            WHERE id = \(id) AND password_hash = \(passwordHash.description)
                AND erase_at > \(time) AND (locked_until IS NULL OR locked_until <= \(time))
            """
        )
        guard count == 1, let account = try await challenges.factors.lock(id, in: connection) else { return false }
        try await connection.pipeline(
            [AuditLog.record(.reopened, account: id, at: time)] + (try account.securingMail(.accountReopened, at: time))
        )
        return true
    }
}
