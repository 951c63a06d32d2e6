public import MessageCoding
public import RPCValues

extension RPCMessages.ServiceDescription {
    /// Describes a service without the messages that it sends.
    public init(_ service: ServiceDescriptor) {
        self.init(name: service.name, methods: service.methods.map { RPCMessages.MethodDescription($0) })
    }
}

extension RPCMessages.MethodDescription {
    /// Describes a method.
    public init(_ method: MethodDescriptor) {
        self.init(
            name: method.name,
            kind: RPCMessages.MethodKind(method.kind),
            access: RPCMessages.Access(method.access, method.requirements),
            idempotency: RPCMessages.MethodIdempotency(method.idempotency),
            request: method.request.fullName,
            response: method.response.fullName
        )
    }
}

extension RPCMessages.MethodKind {
    /// The kind of a method.
    public init(_ kind: CallKind) {
        self =
            switch kind {
            case .unary: .unary
            case .clientStreaming: .clientStreaming
            case .serverStreaming: .serverStreaming
            case .bidirectional: .bidirectional
            }
    }

    /// The kind; nil for one that this version doesn't know.
    public var callKind: CallKind? {
        switch self {
        case .unary: .unary
        case .clientStreaming: .clientStreaming
        case .serverStreaming: .serverStreaming
        case .bidirectional: .bidirectional
        case .unrecognized: nil
        }
    }
}

extension RPCMessages.MethodIdempotency {
    /// The idempotency of a method.
    public init(_ idempotency: Idempotency) {
        self =
            switch idempotency {
            case .none: .none
            case .idempotent: .idempotent
            case .noSideEffects: .noSideEffects
            }
    }

    /// The idempotency; none for one that this version doesn't know.
    public var idempotency: Idempotency {
        switch self {
        case .idempotent: .idempotent
        case .noSideEffects: .noSideEffects
        case .none, .unrecognized: .none
        }
    }
}

extension RPCMessages.Access {
    /// The access rule of a method, with what it needs of users.
    public init(_ rule: AccessRule, _ requirements: UserRequirements = .none) {
        switch rule {
        case .anyone: self.init(caller: .anyone)
        case .user: self.init(caller: .user)
        case .services(let services): self.init(caller: .service, services: services)
        case .userOrServices(let services): self.init(caller: .userOrService, services: services)
        }
        roles = requirements.roles
        consents = requirements.consents
        plan = requirements.plan
        beforeTerms = requirements.isBeforeTerms
        secondFactor = requirements.needsSecondFactor
    }

    /// What the method needs of users.
    public var requirements: UserRequirements {
        UserRequirements(
            roles: roles,
            consents: consents,
            plan: plan,
            isBeforeTerms: beforeTerms,
            needsSecondFactor: secondFactor
        )
    }

    /// The rule; no caller at all for a rule that this version does not know.
    public var rule: AccessRule {
        switch caller {
        case .anyone: .anyone
        case .user: .user
        case .service: .services(services)
        case .userOrService: .userOrServices(services)
        case .unspecified, .unrecognized: .services([])
        }
    }
}

extension RPCMessages.MessageDescription {
    /// Describes a message without the types of its fields.
    public init(_ message: MessageDescriptor) {
        // Run-time descriptors don't know the names of oneofs, only which fields share one.
        var oneofs: [Int: Int32] = [:]
        self.init(
            name: message.fullName,
            fields: message.fields.map { field in
                var oneof: Int32 = 0
                if field.isOneofMember {
                    oneof = oneofs[field.quantifierOffset] ?? Int32(oneofs.count + 1)
                    oneofs[field.quantifierOffset] = oneof
                }
                return .init(
                    name: field.name,
                    number: Int32(clamping: field.number),
                    kind: RPCMessages.FieldKind(field.type),
                    repeated: field.label == .repeated,
                    packed: field.isPacked,
                    typeName: field.message?.fullName ?? field.enumeration?.fullName ?? "",
                    oneof: oneof
                )
            }
        )
    }
}

extension RPCMessages.FieldKind {
    private static let types: [(kind: RPCMessages.FieldKind, type: FieldType)] = [
        (.int32, .int32), (.sint32, .sint32), (.sfixed32, .sfixed32), (.uint32, .uint32), (.fixed32, .fixed32),
        (.int64, .int64), (.sint64, .sint64), (.sfixed64, .sfixed64), (.uint64, .uint64), (.fixed64, .fixed64),
        (.float, .float), (.double, .double), (.bool, .bool), (.enumeration, .enumeration), (.string, .string),
        (.bytes, .bytes), (.message, .message),
    ]

    /// The kind of a field's values.
    public init(_ type: FieldType) {
        self = RPCMessages.FieldKind.types.first { $0.type == type }?.kind ?? .unspecified
    }

    /// The type; nil for one that this version doesn't know.
    public var type: FieldType? { RPCMessages.FieldKind.types.first { $0.kind == self }?.type }
}
