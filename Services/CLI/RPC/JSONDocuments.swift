import MessageCoding
import Texts

/// Splits chunked text into JSON objects: consecutive, one a line, or in an array.
struct JSONDocuments {
    struct Document: Equatable {
        var bytes: [UInt8]
        /// The first line, from 1.
        var line: Int
    }

    private var document: [UInt8] = []
    private var startLine = 1
    private var line = 1
    private var column = 0
    /// The number of open brackets inside the present object; 0 between objects.
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var isInArray = false
    private var hasArrayEnded = false
    /// Inside an array: whether an object must follow, rather than a comma or the end.
    private var needsObject = false
    private var needsComma = false

    /// The maximum size of an object in bytes.
    private let limit: Int

    init(limit: Int = 96 << 20) { self.limit = limit }

    /// Appends a chunk.
    /// - Returns: the objects completed by it.
    /// - Throws: `Failure` (invalid) with the position of the error.
    mutating func append(_ bytes: some Sequence<UInt8>) throws -> [Document] {
        var complete: [Document] = []
        for byte in bytes {
            column += byte & 0xC0 == 0x80 ? 0 : 1
            if depth > 0 {
                if let document = try inside(byte) { complete.append(document) }
            } else {
                try between(byte)
            }
            if byte == 0x0A {
                line += 1
                column = 0
            }
        }
        return complete
    }

    /// Ends the text.
    /// - Throws: `Failure` (invalid) when the text is incomplete.
    func finish() throws {
        if depth > 0 { throw problem(.cli.rpcJsonEndsInObject(number: startLine)) }
        if isInArray { throw problem(.cli.rpcJsonEndsInArray) }
    }

    private mutating func between(_ byte: UInt8) throws {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: break
        case UInt8(ascii: "{") where !needsComma && !hasArrayEnded:
            depth = 1
            document = [byte]
            startLine = line
            needsObject = false
        case UInt8(ascii: "[") where !isInArray && !hasArrayEnded: isInArray = true
        case UInt8(ascii: ",") where isInArray && needsComma: (needsComma, needsObject) = (false, true)
        case UInt8(ascii: "]") where isInArray && !needsObject:
            isInArray = false
            needsComma = false
            hasArrayEnded = true
        default:
            throw problem(needsComma ? .cli.rpcJsonExpectsComma : .cli.rpcJsonExpectsObject)
        }
    }

    private mutating func inside(_ byte: UInt8) throws -> Document? {
        document.append(byte)
        guard document.count <= limit else { throw problem(.cli.rpcJsonTooLong(limit: limit)) }
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
            }
            return nil
        }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        guard depth == 0 else { return nil }
        needsComma = isInArray
        defer { document = [] }
        return Document(bytes: document, line: startLine)
    }

    private func problem(_ cause: LocalizedText) -> Failure {
        Failure(
            .invalid,
            .cli.rpcJsonWrong(number: line, highest: max(column, 1), cause: cause),
            reason: "INVALID_JSON"
        )
    }
}
