// Generated from larder/auth/v1/plans.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CAuthMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Auth {
    /// A larger number allows what the smaller ones do.
    public enum Plan: MessageEnumeration {
        /// Not said; the same as Basic.
        case unspecified
        case basic
        case pro
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .basic
            case 2: self = .pro
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .basic: 1
            case .pro: 2
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .basic, .pro]
    }

    /// `larder.auth.v1.GetPlanRequest`
    public struct GetPlanRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__GetPlanRequest()
            larder__auth__v1__get_plan_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.PlanState`
    public struct PlanState: Message {
        public var plan: Auth.Plan = .unspecified
        /// Since when; missing for an account that has always had Basic.
        public var startedAt: Common.Timestamp? = nil
        /// From then on it is Basic; missing when that is not planned.
        public var expiresAt: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            plan: Auth.Plan = .unspecified,
            startedAt: Common.Timestamp? = nil,
            expiresAt: Common.Timestamp? = nil
        ) {
            self.plan = plan
            self.startedAt = startedAt
            self.expiresAt = expiresAt
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__PlanState()
            larder__auth__v1__plan_state__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__PlanState.self)
            self.plan = Auth.Plan(rawValue: Int32(truncatingIfNeeded: c.pointee.plan.rawValue))
            self.startedAt = try MessageField.message(c.pointee.started_at, "started_at")
            self.expiresAt = try MessageField.message(c.pointee.expires_at, "expires_at")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__PlanState.self)
            c.pointee.plan = .init(rawValue: .init(truncatingIfNeeded: self.plan.rawValue))
            if let value = self.startedAt {
                c.pointee.started_at = try arena.message(value, "started_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if let value = self.expiresAt {
                c.pointee.expires_at = try arena.message(value, "expires_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }

    /// `larder.auth.v1.SetPlanRequest`
    public struct SetPlanRequest: Message {
        public var username: String = ""
        public var plan: Auth.Plan = .unspecified
        /// In the future; missing for no end. Basic has none.
        public var expiresAt: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            username: String = "",
            plan: Auth.Plan = .unspecified,
            expiresAt: Common.Timestamp? = nil
        ) {
            self.username = username
            self.plan = plan
            self.expiresAt = expiresAt
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__SetPlanRequest()
            larder__auth__v1__set_plan_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SetPlanRequest.self)
            self.username = try MessageField.string(c.pointee.username, "username")
            self.plan = Auth.Plan(rawValue: Int32(truncatingIfNeeded: c.pointee.plan.rawValue))
            self.expiresAt = try MessageField.message(c.pointee.expires_at, "expires_at")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SetPlanRequest.self)
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            c.pointee.plan = .init(rawValue: .init(truncatingIfNeeded: self.plan.rawValue))
            if let value = self.expiresAt {
                c.pointee.expires_at = try arena.message(value, "expires_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }
}
