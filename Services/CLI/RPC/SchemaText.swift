import LarderClient
import MessageCoding
import Texts

/// Formats descriptions in the style of a `.proto` file.
struct SchemaText {
    let schema: RPCMessages.Schema

    /// The full description: the requested symbol first, then its types.
    func text(_ paint: Paint) -> String {
        let services = schema.services.map { service($0, paint) }
        let messages = schema.messages.map { message($0, paint) }
        let enumerations = schema.enumerations.map { enumeration($0, paint) }
        return (services + messages + enumerations).joined(separator: "\n\n")
    }

    private func service(_ service: RPCMessages.ServiceDescription, _ paint: Paint) -> String {
        let methods = service.methods.map { method in
            let call = "  rpc \(method.name)(\(method.request(stream: "stream ")))\n"
            let answer = "      returns (\(method.response(stream: "stream ")));"
            return "  \(paint("// \(SchemaText.rules(of: method))", .dim))\n\(call)\(answer)"
        }
        return "\(paint("service", .bold)) \(clean(service.name)) {\n\(methods.joined(separator: "\n"))\n}"
    }

    private func message(_ message: RPCMessages.MessageDescription, _ paint: Paint) -> String {
        var lines: [String] = []
        var oneof: Int32 = 0
        for field in message.fields {
            if field.oneof != oneof, oneof != 0 { lines.append("  }") }
            if field.oneof != oneof, field.oneof != 0 { lines.append("  oneof {") }
            oneof = field.oneof
            let type = field.typeName.isEmpty ? field.kind.type.map { "\($0)" } ?? "unknown" : clean(field.typeName)
            lines.append(
                (oneof == 0 ? "  " : "    ") + (field.repeated ? "repeated " : "")
                    + "\(type) \(clean(field.name)) = \(field.number);"
            )
        }
        if oneof != 0 { lines.append("  }") }
        let body = lines.isEmpty ? "{}" : "{\n\(lines.joined(separator: "\n"))\n}"
        return "\(paint("message", .bold)) \(clean(message.name)) \(body)"
    }

    private func enumeration(_ enumeration: RPCMessages.EnumerationDescription, _ paint: Paint) -> String {
        let values = enumeration.values.map { "  \(clean($0.name)) = \($0.number);" }.joined(separator: "\n")
        return "\(paint("enum", .bold)) \(clean(enumeration.name)) {\n\(values)\n}"
    }

    private func clean(_ text: String) -> String { TerminalText.clean(text) }

    /// The access rule of a method, and whether it is idempotent.
    static func rules(of method: RPCMessages.MethodDescription) -> String {
        [callers(of: method), effects(of: method)].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// The permitted callers, such as "signed-in users".
    static func callers(of method: RPCMessages.MethodDescription) -> String {
        let names = TerminalText.clean((method.access?.services ?? []).joined(separator: ", "))
        return switch method.access?.caller {
        case .anyone: LocalizedText.cli.rpcCallerAnyone.shown
        case .user: LocalizedText.cli.rpcCallerUsers.shown
        case .service: names
        case .userOrService: LocalizedText.cli.rpcCallerUsersAnd(services: names).shown
        case .unspecified, .unrecognized, nil: LocalizedText.cli.rpcCallerUnknown.shown
        }
    }

    /// The side effects, such as "no side effects".
    static func effects(of method: RPCMessages.MethodDescription) -> String {
        switch method.idempotency {
        case .noSideEffects: LocalizedText.cli.rpcEffectNone.shown
        case .idempotent: LocalizedText.cli.rpcEffectIdempotent.shown
        case .none, .unrecognized: ""
        }
    }

    /// The kind of call, such as "client streaming".
    static func kind(of method: RPCMessages.MethodDescription) -> String {
        switch method.kind {
        case .unary: LocalizedText.cli.rpcKindUnary.shown
        case .clientStreaming: LocalizedText.cli.rpcKindClientStreaming.shown
        case .serverStreaming: LocalizedText.cli.rpcKindServerStreaming.shown
        case .bidirectional: LocalizedText.cli.rpcKindBidirectional.shown
        case .unrecognized: LocalizedText.cli.rpcKindUnknown.shown
        }
    }
}

extension RPCMessages.MethodDescription {
    fileprivate func request(stream: String) -> String {
        (kind == .clientStreaming || kind == .bidirectional ? stream : "") + TerminalText.clean(request)
    }

    fileprivate func response(stream: String) -> String {
        (kind == .serverStreaming || kind == .bidirectional ? stream : "") + TerminalText.clean(response)
    }
}
