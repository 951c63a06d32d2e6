// Generated from larder/rpc/v1/health.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CProtobuf
internal import CRPCMessages
public import MessageCoding

extension RPCMessages {
    /// `larder.rpc.v1.ServingStatus`
    public enum ServingStatus: MessageEnumeration {
        case unknown
        case serving
        case notServing
        case serviceUnknown
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unknown
            case 1: self = .serving
            case 2: self = .notServing
            case 3: self = .serviceUnknown
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unknown: 0
            case .serving: 1
            case .notServing: 2
            case .serviceUnknown: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unknown, .serving, .notServing, .serviceUnknown]
    }

    /// `larder.rpc.v1.CheckHealthRequest`
    public struct CheckHealthRequest: Message {
        public var service: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            service: String = ""
        ) {
            self.service = service
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__CheckHealthRequest()
            larder__rpc__v1__check_health_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__CheckHealthRequest.self)
            self.service = try MessageField.string(c.pointee.service, "service")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__CheckHealthRequest.self)
            if !self.service.isEmpty {
                c.pointee.service = try arena.string(self.service, "service")
            }
        }
    }

    /// `larder.rpc.v1.CheckHealthResponse`
    public struct CheckHealthResponse: Message {
        public var status: RPCMessages.ServingStatus = .unknown
        /// Why it does not serve, or what it serves without, for operators. Never holds internals such as addresses or SQL.
        public var explanation: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            status: RPCMessages.ServingStatus = .unknown,
            explanation: String = ""
        ) {
            self.status = status
            self.explanation = explanation
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__CheckHealthResponse()
            larder__rpc__v1__check_health_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__CheckHealthResponse.self)
            self.status = RPCMessages.ServingStatus(rawValue: Int32(truncatingIfNeeded: c.pointee.status.rawValue))
            self.explanation = try MessageField.string(c.pointee.explanation, "explanation")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__CheckHealthResponse.self)
            c.pointee.status = .init(rawValue: .init(truncatingIfNeeded: self.status.rawValue))
            if !self.explanation.isEmpty {
                c.pointee.explanation = try arena.string(self.explanation, "explanation")
            }
        }
    }

    /// `larder.rpc.v1.ListHealthRequest`
    public struct ListHealthRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__ListHealthRequest()
            larder__rpc__v1__list_health_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.rpc.v1.ListHealthResponse`
    public struct ListHealthResponse: Message {
        public var services: [RPCMessages.ServiceHealth] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            services: [RPCMessages.ServiceHealth] = []
        ) {
            self.services = services
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__ListHealthResponse()
            larder__rpc__v1__list_health_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ListHealthResponse.self)
            self.services = try MessageField.messages(c.pointee.n_services, c.pointee.services, "services")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ListHealthResponse.self)
            if !self.services.isEmpty {
                c.pointee.n_services = self.services.count
                c.pointee.services = try arena.messages(self.services, "services").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__ServiceHealth>?.self)
            }
        }
    }

    /// `larder.rpc.v1.ServiceHealth`
    public struct ServiceHealth: Message {
        public var service: String = ""
        public var status: RPCMessages.ServingStatus = .unknown
        public var explanation: String = ""
        /// How many instances answer.
        public var healthyInstances: Int32 = 0
        public var instances: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            service: String = "",
            status: RPCMessages.ServingStatus = .unknown,
            explanation: String = "",
            healthyInstances: Int32 = 0,
            instances: Int32 = 0
        ) {
            self.service = service
            self.status = status
            self.explanation = explanation
            self.healthyInstances = healthyInstances
            self.instances = instances
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__ServiceHealth()
            larder__rpc__v1__service_health__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ServiceHealth.self)
            self.service = try MessageField.string(c.pointee.service, "service")
            self.status = RPCMessages.ServingStatus(rawValue: Int32(truncatingIfNeeded: c.pointee.status.rawValue))
            self.explanation = try MessageField.string(c.pointee.explanation, "explanation")
            self.healthyInstances = c.pointee.healthy_instances
            self.instances = c.pointee.instances
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ServiceHealth.self)
            if !self.service.isEmpty {
                c.pointee.service = try arena.string(self.service, "service")
            }
            c.pointee.status = .init(rawValue: .init(truncatingIfNeeded: self.status.rawValue))
            if !self.explanation.isEmpty {
                c.pointee.explanation = try arena.string(self.explanation, "explanation")
            }
            c.pointee.healthy_instances = self.healthyInstances
            c.pointee.instances = self.instances
        }
    }
}
