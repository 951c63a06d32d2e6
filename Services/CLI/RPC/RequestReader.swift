import Foundation
import LarderClient
import MessageCoding
import NIOCore

/// Reads the requests of a call and encodes them, in order.
struct RequestReader: Sendable {
    let method: MethodDescriptor
    let source: RequestSource
    let maximumSize: Int
    let terminal: Terminal

    /// Whether a user types the requests.
    var isInteractive: Bool { source == .standardInput && terminal.isPresent }

    /// The request of a method that takes one.
    /// - Throws: `Failure` with the error and its position.
    func single() async throws -> ByteBuffer {
        let text = try await wholeText()
        guard text.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
            return try encode(Array("{}".utf8), place: nil)
        }
        return try encode(text, place: nil)
    }

    /// Passes each request to `send` as soon as it is complete.
    func each(_ send: (ByteBuffer) async throws -> Void) async throws {
        var documents = JSONDocuments()
        var number = 0
        func take(_ piece: [UInt8]) async throws {
            for document in try documents.append(piece) {
                number += 1
                let place = number == 1 && document.line == 1 ? nil : "request \(number), from line \(document.line)"
                try await send(try encode(document.bytes, place: place))
            }
        }
        switch source {
        case .standardInput: for await piece in terminal.input() { try await take(piece) }
        case .text, .file: try await take(try await wholeText())
        }
        try Task.checkCancellation()
        try documents.finish()
    }

    private func wholeText() async throws -> [UInt8] {
        switch source {
        case .text(let text): return Array(text.utf8)
        case .file(let path):
            do {
                return Array(try Data(contentsOf: URL(filePath: path)))
            } catch {
                throw Failure(.file, .cli.rpcFileUnreadable(file: path))
            }
        case .standardInput:
            var text: [UInt8] = []
            for await piece in terminal.input() { text += piece }
            try Task.checkCancellation()
            return text
        }
    }

    private func encode(_ json: [UInt8], place: String?) throws -> ByteBuffer {
        var limits = MessageJSON.Limits()
        // Base64 is a third longer than the bytes.
        limits.maximumBytes = max(limits.maximumBytes, 2 * maximumSize)
        let encoded: ByteBuffer
        do {
            encoded = try MessageJSON.decode(ByteBuffer(bytes: json), as: method.request, limits: limits)
        } catch {
            throw RequestReader.failure(error, json, place, method)
        }
        guard encoded.readableBytes <= maximumSize else {
            throw Failure(
                .invalid,
                .cli.rpcRequestTooLarge(number: encoded.readableBytes, limit: maximumSize),
                reason: "MESSAGE_TOO_LARGE",
                hint: .cli.rpcRequestTooLargeHint
            )
        }
        return encoded
    }

    private static func failure(
        _ error: MessageJSONError,
        _ json: [UInt8],
        _ place: String?,
        _ method: MethodDescriptor
    ) -> Failure {
        let before = place.map { "In \($0): " } ?? ""
        var failure = Failure(
            .invalid,
            before + "\(error)",
            reason: error.kind == .syntax ? "INVALID_JSON" : "INVALID_REQUEST",
            hint: "Print a sample request with: larder rpc call \(method.path) --template"
        )
        if let position = error.position { failure.hint = .verbatim(excerpt(of: json, at: position)) }
        return failure
    }

    /// The erroneous line with a mark below the position.
    private static func excerpt(of json: [UInt8], at position: Int) -> String {
        let position = min(position, json.count)
        let start = json[..<position].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let end = json[position...].firstIndex(of: 0x0A) ?? json.count
        let before = TerminalText.clean(String(decoding: json[max(start, position - 60)..<position], as: UTF8.self))
        let after = TerminalText.clean(String(decoding: json[position..<min(end, position + 20)], as: UTF8.self))
        return "  \(before)\(after)\n  \(String(repeating: " ", count: TerminalText.width(before)))^"
    }
}
