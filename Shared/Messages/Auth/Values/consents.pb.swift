// Generated from larder/auth/v1/consents.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CAuthMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Auth {
    /// `larder.auth.v1.ConsentKind`
    public enum ConsentKind: MessageEnumeration {
        case unspecified
        case location
        case healthData
        case communityPrices
        /// Keeping corrections of readings from photos as examples.
        case learningFromPhotos
        case personalSuggestions
        case promotionalMail
        case supportAccess
        /// Counting what the user says printed lines mean for other users, without a name.
        case communityMappings
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .location
            case 2: self = .healthData
            case 3: self = .communityPrices
            case 4: self = .learningFromPhotos
            case 5: self = .personalSuggestions
            case 6: self = .promotionalMail
            case 7: self = .supportAccess
            case 8: self = .communityMappings
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .location: 1
            case .healthData: 2
            case .communityPrices: 3
            case .learningFromPhotos: 4
            case .personalSuggestions: 5
            case .promotionalMail: 6
            case .supportAccess: 7
            case .communityMappings: 8
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .location, .healthData, .communityPrices, .learningFromPhotos, .personalSuggestions, .promotionalMail, .supportAccess, .communityMappings]
    }

    /// `larder.auth.v1.Consent`
    public struct Consent: Message {
        public var kind: Auth.ConsentKind = .unspecified
        public var given: Bool = false
        /// When it was last given or withdrawn; absent when it never was.
        public var changedAt: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            kind: Auth.ConsentKind = .unspecified,
            given: Bool = false,
            changedAt: Common.Timestamp? = nil
        ) {
            self.kind = kind
            self.given = given
            self.changedAt = changedAt
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__Consent()
            larder__auth__v1__consent__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Consent.self)
            self.kind = Auth.ConsentKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
            self.given = c.pointee.given != 0
            self.changedAt = try MessageField.message(c.pointee.changed_at, "changed_at")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Consent.self)
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
            c.pointee.given = self.given ? 1 : 0
            if let value = self.changedAt {
                c.pointee.changed_at = try arena.message(value, "changed_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }

    /// `larder.auth.v1.ListConsentsRequest`
    public struct ListConsentsRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ListConsentsRequest()
            larder__auth__v1__list_consents_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.ListConsentsResponse`
    public struct ListConsentsResponse: Message {
        public var consents: [Auth.Consent] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            consents: [Auth.Consent] = []
        ) {
            self.consents = consents
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ListConsentsResponse()
            larder__auth__v1__list_consents_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ListConsentsResponse.self)
            self.consents = try MessageField.messages(c.pointee.n_consents, c.pointee.consents, "consents")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ListConsentsResponse.self)
            if !self.consents.isEmpty {
                c.pointee.n_consents = self.consents.count
                c.pointee.consents = try arena.messages(self.consents, "consents").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Auth__V1__Consent>?.self)
            }
        }
    }

    /// `larder.auth.v1.SetConsentRequest`
    public struct SetConsentRequest: Message {
        public var kind: Auth.ConsentKind = .unspecified
        public var given: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            kind: Auth.ConsentKind = .unspecified,
            given: Bool = false
        ) {
            self.kind = kind
            self.given = given
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__SetConsentRequest()
            larder__auth__v1__set_consent_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SetConsentRequest.self)
            self.kind = Auth.ConsentKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
            self.given = c.pointee.given != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SetConsentRequest.self)
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
            c.pointee.given = self.given ? 1 : 0
        }
    }

    /// `larder.auth.v1.CheckConsentRequest`
    public struct CheckConsentRequest: Message {
        public var userID: String = ""
        public var kind: Auth.ConsentKind = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            kind: Auth.ConsentKind = .unspecified
        ) {
            self.userID = userID
            self.kind = kind
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__CheckConsentRequest()
            larder__auth__v1__check_consent_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__CheckConsentRequest.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.kind = Auth.ConsentKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__CheckConsentRequest.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
        }
    }

    /// `larder.auth.v1.CheckConsentResponse`
    public struct CheckConsentResponse: Message {
        public var given: Bool = false
        /// When it was given; absent when it is not. It does not cover anything earlier.
        public var since: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            given: Bool = false,
            since: Common.Timestamp? = nil
        ) {
            self.given = given
            self.since = since
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__CheckConsentResponse()
            larder__auth__v1__check_consent_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__CheckConsentResponse.self)
            self.given = c.pointee.given != 0
            self.since = try MessageField.message(c.pointee.since, "since")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__CheckConsentResponse.self)
            c.pointee.given = self.given ? 1 : 0
            if let value = self.since {
                c.pointee.since = try arena.message(value, "since").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }
}
