// Generated from larder/events/v1/operations.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CEventsMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Events {
    /// `larder.events.v1.EventState`
    public enum EventState: MessageEnumeration {
        case unspecified
        /// In the outbox, to be delivered.
        case waiting
        /// In the outbox, given up: its receiver rejects it, or an operator has parked it.
        case parked
        /// Received, and kept for a newer program that knows its kind.
        case kept
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .waiting
            case 2: self = .parked
            case 3: self = .kept
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .waiting: 1
            case .parked: 2
            case .kept: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .waiting, .parked, .kept]
    }

    /// `larder.events.v1.ListEventsRequest`
    public struct ListEventsRequest: Message {
        public var page: Common.PageRequest? = nil
        /// Unspecified for parked ones.
        public var state: Events.EventState = .unspecified
        /// Only events for this service; empty for all. Kept events have none.
        public var receiver: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            page: Common.PageRequest? = nil,
            state: Events.EventState = .unspecified,
            receiver: String = ""
        ) {
            self.page = page
            self.state = state
            self.receiver = receiver
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__ListEventsRequest()
            larder__events__v1__list_events_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__ListEventsRequest.self)
            self.page = try MessageField.message(c.pointee.page, "page")
            self.state = Events.EventState(rawValue: Int32(truncatingIfNeeded: c.pointee.state.rawValue))
            self.receiver = try MessageField.string(c.pointee.receiver, "receiver")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__ListEventsRequest.self)
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
            c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
            if !self.receiver.isEmpty {
                c.pointee.receiver = try arena.string(self.receiver, "receiver")
            }
        }
    }

    /// `larder.events.v1.ListEventsResponse`
    public struct ListEventsResponse: Message {
        public var events: [Events.StoredEvent] = []
        public var nextPageToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            events: [Events.StoredEvent] = [],
            nextPageToken: String = ""
        ) {
            self.events = events
            self.nextPageToken = nextPageToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__ListEventsResponse()
            larder__events__v1__list_events_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__ListEventsResponse.self)
            self.events = try MessageField.messages(c.pointee.n_events, c.pointee.events, "events")
            self.nextPageToken = try MessageField.string(c.pointee.next_page_token, "next_page_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__ListEventsResponse.self)
            if !self.events.isEmpty {
                c.pointee.n_events = self.events.count
                c.pointee.events = try arena.messages(self.events, "events").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Events__V1__StoredEvent>?.self)
            }
            if !self.nextPageToken.isEmpty {
                c.pointee.next_page_token = try arena.string(self.nextPageToken, "next_page_token")
            }
        }
    }

    /// `larder.events.v1.StoredEvent`
    public struct StoredEvent: Message {
        /// A UUID.
        public var id: String = ""
        public var state: Events.EventState = .unspecified
        /// The service that an event in the outbox is for.
        public var receiver: String = ""
        /// The service that a kept event came from.
        public var sender: String = ""
        /// The field of the payload, such as purchase_recorded; its number when the program does not know it; empty when the event
        /// cannot be decoded.
        public var kind: String = ""
        /// When it was written, or received.
        public var storedAt: Common.Timestamp? = nil
        public var attempts: Int32 = 0
        /// When it is tried next; absent when at once, and for parked ones.
        public var dueAt: Common.Timestamp? = nil
        /// Absent unless it was given up.
        public var parkedAt: Common.Timestamp? = nil
        /// Why the last attempt failed; empty when none has.
        public var lastError: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            state: Events.EventState = .unspecified,
            receiver: String = "",
            sender: String = "",
            kind: String = "",
            storedAt: Common.Timestamp? = nil,
            attempts: Int32 = 0,
            dueAt: Common.Timestamp? = nil,
            parkedAt: Common.Timestamp? = nil,
            lastError: String = ""
        ) {
            self.id = id
            self.state = state
            self.receiver = receiver
            self.sender = sender
            self.kind = kind
            self.storedAt = storedAt
            self.attempts = attempts
            self.dueAt = dueAt
            self.parkedAt = parkedAt
            self.lastError = lastError
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__StoredEvent()
            larder__events__v1__stored_event__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__StoredEvent.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.state = Events.EventState(rawValue: Int32(truncatingIfNeeded: c.pointee.state.rawValue))
            self.receiver = try MessageField.string(c.pointee.receiver, "receiver")
            self.sender = try MessageField.string(c.pointee.sender, "sender")
            self.kind = try MessageField.string(c.pointee.kind, "kind")
            self.storedAt = try MessageField.message(c.pointee.stored_at, "stored_at")
            self.attempts = c.pointee.attempts
            self.dueAt = try MessageField.message(c.pointee.due_at, "due_at")
            self.parkedAt = try MessageField.message(c.pointee.parked_at, "parked_at")
            self.lastError = try MessageField.string(c.pointee.last_error, "last_error")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__StoredEvent.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
            if !self.receiver.isEmpty {
                c.pointee.receiver = try arena.string(self.receiver, "receiver")
            }
            if !self.sender.isEmpty {
                c.pointee.sender = try arena.string(self.sender, "sender")
            }
            if !self.kind.isEmpty {
                c.pointee.kind = try arena.string(self.kind, "kind")
            }
            if let value = self.storedAt {
                c.pointee.stored_at = try arena.message(value, "stored_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            c.pointee.attempts = self.attempts
            if let value = self.dueAt {
                c.pointee.due_at = try arena.message(value, "due_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if let value = self.parkedAt {
                c.pointee.parked_at = try arena.message(value, "parked_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if !self.lastError.isEmpty {
                c.pointee.last_error = try arena.string(self.lastError, "last_error")
            }
        }
    }

    /// `larder.events.v1.ReleaseEventsRequest`
    public struct ReleaseEventsRequest: Message {
        /// 1 to 200 UUIDs; none when a receiver is named.
        public var eventIDs: [String] = []
        /// All parked events for this service.
        public var receiver: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            eventIDs: [String] = [],
            receiver: String = ""
        ) {
            self.eventIDs = eventIDs
            self.receiver = receiver
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__ReleaseEventsRequest()
            larder__events__v1__release_events_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__ReleaseEventsRequest.self)
            self.eventIDs = try MessageField.strings(c.pointee.n_event_ids, c.pointee.event_ids, "event_ids")
            self.receiver = try MessageField.string(c.pointee.receiver, "receiver")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__ReleaseEventsRequest.self)
            if !self.eventIDs.isEmpty {
                c.pointee.n_event_ids = self.eventIDs.count
                c.pointee.event_ids = try arena.strings(self.eventIDs, "event_ids")
            }
            if !self.receiver.isEmpty {
                c.pointee.receiver = try arena.string(self.receiver, "receiver")
            }
        }
    }

    /// `larder.events.v1.ReleaseEventsResponse`
    public struct ReleaseEventsResponse: Message {
        public var released: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            released: Int64 = 0
        ) {
            self.released = released
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__ReleaseEventsResponse()
            larder__events__v1__release_events_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__ReleaseEventsResponse.self)
            self.released = c.pointee.released
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__ReleaseEventsResponse.self)
            c.pointee.released = self.released
        }
    }

    /// `larder.events.v1.ParkEventsRequest`
    public struct ParkEventsRequest: Message {
        /// 1 to 200 UUIDs.
        public var eventIDs: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            eventIDs: [String] = []
        ) {
            self.eventIDs = eventIDs
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__ParkEventsRequest()
            larder__events__v1__park_events_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__ParkEventsRequest.self)
            self.eventIDs = try MessageField.strings(c.pointee.n_event_ids, c.pointee.event_ids, "event_ids")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__ParkEventsRequest.self)
            if !self.eventIDs.isEmpty {
                c.pointee.n_event_ids = self.eventIDs.count
                c.pointee.event_ids = try arena.strings(self.eventIDs, "event_ids")
            }
        }
    }

    /// `larder.events.v1.ParkEventsResponse`
    public struct ParkEventsResponse: Message {
        public var parked: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            parked: Int64 = 0
        ) {
            self.parked = parked
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__ParkEventsResponse()
            larder__events__v1__park_events_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__ParkEventsResponse.self)
            self.parked = c.pointee.parked
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__ParkEventsResponse.self)
            c.pointee.parked = self.parked
        }
    }

    /// `larder.events.v1.DropEventsRequest`
    public struct DropEventsRequest: Message {
        /// 1 to 200 UUIDs; none when a receiver is named.
        public var eventIDs: [String] = []
        /// All parked events for this service.
        public var receiver: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            eventIDs: [String] = [],
            receiver: String = ""
        ) {
            self.eventIDs = eventIDs
            self.receiver = receiver
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__DropEventsRequest()
            larder__events__v1__drop_events_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__DropEventsRequest.self)
            self.eventIDs = try MessageField.strings(c.pointee.n_event_ids, c.pointee.event_ids, "event_ids")
            self.receiver = try MessageField.string(c.pointee.receiver, "receiver")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__DropEventsRequest.self)
            if !self.eventIDs.isEmpty {
                c.pointee.n_event_ids = self.eventIDs.count
                c.pointee.event_ids = try arena.strings(self.eventIDs, "event_ids")
            }
            if !self.receiver.isEmpty {
                c.pointee.receiver = try arena.string(self.receiver, "receiver")
            }
        }
    }

    /// `larder.events.v1.DropEventsResponse`
    public struct DropEventsResponse: Message {
        public var dropped: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            dropped: Int64 = 0
        ) {
            self.dropped = dropped
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Events__V1__DropEventsResponse()
            larder__events__v1__drop_events_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__DropEventsResponse.self)
            self.dropped = c.pointee.dropped
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Events__V1__DropEventsResponse.self)
            c.pointee.dropped = self.dropped
        }
    }
}
