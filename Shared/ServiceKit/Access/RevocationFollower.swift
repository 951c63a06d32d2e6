import Foundation
import Foundations
import RPC
import Synchronization

/// Keeps a program's revocations up to date, and ends the running calls that are concerned.
struct RevocationFollower: Sendable {
    /// How long a source may send nothing; it sends an update every second.
    static let silence = Duration.milliseconds(2_500)
    /// The pause before a source that has failed is asked again.
    static let pause = Duration.milliseconds(250)
    /// How long there may be no source before health reports it, in seconds.
    static let outage: TimeInterval = 10

    /// Why a source was given up.
    struct Silent: Error {}

    let revocations: Revocations
    let source: RevocationSource
    var clock: any WallClock = SystemWallClock()
    /// Ends the calls of those who are refused now.
    let endCalls: @Sendable () -> Void

    /// Follows until the task is cancelled.
    func run(_ status: WorkStatus) async throws {
        let lastHeard = LastHeard(clock.now)
        while true {
            do {
                try await followOnce {
                    lastHeard.time = clock.now
                    status.succeed()
                }
            } catch let failure as Status where failure.code == .unimplemented {
                // While programs are upgraded: auth of a release that revokes nothing.
                revocations.receive(RevocationUpdate(revocations: [], isComplete: true))
                lastHeard.time = clock.now
            } catch {
                try Task.checkCancellation()
            }
            if clock.now.timeIntervalSince(lastHeard.time) >= Self.outage {
                status.fail("revocations are not received from auth")
            }
            try await clock.sleep(for: Self.pause)
        }
    }

    /// Follows one source until it ends, fails or is silent.
    private func followOnce(_ report: @escaping @Sendable () -> Void) async throws {
        let lastHeard = LastHeard(clock.now)
        let sweeps = Mutex(0)
        try await guarding(
            {
                try await source { update in
                    revocations.receive(update)
                    lastHeard.time = clock.now
                    report()
                    // Twice: a call whose token is being verified counts as running a moment later.
                    let isDue = sweeps.withLock { due in
                        due = update.revocations.isEmpty ? max(0, due - 1) : 2
                        return due > 0
                    }
                    if isDue { endCalls() }
                }
            },
            by: { try await watch(lastHeard) }
        )
    }

    /// Waits for as long as something is heard.
    private func watch(_ lastHeard: LastHeard) async throws {
        while true {
            // The distance, as a clock may be set back.
            let left = Self.silence - .seconds(abs(clock.now.timeIntervalSince(lastHeard.time)))
            guard left > .zero else { throw Silent() }
            try await clock.sleep(for: left)
        }
    }
}

/// When a source sent its last update.
private final class LastHeard: Sendable {
    private let state: Mutex<Date>

    init(_ time: Date) { state = Mutex(time) }

    var time: Date {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
