import AuthMessages
import CommonMessages
import Foundation
import Foundations
import Logging
import RPC
import ServiceKit

/// Has no more messages go to browsers whose session has ended, such as on a phone that was lost.
///
/// auth tells of ends only for as long as tokens of such sessions could be valid. Once it is followed again, it is asked about all
/// sessions that have browsers: whatever ended while nobody was listening is found.
struct EndedSessions: Sendable {
    /// The pause before auth is asked again.
    private static let pause = Duration.seconds(1)
    /// How many browsers' sessions auth is asked about at once.
    static let pageSize = 500

    let store: PushSubscriptionStore
    /// Receives what auth has revoked, as it does, until it fails.
    let follow: @Sendable (@Sendable (Auth.RevocationUpdate) async throws -> Void) async throws -> Void
    /// Those of some sessions that have ended.
    let ended: @Sendable ([Auth.SessionReference]) async throws -> [Auth.SessionReference]
    let log: Logger

    /// Follows auth.
    static func of(_ auth: RPCChannel, _ store: PushSubscriptionStore, log: Logger) -> EndedSessions {
        let client = Auth.RevocationsClient(channel: auth)
        return EndedSessions(
            store: store,
            follow: { receive in
                try await client.watchRevocations(.init()) { updates in
                    for try await update in updates { try await receive(update) }
                }
            },
            ended: { sessions in
                let options = CallOptions(timeout: .seconds(10))
                return try await client.findEndedSessions(.init(sessions: sessions), options: options).ended
            },
            log: log
        )
    }

    /// Removes browsers until the task is cancelled.
    var work: BackgroundWork {
        BackgroundWork("push devices of ended sessions") {
            while true {
                do {
                    try await removeWhileFollowed()
                } catch {
                    try Task.checkCancellation()
                    log.debug("ended sessions are not followed", metadata: ["error": "\(error)"])
                }
                try await store.clock.sleep(for: EndedSessions.pause)
            }
        }
    }

    /// Removes browsers until auth cannot be followed any more.
    func removeWhileFollowed() async throws {
        // What ends from the first update on is told; what ended before is asked for then, so that nothing is between.
        let isReconciled = WatchedValue(false)
        try await follow { update in
            try await remove(update.revocations)
            guard !isReconciled.value else { return }
            try await removeEnded()
            isReconciled.set(true)
        }
    }

    /// Removes the browsers of sessions that have ended.
    func remove(_ revocations: [Auth.Revocation]) async throws {
        for revocation in revocations where revocation.reason == .sessionEnded {
            guard let user = UUID(canonical: revocation.accountID) else { continue }
            try await store.remove(
                of: revocation.sessionID.isEmpty ? nil : revocation.sessionID,
                until: revocation.revokedAt?.date ?? store.clock.now,
                user
            )
        }
    }

    /// Removes the browsers of all sessions that auth says have ended.
    func removeEnded() async throws {
        var last: PushSubscriptionStore.Position?
        repeat {
            let (sessions, position) = try await store.sessions(after: last, atMost: EndedSessions.pageSize)
            last = position
            // Only the ids that auth makes: it refuses a page with any other.
            let references = Set(sessions).filter { UUID(canonical: $0.id) != nil }.map { session in
                Auth.SessionReference(accountID: session.user.canonical, sessionID: session.id)
            }
            guard !references.isEmpty else { continue }
            for session in try await ended(references) {
                guard let user = UUID(canonical: session.accountID) else { continue }
                try await store.remove(of: session.sessionID, until: store.clock.now, user)
            }
        } while last != nil
    }
}
