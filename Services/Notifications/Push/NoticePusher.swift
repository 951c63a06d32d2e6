import Foundation
import Foundations
import NotificationsMessages
import Postgres
import ServiceKit
import Texts

/// Sends notices to a user's browsers: one that comes at once by itself, others together.
struct NoticePusher: OutsideChannel {
    /// For how long push services keep a message for a browser that is off, in seconds.
    private static let lifetime = 86_400

    let subscriptions: PushSubscriptionStore
    let deliveries: DeliveryStore
    let keys: PushKeyStore
    let transport: PushTransport
    let kinds: NoticeKinds
    /// How push services reach who runs the installation.
    let contact: String

    /// What came of a message to all of a user's browsers.
    private struct Outcome {
        var hasReached: Bool
        private var passing: [ChannelFailure] = []
        private var permanent: ChannelFailure?

        init(hasReached: Bool) { self.hasReached = hasReached }

        mutating func note(_ failure: ChannelFailure) {
            switch failure {
            case .passing: passing.append(failure)
            case .permanent: permanent = permanent ?? failure
            }
        }

        /// Whether a browser has it.
        /// - Throws: ``ChannelFailure``: one that may pass as long as a browser may still get it, and one that is permanent where none
        ///   has it.
        func result() throws -> Bool {
            // The one that asks for the longest pause, so that no push service is asked again before it wants to be.
            if let failure = passing.max(by: { $0.pause < $1.pause }) { throw failure }
            if let permanent, !hasReached { throw permanent }
            return hasReached
        }
    }

    func send(_ notices: [OutsideNotice], _ lease: Lease<NoticeDelivery>) async throws -> Bool {
        let devices = try await subscriptions.devices(of: lease.work.user)
        let message = try PushMessage(notices, delivery: lease.work.id).encoded()
        let isUrgent = notices.contains { kinds[$0.kind]?.urgency == .urgent }
        var outcome = Outcome(hasReached: !lease.work.reached.isEmpty)
        for device in devices where !lease.work.reached.contains(device.id) {
            do {
                guard try await send(message, to: device, isUrgent: isUrgent, lease) else { continue }
                outcome.hasReached = true
                guard try await deliveries.note(device.id, in: lease) else { throw LeaseLost() }
            } catch let failure as ChannelFailure {
                outcome.note(failure)
            }
        }
        return try outcome.result()
    }

    /// - Returns: Whether the push service has it; otherwise the browser doesn't take messages any more, and is forgotten.
    private func send(
        _ message: [UInt8],
        to device: PushDevice,
        isUrgent: Bool,
        _ lease: Lease<NoticeDelivery>
    ) async throws -> Bool {
        let subscription = device.subscription
        // What is allowed may have changed since it was registered.
        guard transport.settings.allows(subscription.endpoint) else {
            try await subscriptions.remove(device.id, of: lease.work.user)
            return false
        }
        let request = PushRequest(
            endpoint: subscription.endpoint,
            fields: [
                "TTL: \(NoticePusher.lifetime)", "Urgency: \(isUrgent ? "high" : "normal")",
                "Content-Encoding: aes128gcm", "Content-Type: application/octet-stream", "Expect:",
                "Authorization: \(try await keys.authorization(for: subscription.origin, contact: contact))",
            ],
            body: try subscription.seal(message)
        )
        let reply: PushReply
        do {
            reply = try await transport.send(request)
        } catch let outage as PushOutage {
            throw ChannelFailure.passing(reason: outage.reason)
        }
        switch reply.status {
        case 200...299: return true
        case 404, 410:
            try await subscriptions.remove(device.id, of: lease.work.user)
            return false
        case 429, 500...599:
            throw ChannelFailure.passing(reason: "a push service answered \(reply.status)", after: reply.retryAfter)
        default: throw ChannelFailure.permanent(reason: "a push service answered \(reply.status)")
        }
    }
}

/// What a browser is sent, in every language: it shows the one of its reader.
struct PushMessage: Encodable {
    struct Words: Encodable {
        let title: String
        let body: String
    }

    /// The same for a message that comes twice, so that it is shown once.
    let tag: String
    /// The page that a click leads to.
    let path: String
    /// By language.
    let words: [String: Words]

    init(_ notices: [OutsideNotice], delivery: UUID) {
        tag = delivery.canonical
        path = notices.count == 1 ? notices[0].path : "/inbox"
        let title: LocalizedText =
            notices.count == 1 ? notices[0].title : .notifications.mailDigest(count: notices.count)
        let body: LocalizedText =
            notices.count == 1
            ? notices[0].message
            : .joined(notices.prefix(3).map { .joined([$0.title, $0.message], separator: ": ") }, separator: "\n")
        words = Dictionary(
            uniqueKeysWithValues: Language.allCases.map { language in
                (
                    language.rawValue,
                    Words(
                        title: title.rendered(in: language),
                        body: body.rendered(in: language).shortened(to: InboxText.limit)
                    )
                )
            }
        )
    }

    /// As JSON, of some 2,500 bytes at most.
    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}
