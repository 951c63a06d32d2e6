import Foundation
import RPC

/// That an account is closed, and until when its owner can reopen it.
struct AccountClosure: Sendable, Equatable {
    /// How many months a closed account can be reopened.
    static let months = 6

    let closedAt: Date
    /// From then on it is erased.
    let eraseAt: Date

    /// Six months after a time, by the calendar in UTC: from the last days of a month on, the last day of a shorter one.
    static func end(after time: Date) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        guard let end = calendar.date(byAdding: .month, value: months, to: time) else {
            preconditionFailure("there is no date \(months) months after \(time)")
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
