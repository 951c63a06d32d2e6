public import MessageCoding
public import RPCValues

/// Describes services, messages and enumerations by the descriptors that are linked into the program.
public struct SchemaDescriber {
    /// What was described so far; complete after each call that adds something.
    public private(set) var schema = RPCMessages.Schema()
    private var known: Set<String> = []

    /// Starts with nothing.
    public init() {}

    /// Adds a service with everything that its methods send.
    public mutating func add(_ service: ServiceDescriptor) {
        guard known.insert(service.name).inserted else { return }
        schema.services.append(RPCMessages.ServiceDescription(service))
        for method in service.methods {
            add(method.request)
            add(method.response)
        }
    }

    /// Adds a message with everything that is in it.
    public mutating func add(_ message: MessageDescriptor) {
        guard known.insert(message.fullName).inserted else { return }
        schema.messages.append(RPCMessages.MessageDescription(message))
        for field in message.fields {
            if let message = field.message { add(message) }
            if let enumeration = field.enumeration { add(enumeration) }
        }
    }

    /// Adds an enumeration.
    public mutating func add(_ enumeration: EnumerationDescriptor) {
        guard known.insert(enumeration.fullName).inserted else { return }
        let values = enumeration.values.map { RPCMessages.EnumerationValue(name: $0.name, number: $0.number) }
        schema.enumerations.append(.init(name: enumeration.fullName, values: values))
    }
}

extension RPCMessages.Schema {
    /// The schema of a symbol among these services and their messages.
    /// - Parameter symbol: A full name of a service, a message or an enumeration, or of a method with a slash or a dot
    ///   before its own name.
    /// - Returns: Nil when there is no such symbol.
    public static func describing(
        _ symbol: String,
        in services: [ServiceDescriptor]
    ) -> RPCMessages.Schema? {
        var describer = SchemaDescriber()
        if let service = services.first(where: { $0.name == symbol }) {
            describer.add(service)
            return describer.schema
        }
        for service in services {
            guard let method = service.methods.first(where: { $0.isNamed(symbol) }) else { continue }
            describer.add(ServiceDescriptor(name: service.name, methods: [method]))
            return describer.schema
        }
        return describing(type: symbol, sentBy: services)
    }

    private static func describing(type name: String, sentBy services: [ServiceDescriptor]) -> RPCMessages.Schema? {
        var seen: Set<MessageDescriptor> = []
        var waiting = services.flatMap(\.methods).flatMap { [$0.request, $0.response] }
        var describer = SchemaDescriber()
        while let message = waiting.popLast() {
            guard seen.insert(message).inserted else { continue }
            if message.fullName == name {
                describer.add(message)
                return describer.schema
            }
            for field in message.fields {
                if let enumeration = field.enumeration, enumeration.fullName == name {
                    describer.add(enumeration)
                    return describer.schema
                }
                if let message = field.message { waiting.append(message) }
            }
        }
        return nil
    }
}

extension MethodDescriptor {
    fileprivate func isNamed(_ symbol: String) -> Bool { symbol == path || symbol == "\(service).\(name)" }
}
