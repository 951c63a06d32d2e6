import Foundation
package import Foundations
package import RPC
import Synchronization

/// The revocations that a program knows of.
///
/// Nobody is believed before all that are in force are known, as after a restart. From then on they are kept until they
/// expire, also while auth is away: what the program has not heard of then ends with the tokens, within their lifetime.
package final class Revocations: Sendable {
    private struct State {
        var sessions: [String: Revocation] = [:]
        var accounts: [String: Revocation] = [:]
        var lastSweep: Date?

        mutating func add(_ revocation: Revocation) {
            if let session = revocation.session {
                sessions[session] = revocation
            } else if accounts[revocation.account].map({ $0.time <= revocation.time }) ?? true {
                accounts[revocation.account] = revocation
            }
        }

        mutating func sweep(at time: Date, every interval: TimeInterval) {
            if let lastSweep, abs(time.timeIntervalSince(lastSweep)) < interval { return }
            lastSweep = time
            sessions = sessions.filter { $0.value.expiry > time }
            accounts = accounts.filter { $0.value.expiry > time }
        }
    }

    /// How long a call waits until the revocations are known.
    private static let timeout = Duration.seconds(3)
    /// How often those that have expired are forgotten, in seconds.
    private static let sweepInterval: TimeInterval = 60

    private let clock: any WallClock
    private let state = Mutex(State())
    /// Read for each call.
    private let isEmpty = Atomic(true)
    private let isComplete = WatchedValue(false)

    /// Knows nothing yet.
    package init(clock: any WallClock = SystemWallClock()) { self.clock = clock }

    /// How many are known.
    package var count: Int { state.withLock { $0.sessions.count + $0.accounts.count } }

    /// Takes over an update.
    package func receive(_ update: RevocationUpdate) {
        let time = clock.now
        state.withLock { state in
            for revocation in update.revocations where revocation.expiry > time { state.add(revocation) }
            state.sweep(at: time, every: Self.sweepInterval)
            isEmpty.store(state.sessions.isEmpty && state.accounts.isEmpty, ordering: .releasing)
        }
        if update.isComplete { isComplete.set(true) }
    }

    /// Returns once all revocations in force are known.
    /// - Throws: UNAVAILABLE when that takes too long.
    func waitUntilComplete() async throws {
        if isComplete.value { return }
        let (isComplete, clock) = (isComplete, clock)
        try await guarding(
            {
                for await isComplete in isComplete.changes() where isComplete { return }
                throw CancellationError()
            },
            by: {
                try await clock.sleep(for: Self.timeout)
                throw Self.unknown
            }
        )
    }

    /// Why a user's token is refused; nil when it is not.
    package func refusal(of user: VerifiedUser) -> Status? { revocation(of: user)?.status }

    /// What a user's running call ends with; nil when it goes on.
    ///
    /// With an outdated token, calls with several responses end, as they can last; the others run to their end, among them the
    /// one that has outdated the token.
    package func end(of call: CallKind, by user: VerifiedUser) -> Status? {
        guard let revocation = revocation(of: user) else { return nil }
        return revocation.reason == .outdated && call.hasSingleResponse ? nil : revocation.status
    }

    private func revocation(of user: VerifiedUser) -> Revocation? {
        if isEmpty.load(ordering: .acquiring) { return nil }
        return state.withLock { state in
            if let session = user.session, let revocation = state.sessions[session] { return revocation }
            return state.accounts[user.id].flatMap { user.tokenTime <= $0.time ? $0 : nil }
        }
    }

    private static let unknown = Status.signInsUnverifiable(.revocationsUnknown)
}

extension StatusReason {
    /// Which sessions have ended is not known yet.
    static let revocationsUnknown: StatusReason = "REVOCATIONS_UNKNOWN"
}
