import AuthMessages
import CommonMessages
import Foundation
import Foundations
import Logging
import RPC
import ServiceKit

/// Has no more messages go to browsers whose session has ended, such as on a phone that was lost.
struct EndedSessions: Sendable {
    /// The pause before auth is asked again.
    private static let pause = Duration.seconds(1)

    let store: PushSubscriptionStore
    /// Receives what auth has revoked, as it does, until it fails.
    let follow: @Sendable (@Sendable (Auth.RevocationUpdate) async throws -> Void) async throws -> Void
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
            log: log
        )
    }

    /// Removes browsers until the task is cancelled.
    var work: BackgroundWork {
        BackgroundWork("push devices of ended sessions") {
            while true {
                do {
                    try await follow { try await remove($0.revocations) }
                } catch {
                    try Task.checkCancellation()
                    log.debug("ended sessions are not followed", metadata: ["error": "\(error)"])
                }
                try await store.clock.sleep(for: EndedSessions.pause)
            }
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
}
