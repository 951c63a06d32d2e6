/// The method descriptors, provider protocol and client of one service.
struct ServiceCode {
    let service: ProtoService
    let namespace: String
    let types: TypeTable

    private var provider: String { "\(service.name)Provider" }
    private var methods: String { "\(service.name)Service" }

    func write(to text: inout SourceText) {
        text.block("extension \(namespace) {") { text in
            writeDescriptors(to: &text)
            text.line()
            writeProvider(to: &text)
            text.line()
            writeClient(to: &text)
        }
        text.line()
        writeHandlers(to: &text)
    }

    private func writeDescriptors(to text: inout SourceText) {
        text.documentation(" What `\(service.fullName)` has: its methods and who may call them.")
        text.block("public enum \(methods) {") { text in
            for method in service.methods {
                text.block("public static let \(SwiftName.member(method.name)) = MethodDescriptor(", closing: ")") {
                    $0.line("service: \(literal(service.fullName)),")
                    $0.line("name: \(literal(method.name)),")
                    $0.line("kind: .\(method.kind),")
                    $0.line("access: \(method.accessRule),")
                    if let requirements = method.requirements { $0.line("requirements: \(requirements),") }
                    if method.access?.changesClaims ?? false { $0.line("changesClaims: true,") }
                    $0.line("idempotency: .\(method.idempotency),")
                    if let bytes = method.access?.maximumRequest { $0.line("maximumRequest: \(bytes),") }
                    $0.line("request: \(types[method.input]).descriptor,")
                    $0.line("response: \(types[method.output]).descriptor")
                }
            }
            text.line()
            text.block("public static let descriptor = ServiceDescriptor(", closing: ")") { text in
                text.line("name: \(literal(service.fullName)),")
                text.line("methods: [\(service.methods.map { SwiftName.member($0.name) }.joined(separator: ", "))]")
            }
        }
    }

    private func writeProvider(to text: inout SourceText) {
        text.documentation(service.comment.isEmpty ? " Provides `\(service.fullName)`." : service.comment)
        text.block("public protocol \(provider): ServiceProvider {") { text in
            for method in service.methods {
                document(method, to: &text)
                text.line("func \(SwiftName.member(method.name))\(providerSignature(of: method))")
            }
        }
    }

    private func document(_ method: ProtoMethod, to text: inout SourceText) {
        text.documentation(method.comment)
        if !method.comment.isEmpty { text.line("///") }
        text.line("/// Callers: \(method.callers).")
    }

    private func providerSignature(of method: ProtoMethod) -> String {
        let input = types[method.input]
        let request = method.streamsRequests ? "_ requests: MessageStream<\(input)>" : "_ request: \(input)"
        return method.streamsResponses
            ? "(\(request), responses: MessageWriter<\(types[method.output])>, context: CallContext) async throws"
            : "(\(request), context: CallContext) async throws -> \(types[method.output])"
    }

    private func writeHandlers(to text: inout SourceText) {
        text.block("extension \(namespace).\(provider) {") { text in
            text.documentation(" The service's name, methods and access rules.")
            text.line("public var descriptor: ServiceDescriptor { \(namespace).\(methods).descriptor }")
            text.line()
            text.documentation(" What answers each method.")
            text.block("public var handlers: [MethodHandler] {") { text in
                text.block("[", closing: "]") { text in
                    for method in service.methods { writeHandler(of: method, to: &text) }
                }
            }
        }
    }

    private func writeHandler(of method: ProtoMethod, to text: inout SourceText) {
        let input = types[method.input]
        let output = types[method.output]
        let name = SwiftName.member(method.name)
        let request = method.streamsRequests ? "requests: MessageStream<\(input)>" : "request: \(input)"
        let argument = method.streamsRequests ? "requests" : "request"
        let signature =
            method.streamsResponses
            ? "(\(request), responses: MessageWriter<\(output)>, context: CallContext) async throws -> Void"
            : "(\(request), context: CallContext) async throws -> \(output)"
        let responses = method.streamsResponses ? ", responses: responses" : ""
        text.block(".\(method.kind)(\(namespace).\(methods).\(name)) { \(signature) in", closing: "},") {
            $0.line("try await self.\(name)(\(argument)\(responses), context: context)")
        }
    }

