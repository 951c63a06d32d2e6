// Generated from larder/rpc/v1/access.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CProtobuf
internal import CRPCMessages
public import MessageCoding

extension RPCMessages {
    /// `larder.rpc.v1.Caller`
    public enum Caller: MessageEnumeration {
        case unspecified
        /// Anybody, signed in or not.
        case anyone
        /// A user with a valid access token.
        case user
        /// One of the named services, proven by its certificate. Never reachable through the gateway.
        case service
        /// A user with a valid access token, or one of the named services, proven by its certificate.
        case userOrService
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .anyone
            case 2: self = .user
            case 3: self = .service
            case 4: self = .userOrService
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .anyone: 1
            case .user: 2
            case .service: 3
            case .userOrService: 4
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .anyone, .user, .service, .userOrService]
    }

    /// Who may call a method. Every method declares one; generation fails without it.
    public struct Access: Message {
        public var caller: RPCMessages.Caller = .unspecified
        /// With CALLER_SERVICE and CALLER_USER_OR_SERVICE: the services that may call, by certificate identity. Empty is not
        /// allowed.
        public var services: [String] = []
        /// The largest request in bytes, after decompression, where that is more than 16 KiB: up to 4 MiB. Of a stream of requests,
        /// the largest of them. Methods for services alone take 4 MiB unless they say otherwise.
        public var maxRequestBytes: UInt32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            caller: RPCMessages.Caller = .unspecified,
            services: [String] = [],
            maxRequestBytes: UInt32 = 0
        ) {
            self.caller = caller
            self.services = services
            self.maxRequestBytes = maxRequestBytes
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__Access()
            larder__rpc__v1__access__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__Access.self)
            self.caller = RPCMessages.Caller(rawValue: Int32(truncatingIfNeeded: c.pointee.caller.rawValue))
            self.services = try MessageField.strings(c.pointee.n_services, c.pointee.services, "services")
            self.maxRequestBytes = c.pointee.max_request_bytes
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__Access.self)
            c.pointee.caller = .init(rawValue: .init(truncatingIfNeeded: self.caller.rawValue))
            if !self.services.isEmpty {
                c.pointee.n_services = self.services.count
                c.pointee.services = try arena.strings(self.services, "services")
            }
            c.pointee.max_request_bytes = self.maxRequestBytes
        }
    }
}
