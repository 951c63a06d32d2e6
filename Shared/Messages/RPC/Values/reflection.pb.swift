// Generated from larder/rpc/v1/reflection.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CProtobuf
internal import CRPCMessages
public import MessageCoding

extension RPCMessages {
    /// `larder.rpc.v1.MethodKind`
    public enum MethodKind: MessageEnumeration {
        case unary
        case clientStreaming
        case serverStreaming
        case bidirectional
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unary
            case 1: self = .clientStreaming
            case 2: self = .serverStreaming
            case 3: self = .bidirectional
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unary: 0
            case .clientStreaming: 1
            case .serverStreaming: 2
            case .bidirectional: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unary, .clientStreaming, .serverStreaming, .bidirectional]
    }

    /// `larder.rpc.v1.MethodIdempotency`
    public enum MethodIdempotency: MessageEnumeration {
        case none
        case idempotent
        case noSideEffects
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .none
            case 1: self = .idempotent
            case 2: self = .noSideEffects
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .none: 0
            case .idempotent: 1
            case .noSideEffects: 2
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.none, .idempotent, .noSideEffects]
    }

    /// `larder.rpc.v1.FieldKind`
    public enum FieldKind: MessageEnumeration {
        case unspecified
        case int32
        case sint32
        case sfixed32
        case uint32
        case fixed32
        case int64
        case sint64
        case sfixed64
        case uint64
        case fixed64
        case float
        case double
        case bool
        case enumeration
        case string
        case bytes
        case message
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .int32
            case 2: self = .sint32
            case 3: self = .sfixed32
            case 4: self = .uint32
            case 5: self = .fixed32
            case 6: self = .int64
            case 7: self = .sint64
            case 8: self = .sfixed64
            case 9: self = .uint64
            case 10: self = .fixed64
            case 11: self = .float
            case 12: self = .double
            case 13: self = .bool
            case 14: self = .enumeration
            case 15: self = .string
            case 16: self = .bytes
            case 17: self = .message
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .int32: 1
            case .sint32: 2
            case .sfixed32: 3
            case .uint32: 4
            case .fixed32: 5
            case .int64: 6
            case .sint64: 7
            case .sfixed64: 8
            case .uint64: 9
            case .fixed64: 10
            case .float: 11
            case .double: 12
            case .bool: 13
            case .enumeration: 14
            case .string: 15
            case .bytes: 16
            case .message: 17
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .int32, .sint32, .sfixed32, .uint32, .fixed32, .int64, .sint64, .sfixed64, .uint64, .fixed64, .float, .double, .bool, .enumeration, .string, .bytes, .message]
    }

    /// `larder.rpc.v1.ListServicesRequest`
    public struct ListServicesRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__ListServicesRequest()
            larder__rpc__v1__list_services_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.rpc.v1.ListServicesResponse`
    public struct ListServicesResponse: Message {
        public var services: [RPCMessages.ServiceDescription] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            services: [RPCMessages.ServiceDescription] = []
        ) {
            self.services = services
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__ListServicesResponse()
            larder__rpc__v1__list_services_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ListServicesResponse.self)
            self.services = try MessageField.messages(c.pointee.n_services, c.pointee.services, "services")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ListServicesResponse.self)
            if !self.services.isEmpty {
                c.pointee.n_services = self.services.count
                c.pointee.services = try arena.messages(self.services, "services").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__ServiceDescription>?.self)
            }
        }
    }

    /// `larder.rpc.v1.DescribeSymbolRequest`
    public struct DescribeSymbolRequest: Message {
        /// A full name such as "larder.budget.v1.Purchases", "larder.budget.v1.Purchases/ListPurchases",
        /// "larder.budget.v1.Purchase" or "larder.budget.v1.PurchaseState".
        public var symbol: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            symbol: String = ""
        ) {
            self.symbol = symbol
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__DescribeSymbolRequest()
            larder__rpc__v1__describe_symbol_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__DescribeSymbolRequest.self)
            self.symbol = try MessageField.string(c.pointee.symbol, "symbol")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__DescribeSymbolRequest.self)
            if !self.symbol.isEmpty {
                c.pointee.symbol = try arena.string(self.symbol, "symbol")
            }
        }
    }

    /// Descriptions that are complete together: every type that one of them names is described too.
    public struct Schema: Message {
        public var services: [RPCMessages.ServiceDescription] = []
        public var messages: [RPCMessages.MessageDescription] = []
        public var enumerations: [RPCMessages.EnumerationDescription] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            services: [RPCMessages.ServiceDescription] = [],
            messages: [RPCMessages.MessageDescription] = [],
            enumerations: [RPCMessages.EnumerationDescription] = []
        ) {
            self.services = services
            self.messages = messages
            self.enumerations = enumerations
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__Schema()
            larder__rpc__v1__schema__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__Schema.self)
            self.services = try MessageField.messages(c.pointee.n_services, c.pointee.services, "services")
            self.messages = try MessageField.messages(c.pointee.n_messages, c.pointee.messages, "messages")
            self.enumerations = try MessageField.messages(c.pointee.n_enumerations, c.pointee.enumerations, "enumerations")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__Schema.self)
            if !self.services.isEmpty {
                c.pointee.n_services = self.services.count
                c.pointee.services = try arena.messages(self.services, "services").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__ServiceDescription>?.self)
            }
            if !self.messages.isEmpty {
                c.pointee.n_messages = self.messages.count
                c.pointee.messages = try arena.messages(self.messages, "messages").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__MessageDescription>?.self)
            }
            if !self.enumerations.isEmpty {
                c.pointee.n_enumerations = self.enumerations.count
                c.pointee.enumerations = try arena.messages(self.enumerations, "enumerations").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__EnumerationDescription>?.self)
            }
        }
    }

    /// `larder.rpc.v1.ServiceDescription`
    public struct ServiceDescription: Message {
        /// Such as "larder.budget.v1.Purchases".
        public var name: String = ""
        public var methods: [RPCMessages.MethodDescription] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            methods: [RPCMessages.MethodDescription] = []
        ) {
            self.name = name
            self.methods = methods
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__ServiceDescription()
            larder__rpc__v1__service_description__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ServiceDescription.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.methods = try MessageField.messages(c.pointee.n_methods, c.pointee.methods, "methods")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ServiceDescription.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.methods.isEmpty {
                c.pointee.n_methods = self.methods.count
                c.pointee.methods = try arena.messages(self.methods, "methods").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__MethodDescription>?.self)
            }
        }
    }

    /// `larder.rpc.v1.MethodDescription`
    public struct MethodDescription: Message {
        /// The method alone, such as "ListPurchases". Calls name it "larder.budget.v1.Purchases/ListPurchases".
        public var name: String = ""
        public var kind: RPCMessages.MethodKind = .unary
        public var access: RPCMessages.Access? = nil
        public var idempotency: RPCMessages.MethodIdempotency = .none
        /// Full names of messages.
        public var request: String = ""
        public var response: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            kind: RPCMessages.MethodKind = .unary,
            access: RPCMessages.Access? = nil,
            idempotency: RPCMessages.MethodIdempotency = .none,
            request: String = "",
            response: String = ""
        ) {
            self.name = name
            self.kind = kind
            self.access = access
            self.idempotency = idempotency
            self.request = request
            self.response = response
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__MethodDescription()
            larder__rpc__v1__method_description__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__MethodDescription.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.kind = RPCMessages.MethodKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
            self.access = try MessageField.message(c.pointee.access, "access")
            self.idempotency = RPCMessages.MethodIdempotency(rawValue: Int32(truncatingIfNeeded: c.pointee.idempotency.rawValue))
            self.request = try MessageField.string(c.pointee.request, "request")
            self.response = try MessageField.string(c.pointee.response, "response")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__MethodDescription.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
            if let value = self.access {
                c.pointee.access = try arena.message(value, "access").assumingMemoryBound(to: Larder__Rpc__V1__Access.self)
            }
            c.pointee.idempotency = .init(rawValue: .init(truncatingIfNeeded: self.idempotency.rawValue))
            if !self.request.isEmpty {
                c.pointee.request = try arena.string(self.request, "request")
            }
            if !self.response.isEmpty {
                c.pointee.response = try arena.string(self.response, "response")
            }
        }
    }

    /// `larder.rpc.v1.MessageDescription`
    public struct MessageDescription: Message {
        /// Such as "larder.budget.v1.Purchase".
        public var name: String = ""
        /// By rising number.
        public var fields: [RPCMessages.FieldDescription] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            fields: [RPCMessages.FieldDescription] = []
        ) {
            self.name = name
            self.fields = fields
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__MessageDescription()
            larder__rpc__v1__message_description__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__MessageDescription.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.fields = try MessageField.messages(c.pointee.n_fields, c.pointee.fields, "fields")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__MessageDescription.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.fields.isEmpty {
                c.pointee.n_fields = self.fields.count
                c.pointee.fields = try arena.messages(self.fields, "fields").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__FieldDescription>?.self)
            }
        }
    }

    /// `larder.rpc.v1.FieldDescription`
    public struct FieldDescription: Message {
        /// As in the .proto file, such as "purchased_at". JSON knows it as "purchasedAt" too.
        public var name: String = ""
        public var number: Int32 = 0
        public var kind: RPCMessages.FieldKind = .unspecified
        public var repeated: Bool = false
        /// Of a repeated number: whether it is sent packed.
        public var packed: Bool = false
        /// Full name of the message or enumeration; empty for other kinds.
        public var typeName: String = ""
        /// Members of one oneof have the same number here, from 1; 0 for fields that are in none.
        public var oneof: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            number: Int32 = 0,
            kind: RPCMessages.FieldKind = .unspecified,
            repeated: Bool = false,
            packed: Bool = false,
            typeName: String = "",
            oneof: Int32 = 0
        ) {
            self.name = name
            self.number = number
            self.kind = kind
            self.repeated = repeated
            self.packed = packed
            self.typeName = typeName
            self.oneof = oneof
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__FieldDescription()
            larder__rpc__v1__field_description__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__FieldDescription.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.number = c.pointee.number
            self.kind = RPCMessages.FieldKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
            self.repeated = c.pointee.repeated != 0
            self.packed = c.pointee.packed != 0
            self.typeName = try MessageField.string(c.pointee.type_name, "type_name")
            self.oneof = c.pointee.oneof
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__FieldDescription.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            c.pointee.number = self.number
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
            c.pointee.repeated = self.repeated ? 1 : 0
            c.pointee.packed = self.packed ? 1 : 0
            if !self.typeName.isEmpty {
                c.pointee.type_name = try arena.string(self.typeName, "type_name")
            }
            c.pointee.oneof = self.oneof
        }
    }

    /// `larder.rpc.v1.EnumerationDescription`
    public struct EnumerationDescription: Message {
        /// Such as "larder.budget.v1.PurchaseState".
        public var name: String = ""
        /// By rising number.
        public var values: [RPCMessages.EnumerationValue] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            values: [RPCMessages.EnumerationValue] = []
        ) {
            self.name = name
            self.values = values
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__EnumerationDescription()
            larder__rpc__v1__enumeration_description__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__EnumerationDescription.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.values = try MessageField.messages(c.pointee.n_values, c.pointee.values, "values")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__EnumerationDescription.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.values.isEmpty {
                c.pointee.n_values = self.values.count
                c.pointee.values = try arena.messages(self.values, "values").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__EnumerationValue>?.self)
            }
        }
    }

    /// `larder.rpc.v1.EnumerationValue`
    public struct EnumerationValue: Message {
        public var name: String = ""
        public var number: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            number: Int32 = 0
        ) {
            self.name = name
            self.number = number
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__EnumerationValue()
            larder__rpc__v1__enumeration_value__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__EnumerationValue.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.number = c.pointee.number
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__EnumerationValue.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            c.pointee.number = self.number
        }
    }
}
