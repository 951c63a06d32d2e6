import LarderClient
import MessageCoding
import ServiceStubs

/// What is known of services and types: what is linked into this program, and what a server tells through reflection.
struct SymbolSource: Sendable {
    let connection: RPCConnection
    let options: CallOptions

    // MARK: Linked in

    /// Every service that this program has code for.
    static var services: [ServiceDescriptor] { ServiceCatalogue.all.sorted { $0.name < $1.name } }

    private static var methods: [MethodDescriptor] { services.flatMap(\.methods) }

    /// Full names of everything that this program has code for.
    static var names: [String] {
        let messages = MessageCatalogue.all.map { $0.descriptor }
        let enumerations = messages.flatMap { $0.fields.compactMap { $0.enumeration?.fullName } }
        return services.map(\.name) + methods.map(\.path) + messages.map(\.fullName) + enumerations
    }

    /// Describes a full name that this program has code for.
    static func localSchema(of name: String) -> RPCMessages.Schema? {
        if let schema = RPCMessages.Schema.describing(name, in: services) { return schema }
        guard let message = MessageCatalogue.all.first(where: { $0.descriptor.fullName == name }) else { return nil }
        var describer = SchemaDescriber()
        describer.add(message.descriptor)
        return describer.schema
    }

    // MARK: With the server's help

    /// The method that somebody typed a name of.
    func method(_ typed: String) async throws -> MethodDescriptor {
        switch SymbolNames(SymbolSource.methods.map(\.path)).find(typed) {
        case .found(let path):
            if let method = SymbolSource.methods.first(where: { $0.path == path }) { return method }
            throw Failure(.internalError, "The method \(path) got lost.")
        case .ambiguous(let paths): throw Failure.ambiguous(typed, paths)
        case .unknown(let nearest):
            guard let path = try await remoteName(typed, { $0.methods }), let schema = try await remoteSchema(of: path),
                let method = try RemoteMethod.first(in: schema)
            else { throw Failure.unknownSymbol("method", typed, nearest: nearest, server: connection.name) }
            return method
        }
    }

    /// Describes whatever somebody typed a name of.
    /// - Returns: Its full name, and it with everything that it is made of.
    func schema(_ typed: String) async throws -> (name: String, schema: RPCMessages.Schema) {
        switch SymbolNames(SymbolSource.names).find(typed) {
        case .found(let name):
            if let schema = SymbolSource.localSchema(of: name) { return (name, schema) }
            throw Failure(.internalError, "The description of \(name) got lost.")
        case .ambiguous(let names): throw Failure.ambiguous(typed, names)
        case .unknown(let nearest):
            let name = try await remoteName(typed) { $0.methods + [$0.service] } ?? typed
            if let schema = try await remoteSchema(of: name) { return (name, schema) }
            throw Failure.unknownSymbol("symbol", typed, nearest: nearest, server: connection.name)
        }
    }

    /// The services that the server offers to this caller.
    func remoteServices() async throws -> [RPCMessages.ServiceDescription] {
        try await client.listServices(.init(), options: options).services
    }

    private var client: RPCMessages.ReflectionClient { .init(channel: connection.channel) }

    /// The full name that the server has for what was typed; nil when it has none or doesn't tell.
    private func remoteName(
        _ typed: String,
        _ names: ((service: String, methods: [String])) -> [String]
    ) async throws -> String? {
        guard let services = try await unlessRefused({ try await remoteServices() }) else { return nil }
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
        try await unlessRefused { try await client.describeSymbol(.init(symbol: name), options: options) }
    }

    /// Nil when the server doesn't know or doesn't tell, which leaves what is linked in.
    private func unlessRefused<Result>(_ body: () async throws -> Result) async throws -> Result? {
        do {
            return try await body()
        } catch let status as Status
            where [.notFound, .unimplemented, .unauthenticated, .permissionDenied].contains(status.code)
        {
            return nil
        }
    }
}

/// A method that this program has no code for, from a server's description of it.
enum RemoteMethod {
    /// The first method of a description.
    /// - Throws: `Failure` (unimplemented) when this program can't make sense of the description.
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
        else { throw unusable(path, "Its kind or the types of its messages are missing.") }
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
            "The server describes \(path) in a way that this program can't use: \(why)",
            hint: "A newer version of this program may know the method."
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
