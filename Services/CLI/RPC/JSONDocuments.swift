import MessageCoding

/// Cuts a text that comes in pieces into the JSON objects in it: one after another, a line each, or in an array.
struct JSONDocuments {
    struct Document: Equatable {
        var bytes: [UInt8]
        /// Where it starts, from 1.
        var line: Int
    }

    private var document: [UInt8] = []
    private var startLine = 1
    private var line = 1
    private var column = 0
    /// Brackets that are open inside of the present object; 0 between objects.
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var isInArray = false
    private var hasArrayEnded = false
    /// Inside of an array: whether an object is due, or else a comma or the end.
    private var needsObject = false
    private var needsComma = false

    /// The largest object in bytes.
    private let limit: Int

    init(limit: Int = 96 << 20) { self.limit = limit }

    /// Takes a piece of the text.
    /// - Returns: The objects that are complete with it.
    /// - Throws: `Failure` (invalid) that says where the text goes wrong.
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

    /// Nothing more comes.
    /// - Throws: `Failure` (invalid) when the text ends too early.
    func finish() throws {
        if depth > 0 { throw problem("the text ends inside of the object that starts in line \(startLine)") }
        if isInArray { throw problem("the text ends before the array does") }
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
            throw problem(needsComma ? "a comma or the end of the array is expected" : "an object in { } is expected")
        }
    }

    private mutating func inside(_ byte: UInt8) throws -> Document? {
        document.append(byte)
        guard document.count <= limit else { throw problem("the object is longer than \(limit) bytes") }
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

    private func problem(_ what: String) -> Failure {
        Failure(
            .invalid,
            "The JSON text is wrong at line \(line), column \(max(column, 1)): \(what).",
            reason: "INVALID_JSON"
        )
    }
}
