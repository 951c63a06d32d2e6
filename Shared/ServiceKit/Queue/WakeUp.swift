/// The notifications of the database that wake a queue's workers in every instance.
package struct WakeUp: Sendable {
    /// The channel without `_` and the schema's name.
    let channel: String
    /// Whether a notification with a payload may be about work of the queue.
    let condition: @Sendable (String) -> Bool

    /// Wakes at the notifications of a channel, and whenever some may have been lost.
    /// - Parameters:
    ///   - channel: Its name without `_` and the schema's name.
    ///   - condition: Whether a notification with this payload may be about work of the queue.
    package init(_ channel: String, where condition: @escaping @Sendable (String) -> Bool = { _ in true }) {
        self.channel = channel
        self.condition = condition
    }
}
