import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import RPC
import ServiceKit

extension GoalTerms {
    /// Validates what a goal shall be.
    /// - Throws: INVALID_ARGUMENT with every violation.
    init(validating message: Budget.GoalTerms?, _ validator: inout FieldValidator) {
        let terms = message ?? Budget.GoalTerms()
        if message == nil { validator.reject("terms", .services.ruleMissing) }
        let limit = validator.spendable(terms.limit, "terms.limit")
        let target = validator.target(terms.category, terms.productID, path: "terms.")
        self.init(
            period: GoalPeriod(terms.period, terms.beginsOn, &validator),
            limit: limit.minorUnits,
            currency: limit.currency,
            target: target
        )
    }

    var message: Budget.GoalTerms {
        Budget.GoalTerms(
            period: period.message,
            beginsOn: Int32(period.beginsOn),
            limit: Common.Money(minorUnits: limit, currency: currency),
            category: target.category ?? "",
            productID: target.product?.canonical ?? ""
        )
    }
}

extension GoalPeriod {
    fileprivate init(_ period: Budget.GoalPeriod, _ beginsOn: Int32, _ validator: inout FieldValidator) {
        let field = "terms.begins_on"
        let number = Int(beginsOn == 0 ? 1 : beginsOn)
        switch period {
        case .day: self = .day
        case .week: self = .week(beginsOn: validator.number(number, field, in: 1...7))
        case .month: self = .month(beginsOn: validator.number(number, field, in: 1...31))
        case .year: self = .year
        case .unspecified, .unrecognized:
            validator.reject("terms.period", .services.ruleOneOf(values: "day, week, month", last: "year"))
            self = .day
        }
        if self == .day || self == .year { _ = validator.number(number, field, in: 1...1) }
    }

    fileprivate var message: Budget.GoalPeriod {
        switch self {
        case .day: .day
        case .week: .week
        case .month: .month
        case .year: .year
        }
    }

    /// The day on which it begins; 1 where there is no choice.
    var beginsOn: Int {
        switch self {
        case .week(let day), .month(let day): day
        case .day, .year: 1
        }
    }
}

extension Goal {
    /// The goal in messages to clients.
    /// - Parameters:
    ///   - names: What they are shown for the names of shared products.
    ///   - progress: How far it is; nil where that is not asked for.
    /// - Throws: OUT_OF_RANGE for sums beyond 64 bits.
    func message(_ names: ProductNames, _ progress: GoalProgress? = nil) throws(Status) -> Budget.Goal {
        var message = storedMessage
        if case .product(let id) = terms.target { message.productName = names.name(ofProduct: id) }
        message.progress = try progress?.message(in: terms.currency)
        return message
    }

    fileprivate var storedMessage: Budget.Goal {
        Budget.Goal(
            id: id.canonical,
            terms: terms.message,
            createdAt: Common.Timestamp(createdAt),
            version: version,
            removed: isRemoved
        )
    }
}

/// A snapshot is the message that clients get.
extension Goal: RevisedRecord {
    /// A snapshot cannot be read.
    struct UnreadableSnapshot: Error {}

    func snapshot() throws -> [UInt8] { Array(try storedMessage.encoded().readableBytesView) }

    init(snapshot: [UInt8]) throws {
        let message = try Budget.Goal(decoding: ByteBuffer(bytes: snapshot))
        var validator = FieldValidator()
        let terms = GoalTerms(validating: message.terms, &validator)
        try validator.finish()
        guard let id = UUID(canonical: message.id), let createdAt = message.createdAt?.date else {
            throw UnreadableSnapshot()
        }
        self.init(id: id, terms: terms, createdAt: createdAt, isRemoved: message.removed, version: message.version)
    }
}

extension GoalProgress {
    /// - Throws: OUT_OF_RANGE for sums beyond 64 bits.
    fileprivate func message(in currency: String) throws(Status) -> Budget.GoalProgress {
        var message = Budget.GoalProgress(
            firstDay: period.first.text,
            lastDay: period.last.text,
            spent: try Common.Money(counted: spent, currency),
            rates: rates,
            ratesUnavailable: isMissingRates
        )
        if let converted { message.converted = try Common.Money(counted: converted, currency) }
        if let forecast { message.forecast = try Common.Money(counted: forecast, currency) }
        for (code, amount) in apart.sorted(by: { $0.key < $1.key }) {
            message.apart.append(try Common.Money(counted: amount, code))
        }
        return message
    }
}
