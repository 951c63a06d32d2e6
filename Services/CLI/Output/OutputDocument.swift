import Foundation
import MessageCoding

/// JSON of the program's own documents.
enum OutputDocument {
    /// A document on one line, with everything escaped that a terminal could take for a command.
    static func line(of document: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(document) else { return "{\"error\":{\"code\":\"INTERNAL\"}}" }
        return MessageJSON.escapingControls(in: String(decoding: data, as: UTF8.self))
    }
}
