/// The table of methods that users may call, for browsers: an object a service, with its types beside it.
struct WebMethods {
    let files: [ProtoFile]
    let types: TypeTable

    var generatedFiles: [GeneratedFile] { [table(), declarations()] }

    private var services: [(service: ProtoService, methods: [ProtoMethod])] {
        files.flatMap(\.services).map { ($0, $0.methods.filter(\.isForUsers)) }.filter { !$0.1.isEmpty }
    }

    private func table() -> GeneratedFile {
        var text = SourceText(scriptGeneratedFrom: "all .proto files")
        for (service, methods) in services {
            text.block("export const \(service.name) = {", closing: "};") { text in
                for method in methods {
                    let path = literal("\(service.fullName)/\(method.name)")
                    let idempotency = literal("\(method.idempotency)")
                    text.line(
                        "\(member(method)): { path: \(path), kind: \(literal(method.kind)), idempotency: \(idempotency) },"
                    )
                }
            }
        }
        return GeneratedFile(name: "methods.js", content: text.text)
    }

    private func declarations() -> GeneratedFile {
        var text = SourceText(scriptGeneratedFrom: "all .proto files")
        let used = services.flatMap(\.methods).flatMap { [types[$0.input], types[$0.output]] }
        let namespaces = Set(used.compactMap { $0.split(separator: ".").first }).sorted().joined(separator: ", ")
        text.line("import type { \(namespaces) } from \"./types\";")
        text.line()
        writeMethodType(to: &text)
        for (service, methods) in services {
            text.scriptDocumentation(service.comment)
            text.block("export const \(service.name): {", closing: "};") { text in
                for method in methods { write(method, to: &text) }
            }
        }
        return GeneratedFile(name: "methods.d.ts", content: text.text)
    }

    private func writeMethodType(to text: inout SourceText) {
        text.line("export type Kind = \"unary\" | \"clientStreaming\" | \"serverStreaming\" | \"bidirectional\";")
        text.scriptDocumentation(" A method that users may call.")
        text.block("export interface Method<Request, Response, MethodKind extends Kind = \"unary\"> {") { text in
            text.scriptDocumentation(" Its service and name, such as `larder.budget.v1.Purchases/GetPurchase`.")
            text.line("readonly path: string;")
            text.line("readonly kind: MethodKind;")
            text.scriptDocumentation(" Whether a second call with the same request changes nothing, or no call does.")
            text.line("readonly idempotency: \"none\" | \"idempotent\" | \"noSideEffects\";")
            text.scriptDocumentation(" Never there: these two carry the types alone.")
            text.line("readonly request?: Request;")
            text.line("readonly response?: Response;")
        }
    }

    private func write(_ method: ProtoMethod, to text: inout SourceText) {
        text.scriptDocumentation(method.comment)
        let kind = method.kind == "unary" ? "" : ", \(literal(method.kind))"
        text.line("readonly \(member(method)): Method<\(types[method.input]), \(types[method.output])\(kind)>;")
    }

    /// `GetPurchase` → `getPurchase`.
    private func member(_ method: ProtoMethod) -> String {
        method.name.prefix(1).lowercased() + method.name.dropFirst()
    }
}
