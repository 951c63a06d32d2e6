// Generated from larder/budget/v1/suggestions.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CBudgetMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Budget {
    /// `larder.budget.v1.SuggestionKind`
    public enum SuggestionKind: MessageEnumeration {
        case unspecified
        /// A goal is passed: what would have kept within it.
        case goalPassed
        /// Something that one can do without was bought again and again: what leaving it out would bring.
        case habit
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .goalPassed
            case 2: self = .habit
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .goalPassed: 1
            case .habit: 2
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .goalPassed, .habit]
    }

    /// `larder.budget.v1.SuggestionVote`
    public enum SuggestionVote: MessageEnumeration {
        /// None, or the former one is taken back.
        case unspecified
        case useful
        case notUseful
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .useful
            case 2: self = .notUseful
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .useful: 1
            case .notUseful: 2
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .useful, .notUseful]
    }

    /// `larder.budget.v1.Suggestion`
    public struct Suggestion: Message {
        /// Names it in votes; the same as long as it is about the same.
        public var id: String = ""
        public var kind: Budget.SuggestionKind = .unspecified
        /// With SUGGESTION_KIND_GOAL_PASSED: the goal, with how far it is.
        public var goal: Budget.Goal? = nil
        /// With SUGGESTION_KIND_GOAL_PASSED: by how much it is passed.
        public var over: Common.Money? = nil
        /// What could be left out, the dearest first, by the rates of their days where currencies differ: at most 3, and one for a habit. For a goal none where there is nothing that one
        /// can do without, or too little to say.
        public var items: [Budget.SuggestedItem] = []
        /// What leaving that out would have saved in the goal's period, in its currency, or brings in a year.
        public var saving: Common.Money? = nil
        /// Whether there are too few purchases to say what could be left out.
        public var hasLittleHistory: Bool = false
        /// The caller's.
        public var vote: Budget.SuggestionVote = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            kind: Budget.SuggestionKind = .unspecified,
            goal: Budget.Goal? = nil,
            over: Common.Money? = nil,
            items: [Budget.SuggestedItem] = [],
            saving: Common.Money? = nil,
            hasLittleHistory: Bool = false,
            vote: Budget.SuggestionVote = .unspecified
        ) {
            self.id = id
            self.kind = kind
            self.goal = goal
            self.over = over
            self.items = items
            self.saving = saving
            self.hasLittleHistory = hasLittleHistory
            self.vote = vote
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__Suggestion()
            larder__budget__v1__suggestion__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Suggestion.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.kind = Budget.SuggestionKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
            self.goal = try MessageField.message(c.pointee.goal, "goal")
            self.over = try MessageField.message(c.pointee.over, "over")
            self.items = try MessageField.messages(c.pointee.n_items, c.pointee.items, "items")
            self.saving = try MessageField.message(c.pointee.saving, "saving")
            self.hasLittleHistory = c.pointee.has_little_history != 0
            self.vote = Budget.SuggestionVote(rawValue: Int32(truncatingIfNeeded: c.pointee.vote.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Suggestion.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
            if let value = self.goal {
                c.pointee.goal = try arena.message(value, "goal").assumingMemoryBound(to: Larder__Budget__V1__Goal.self)
            }
            if let value = self.over {
                c.pointee.over = try arena.message(value, "over").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            if !self.items.isEmpty {
                c.pointee.n_items = self.items.count
                c.pointee.items = try arena.messages(self.items, "items").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__SuggestedItem>?.self)
            }
            if let value = self.saving {
                c.pointee.saving = try arena.message(value, "saving").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            c.pointee.has_little_history = self.hasLittleHistory ? 1 : 0
            c.pointee.vote = .init(rawValue: .init(truncatingIfNeeded: self.vote.rawValue))
        }
    }

    /// Something that was bought, in all its purchases of the period in one currency.
    public struct SuggestedItem: Message {
        /// Empty when catalog doesn't know it.
        public var productID: String = ""
        /// In the caller's language where it is a shared product's; empty where it has none, which happens to expenditures.
        public var name: String = ""
        /// The slug; empty when unknown.
        public var category: String = ""
        public var symbol: String = ""
        /// In the currency that it was paid in, which may be another one than the goal's.
        public var amount: Common.Money? = nil
        /// On how many days it was bought.
        public var days: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            productID: String = "",
            name: String = "",
            category: String = "",
            symbol: String = "",
            amount: Common.Money? = nil,
            days: Int32 = 0
        ) {
            self.productID = productID
            self.name = name
            self.category = category
            self.symbol = symbol
            self.amount = amount
            self.days = days
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__SuggestedItem()
            larder__budget__v1__suggested_item__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__SuggestedItem.self)
            self.productID = try MessageField.string(c.pointee.product_id, "product_id")
            self.name = try MessageField.string(c.pointee.name, "name")
            self.category = try MessageField.string(c.pointee.category, "category")
            self.symbol = try MessageField.string(c.pointee.symbol, "symbol")
            self.amount = try MessageField.message(c.pointee.amount, "amount")
            self.days = c.pointee.days
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__SuggestedItem.self)
            if !self.productID.isEmpty {
                c.pointee.product_id = try arena.string(self.productID, "product_id")
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.category.isEmpty {
                c.pointee.category = try arena.string(self.category, "category")
            }
            if !self.symbol.isEmpty {
                c.pointee.symbol = try arena.string(self.symbol, "symbol")
            }
            if let value = self.amount {
                c.pointee.amount = try arena.message(value, "amount").assumingMemoryBound(to: Larder__Common__V1__Money.self)
            }
            c.pointee.days = self.days
        }
    }

    /// `larder.budget.v1.ListSuggestionsRequest`
    public struct ListSuggestionsRequest: Message {
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
            var structure = Larder__Budget__V1__ListSuggestionsRequest()
            larder__budget__v1__list_suggestions_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListSuggestionsRequest.self)
            self.timeZone = try MessageField.string(c.pointee.time_zone, "time_zone")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListSuggestionsRequest.self)
            if !self.timeZone.isEmpty {
                c.pointee.time_zone = try arena.string(self.timeZone, "time_zone")
            }
        }
    }

    /// `larder.budget.v1.ListSuggestionsResponse`
    public struct ListSuggestionsResponse: Message {
        /// At most 110.
        public var suggestions: [Budget.Suggestion] = []
        /// The first and the last day in which habits were looked for: from the first purchase on within thirteen weeks, until today.
        public var habitsFrom: String = ""
        public var habitsTo: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            suggestions: [Budget.Suggestion] = [],
            habitsFrom: String = "",
            habitsTo: String = ""
        ) {
            self.suggestions = suggestions
            self.habitsFrom = habitsFrom
            self.habitsTo = habitsTo
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListSuggestionsResponse()
            larder__budget__v1__list_suggestions_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListSuggestionsResponse.self)
            self.suggestions = try MessageField.messages(c.pointee.n_suggestions, c.pointee.suggestions, "suggestions")
            self.habitsFrom = try MessageField.string(c.pointee.habits_from, "habits_from")
            self.habitsTo = try MessageField.string(c.pointee.habits_to, "habits_to")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListSuggestionsResponse.self)
            if !self.suggestions.isEmpty {
                c.pointee.n_suggestions = self.suggestions.count
                c.pointee.suggestions = try arena.messages(self.suggestions, "suggestions").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__Suggestion>?.self)
            }
            if !self.habitsFrom.isEmpty {
                c.pointee.habits_from = try arena.string(self.habitsFrom, "habits_from")
            }
            if !self.habitsTo.isEmpty {
                c.pointee.habits_to = try arena.string(self.habitsTo, "habits_to")
            }
        }
    }

    /// `larder.budget.v1.VoteOnSuggestionRequest`
    public struct VoteOnSuggestionRequest: Message {
        public var suggestionID: String = ""
        public var vote: Budget.SuggestionVote = .unspecified
        /// As in ListSuggestions.
        public var timeZone: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            suggestionID: String = "",
            vote: Budget.SuggestionVote = .unspecified,
            timeZone: String = ""
        ) {
            self.suggestionID = suggestionID
            self.vote = vote
            self.timeZone = timeZone
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__VoteOnSuggestionRequest()
            larder__budget__v1__vote_on_suggestion_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__VoteOnSuggestionRequest.self)
            self.suggestionID = try MessageField.string(c.pointee.suggestion_id, "suggestion_id")
            self.vote = Budget.SuggestionVote(rawValue: Int32(truncatingIfNeeded: c.pointee.vote.rawValue))
            self.timeZone = try MessageField.string(c.pointee.time_zone, "time_zone")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__VoteOnSuggestionRequest.self)
            if !self.suggestionID.isEmpty {
                c.pointee.suggestion_id = try arena.string(self.suggestionID, "suggestion_id")
            }
            c.pointee.vote = .init(rawValue: .init(truncatingIfNeeded: self.vote.rawValue))
            if !self.timeZone.isEmpty {
                c.pointee.time_zone = try arena.string(self.timeZone, "time_zone")
            }
        }
    }

    /// `larder.budget.v1.ReportVotesRequest`
    public struct ReportVotesRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ReportVotesRequest()
            larder__budget__v1__report_votes_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.budget.v1.VoteCount`
    public struct VoteCount: Message {
        public var kind: Budget.SuggestionKind = .unspecified
        /// Such as 2026-11.
        public var month: String = ""
        public var useful: Int64 = 0
        public var notUseful: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            kind: Budget.SuggestionKind = .unspecified,
            month: String = "",
            useful: Int64 = 0,
            notUseful: Int64 = 0
        ) {
            self.kind = kind
            self.month = month
            self.useful = useful
            self.notUseful = notUseful
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__VoteCount()
            larder__budget__v1__vote_count__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__VoteCount.self)
            self.kind = Budget.SuggestionKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
            self.month = try MessageField.string(c.pointee.month, "month")
            self.useful = c.pointee.useful
            self.notUseful = c.pointee.not_useful
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__VoteCount.self)
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
            if !self.month.isEmpty {
                c.pointee.month = try arena.string(self.month, "month")
            }
            c.pointee.useful = self.useful
            c.pointee.not_useful = self.notUseful
        }
    }

    /// `larder.budget.v1.ReportVotesResponse`
    public struct ReportVotesResponse: Message {
        /// The last 24 months, the newest first.
        public var counts: [Budget.VoteCount] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            counts: [Budget.VoteCount] = []
        ) {
            self.counts = counts
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ReportVotesResponse()
            larder__budget__v1__report_votes_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ReportVotesResponse.self)
            self.counts = try MessageField.messages(c.pointee.n_counts, c.pointee.counts, "counts")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ReportVotesResponse.self)
            if !self.counts.isEmpty {
                c.pointee.n_counts = self.counts.count
                c.pointee.counts = try arena.messages(self.counts, "counts").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__VoteCount>?.self)
            }
        }
    }
}
