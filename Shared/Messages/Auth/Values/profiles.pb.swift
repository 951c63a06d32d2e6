// Generated from larder/auth/v1/profiles.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CAuthMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Auth {
    /// `larder.auth.v1.Gender`
    public enum Gender: MessageEnumeration {
        /// Not said.
        case unspecified
        case female
        case male
        case other
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .female
            case 2: self = .male
            case 3: self = .other
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .female: 1
            case .male: 2
            case .other: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .female, .male, .other]
    }

    /// `larder.auth.v1.DietaryTag`
    public enum DietaryTag: MessageEnumeration {
        case unspecified
        case vegetarian
        case vegan
        case pescatarian
        case halal
        case kosher
        case glutenFree
        case lactoseFree
        case nutFree
        case eggFree
        case shellfishFree
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .vegetarian
            case 2: self = .vegan
            case 3: self = .pescatarian
            case 4: self = .halal
            case 5: self = .kosher
            case 6: self = .glutenFree
            case 7: self = .lactoseFree
            case 8: self = .nutFree
            case 9: self = .eggFree
            case 10: self = .shellfishFree
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .vegetarian: 1
            case .vegan: 2
            case .pescatarian: 3
            case .halal: 4
            case .kosher: 5
            case .glutenFree: 6
            case .lactoseFree: 7
            case .nutFree: 8
            case .eggFree: 9
            case .shellfishFree: 10
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .vegetarian, .vegan, .pescatarian, .halal, .kosher, .glutenFree, .lactoseFree, .nutFree, .eggFree, .shellfishFree]
    }

    /// `larder.auth.v1.PersonalDetails`
    public struct PersonalDetails: Message {
        /// Missing in a request of those that know nothing of it, which leaves it.
        public var name: Name?
        /// International form (E.164), such as +16045550123; spaces, hyphens, dots and parentheses are taken out.
        public var phone: String = ""
        /// Up to 100 characters.
        public var department: String = ""
        /// YYYY-MM-DD, at most 120 years ago and not in the future.
        public var birthdate: String = ""
        public var gender: Auth.Gender = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: Name? = nil,
            phone: String = "",
            department: String = "",
            birthdate: String = "",
            gender: Auth.Gender = .unspecified
        ) {
            self.name = name
            self.phone = phone
            self.department = department
            self.birthdate = birthdate
            self.gender = gender
        }

        /// One of the fields that can't be set together.
        public enum Name: Sendable, Equatable {
            /// What the person is called, as in Accounts/Register; empty for nothing, then they are called by their user name.
            case displayName(String)
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__PersonalDetails()
            larder__auth__v1__personal_details__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__PersonalDetails.self)
            switch c.pointee.name_case.rawValue {
            case 1:
                self.name = .displayName(try MessageField.string(c.pointee.display_name, "display_name"))
            default: break
            }
            self.phone = try MessageField.string(c.pointee.phone, "phone")
            self.department = try MessageField.string(c.pointee.department, "department")
            self.birthdate = try MessageField.string(c.pointee.birthdate, "birthdate")
            self.gender = Auth.Gender(rawValue: Int32(truncatingIfNeeded: c.pointee.gender.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__PersonalDetails.self)
            switch self.name {
            case .displayName(let value):
                c.pointee.name_case = .init(rawValue: 1)
                c.pointee.display_name = try arena.string(value, "display_name")
            case nil: break
            }
            if !self.phone.isEmpty {
                c.pointee.phone = try arena.string(self.phone, "phone")
            }
            if !self.department.isEmpty {
                c.pointee.department = try arena.string(self.department, "department")
            }
            if !self.birthdate.isEmpty {
                c.pointee.birthdate = try arena.string(self.birthdate, "birthdate")
            }
            c.pointee.gender = .init(rawValue: .init(truncatingIfNeeded: self.gender.rawValue))
        }
    }

    /// `larder.auth.v1.BodyDetails`
    public struct BodyDetails: Message {
        /// 50 to 250; 0 when not said.
        public var heightCentimetres: UInt32 = 0
        /// 10 to 400; 0 when not said.
        public var weightKilograms: UInt32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            heightCentimetres: UInt32 = 0,
            weightKilograms: UInt32 = 0
        ) {
            self.heightCentimetres = heightCentimetres
            self.weightKilograms = weightKilograms
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__BodyDetails()
            larder__auth__v1__body_details__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__BodyDetails.self)
            self.heightCentimetres = c.pointee.height_centimetres
            self.weightKilograms = c.pointee.weight_kilograms
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__BodyDetails.self)
            c.pointee.height_centimetres = self.heightCentimetres
            c.pointee.weight_kilograms = self.weightKilograms
        }
    }

    /// `larder.auth.v1.HomePlace`
    public struct HomePlace: Message {
        public var location: Common.Location? = nil
        /// How far away things may be: 100 to 100,000.
        public var radiusMetres: UInt32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            location: Common.Location? = nil,
            radiusMetres: UInt32 = 0
        ) {
            self.location = location
            self.radiusMetres = radiusMetres
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__HomePlace()
            larder__auth__v1__home_place__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__HomePlace.self)
            self.location = try MessageField.message(c.pointee.location, "location")
            self.radiusMetres = c.pointee.radius_metres
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__HomePlace.self)
            if let value = self.location {
                c.pointee.location = try arena.message(value, "location").assumingMemoryBound(to: Larder__Common__V1__Location.self)
            }
            c.pointee.radius_metres = self.radiusMetres
        }
    }

    /// Ids of stores, which are UUIDs; at most 100 in each list.
    public struct StoreChoices: Message {
        public var preferred: [String] = []
        public var ignored: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            preferred: [String] = [],
            ignored: [String] = []
        ) {
            self.preferred = preferred
            self.ignored = ignored
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__StoreChoices()
            larder__auth__v1__store_choices__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__StoreChoices.self)
            self.preferred = try MessageField.strings(c.pointee.n_preferred, c.pointee.preferred, "preferred")
            self.ignored = try MessageField.strings(c.pointee.n_ignored, c.pointee.ignored, "ignored")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__StoreChoices.self)
            if !self.preferred.isEmpty {
                c.pointee.n_preferred = self.preferred.count
                c.pointee.preferred = try arena.strings(self.preferred, "preferred")
            }
            if !self.ignored.isEmpty {
                c.pointee.n_ignored = self.ignored.count
                c.pointee.ignored = try arena.strings(self.ignored, "ignored")
            }
        }
    }

    /// `larder.auth.v1.DietaryPreferences`
    public struct DietaryPreferences: Message {
        public var tags: [Auth.DietaryTag] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            tags: [Auth.DietaryTag] = []
        ) {
            self.tags = tags
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__DietaryPreferences()
            larder__auth__v1__dietary_preferences__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__DietaryPreferences.self)
            self.tags = MessageField.values(c.pointee.n_tags, c.pointee.tags).map { Auth.DietaryTag(rawValue: Int32(truncatingIfNeeded: $0.rawValue)) }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__DietaryPreferences.self)
            if !self.tags.isEmpty {
                c.pointee.n_tags = self.tags.count
                c.pointee.tags = try arena.values(self.tags.map { Larder__Auth__V1__DietaryTag(rawValue: .init(truncatingIfNeeded: $0.rawValue)) })
            }
        }
    }

    /// `larder.auth.v1.Profile`
    public struct Profile: Message {
        public var details: Auth.PersonalDetails? = nil
        public var body: Auth.BodyDetails? = nil
        /// Missing when none is stored.
        public var home: Auth.HomePlace? = nil
        public var stores: Auth.StoreChoices? = nil
        public var diet: Auth.DietaryPreferences? = nil
        /// Counts changes of `details`, from 1; 0 before the first one.
        public var detailsVersion: Int64 = 0
        /// Since when there is the photo of GetPhoto; missing when there is none.
        public var photoChangedAt: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            details: Auth.PersonalDetails? = nil,
            body: Auth.BodyDetails? = nil,
            home: Auth.HomePlace? = nil,
            stores: Auth.StoreChoices? = nil,
            diet: Auth.DietaryPreferences? = nil,
            detailsVersion: Int64 = 0,
            photoChangedAt: Common.Timestamp? = nil
        ) {
            self.details = details
            self.body = body
            self.home = home
            self.stores = stores
            self.diet = diet
            self.detailsVersion = detailsVersion
            self.photoChangedAt = photoChangedAt
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__Profile()
            larder__auth__v1__profile__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Profile.self)
            self.details = try MessageField.message(c.pointee.details, "details")
            self.body = try MessageField.message(c.pointee.body, "body")
            self.home = try MessageField.message(c.pointee.home, "home")
            self.stores = try MessageField.message(c.pointee.stores, "stores")
            self.diet = try MessageField.message(c.pointee.diet, "diet")
            self.detailsVersion = c.pointee.details_version
            self.photoChangedAt = try MessageField.message(c.pointee.photo_changed_at, "photo_changed_at")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Profile.self)
            if let value = self.details {
                c.pointee.details = try arena.message(value, "details").assumingMemoryBound(to: Larder__Auth__V1__PersonalDetails.self)
            }
            if let value = self.body {
                c.pointee.body = try arena.message(value, "body").assumingMemoryBound(to: Larder__Auth__V1__BodyDetails.self)
            }
            if let value = self.home {
                c.pointee.home = try arena.message(value, "home").assumingMemoryBound(to: Larder__Auth__V1__HomePlace.self)
            }
            if let value = self.stores {
                c.pointee.stores = try arena.message(value, "stores").assumingMemoryBound(to: Larder__Auth__V1__StoreChoices.self)
            }
            if let value = self.diet {
                c.pointee.diet = try arena.message(value, "diet").assumingMemoryBound(to: Larder__Auth__V1__DietaryPreferences.self)
            }
            c.pointee.details_version = self.detailsVersion
            if let value = self.photoChangedAt {
                c.pointee.photo_changed_at = try arena.message(value, "photo_changed_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }

    /// `larder.auth.v1.GetPhotoRequest`
    public struct GetPhotoRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__GetPhotoRequest()
            larder__auth__v1__get_photo_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.ProfilePhoto`
    public struct ProfilePhoto: Message {
        /// The file.
        public var picture: [UInt8] = []
        /// image/jpeg, image/png or image/webp.
        public var mediaType: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            picture: [UInt8] = [],
            mediaType: String = ""
        ) {
            self.picture = picture
            self.mediaType = mediaType
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ProfilePhoto()
            larder__auth__v1__profile_photo__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ProfilePhoto.self)
            self.picture = MessageField.values(c.pointee.picture.len, c.pointee.picture.data)
            self.mediaType = try MessageField.string(c.pointee.media_type, "media_type")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ProfilePhoto.self)
            if !self.picture.isEmpty {
                c.pointee.picture = ProtobufCBinaryData(len: self.picture.count, data: try arena.values(self.picture))
            }
            if !self.mediaType.isEmpty {
                c.pointee.media_type = try arena.string(self.mediaType, "media_type")
            }
        }
    }

    /// `larder.auth.v1.SetPhotoRequest`
    public struct SetPhotoRequest: Message {
        /// The file.
        public var picture: [UInt8] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            picture: [UInt8] = []
        ) {
            self.picture = picture
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__SetPhotoRequest()
            larder__auth__v1__set_photo_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SetPhotoRequest.self)
            self.picture = MessageField.values(c.pointee.picture.len, c.pointee.picture.data)
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SetPhotoRequest.self)
            if !self.picture.isEmpty {
                c.pointee.picture = ProtobufCBinaryData(len: self.picture.count, data: try arena.values(self.picture))
            }
        }
    }

    /// `larder.auth.v1.RemovePhotoRequest`
    public struct RemovePhotoRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__RemovePhotoRequest()
            larder__auth__v1__remove_photo_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.GetProfileRequest`
    public struct GetProfileRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__GetProfileRequest()
            larder__auth__v1__get_profile_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.UpdateDetailsRequest`
    public struct UpdateDetailsRequest: Message {
        public var details: Auth.PersonalDetails? = nil
        /// The `details_version` that the client has seen: ABORTED when there is a newer one. 0 for any.
        public var expectedVersion: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            details: Auth.PersonalDetails? = nil,
            expectedVersion: Int64 = 0
        ) {
            self.details = details
            self.expectedVersion = expectedVersion
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__UpdateDetailsRequest()
            larder__auth__v1__update_details_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__UpdateDetailsRequest.self)
            self.details = try MessageField.message(c.pointee.details, "details")
            self.expectedVersion = c.pointee.expected_version
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__UpdateDetailsRequest.self)
            if let value = self.details {
                c.pointee.details = try arena.message(value, "details").assumingMemoryBound(to: Larder__Auth__V1__PersonalDetails.self)
            }
            c.pointee.expected_version = self.expectedVersion
        }
    }

    /// `larder.auth.v1.SetBodyDetailsRequest`
    public struct SetBodyDetailsRequest: Message {
        public var body: Auth.BodyDetails? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            body: Auth.BodyDetails? = nil
        ) {
            self.body = body
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__SetBodyDetailsRequest()
            larder__auth__v1__set_body_details_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SetBodyDetailsRequest.self)
            self.body = try MessageField.message(c.pointee.body, "body")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SetBodyDetailsRequest.self)
            if let value = self.body {
                c.pointee.body = try arena.message(value, "body").assumingMemoryBound(to: Larder__Auth__V1__BodyDetails.self)
            }
        }
    }

    /// `larder.auth.v1.SetHomePlaceRequest`
    public struct SetHomePlaceRequest: Message {
        public var home: Auth.HomePlace? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            home: Auth.HomePlace? = nil
        ) {
            self.home = home
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__SetHomePlaceRequest()
            larder__auth__v1__set_home_place_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SetHomePlaceRequest.self)
            self.home = try MessageField.message(c.pointee.home, "home")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SetHomePlaceRequest.self)
            if let value = self.home {
                c.pointee.home = try arena.message(value, "home").assumingMemoryBound(to: Larder__Auth__V1__HomePlace.self)
            }
        }
    }

    /// `larder.auth.v1.ClearHomePlaceRequest`
    public struct ClearHomePlaceRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ClearHomePlaceRequest()
            larder__auth__v1__clear_home_place_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.SetStoreChoicesRequest`
    public struct SetStoreChoicesRequest: Message {
        public var stores: Auth.StoreChoices? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            stores: Auth.StoreChoices? = nil
        ) {
            self.stores = stores
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__SetStoreChoicesRequest()
            larder__auth__v1__set_store_choices_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SetStoreChoicesRequest.self)
            self.stores = try MessageField.message(c.pointee.stores, "stores")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SetStoreChoicesRequest.self)
            if let value = self.stores {
                c.pointee.stores = try arena.message(value, "stores").assumingMemoryBound(to: Larder__Auth__V1__StoreChoices.self)
            }
        }
    }

    /// `larder.auth.v1.GetShoppingAreaRequest`
    public struct GetShoppingAreaRequest: Message {
        public var userID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = ""
        ) {
            self.userID = userID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__GetShoppingAreaRequest()
            larder__auth__v1__get_shopping_area_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__GetShoppingAreaRequest.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__GetShoppingAreaRequest.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
        }
    }

    /// `larder.auth.v1.ShoppingArea`
    public struct ShoppingArea: Message {
        /// Missing when none is stored.
        public var home: Auth.HomePlace? = nil
        public var stores: Auth.StoreChoices? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            home: Auth.HomePlace? = nil,
            stores: Auth.StoreChoices? = nil
        ) {
            self.home = home
            self.stores = stores
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ShoppingArea()
            larder__auth__v1__shopping_area__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ShoppingArea.self)
            self.home = try MessageField.message(c.pointee.home, "home")
            self.stores = try MessageField.message(c.pointee.stores, "stores")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ShoppingArea.self)
            if let value = self.home {
                c.pointee.home = try arena.message(value, "home").assumingMemoryBound(to: Larder__Auth__V1__HomePlace.self)
            }
            if let value = self.stores {
                c.pointee.stores = try arena.message(value, "stores").assumingMemoryBound(to: Larder__Auth__V1__StoreChoices.self)
            }
        }
    }

    /// `larder.auth.v1.SetDietaryPreferencesRequest`
    public struct SetDietaryPreferencesRequest: Message {
        public var diet: Auth.DietaryPreferences? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            diet: Auth.DietaryPreferences? = nil
        ) {
            self.diet = diet
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__SetDietaryPreferencesRequest()
            larder__auth__v1__set_dietary_preferences_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SetDietaryPreferencesRequest.self)
            self.diet = try MessageField.message(c.pointee.diet, "diet")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SetDietaryPreferencesRequest.self)
            if let value = self.diet {
                c.pointee.diet = try arena.message(value, "diet").assumingMemoryBound(to: Larder__Auth__V1__DietaryPreferences.self)
            }
        }
    }
}
