import Foundation
import Foundations
import RPC
import ServiceKit

/// Checks passwords, and counts the wrong ones, which lock an account.
struct PasswordCheck: Sendable {
    let signIns: SignInStore
    let hasher: PasswordHasher
    let clock: any WallClock

    /// The credentials of the account that somebody without a session names, if the password is correct.
    /// - Throws: UNAUTHENTICATED alike for an unknown name and a wrong password, which counts as a failed sign-in, and while the
    ///   account is locked.
    func credentials(for attempt: SignInAttempt, from network: String?) async throws -> Credentials {
        let candidate = try await signIns.candidate(for: attempt.name, at: clock.now)
        if let end = candidate.lockedUntil, end > clock.now {
            throw SignInRejection.locked(until: end, now: clock.now)
        }
        // Also for nobody: it takes as long.
        let hash = candidate.credentials?.passwordHash ?? candidate.decoy
        let isRight = try await hasher.verify(attempt.password, against: hash, for: network)
        guard let credentials = candidate.credentials else {
            UnknownSignIns.count()
            let time = clock.now
            throw rejection(lockedUntil: try await signIns.recordFailure(ofUnknown: attempt.name, at: time), at: time)
        }
        guard isRight else {
            let time = clock.now
            throw rejection(lockedUntil: try await signIns.recordFailure(credentials.account, at: time), at: time)
        }
        // Of the passwords that are tried at once, nobody learns which one is right after the seventh.
        if let end = try await signIns.lock(of: credentials.account, at: clock.now) {
            throw SignInRejection.locked(until: end, now: clock.now)
        }
        return credentials
    }

    private func rejection(lockedUntil end: Date?, at time: Date) -> Status {
        end.map { SignInRejection.locked(until: $0, now: time) } ?? SignInRejection.wrongCredentials
    }

    /// Checks the password of an account, which may be of nobody who has signed in.
    /// - Parameter field: The request's field with the password.
    /// - Throws: INVALID_ARGUMENT for a wrong password, which counts as a failed sign-in; FAILED_PRECONDITION while the account is
    ///   locked.
    func verify(_ password: String, of account: UUID, in field: String, from network: String?) async throws {
        guard let credentials = try await signIns.credentials(of: account) else { throw LinkRejection.invalid }
        if let end = credentials.lockedUntil, end > clock.now {
            throw PasswordRejection.locked(until: end, now: clock.now)
        }
        guard try await hasher.verify(password, against: credentials.passwordHash, for: network) else {
            throw try await reject(account, session: nil, in: field)
        }
        try await requireUnlocked(account)
    }

    /// The caller's credentials, if the password is correct.
    /// - Parameter field: The request's field with the password.
    /// - Throws: INVALID_ARGUMENT for a wrong password, which counts as a failed sign-in; FAILED_PRECONDITION while the account is
    ///   locked; UNAUTHENTICATED when the session has ended.
    func credentials(
        of caller: CallerSession,
        with password: String,
        in field: String = "current_password",
        from network: String?
    ) async throws -> Credentials {
        let credentials = try await credentials(of: caller)
        guard try await hasher.verify(password, against: credentials.passwordHash, for: network) else {
            throw try await reject(caller, in: field)
        }
        try await requireUnlocked(caller.account)
        return credentials
    }

    /// Has nobody learn which of the passwords that are tried at once is right, after the seventh.
    func requireUnlocked(_ account: UUID) async throws {
        if let end = try await signIns.lock(of: account, at: clock.now) {
            throw PasswordRejection.locked(until: end, now: clock.now)
        }
    }

    /// The caller's credentials, unless the account is locked.
    func credentials(of caller: CallerSession) async throws -> Credentials {
        guard let credentials = try await signIns.credentials(of: caller.account), credentials.closure == nil else {
            throw SessionsService.sessionEnded
        }
        if let end = credentials.lockedUntil, end > clock.now {
            throw PasswordRejection.locked(until: end, now: clock.now)
        }
        return credentials
    }

    /// Counts a wrong password of the caller.
    func reject(_ caller: CallerSession, in field: String = "current_password") async throws -> Status {
        try await reject(caller.account, session: caller.id, in: field)
    }

    private func reject(_ account: UUID, session: UUID?, in field: String) async throws -> Status {
        let time = clock.now
        guard let end = try await signIns.recordFailure(account, session: session, at: time) else {
            return PasswordRejection.wrongPassword(field)
        }
        return PasswordRejection.locked(until: end, now: time)
    }
}

/// The reasons for rejecting a password that is given in a session.
enum PasswordRejection {
    /// The password of the account is another one.
    /// - Parameter field: The request's field with the password.
    static func wrongPassword(_ field: String) -> Status {
        Status(
            .invalidArgument,
            .auth.wrongPassword,
            fieldViolations: [.init(field, .auth.wrongPassword)],
            reason: .wrongPassword
        )
    }

    /// Returned at once, whatever the password.
    static func locked(until end: Date, now: Date) -> Status {
        SignInRejection.locked(until: end, now: now, code: .failedPrecondition)
    }
}

extension StatusReason {
    /// The password is wrong.
    static let wrongPassword: StatusReason = "WRONG_PASSWORD"
}
