import Testing

/// A small .proto file, and what is generated for it.
enum GoldenFile {
    static let head = "syntax = \"proto3\";\npackage larder.trial.v1;\nimport \"larder/rpc/v1/access.proto\";\n"

    static func values(_ text: String) throws -> String {
        let result = try Compiler.run(Self.head + text)
        #expect(result.status == 0, "\(result.faults)")
        return try #require(result.files.first { $0.key.hasSuffix("trial.pb.swift") }?.value)
    }

    static func stubs(_ text: String) throws -> String {
        let result = try Compiler.run(Self.head + text)
        #expect(result.status == 0, "\(result.faults)")
        return try #require(result.files.first { $0.key.hasSuffix("trial.rpc.swift") }?.value)
    }

    /// Expects lines that stand together in the text, at any indentation.
    static func expect(_ text: String, contains lines: String, _ location: SourceLocation = #_sourceLocation) {
        let wanted = lines.split(separator: "\n", omittingEmptySubsequences: false)
        let found = text.split(separator: "\n", omittingEmptySubsequences: false)
        for indentation in stride(from: 0, through: 24, by: 4) {
            let indented = wanted.map { $0.isEmpty ? "" : String(repeating: " ", count: indentation) + $0 }
            if found.indices.contains(where: { found[$0...].starts(with: indented) { $0 == $1 } }) { return }
        }
        Issue.record("missing:\n\(lines)\nin:\n\(text)", sourceLocation: location)
    }
}
