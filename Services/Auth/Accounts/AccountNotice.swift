import EventsMessages
import Foundation
import Foundations
import Postgres
import ServiceKit

/// Tells an account's owner, on all devices, of what keeps the account safe and has changed.
enum AccountNotice {
    /// Writes the event into the transaction of the change.
    static func write(
        _ change: Events.AccountChange,
        to account: UUID,
        at time: Date,
        in connection: PostgresConnection
    ) async throws {
        try await EventOutbox.notify(
            account,
            of: .accountSecured(.init(userID: account.canonical, change: change)),
            at: time,
            in: connection
        )
    }
}
