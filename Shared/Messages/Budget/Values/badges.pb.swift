// Generated from larder/budget/v1/badges.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CBudgetMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Budget {
    /// `larder.budget.v1.ListBadgesRequest`
    public struct ListBadgesRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListBadgesRequest()
            larder__budget__v1__list_badges_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.budget.v1.ListBadgesResponse`
    public struct ListBadgesResponse: Message {
        public var badges: [Budget.Badge] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            badges: [Budget.Badge] = []
        ) {
            self.badges = badges
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__ListBadgesResponse()
            larder__budget__v1__list_badges_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListBadgesResponse.self)
            self.badges = try MessageField.messages(c.pointee.n_badges, c.pointee.badges, "badges")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__ListBadgesResponse.self)
            if !self.badges.isEmpty {
                c.pointee.n_badges = self.badges.count
                c.pointee.badges = try arena.messages(self.badges, "badges").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Budget__V1__Badge>?.self)
            }
        }
    }

    /// `larder.budget.v1.Badge`
    public struct Badge: Message {
        /// 1 to 40 lower-case letters, digits and hyphens, such as first-entry.
        public var name: String = ""
        /// What it is called, in the language of the call.
        public var title: String = ""
        /// What it is for, a sentence in the language of the call.
        public var description: String = ""
        /// When the caller got it. Absent when they have not got it yet.
        public var awardedAt: Common.Timestamp? = nil
        /// How far the caller is: of needed, at most as much. Needed is 1 for what is done once.
        public var reached: Int64 = 0
        public var needed: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            title: String = "",
            description: String = "",
            awardedAt: Common.Timestamp? = nil,
            reached: Int64 = 0,
            needed: Int64 = 0
        ) {
            self.name = name
            self.title = title
            self.description = description
            self.awardedAt = awardedAt
            self.reached = reached
            self.needed = needed
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Budget__V1__Badge()
            larder__budget__v1__badge__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Badge.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.title = try MessageField.string(c.pointee.title, "title")
            self.description = try MessageField.string(c.pointee.description, "description")
            self.awardedAt = try MessageField.message(c.pointee.awarded_at, "awarded_at")
            self.reached = c.pointee.reached
            self.needed = c.pointee.needed
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Budget__V1__Badge.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.title.isEmpty {
                c.pointee.title = try arena.string(self.title, "title")
            }
            if !self.description.isEmpty {
                c.pointee.description = try arena.string(self.description, "description")
            }
            if let value = self.awardedAt {
                c.pointee.awarded_at = try arena.message(value, "awarded_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            c.pointee.reached = self.reached
            c.pointee.needed = self.needed
        }
    }
}
