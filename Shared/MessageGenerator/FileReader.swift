import CDescriptorMessages
import CProtobuf

/// Turns the compiler's description of a file into the generator's model.
struct FileReader {
    private let comments: CommentTable

    static func read(_ file: Google__Protobuf__FileDescriptorProto) -> ProtoFile {
        FileReader(comments: CommentTable(file.source_code_info)).file(file)
    }

    private func file(_ file: Google__Protobuf__FileDescriptorProto) -> ProtoFile {
        let package = text(file.package)
        let scope = package.isEmpty ? "" : ".\(package)"
        let syntax = text(file.syntax)
        return ProtoFile(
            name: text(file.name),
            package: package,
            syntax: syntax.isEmpty ? "proto2" : syntax,
            imports: (0..<file.n_dependency).map { text(file.dependency[$0]) },
            messages: list(file.n_message_type, file.message_type).enumerated().map {
                message($1, scope: scope, path: [4, Int32($0)])
            },
            enumerations: list(file.n_enum_type, file.enum_type).enumerated().map {
                enumeration($1, scope: scope, path: [5, Int32($0)])
            },
            services: list(file.n_service, file.service).enumerated().map {
                service($1, package: package, path: [6, Int32($0)])
            },
            extensions: list(file.n_extension, file.extension).map(fieldExtension)
        )
    }

    private func message(
        _ message: Google__Protobuf__DescriptorProto,
        scope: String,
        path: [Int32]
    ) -> ProtoMessage {
        let fullName = "\(scope).\(text(message.name))"
        return ProtoMessage(
            name: text(message.name),
            fullName: fullName,
            comment: comments[path],
            fields: list(message.n_field, message.field).enumerated().map { field($1, path: path + [2, Int32($0)]) },
            oneofs: list(message.n_oneof_decl, message.oneof_decl).enumerated().map {
                ProtoOneof(name: text($1.name), comment: comments[path + [8, Int32($0)]])
            },
            messages: list(message.n_nested_type, message.nested_type).enumerated().map {
                self.message($1, scope: fullName, path: path + [3, Int32($0)])
            },
            enumerations: list(message.n_enum_type, message.enum_type).enumerated().map {
                enumeration($1, scope: fullName, path: path + [4, Int32($0)])
            },
            extensions: list(message.n_extension, message.extension).map(fieldExtension),
            isMapEntry: message.options.map { $0.pointee.map_entry != 0 } ?? false
        )
    }

    private func field(_ field: Google__Protobuf__FieldDescriptorProto, path: [Int32]) -> ProtoField {
        ProtoField(
            name: text(field.name),
            jsonName: text(field.json_name),
            number: Int(field.number),
            comment: comments[path],
            type: type(of: field),
            isRepeated: field.label == GOOGLE__PROTOBUF__FIELD_DESCRIPTOR_PROTO__LABEL__LABEL_REPEATED,
            oneof: field.has_oneof_index != 0 ? Int(field.oneof_index) : nil,
            isProto3Optional: field.proto3_optional != 0
        )
    }

    private func type(of field: Google__Protobuf__FieldDescriptorProto) -> ProtoFieldType {
        // Numbers of google.protobuf.FieldDescriptorProto.Type.
        switch field.type.rawValue {
        case 1: .double
        case 2: .float
        case 3, 16, 18: .int64
        case 4, 6: .uint64
        case 5, 15, 17: .int32
        case 7, 13: .uint32
        case 8: .bool
        case 9: .string
        case 10: .group
        case 11: .message(text(field.type_name))
        case 12: .bytes
        default: .enumeration(text(field.type_name))
        }
    }

    private func enumeration(
        _ enumeration: Google__Protobuf__EnumDescriptorProto,
        scope: String,
        path: [Int32]
    ) -> ProtoEnumeration {
        ProtoEnumeration(
            name: text(enumeration.name),
            fullName: "\(scope).\(text(enumeration.name))",
            comment: comments[path],
            values: list(enumeration.n_value, enumeration.value).enumerated().map {
                ProtoEnumerationValue(
                    name: text($1.name),
                    number: $1.number,
                    comment: comments[path + [2, Int32($0)]]
                )
            }
        )
    }

    private func service(
        _ service: Google__Protobuf__ServiceDescriptorProto,
        package: String,
        path: [Int32]
    ) -> ProtoService {
        ProtoService(
            name: text(service.name),
            fullName: package.isEmpty ? text(service.name) : "\(package).\(text(service.name))",
            comment: comments[path],
            methods: list(service.n_method, service.method).enumerated().map {
                method($1, path: path + [2, Int32($0)])
            }
        )
    }

    private func method(_ method: Google__Protobuf__MethodDescriptorProto, path: [Int32]) -> ProtoMethod {
        let options = method.options?.pointee
        return ProtoMethod(
            name: text(method.name),
            comment: comments[path],
            input: text(method.input_type),
            output: text(method.output_type),
            streamsRequests: method.client_streaming != 0,
            streamsResponses: method.server_streaming != 0,
            idempotency: options.map(idempotency) ?? .none,
            access: options.flatMap(access)
        )
    }

    private func idempotency(_ options: Google__Protobuf__MethodOptions) -> ProtoIdempotency {
        // Numbers of google.protobuf.MethodOptions.IdempotencyLevel.
        switch options.idempotency_level.rawValue {
        case 1: .noSideEffects
        case 2: .idempotent
        default: .none
        }
    }

    private func access(_ options: Google__Protobuf__MethodOptions) -> AccessOption? {
        let unknown = UnsafeBufferPointer(start: options.base.unknown_fields, count: Int(options.base.n_unknown_fields))
        let occurrences = unknown.filter { $0.tag == AccessOption.fieldNumber }
            .map { Array(UnsafeBufferPointer(start: $0.data, count: $0.len)) }
        return occurrences.isEmpty ? nil : AccessOption(occurrences: occurrences)
    }

    private func fieldExtension(_ field: Google__Protobuf__FieldDescriptorProto) -> ProtoExtension {
        ProtoExtension(name: text(field.name), extendee: text(field.extendee), number: Int(field.number))
    }
}
