import Foundation
import MessageCoding
import NIOCore
import Testing

/// The compiler of protocol buffers as a second implementation of their wire format.
enum Protoc {
    private static let executable = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
        .map { URL(filePath: String($0)).appending(path: "protoc") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }

    static var isInstalled: Bool { executable != nil }

    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// The `.proto` file of `test.Whole` with these fields, and of the types that ``TestSchema`` has beside it.
    static func file(_ fields: [MessageSchema.Field]) -> String {
        var oneofs: [Int: [String]] = [:]
        var lines: [String] = []
        for field in fields {
            let label = field.isRepeated ? "repeated " : ""
            let options = field.isRepeated && isPackable(field.type) ? " [packed = \(field.isPacked)]" : ""
            let line = "\(label)\(name(of: field.type)) \(field.name) = \(field.number)\(options);"
            if field.oneof == 0 { lines.append(line) } else { oneofs[field.oneof, default: []].append(line) }
        }
        for (number, members) in oneofs { lines.append("oneof choice\(number) { \(members.joined(separator: " ")) }") }
        return """
            syntax = "proto3";
            package test;
            enum Grade { GRADE_NONE = 0; GRADE_TWO = 2; GRADE_LOW = -1; }
            message Part { int32 count = 1; string long_name = 2; }
            message Whole { \(lines.joined(separator: "\n")) }
            """
    }

    private static func isPackable(_ type: FieldType) -> Bool { ![.string, .bytes, .message].contains(type) }

    private static func name(of type: FieldType) -> String {
        switch type {
        case .enumeration: "Grade"
        case .message: "Part"
        default: "\(type)"
        }
    }

    /// Turns the text form of `test.Whole` into its bytes, or the other way round.
    static func run(_ option: String, _ input: Data, fields: [MessageSchema.Field]) throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appending(path: "larder-protoc-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try file(fields).write(to: folder.appending(path: "test.proto"), atomically: true, encoding: .utf8)
        try input.write(to: folder.appending(path: "input"))
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = executable
        process.arguments = ["-I", folder.path, "\(option)=test.Whole", "test.proto"]
        process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: "input"))
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let result = try output.fileHandleForReading.readToEnd() ?? Data()
        let message = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failed(description: String(decoding: message, as: UTF8.self))
        }
        return result
    }
}

@Suite("Beside protoc", .enabled(if: Protoc.isInstalled, "protoc is not installed"), .timeLimit(.minutes(5)))
struct ProtocTests {
    /// A value in the text form of protocol buffers and in JSON.
    static let values: [(type: FieldType, text: String, json: String)] = [
        (.int32, "-2147483648", "-2147483648"), (.sint32, "-2147483648", "-2147483648"), (.sfixed32, "-1", "-1"),
        (.uint32, "4294967295", "4294967295"), (.fixed32, "4294967295", "4294967295"),
        (.int64, "-9223372036854775808", "\"-9223372036854775808\""),
        (.sint64, "9223372036854775807", "\"9223372036854775807\""), (.sfixed64, "-1", "\"-1\""),
        (.uint64, "18446744073709551615", "\"18446744073709551615\""), (.fixed64, "1", "\"1\""), (.float, "1.5", "1.5"),
        (.float, "-inf", "\"-Infinity\""), (.double, "0.1", "0.1"), (.double, "inf", "\"Infinity\""),
        (.bool, "true", "true"),
        (.enumeration, "GRADE_LOW", "\"GRADE_LOW\""), (.string, "\"\\303\\251\\n\\\"\"", "\"é\\n\\\"\""),
        (.bytes, "\"\\000\\377\"", "\"AP8=\""),
        (.message, "{ count: -5 long_name: \"x\" }", "{\"count\":-5,\"longName\":\"x\"}"),
        (.message, "{}", "{}"),
    ]

    @Test("every kind of value has the same bytes", arguments: values.indices)
    func bytes(index: Int) throws {
        let (type, text, json) = Self.values[index]
        let separator = type == .message ? "" : ":"
        for isRepeated in [false, true] {
            let field = MessageSchema.Field(name: "value", number: 77, type: type, isRepeated: isRepeated)
            let input = Data(String(repeating: "value\(separator) \(text)\n", count: isRepeated ? 2 : 1).utf8)
            let expected = try Protoc.run("--encode", input, fields: [field])
            let list = isRepeated ? "[\(json),\(json)]" : json
            let wire = try TestSchema.bytes("{\"value\":\(list)}", as: TestSchema.message([field]))
            #expect(wire == ByteBuffer(bytes: expected), "\(type) \(text)")
        }
    }

    private static let types: [FieldType] = [
        .int32, .sint32, .sfixed32, .uint32, .fixed32, .int64, .sint64, .sfixed64, .uint64, .fixed64, .double, .bool,
        .enumeration, .string, .bytes, .message,
    ]

    @Test("messages of random types mean the same", arguments: 0..<12)
    func randomMessages(seed: Int) throws {
        var random = SeededNumbers(state: UInt64(seed))
        var number = 0
        let fields = (0..<12).map { index in
            number += Int.random(in: 1...500, using: &random)
            let type = Self.types.randomElement(using: &random) ?? .bool
            let isRepeated = index % 3 == 0
            return MessageSchema.Field(
                name: "field_\(index)",
                number: number,
                type: type,
                isRepeated: isRepeated,
                isPacked: isRepeated && ![.string, .bytes, .message].contains(type) && Bool.random(using: &random),
                oneof: isRepeated ? 0 : index % 3 - 1
            )
        }
        let type = try TestSchema.message(fields)
        var messages = RandomMessages(seed: UInt64(seed) + 3_000)
        let wire = messages.message(type)
        let text = try Protoc.run("--decode", Data(wire), fields: fields)
        let again = try Protoc.run("--encode", text, fields: fields)
        let json = try TestSchema.json(ByteBuffer(bytes: wire), as: type)
        #expect(try TestSchema.json(ByteBuffer(bytes: again), as: type) == json)
        let ours = try TestSchema.bytes(json, as: type)
        #expect(try Protoc.run("--decode", Data(ours.readableBytesView), fields: fields) == text)
    }

    @Test(
        "bytes that protoc rejects are rejected",
        arguments: ["08", "0A 05 61", "0F", "0D 000000", "08 8080808080808080808001"]
    )
    func malformed(wire: String) throws {
        let field = MessageSchema.Field(name: "value", number: 2, type: .string)
        let bytes = Data(hex(wire).readableBytesView)
        #expect(throws: Protoc.Failed.self) { try Protoc.run("--decode", bytes, fields: [field]) }
        let type = try TestSchema.message([field])
        #expect { try MessageJSON.encode(hex(wire), as: type) } throws: {
            ($0 as? MessageJSONError)?.kind == .malformedMessage
        }
    }
}
