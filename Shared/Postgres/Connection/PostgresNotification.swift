import CPostgres

/// What `NOTIFY` sent.
package struct PostgresNotification: Sendable, Equatable {
    /// The channel's name.
    package let channel: String
    /// The payload, empty when there was none.
    package let payload: String

    init(_ notification: PGnotify) {
        channel = String(cString: notification.relname)
        payload = String(cString: notification.extra)
    }
}
