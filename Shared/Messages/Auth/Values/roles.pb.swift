// Generated from larder/auth/v1/roles.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CAuthMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Auth {
    /// What a user may be beside a user.
    public enum Role: MessageEnumeration {
        case unspecified
        /// Keeps reference data, looks after the deployment.
        case `operator`
        /// Decides about reports and what users publish.
        case moderator
        /// Grants roles.
        case administrator
        /// Reads the intake reports of patients who allow it.
        case healthcareProvider
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .`operator`
            case 2: self = .moderator
            case 3: self = .administrator
            case 4: self = .healthcareProvider
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .`operator`: 1
            case .moderator: 2
            case .administrator: 3
            case .healthcareProvider: 4
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .`operator`, .moderator, .administrator, .healthcareProvider]
    }

    /// `larder.auth.v1.ListRoleHoldersRequest`
    public struct ListRoleHoldersRequest: Message {
        public var page: Common.PageRequest? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            page: Common.PageRequest? = nil
        ) {
            self.page = page
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ListRoleHoldersRequest()
            larder__auth__v1__list_role_holders_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ListRoleHoldersRequest.self)
            self.page = try MessageField.message(c.pointee.page, "page")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ListRoleHoldersRequest.self)
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
        }
    }

    /// `larder.auth.v1.ListRoleHoldersResponse`
    public struct ListRoleHoldersResponse: Message {
        public var holders: [Auth.RoleHolder] = []
        /// Empty on the last page.
        public var nextPageToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            holders: [Auth.RoleHolder] = [],
            nextPageToken: String = ""
        ) {
            self.holders = holders
            self.nextPageToken = nextPageToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ListRoleHoldersResponse()
            larder__auth__v1__list_role_holders_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ListRoleHoldersResponse.self)
            self.holders = try MessageField.messages(c.pointee.n_holders, c.pointee.holders, "holders")
            self.nextPageToken = try MessageField.string(c.pointee.next_page_token, "next_page_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ListRoleHoldersResponse.self)
            if !self.holders.isEmpty {
                c.pointee.n_holders = self.holders.count
                c.pointee.holders = try arena.messages(self.holders, "holders").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Auth__V1__RoleHolder>?.self)
            }
            if !self.nextPageToken.isEmpty {
                c.pointee.next_page_token = try arena.string(self.nextPageToken, "next_page_token")
            }
        }
    }

    /// An account and the roles that it has.
    public struct RoleHolder: Message {
        public var username: String = ""
        public var roles: [Auth.Role] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            username: String = "",
            roles: [Auth.Role] = []
        ) {
            self.username = username
            self.roles = roles
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__RoleHolder()
            larder__auth__v1__role_holder__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RoleHolder.self)
            self.username = try MessageField.string(c.pointee.username, "username")
            self.roles = MessageField.values(c.pointee.n_roles, c.pointee.roles).map { Auth.Role(rawValue: Int32(truncatingIfNeeded: $0.rawValue)) }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RoleHolder.self)
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            if !self.roles.isEmpty {
                c.pointee.n_roles = self.roles.count
                c.pointee.roles = try arena.values(self.roles.map { Larder__Auth__V1__Role(rawValue: .init(truncatingIfNeeded: $0.rawValue)) })
            }
        }
    }

    /// `larder.auth.v1.GrantRoleRequest`
    public struct GrantRoleRequest: Message {
        public var username: String = ""
        public var role: Auth.Role = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            username: String = "",
            role: Auth.Role = .unspecified
        ) {
            self.username = username
            self.role = role
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__GrantRoleRequest()
            larder__auth__v1__grant_role_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__GrantRoleRequest.self)
            self.username = try MessageField.string(c.pointee.username, "username")
            self.role = Auth.Role(rawValue: Int32(truncatingIfNeeded: c.pointee.role.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__GrantRoleRequest.self)
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            c.pointee.role = .init(rawValue: .init(truncatingIfNeeded: self.role.rawValue))
        }
    }

    /// `larder.auth.v1.WithdrawRoleRequest`
    public struct WithdrawRoleRequest: Message {
        public var username: String = ""
        public var role: Auth.Role = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            username: String = "",
            role: Auth.Role = .unspecified
        ) {
            self.username = username
            self.role = role
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__WithdrawRoleRequest()
            larder__auth__v1__withdraw_role_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__WithdrawRoleRequest.self)
            self.username = try MessageField.string(c.pointee.username, "username")
            self.role = Auth.Role(rawValue: Int32(truncatingIfNeeded: c.pointee.role.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__WithdrawRoleRequest.self)
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            c.pointee.role = .init(rawValue: .init(truncatingIfNeeded: self.role.rawValue))
        }
    }
}
