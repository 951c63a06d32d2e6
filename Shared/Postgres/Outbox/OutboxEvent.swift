package import FoundationEssentials

/// Something that happened, on its way from the transaction that made it true to other services.
package struct OutboxEvent: Sendable, Equatable, Identifiable {
    /// The same on every delivery of the event; consumers tell repetitions by it.
    package var id: UUID
    /// What kind of event it is, such as `receipt.read`.
    package var topic: String
    /// Events of one topic and key are delivered in the order in which they were written.
    package var key: String
    /// The message's bytes.
    package var payload: [UInt8]
    /// The W3C `traceparent` of the call that wrote the event.
    package var trace: String?

    /// An event with a new identifier.
    package init(id: UUID = UUID(), topic: String, key: String, payload: [UInt8], trace: String? = nil) {
        self.id = id
        self.topic = topic
        self.key = key
        self.payload = payload
        self.trace = trace
    }
}

/// Why an event couldn't be delivered.
package struct OutboxDeliveryError: Error, Sendable, CustomStringConvertible {
    /// Whether trying again is pointless; the event is parked at once.
    package let isPermanent: Bool
    /// A sentence for the operator, without personal data: it is logged and stored with the event.
    package let description: String

    /// A failure that trying again can't mend, such as a message that the receiver refuses.
    package static func permanent(_ reason: String) -> Self { Self(isPermanent: true, description: reason) }

    /// A failure that may pass.
    package static func transient(_ reason: String) -> Self { Self(isPermanent: false, description: reason) }
}
