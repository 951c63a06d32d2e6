import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import RPC
import ServiceKit

extension RecurringTerms {
    /// How long ago the first day may be, in days: everything since is recorded at once.
    private static let longestPast = 366

    /// Validates what shall come again.
    /// - Parameter time: Now.
    /// - Throws: INVALID_ARGUMENT with every violation.
    init(validating message: Budget.RecurringTerms?, at time: Date, _ validator: inout FieldValidator) {
        let path = "terms.expenditure."
        let terms = message ?? Budget.RecurringTerms()
        if message == nil { validator.reject("terms", .services.ruleMissing) }
        let expenditure = terms.expenditure ?? Budget.CreateExpenditureRequest()
        // The owner doesn't matter to what is valid.
        let amount = validator.spendable(expenditure.amount, "\(path)amount")
        validator.bound(expenditure.amount, "\(path)amount")
        let content = NewPurchase(expenditure, amount: amount, at: path, of: UUID(), &validator).content
        let firstDay = content.purchasedAt.day
        if content.purchasedAt.time != nil {
            validator.reject("\(path)purchased_at.time", .budget.ruleWithoutTime)
        }
        self.init(
            expenditure: expenditure,
            recurrence: Recurrence(terms, from: firstDay ?? CalendarDay(of: time, in: .gmt), &validator)
        )
        if let firstDay, firstDay.distance(to: CalendarDay(of: time, in: timeZone)) > Self.longestPast {
            validator.reject("\(path)purchased_at.date", .budget.ruleAtMostDaysAgo(highest: Self.longestPast))
        }
    }

    fileprivate init(stored message: Budget.RecurringTerms) throws {
        guard let expenditure = message.expenditure,
            let firstDay = CalendarDay(purchaseDay: expenditure.purchasedAt?.date ?? "")
        else { throw RecurringExpenditure.UnreadableSnapshot() }
        var validator = FieldValidator()
        self.init(expenditure: expenditure, recurrence: Recurrence(message, from: firstDay, &validator))
        try validator.finish()
    }

    fileprivate var message: Budget.RecurringTerms {
        Budget.RecurringTerms(
            expenditure: expenditure,
            unit: recurrence.unit.message,
            every: Int32(recurrence.every),
            lastDay: recurrence.lastDay?.text ?? ""
        )
    }
}

extension Recurrence {
    fileprivate init(_ terms: Budget.RecurringTerms, from firstDay: CalendarDay, _ validator: inout FieldValidator) {
        self.init(
            unit: Unit(terms.unit, &validator),
            every: validator.number(terms.every == 0 ? 1 : Int(terms.every), "terms.every", in: Self.steps),
            firstDay: firstDay,
            lastDay: Self.lastDay(terms.lastDay, from: firstDay, &validator)
        )
    }

    private static func lastDay(
        _ text: String,
        from firstDay: CalendarDay,
        _ validator: inout FieldValidator
    ) -> CalendarDay? {
        guard !text.isEmpty else { return nil }
        guard let day = CalendarDay(purchaseDay: text) else {
            validator.reject("terms.last_day", .budget.ruleDay)
            return nil
        }
        guard day >= firstDay else {
            validator.reject("terms.last_day", .budget.ruleLastDay)
            return nil
        }
        return day
    }
}

extension Recurrence.Unit {
    fileprivate init(_ unit: Budget.RecurrenceUnit, _ validator: inout FieldValidator) {
        switch unit {
        case .day: self = .day
        case .week: self = .week
        case .month: self = .month
        case .year: self = .year
        case .unspecified, .unrecognized:
            validator.reject("terms.unit", .services.ruleOneOf(values: "day, week, month", last: "year"))
            self = .month
        }
    }

    fileprivate var message: Budget.RecurrenceUnit {
        switch self {
        case .day: .day
        case .week: .week
        case .month: .month
        case .year: .year
        }
    }
}

/// A snapshot is the message that clients get.
extension RecurringExpenditure: RevisedRecord {
    /// A snapshot cannot be read.
    struct UnreadableSnapshot: Error {}

    /// The recurring expenditure in messages to clients.
    var message: Budget.RecurringExpenditure {
        Budget.RecurringExpenditure(
            id: id.canonical,
            terms: terms.message,
            createdAt: Common.Timestamp(createdAt),
            version: version,
            removed: isRemoved,
            nextDay: isRemoved ? "" : nextDay?.text ?? "",
            recordedDay: recordedDay?.text ?? ""
        )
    }

    func snapshot() throws -> [UInt8] { Array(try message.encoded().readableBytesView) }

    init(snapshot: [UInt8]) throws {
        let message = try Budget.RecurringExpenditure(decoding: ByteBuffer(bytes: snapshot))
        guard let id = UUID(canonical: message.id), let createdAt = message.createdAt?.date, let terms = message.terms
        else {
            throw UnreadableSnapshot()
        }
        self.init(
            id: id,
            terms: try RecurringTerms(stored: terms),
            recordedDay: CalendarDay(purchaseDay: message.recordedDay),
            createdAt: createdAt,
            isRemoved: message.removed,
            version: message.version
        )
    }

    /// What was recorded stays recorded.
    func restored(over present: RecurringExpenditure) -> RecurringExpenditure {
        var former = self
        former.recordedDay = present.recordedDay
        return former
    }
}
