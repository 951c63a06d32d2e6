/// A `.proto` file as the generator sees it.
struct ProtoFile {
    var name: String
    var package: String
    var syntax: String
    /// Names of the files that this one imports.
    var imports: [String]
    var messages: [ProtoMessage]
    var enumerations: [ProtoEnumeration]
    var services: [ProtoService]
    var extensions: [ProtoExtension]

    /// All messages, nested ones behind the one they are in.
    var allMessages: [ProtoMessage] {
        messages.flatMap(\.withNested)
    }
}

struct ProtoMessage {
    var name: String
    /// With a leading dot, as the compiler refers to types.
    var fullName: String
    var comment: String
    var fields: [ProtoField]
    var oneofs: [ProtoOneof]
    var messages: [ProtoMessage]
    var enumerations: [ProtoEnumeration]
    var extensions: [ProtoExtension]
    var isMapEntry: Bool

    var withNested: [ProtoMessage] {
        [self] + messages.flatMap(\.withNested)
    }

    /// What a value of the message consists of, in the order of the file.
    var members: [ProtoMember] {
        var members: [ProtoMember] = []
        var seen: Set<Int> = []
        for field in fields {
            guard let oneof = field.oneof else {
                members.append(.field(field))
                continue
            }
            if seen.insert(oneof).inserted {
                members.append(.oneof(oneofs[oneof], fields.filter { $0.oneof == oneof }))
            }
        }
        return members
    }
}

enum ProtoMember {
    case field(ProtoField)
    case oneof(ProtoOneof, [ProtoField])
}

struct ProtoOneof {
    var name: String
    var comment: String
}

struct ProtoField {
    var name: String
    /// Its name in JSON, in lowerCamelCase.
    var jsonName: String
    var number: Int
    var comment: String
    var type: ProtoFieldType
    var isRepeated: Bool
    /// The index of the `oneof` that the field is in.
    var oneof: Int?
    var isProto3Optional: Bool
}

enum ProtoFieldType {
    case int32, int64, uint32, uint64, float, double, bool, string, bytes, group
    case enumeration(String)
    case message(String)
}

struct ProtoEnumeration {
    var name: String
    var fullName: String
    var comment: String
    var values: [ProtoEnumerationValue]
}

struct ProtoEnumerationValue {
    var name: String
    var number: Int32
    var comment: String
}

struct ProtoService {
    var name: String
    var fullName: String
    var comment: String
    var methods: [ProtoMethod]
}

struct ProtoMethod {
    var name: String
    var comment: String
    var input: String
    var output: String
    var streamsRequests: Bool
    var streamsResponses: Bool
    var idempotency: ProtoIdempotency
    /// `nil` when the method has no `larder.rpc.v1.access` option.
    var access: AccessOption?
}

enum ProtoIdempotency {
    case none, idempotent, noSideEffects
}

struct ProtoExtension {
    var name: String
    var extendee: String
    var number: Int
}
