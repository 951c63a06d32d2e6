// Generated from larder/budget/v1/recurring.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CBudgetMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Budget {
    /// `larder.budget.v1.RecurrenceUnit`
    public enum RecurrenceUnit: MessageEnumeration {
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

    /// What comes again, and when.
    public struct RecurringTerms: Message {
        /// What is recorded each time. Its date is the first day on which it is due, at most a year ago, and its time zone says when
        /// a day begins; it has no time of day.
        public var expenditure: Budget.CreateExpenditureRequest? = nil
        /// It is due every so many days, weeks, months or years from the first day on, and on the last day of months that don't have
        /// that day.
        public var unit: Budget.RecurrenceUnit = .unspecified
        /// 1 to 99; 0 means 1.
        public var every: Int32 = 0
        /// The last day on which it may be due, YYYY-MM-DD; empty where it has no end.
        public var lastDay: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            expenditure: Budget.CreateExpenditureRequest? = nil,
            unit: Budget.RecurrenceUnit = .unspecified,
            every: Int32 = 0,
            lastDay: String = ""
        ) {
            self.expenditure = expenditure
            self.unit = unit
            self.every = every
            self.lastDay = lastDay
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__RecurringTerms()
            larder__budget__v1__recurring_terms__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__RecurringTerms.self)
            self.expenditure = try MessageField.message(c.pointee.expenditure, "expenditure")
            self.unit = Budget.RecurrenceUnit(rawValue: Int32(truncatingIfNeeded: c.pointee.unit.rawValue))
            self.every = c.pointee.every
            self.lastDay = try MessageField.string(c.pointee.last_day, "last_day")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__RecurringTerms.self)
            if let value = self.expenditure {
                c.pointee.expenditure = try arena.message(value, "expenditure").assumingMemoryBound(to: Larder__Budget__V1__CreateExpenditureRequest.self)
            }
            c.pointee.unit = .init(rawValue: .init(truncatingIfNeeded: self.unit.rawValue))
            c.pointee.every = self.every
            if !self.lastDay.isEmpty {
                c.pointee.last_day = try arena.string(self.lastDay, "last_day")
            }
        }
    }

    /// `larder.budget.v1.RecurringExpenditure`
    public struct RecurringExpenditure: Message {
        public var id: String = ""
        public var terms: Budget.RecurringTerms? = nil
        public var createdAt: Common.Timestamp? = nil
        /// Increases with every change; sent with one to detect a concurrent one. Recording doesn't change it.
        public var version: Int64 = 0
        public var removed: Bool = false
        /// The day on which it is recorded next; empty when it has ended.
        public var nextDay: String = ""
        /// The latest day for which it was recorded; empty when it was not yet.
        public var recordedDay: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            terms: Budget.RecurringTerms? = nil,
            createdAt: Common.Timestamp? = nil,
            version: Int64 = 0,
            removed: Bool = false,
            nextDay: String = "",
            recordedDay: String = ""
        ) {
            self.id = id
            self.terms = terms
            self.createdAt = createdAt
            self.version = version
            self.removed = removed
            self.nextDay = nextDay
            self.recordedDay = recordedDay
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__RecurringExpenditure()
            larder__budget__v1__recurring_expenditure__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__RecurringExpenditure.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.terms = try MessageField.message(c.pointee.terms, "terms")
            self.createdAt = try MessageField.message(c.pointee.created_at, "created_at")
            self.version = c.pointee.version
            self.removed = c.pointee.removed != 0
            self.nextDay = try MessageField.string(c.pointee.next_day, "next_day")
            self.recordedDay = try MessageField.string(c.pointee.recorded_day, "recorded_day")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__RecurringExpenditure.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if let value = self.terms {
                c.pointee.terms = try arena.message(value, "terms").assumingMemoryBound(to: Larder__Budget__V1__RecurringTerms.self)
            }
            if let value = self.createdAt {
                c.pointee.created_at = try arena.message(value, "created_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            c.pointee.version = self.version
            c.pointee.removed = self.removed ? 1 : 0
            if !self.nextDay.isEmpty {
                c.pointee.next_day = try arena.string(self.nextDay, "next_day")
            }
            if !self.recordedDay.isEmpty {
                c.pointee.recorded_day = try arena.string(self.recordedDay, "recorded_day")
            }
        }
    }

    /// `larder.budget.v1.CreateRecurringRequest`
    public struct CreateRecurringRequest: Message {
        public var terms: Budget.RecurringTerms? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            terms: Budget.RecurringTerms? = nil
        ) {
            self.terms = terms
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__CreateRecurringRequest()
            larder__budget__v1__create_recurring_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CreateRecurringRequest.self)
            self.terms = try MessageField.message(c.pointee.terms, "terms")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__CreateRecurringRequest.self)
            if let value = self.terms {
                c.pointee.terms = try arena.message(value, "terms").assumingMemoryBound(to: Larder__Budget__V1__RecurringTerms.self)
            }
        }
    }

    /// `larder.budget.v1.ChangeRecurringRequest`
    public struct ChangeRecurringRequest: Message {
        public var recurringID: String = ""
        /// 0 skips the check; otherwise ABORTED when it has changed since.
        public var expectedVersion: Int64 = 0
        public var terms: Budget.RecurringTerms? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            recurringID: String = "",
            expectedVersion: Int64 = 0,
            terms: Budget.RecurringTerms? = nil
        ) {
            self.recurringID = recurringID
            self.expectedVersion = expectedVersion
            self.terms = terms
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ChangeRecurringRequest()
            larder__budget__v1__change_recurring_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ChangeRecurringRequest.self)
            self.recurringID = try MessageField.string(c.pointee.recurring_id, "recurring_id")
            self.expectedVersion = c.pointee.expected_version
            self.terms = try MessageField.message(c.pointee.terms, "terms")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ChangeRecurringRequest.self)
            if !self.recurringID.isEmpty {
                c.pointee.recurring_id = try arena.string(self.recurringID, "recurring_id")
            }
            c.pointee.expected_version = self.expectedVersion
            if let value = self.terms {
                c.pointee.terms = try arena.message(value, "terms").assumingMemoryBound(to: Larder__Budget__V1__RecurringTerms.self)
            }
        }
    }

    /// `larder.budget.v1.RemoveRecurringRequest`
    public struct RemoveRecurringRequest: Message {
        public var recurringID: String = ""
        /// 0 skips the check; otherwise ABORTED when it has changed since.
        public var expectedVersion: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            recurringID: String = "",
            expectedVersion: Int64 = 0
        ) {
            self.recurringID = recurringID
            self.expectedVersion = expectedVersion
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__RemoveRecurringRequest()
            larder__budget__v1__remove_recurring_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__RemoveRecurringRequest.self)
            self.recurringID = try MessageField.string(c.pointee.recurring_id, "recurring_id")
            self.expectedVersion = c.pointee.expected_version
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__RemoveRecurringRequest.self)
            if !self.recurringID.isEmpty {
                c.pointee.recurring_id = try arena.string(self.recurringID, "recurring_id")
            }
            c.pointee.expected_version = self.expectedVersion
        }
    }

    /// `larder.budget.v1.UndoRecurringRequest`
    public struct UndoRecurringRequest: Message {
        public var recurringID: String = ""
        /// 0 skips the check; otherwise ABORTED when it has changed since.
        public var expectedVersion: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            recurringID: String = "",
            expectedVersion: Int64 = 0
        ) {
            self.recurringID = recurringID
            self.expectedVersion = expectedVersion
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__UndoRecurringRequest()
            larder__budget__v1__undo_recurring_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__UndoRecurringRequest.self)
            self.recurringID = try MessageField.string(c.pointee.recurring_id, "recurring_id")
            self.expectedVersion = c.pointee.expected_version
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__UndoRecurringRequest.self)
            if !self.recurringID.isEmpty {
                c.pointee.recurring_id = try arena.string(self.recurringID, "recurring_id")
            }
            c.pointee.expected_version = self.expectedVersion
        }
    }

    /// `larder.budget.v1.ListRecurringRequest`
    public struct ListRecurringRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListRecurringRequest()
            larder__budget__v1__list_recurring_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.budget.v1.ListRecurringResponse`
    public struct ListRecurringResponse: Message {
        /// At most 100.
        public var recurring: [Budget.RecurringExpenditure] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            recurring: [Budget.RecurringExpenditure] = []
        ) {
            self.recurring = recurring
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListRecurringResponse()
            larder__budget__v1__list_recurring_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListRecurringResponse.self)
            self.recurring = try MessageField.messages(c.pointee.n_recurring, c.pointee.recurring, "recurring")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListRecurringResponse.self)
            if !self.recurring.isEmpty {
                c.pointee.n_recurring = self.recurring.count
                c.pointee.recurring = try arena.messages(self.recurring, "recurring").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__RecurringExpenditure>?.self)
            }
        }
    }

    /// `larder.budget.v1.WatchRecurringRequest`
    public struct WatchRecurringRequest: Message {
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
            var structure = Larder__Budget__V1__WatchRecurringRequest()
            larder__budget__v1__watch_recurring_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__WatchRecurringRequest.self)
            self.cursor = try MessageField.string(c.pointee.cursor, "cursor")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__WatchRecurringRequest.self)
            if !self.cursor.isEmpty {
                c.pointee.cursor = try arena.string(self.cursor, "cursor")
            }
        }
    }

    /// `larder.budget.v1.RecurringListUpdate`
    public struct RecurringListUpdate: Message {
        /// Resumes the watch after this update, with any instance of the service; valid for 30 days.
        public var cursor: String = ""
        /// Whether the list has to be read anew, after this update: the watch is new, or its cursor is no longer valid.
        public var reset: Bool = false
        /// Those that were added, changed, recorded or removed, as they are now.
        public var recurring: [Budget.RecurringExpenditure] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            cursor: String = "",
            reset: Bool = false,
            recurring: [Budget.RecurringExpenditure] = []
        ) {
            self.cursor = cursor
            self.reset = reset
            self.recurring = recurring
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__RecurringListUpdate()
            larder__budget__v1__recurring_list_update__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__RecurringListUpdate.self)
            self.cursor = try MessageField.string(c.pointee.cursor, "cursor")
            self.reset = c.pointee.reset != 0
            self.recurring = try MessageField.messages(c.pointee.n_recurring, c.pointee.recurring, "recurring")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__RecurringListUpdate.self)
            if !self.cursor.isEmpty {
                c.pointee.cursor = try arena.string(self.cursor, "cursor")
            }
            c.pointee.reset = self.reset ? 1 : 0
            if !self.recurring.isEmpty {
                c.pointee.n_recurring = self.recurring.count
                c.pointee.recurring = try arena.messages(self.recurring, "recurring").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__RecurringExpenditure>?.self)
            }
        }
    }
}
