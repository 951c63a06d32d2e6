// Generated from larder/notifications/v1/places.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CNotificationsMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Notifications {
    /// What has come of a visit.
    public enum VisitOutcome: MessageEnumeration {
        case unspecified
        case reminded
        /// There was a reminder of the same place within the last hour.
        case tooSoon
        /// No channel is on for reminders of places.
        case off
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .reminded
            case 2: self = .tooSoon
            case 3: self = .off
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .reminded: 1
            case .tooSoon: 2
            case .off: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .reminded, .tooSoon, .off]
    }

    /// `larder.notifications.v1.TemptingPlace`
    public struct TemptingPlace: Message {
        /// A UUID that the client chooses.
        public var id: String = ""
        /// 1 to 60 characters.
        public var name: String = ""
        public var location: Common.Location? = nil
        /// Who is no further away has come: 50 to 1,000; 0 in a request means 100.
        public var radiusMetres: UInt32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            name: String = "",
            location: Common.Location? = nil,
            radiusMetres: UInt32 = 0
        ) {
            self.id = id
            self.name = name
            self.location = location
            self.radiusMetres = radiusMetres
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__TemptingPlace()
            larder__notifications__v1__tempting_place__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__TemptingPlace.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.name = try MessageField.string(c.pointee.name, "name")
            self.location = try MessageField.message(c.pointee.location, "location")
            self.radiusMetres = c.pointee.radius_metres
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__TemptingPlace.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if let value = self.location {
                c.pointee.location = try arena.message(value, "location").assumingMemoryBound(to: Larder__Common__V1__Location.self)
            }
            c.pointee.radius_metres = self.radiusMetres
        }
    }

    /// `larder.notifications.v1.ListPlacesRequest`
    public struct ListPlacesRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__ListPlacesRequest()
            larder__notifications__v1__list_places_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.notifications.v1.ListPlacesResponse`
    public struct ListPlacesResponse: Message {
        /// At most 50.
        public var places: [Notifications.TemptingPlace] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            places: [Notifications.TemptingPlace] = []
        ) {
            self.places = places
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__ListPlacesResponse()
            larder__notifications__v1__list_places_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ListPlacesResponse.self)
            self.places = try MessageField.messages(c.pointee.n_places, c.pointee.places, "places")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ListPlacesResponse.self)
            if !self.places.isEmpty {
                c.pointee.n_places = self.places.count
                c.pointee.places = try arena.messages(self.places, "places").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Notifications__V1__TemptingPlace>?.self)
            }
        }
    }

    /// `larder.notifications.v1.SetPlaceRequest`
    public struct SetPlaceRequest: Message {
        public var place: Notifications.TemptingPlace? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            place: Notifications.TemptingPlace? = nil
        ) {
            self.place = place
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__SetPlaceRequest()
            larder__notifications__v1__set_place_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__SetPlaceRequest.self)
            self.place = try MessageField.message(c.pointee.place, "place")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__SetPlaceRequest.self)
            if let value = self.place {
                c.pointee.place = try arena.message(value, "place").assumingMemoryBound(to: Larder__Notifications__V1__TemptingPlace.self)
            }
        }
    }

    /// `larder.notifications.v1.RemovePlaceRequest`
    public struct RemovePlaceRequest: Message {
        public var placeID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            placeID: String = ""
        ) {
            self.placeID = placeID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__RemovePlaceRequest()
            larder__notifications__v1__remove_place_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__RemovePlaceRequest.self)
            self.placeID = try MessageField.string(c.pointee.place_id, "place_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__RemovePlaceRequest.self)
            if !self.placeID.isEmpty {
                c.pointee.place_id = try arena.string(self.placeID, "place_id")
            }
        }
    }

    /// `larder.notifications.v1.RemovePlaceResponse`
    public struct RemovePlaceResponse: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__RemovePlaceResponse()
            larder__notifications__v1__remove_place_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.notifications.v1.ReportVisitRequest`
    public struct ReportVisitRequest: Message {
        public var placeID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            placeID: String = ""
        ) {
            self.placeID = placeID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__ReportVisitRequest()
            larder__notifications__v1__report_visit_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ReportVisitRequest.self)
            self.placeID = try MessageField.string(c.pointee.place_id, "place_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ReportVisitRequest.self)
            if !self.placeID.isEmpty {
                c.pointee.place_id = try arena.string(self.placeID, "place_id")
            }
        }
    }

    /// `larder.notifications.v1.ReportVisitResponse`
    public struct ReportVisitResponse: Message {
        public var outcome: Notifications.VisitOutcome = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            outcome: Notifications.VisitOutcome = .unspecified
        ) {
            self.outcome = outcome
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__ReportVisitResponse()
            larder__notifications__v1__report_visit_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ReportVisitResponse.self)
            self.outcome = Notifications.VisitOutcome(rawValue: Int32(truncatingIfNeeded: c.pointee.outcome.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ReportVisitResponse.self)
            c.pointee.outcome = .init(rawValue: .init(truncatingIfNeeded: self.outcome.rawValue))
        }
    }
}
