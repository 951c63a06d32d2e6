/// The table of methods that users may call, for browsers, and the types of their messages.
struct WebMethods {
    let files: [ProtoFile]
    let types: TypeTable

    var generatedFiles: [GeneratedFile] { [table(), declarations()] }

    /// Methods by the paths that name them in calls, such as `larder.budget.v1.Purchases/GetPurchase`.
    private var methods: [(path: String, method: ProtoMethod)] {
        files.flatMap(\.services).flatMap { service in
            service.methods.filter(\.isForUsers).map { (path: "\(service.fullName)/\($0.name)", method: $0) }
        }
    }

    private func table() -> GeneratedFile {
        var text = SourceText(scriptGeneratedFrom: "all .proto files")
        text.block("export const methods = {", closing: "};") { text in
            for (path, method) in methods {
                let idempotency = literal("\(method.idempotency)")
                text.line("\(literal(path)): { kind: \(literal(method.kind)), idempotency: \(idempotency) },")
            }
        }
        return GeneratedFile(name: "methods.js", content: text.text)
    }

    private func declarations() -> GeneratedFile {
        var text = SourceText(scriptGeneratedFrom: "all .proto files")
        let used = methods.flatMap { [types[$0.method.input], types[$0.method.output]] }
        let namespaces = Set(used.compactMap { $0.split(separator: ".").first }).sorted().joined(separator: ", ")
        text.line("import type { \(namespaces) } from \"./types\";")
        text.line()
        writeHelpers(to: &text)
        text.scriptDocumentation(" Every method that users may call, by its service and name.")
        text.block("export interface Methods {") { text in
            for (path, method) in methods {
                text.scriptDocumentation(method.comment)
                let parameters = [types[method.input], types[method.output], literal(method.kind)]
                text.line("\(literal(path)): Method<\(parameters.joined(separator: ", "))>;")
            }
        }
        return GeneratedFile(name: "methods.d.ts", content: text.text)
    }

    private func writeHelpers(to text: inout SourceText) {
        text.line("export type Kind = \"unary\" | \"clientStreaming\" | \"serverStreaming\" | \"bidirectional\";")
        text.scriptDocumentation(" What a method takes and returns.")
        text.block("export interface Method<Request, Response, MethodKind extends Kind> {") { text in
            text.line("request: Request;")
            text.line("response: Response;")
            text.line("kind: MethodKind;")
        }
        text.scriptDocumentation(" The names of all methods of a kind.")
        text.block("export type PathOf<MethodKind extends Kind> = {", closing: "}[keyof Methods];") { text in
            text.line("[Path in keyof Methods]: Methods[Path][\"kind\"] extends MethodKind ? Path : never;")
        }
        text.scriptDocumentation(
            " What can be known of each method before it is called. `idempotency` says whether a second call with the same\n"
                + " request changes nothing, or no call does."
        )
        text.block("export const methods: {", closing: "};") { text in
            text.block("readonly [Path in keyof Methods]: {", closing: "};") { text in
                text.line("readonly kind: Methods[Path][\"kind\"];")
                text.line("readonly idempotency: \"none\" | \"idempotent\" | \"noSideEffects\";")
            }
        }
    }
}