    private func writeClient(to text: inout SourceText) {
        text.documentation(" Calls `\(service.fullName)`.")
        text.block("public struct \(service.name)Client: Sendable {") { text in
            text.line("private let channel: any CallChannel")
            text.line()
            text.documentation(" A client whose calls go through `channel`.")
            text.block("public init(channel: any CallChannel) {") { $0.line("self.channel = channel") }
            for method in service.methods {
                text.line()
                text.documentation(method.comment)
                writeCall(of: method, to: &text)
            }
        }
    }

    private func writeCall(of method: ProtoMethod, to text: inout SourceText) {
        let input = types[method.input]
        let output = types[method.output]
        let name = SwiftName.member(method.name)
        let options = "options: CallOptions = CallOptions()"
        let (signature, arguments) =
            switch method.kind {
            case "unary":
                ("\(name)(_ request: \(input), \(options)) async throws -> \(output)", "request, options: options")
            case "clientStreaming":
                (
                    "\(name)(\(options), _ send: (MessageWriter<\(input)>) async throws -> Void) "
                        + "async throws -> \(output)", "options: options, send"
                )
            case "serverStreaming":
                (
                    "\(name)<Result>(_ request: \(input), \(options), "
                        + "_ receive: (MessageStream<\(output)>) async throws -> Result) async throws -> Result",
                    "request, options: options, receive"
                )
            default:
                (
                    "\(name)<Result>(\(options), "
                        + "_ body: (MessageWriter<\(input)>, MessageStream<\(output)>) async throws -> Result) "
                        + "async throws -> Result", "options: options, body"
                )
            }
        text.block("public func \(signature) {") {
            $0.line("try await channel.\(method.kind)(\(methods).\(name), \(arguments))")
        }
    }
}

extension ProtoMethod {
    /// As `RPC` calls it.
    var kind: String {
        switch (streamsRequests, streamsResponses) {
        case (false, false): "unary"
        case (true, false): "clientStreaming"
        case (false, true): "serverStreaming"
        case (true, true): "bidirectional"
        }
    }

    fileprivate var accessRule: String {
        switch access?.caller {
        case .anyone: ".anyone"
        case .user: ".user"
        case .userOrService: ".userOrServices([\(serviceLiterals)])"
        default: ".services([\(serviceLiterals)])"
        }
    }

    private var serviceLiterals: String { literals(access?.services ?? []) }

    /// What users need; nil when a token does.
    fileprivate var requirements: String? {
        guard let access, access.hasRequirements else { return nil }
        var arguments: [String] = []
        if !access.roles.isEmpty { arguments.append("roles: [\(literals(access.roles))]") }
        if !access.consents.isEmpty { arguments.append("consents: [\(literals(access.consents))]") }
        if !access.plan.isEmpty { arguments.append("plan: \(literal(access.plan))") }
        if access.isBeforeTerms { arguments.append("isBeforeTerms: true") }
        if access.needsSecondFactor { arguments.append("needsSecondFactor: true") }
        return "UserRequirements(\(arguments.joined(separator: ", ")))"
    }

    private func literals(_ names: [String]) -> String { names.map(literal).joined(separator: ", ") }

    /// What users need, for people; empty when a token does.
    private var requirementsText: String {
        guard let access else { return "" }
        var parts: [String] = []
        if !access.roles.isEmpty { parts.append("the role \(access.roles.joined(separator: " or "))") }
        if !access.consents.isEmpty { parts.append("the consent \(access.consents.joined(separator: " and "))") }
        if !access.plan.isEmpty { parts.append("the plan \(access.plan)") }
        if access.needsSecondFactor { parts.append("a second factor") }
        let required = parts.isEmpty ? "" : " with " + parts.joined(separator: ", ")
        return access.isBeforeTerms ? required + " (also before accepting the terms)" : required
    }

    fileprivate var callers: String {
        switch access?.caller {
        case .anyone: "anyone"
        case .user: "signed-in users" + requirementsText
        case .userOrService:
            "signed-in users" + requirementsText + ", and the services "
                + (access?.services ?? []).joined(separator: ", ")
        default: "the services " + (access?.services ?? []).joined(separator: ", ")
        }
    }
}
