package import FoundationEssentials

/// Something that happened, on its way from the transaction that made it true to other services.
package struct OutboxEvent: Sendable, Equatable, Identifiable {
    /// The same on every delivery of the event; consumers tell repetitions by it.
    package var id: UUID
    /// The service that receives the event, such as `catalog`.
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
