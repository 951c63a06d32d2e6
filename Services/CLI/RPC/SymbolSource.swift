import AllServices
import LarderClient
import MessageCoding
import RPCStubs
import RPCValues
import Texts

/// The source of descriptions: types compiled into this program, and a server's reflection.
struct SymbolSource: Sendable {
    let connection: RPCConnection
    let options: CallOptions

    // MARK: Linked in

    /// Every service compiled into this program.
    static var services: [ServiceDescriptor] { ServiceCatalogue.all.sorted { $0.name < $1.name } }

    private static var methods: [MethodDescriptor] { services.flatMap(\.methods) }

    /// The full names of everything compiled into this program.
    static var names: [String] {
        let messages = MessageCatalogue.all.map { $0.descriptor }
        let enumerations = messages.flatMap { $0.fields.compactMap { $0.enumeration?.fullName } }
        return services.map(\.name) + methods.map(\.path) + messages.map(\.fullName) + enumerations
    }

    /// Describes a symbol compiled into this program.
    static func localSchema(of name: String) -> RPCMessages.Schema? {
        if let schema = RPCMessages.Schema.describing(name, in: services) { return schema }
        guard let message = MessageCatalogue.all.first(where: { $0.descriptor.fullName == name }) else { return nil }
        var describer = SchemaDescriber()
        describer.add(message.descriptor)
        return describer.schema
    }

    // MARK: With the server's help

    /// The method for a typed name.
    func method(_ typed: String) async throws -> MethodDescriptor {
        switch SymbolNames(SymbolSource.methods.map(\.path)).find(typed) {
        case .found(let path):
            if let method = SymbolSource.methods.first(where: { $0.path == path }) { return method }
            throw Failure(.internalError, "The method \(path) is missing.")
        case .ambiguous(let paths): throw Failure.ambiguous(typed, paths)
        case .unknown(let nearest):
            guard let path = try await remoteName(typed, { $0.methods }), let schema = try await remoteSchema(of: path),
                let method = try RemoteMethod.first(in: schema)
            else {
                throw Failure.unknownSymbol(
                    LocalizedText.cli.rpcUnknownMethod,
                    typed,
                    nearest: nearest,
                    server: connection.name
                )
            }
            return method
        }
    }

    /// Describes the symbol for a typed name.
    /// - Returns: its full name, and its description with all its types.
    func schema(_ typed: String) async throws -> (name: String, schema: RPCMessages.Schema) {
        switch SymbolNames(SymbolSource.names).find(typed) {
        case .found(let name):
            if let schema = SymbolSource.localSchema(of: name) { return (name, schema) }
            throw Failure(.internalError, "The description of \(name) is missing.")
        case .ambiguous(let names): throw Failure.ambiguous(typed, names)
        case .unknown(let nearest):
            let name = try await remoteName(typed) { $0.methods + [$0.service] } ?? typed
            if let schema = try await remoteSchema(of: name) { return (name, schema) }
            throw Failure.unknownSymbol(
                LocalizedText.cli.rpcUnknownSymbol,
                typed,
                nearest: nearest,
                server: connection.name
            )
        }
    }

    /// The services that the server exposes to this caller.
    func remoteServices() async throws -> [RPCMessages.ServiceDescription] {
        try await client.listServices(.init(), options: options).services
    }

    private var client: RPCMessages.ReflectionClient { .init(channel: connection.channel) }

    /// The server's full name for a typed name; nil when it has none or denies reflection.
    private func remoteName(
        _ typed: String,
        _ names: ((service: String, methods: [String])) -> [String]
    ) async throws -> String? {
        guard let services = try await unlessRejected({ try await remoteServices() }) else { return nil }
        let all = services.flatMap { service in
            names((service.name, service.methods.map { "\(service.name)/\($0.name)" }))
        }
        switch SymbolNames(all).find(typed) {
        case .found(let name): return name
        case .ambiguous(let names): throw Failure.ambiguous(typed, names)
        case .unknown: return nil
        }
    }

    private func remoteSchema(of name: String) async throws -> RPCMessages.Schema? {
        try await unlessRejected { try await client.describeSymbol(.init(symbol: name), options: options) }
    }

    /// The result; nil when the server denies or lacks reflection, so that compiled-in types are used.
    private func unlessRejected<Result>(_ body: () async throws -> Result) async throws -> Result? {
        do {
            return try await body()
        } catch let status as Status
            where [.notFound, .unimplemented, .unauthenticated, .permissionDenied].contains(status.code)
        {
            return nil
        }
    }
}

/// A method known only by a server's description.
enum RemoteMethod {
    /// The first method of a description.
    /// - Throws: `Failure` (unimplemented) when the description cannot be used.
    static func first(in schema: RPCMessages.Schema) throws -> MethodDescriptor? {
        guard let service = schema.services.first, let method = service.methods.first else { return nil }
        let path = "\(service.name)/\(method.name)"
        let types: DynamicMessages
        do {
            types = try DynamicMessages(
                messages: try schema.messages.map { try MessageSchema($0) },
                enumerations: schema.enumerations.map { EnumerationSchema($0) }
            )
        } catch let error as SchemaError {
            throw unusable(path, error.description)
        }
        guard let kind = method.kind.callKind, let request = types[method.request],
            let response = types[method.response]
        else { throw unusable(path, "Its kind or its message types are missing.") }
        return MethodDescriptor(
            service: service.name,
            name: method.name,
            kind: kind,
            access: method.access?.rule ?? .services([]),
            idempotency: method.idempotency.idempotency,
            request: request,
            response: response
        )
    }

    private static func unusable(_ path: String, _ why: String) -> Failure {
        Failure(
            .unimplemented,
            "The server's description of \(path) cannot be used: \(why)",
            hint: "A newer version of this program may support the method."
        )
    }
}

extension MessageSchema {
    fileprivate init(_ message: RPCMessages.MessageDescription) throws(SchemaError) {
        var fields: [Field] = []
        for field in message.fields {
            guard let type = field.kind.type else {
                throw SchemaError("The type of \(message.name).\(field.name) is unknown.")
            }
            fields.append(
                Field(
                    name: field.name,
                    number: Int(field.number),
                    type: type,
                    isRepeated: field.repeated,
                    isPacked: field.packed,
                    typeName: field.typeName,
                    oneof: Int(field.oneof)
                )
            )
        }
        self.init(name: message.name, fields: fields)
    }
}

extension EnumerationSchema {
    fileprivate init(_ enumeration: RPCMessages.EnumerationDescription) {
        self.init(
            name: enumeration.name,
            values: enumeration.values.map { Value(name: $0.name, number: $0.number) }
        )
    }
}
