// Generated from larder/budget/v1/goals.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CBudgetMessages
internal import CProtobuf
public import CatalogMessages
public import CommonMessages
public import MessageCoding

extension Budget {
    /// `larder.budget.v1.GoalPeriod`
    public enum GoalPeriod: MessageEnumeration {
        case unspecified
        case day
        case week
        case month
        case year
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .day
            case 2: self = .week
            case 3: self = .month
            case 4: self = .year
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .day: 1
            case .week: 2
            case .month: 3
            case .year: 4
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .day, .week, .month, .year]
    }

    /// What a goal is.
    public struct GoalTerms: Message {
        public var period: Budget.GoalPeriod = .unspecified
        /// The day on which periods begin: of a week from 1, Monday, to 7; of a month from 1 to 31, or its last day where it has no such
        /// day. 0 means 1. Years begin on 1 January; days have none.
        public var beginsOn: Int32 = 0
        /// What is spent at most in a period; above 0. What was spent in other currencies counts where there is a rate.
        public var limit: Common.Money? = nil
        /// The target: the slug of a category, whose contents count, too, or the id of a product, and not both; empty where everything
        /// counts.
        public var category: String = ""
        public var productID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            period: Budget.GoalPeriod = .unspecified,
            beginsOn: Int32 = 0,
            limit: Common.Money? = nil,
            category: String = "",
            productID: String = ""
        ) {
            self.period = period
            self.beginsOn = beginsOn
            self.limit = limit
            self.category = category
            self.productID = productID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__GoalTerms()
            larder__budget__v1__goal_terms__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__GoalTerms.self)
            self.period = Budget.GoalPeriod(rawValue: Int32(truncatingIfNeeded: c.pointee.period.rawValue))
            self.beginsOn = c.pointee.begins_on
            self.limit = try MessageField.message(c.pointee.limit, "limit")
            self.category = try MessageField.string(c.pointee.category, "category")
            self.productID = try MessageField.string(c.pointee.product_id, "product_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__GoalTerms.self)
            c.pointee.period = .init(rawValue: .init(truncatingIfNeeded: self.period.rawValue))
            c.pointee.begins_on = self.beginsOn
            if let value = self.limit {
                c.pointee.limit = try arena.message(value, "limit").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if !self.category.isEmpty {
                c.pointee.category = try arena.string(self.category, "category")
            }
            if !self.productID.isEmpty {
                c.pointee.product_id = try arena.string(self.productID, "product_id")
            }
        }
    }

    /// `larder.budget.v1.Goal`
    public struct Goal: Message {
        public var id: String = ""
        public var terms: Budget.GoalTerms? = nil
        public var createdAt: Common.Timestamp? = nil
        /// Increases with every change; sent with one to detect a concurrent one.
        public var version: Int64 = 0
        public var removed: Bool = false
        /// Absent in answers to changes, and of removed goals.
        public var progress: Budget.GoalProgress? = nil
        /// What catalog calls a shared product that is the target, in the caller's language; empty otherwise.
        public var productName: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            terms: Budget.GoalTerms? = nil,
            createdAt: Common.Timestamp? = nil,
            version: Int64 = 0,
            removed: Bool = false,
            progress: Budget.GoalProgress? = nil,
            productName: String = ""
        ) {
            self.id = id
            self.terms = terms
            self.createdAt = createdAt
            self.version = version
            self.removed = removed
            self.progress = progress
            self.productName = productName
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__Goal()
            larder__budget__v1__goal__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Goal.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.terms = try MessageField.message(c.pointee.terms, "terms")
            self.createdAt = try MessageField.message(c.pointee.created_at, "created_at")
            self.version = c.pointee.version
            self.removed = c.pointee.removed != 0
            self.progress = try MessageField.message(c.pointee.progress, "progress")
            self.productName = try MessageField.string(c.pointee.product_name, "product_name")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Goal.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if let value = self.terms {
                c.pointee.terms = try arena.message(value, "terms").assumingMemoryBound(to: Larder__Budget__V1__GoalTerms.self)
            }
            if let value = self.createdAt {
                c.pointee.created_at = try arena.message(value, "created_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            c.pointee.version = self.version
            c.pointee.removed = self.removed ? 1 : 0
            if let value = self.progress {
                c.pointee.progress = try arena.message(value, "progress").assumingMemoryBound(to: Larder__Budget__V1__GoalProgress.self)
            }
            if !self.productName.isEmpty {
                c.pointee.product_name = try arena.string(self.productName, "product_name")
            }
        }
    }

    /// How far a goal is in the period that a day is in.
    public struct GoalProgress: Message {
        public var firstDay: String = ""
        public var lastDay: String = ""
        /// What was spent so far, today included, in the goal's currency. Other currencies are converted at the rates of their purchases'
        /// own days; the exact sum is rounded once, halves to the even minor unit.
        public var spent: Common.Money? = nil
        /// What it comes to at the end if as much is spent a day as until now; absent in the first tenth of the period, which says too
        /// little, and where the period is one day.
        public var forecast: Common.Money? = nil
        /// What was spent in other currencies and isn't in it, in the order of their codes: there is no rate.
        public var apart: [Common.Money] = []
        /// What of it was spent in other currencies, in the goal's; absent where nothing was converted.
        public var converted: Common.Money? = nil
        /// Every rate that this was converted with, by currencies and day.
        public var rates: [Catalog.ExchangeRate] = []
        /// Rates can't be asked for at present, so that other currencies are apart.
        public var ratesUnavailable: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            firstDay: String = "",
            lastDay: String = "",
            spent: Common.Money? = nil,
            forecast: Common.Money? = nil,
            apart: [Common.Money] = [],
            converted: Common.Money? = nil,
            rates: [Catalog.ExchangeRate] = [],
            ratesUnavailable: Bool = false
        ) {
            self.firstDay = firstDay
            self.lastDay = lastDay
            self.spent = spent
            self.forecast = forecast
            self.apart = apart
            self.converted = converted
            self.rates = rates
            self.ratesUnavailable = ratesUnavailable
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__GoalProgress()
            larder__budget__v1__goal_progress__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__GoalProgress.self)
            self.firstDay = try MessageField.string(c.pointee.first_day, "first_day")
            self.lastDay = try MessageField.string(c.pointee.last_day, "last_day")
            self.spent = try MessageField.message(c.pointee.spent, "spent")
            self.forecast = try MessageField.message(c.pointee.forecast, "forecast")
            self.apart = try MessageField.messages(c.pointee.n_apart, c.pointee.apart, "apart")
            self.converted = try MessageField.message(c.pointee.converted, "converted")
            self.rates = try MessageField.messages(c.pointee.n_rates, c.pointee.rates, "rates")
            self.ratesUnavailable = c.pointee.rates_unavailable != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__GoalProgress.self)
            if !self.firstDay.isEmpty {
                c.pointee.first_day = try arena.string(self.firstDay, "first_day")
            }
            if !self.lastDay.isEmpty {
                c.pointee.last_day = try arena.string(self.lastDay, "last_day")
            }
            if let value = self.spent {
                c.pointee.spent = try arena.message(value, "spent").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if let value = self.forecast {
                c.pointee.forecast = try arena.message(value, "forecast").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if !self.apart.isEmpty {
                c.pointee.n_apart = self.apart.count
                c.pointee.apart = try arena.messages(self.apart, "apart").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Common__V1__Money>?.self)
            }
            if let value = self.converted {
                c.pointee.converted = try arena.message(value, "converted").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if !self.rates.isEmpty {
                c.pointee.n_rates = self.rates.count
                c.pointee.rates = try arena.messages(self.rates, "rates").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Catalog__V1__ExchangeRate>?.self)
            }
            c.pointee.rates_unavailable = self.ratesUnavailable ? 1 : 0
        }
    }

    /// `larder.budget.v1.CreateGoalRequest`
    public struct CreateGoalRequest: Message {
        public var terms: Budget.GoalTerms? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            terms: Budget.GoalTerms? = nil
        ) {
            self.terms = terms
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__CreateGoalRequest()
            larder__budget__v1__create_goal_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CreateGoalRequest.self)
            self.terms = try MessageField.message(c.pointee.terms, "terms")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CreateGoalRequest.self)
            if let value = self.terms {
                c.pointee.terms = try arena.message(value, "terms").assumingMemoryBound(to: Larder__Budget__V1__GoalTerms.self)
            }
        }
    }

    /// `larder.budget.v1.ChangeGoalRequest`
    public struct ChangeGoalRequest: Message {
        public var goalID: String = ""
        /// 0 skips the check; otherwise ABORTED when the goal has changed since.
        public var expectedVersion: Int64 = 0
        public var terms: Budget.GoalTerms? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            goalID: String = "",
            expectedVersion: Int64 = 0,
            terms: Budget.GoalTerms? = nil
        ) {
            self.goalID = goalID
            self.expectedVersion = expectedVersion
            self.terms = terms
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ChangeGoalRequest()
            larder__budget__v1__change_goal_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ChangeGoalRequest.self)
            self.goalID = try MessageField.string(c.pointee.goal_id, "goal_id")
            self.expectedVersion = c.pointee.expected_version
            self.terms = try MessageField.message(c.pointee.terms, "terms")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ChangeGoalRequest.self)
            if !self.goalID.isEmpty {
                c.pointee.goal_id = try arena.string(self.goalID, "goal_id")
            }
            c.pointee.expected_version = self.expectedVersion
            if let value = self.terms {
                c.pointee.terms = try arena.message(value, "terms").assumingMemoryBound(to: Larder__Budget__V1__GoalTerms.self)
            }
        }
    }

    /// `larder.budget.v1.RemoveGoalRequest`
    public struct RemoveGoalRequest: Message {
        public var goalID: String = ""
        /// 0 skips the check; otherwise ABORTED when the goal has changed since.
        public var expectedVersion: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            goalID: String = "",
            expectedVersion: Int64 = 0
        ) {
            self.goalID = goalID
            self.expectedVersion = expectedVersion
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__RemoveGoalRequest()
            larder__budget__v1__remove_goal_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__RemoveGoalRequest.self)
            self.goalID = try MessageField.string(c.pointee.goal_id, "goal_id")
            self.expectedVersion = c.pointee.expected_version
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__RemoveGoalRequest.self)
            if !self.goalID.isEmpty {
                c.pointee.goal_id = try arena.string(self.goalID, "goal_id")
            }
            c.pointee.expected_version = self.expectedVersion
        }
    }

    /// `larder.budget.v1.UndoGoalRequest`
    public struct UndoGoalRequest: Message {
        public var goalID: String = ""
        /// 0 skips the check; otherwise ABORTED when the goal has changed since.
        public var expectedVersion: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            goalID: String = "",
            expectedVersion: Int64 = 0
        ) {
            self.goalID = goalID
            self.expectedVersion = expectedVersion
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__UndoGoalRequest()
            larder__budget__v1__undo_goal_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__UndoGoalRequest.self)
            self.goalID = try MessageField.string(c.pointee.goal_id, "goal_id")
            self.expectedVersion = c.pointee.expected_version
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__UndoGoalRequest.self)
            if !self.goalID.isEmpty {
                c.pointee.goal_id = try arena.string(self.goalID, "goal_id")
            }
            c.pointee.expected_version = self.expectedVersion
        }
    }

    /// `larder.budget.v1.ListGoalsRequest`
    public struct ListGoalsRequest: Message {
        /// IANA, such as America/Vancouver: where today is the day it is.
        public var timeZone: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            timeZone: String = ""
        ) {
            self.timeZone = timeZone
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListGoalsRequest()
            larder__budget__v1__list_goals_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListGoalsRequest.self)
            self.timeZone = try MessageField.string(c.pointee.time_zone, "time_zone")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListGoalsRequest.self)
            if !self.timeZone.isEmpty {
                c.pointee.time_zone = try arena.string(self.timeZone, "time_zone")
            }
        }
    }

    /// `larder.budget.v1.ListGoalsResponse`
    public struct ListGoalsResponse: Message {
        /// At most 100.
        public var goals: [Budget.Goal] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            goals: [Budget.Goal] = []
        ) {
            self.goals = goals
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListGoalsResponse()
            larder__budget__v1__list_goals_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListGoalsResponse.self)
            self.goals = try MessageField.messages(c.pointee.n_goals, c.pointee.goals, "goals")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListGoalsResponse.self)
            if !self.goals.isEmpty {
                c.pointee.n_goals = self.goals.count
                c.pointee.goals = try arena.messages(self.goals, "goals").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__Goal>?.self)
            }
        }
    }

    /// `larder.budget.v1.WatchGoalsRequest`
    public struct WatchGoalsRequest: Message {
        /// The cursor of the last update, to resume a watch: what has changed since is sent. Empty for a new watch.
        public var cursor: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            cursor: String = ""
        ) {
            self.cursor = cursor
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__WatchGoalsRequest()
            larder__budget__v1__watch_goals_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__WatchGoalsRequest.self)
            self.cursor = try MessageField.string(c.pointee.cursor, "cursor")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__WatchGoalsRequest.self)
            if !self.cursor.isEmpty {
                c.pointee.cursor = try arena.string(self.cursor, "cursor")
            }
        }
    }

    /// `larder.budget.v1.GoalListUpdate`
    public struct GoalListUpdate: Message {
        /// Resumes the watch after this update, with any instance of the service; valid for 30 days.
        public var cursor: String = ""
        /// Whether the goals have to be read anew, after this update: the watch is new, or its cursor is no longer valid.
        public var reset: Bool = false
        /// The goals that were added, changed or removed, as they are now, without their progress.
        public var goals: [Budget.Goal] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            cursor: String = "",
            reset: Bool = false,
            goals: [Budget.Goal] = []
        ) {
            self.cursor = cursor
            self.reset = reset
            self.goals = goals
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__GoalListUpdate()
            larder__budget__v1__goal_list_update__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__GoalListUpdate.self)
            self.cursor = try MessageField.string(c.pointee.cursor, "cursor")
            self.reset = c.pointee.reset != 0
            self.goals = try MessageField.messages(c.pointee.n_goals, c.pointee.goals, "goals")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__GoalListUpdate.self)
            if !self.cursor.isEmpty {
                c.pointee.cursor = try arena.string(self.cursor, "cursor")
            }
            c.pointee.reset = self.reset ? 1 : 0
            if !self.goals.isEmpty {
                c.pointee.n_goals = self.goals.count
                c.pointee.goals = try arena.messages(self.goals, "goals").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__Goal>?.self)
            }
        }
    }
}
