import Foundation
import Foundations
import Postgres
import RPC

/// That an account is closed, and until when its owner can reopen it.
struct AccountClosure: Sendable, Equatable {
    let closedAt: Date
    /// From then on it is erased.
    let eraseAt: Date

    /// The closure in a row of accounts; nil for an open one.
    init?(_ row: Row) throws {
        guard let closedAt: Date = try row["closed_at"], let eraseAt: Date = try row["erase_at"] else { return nil }
        self.closedAt = closedAt
        self.eraseAt = eraseAt
    }

    /// The end of the period that begins at a time, by the calendar in UTC: from the last days of a month on, the last day of a shorter one.
    static func end(after time: Date) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        guard let end = calendar.date(byAdding: .month, value: AccountPeriods.reopeningMonths, to: time) else {
            preconditionFailure("there is no date \(AccountPeriods.reopeningMonths) months after \(time)")
        }
        return end
    }

    /// The rejection of a sign-in, once the password is proven.
    /// - Parameter time: The present time.
    func rejection(at time: Date) -> Status {
        guard eraseAt > time else { return SignInRejection.wrongCredentials }
        return Status(
            .failedPrecondition,
            .auth.accountClosed(day: eraseAt.formatted(.iso8601.year().month().day())),
            reason: .accountClosed
        )
    }
}

extension StatusReason {
    /// The account is closed, and its owner can reopen it.
    static let accountClosed: StatusReason = "ACCOUNT_CLOSED"
}
