import BudgetMessages
import MessageCoding
import NIOCore
import Texts

/// Larder's own document: JSON with an entry a line, each a `larder.budget.v1.Purchase`.
enum LedgerDocument {
    static let beginning = #"{"format":"larder-ledger","version":1,"entries":["# + "\n"
    static let end = "]}\n"

    /// Whether a file's beginning is that of JSON, of which only this document is read.
    static func recognises(_ bytes: [UInt8]) -> Bool {
        bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
    }

    /// An entry without its line's end.
    static func entry(_ purchase: Budget.Purchase) throws -> String {
        String(buffer: try MessageJSON.encode(purchase))
    }
}

/// Reads Larder's own document, whatever its lines are.
struct LedgerDocumentReader {
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Takes the entries of a document.
    /// - Throws: `FileProblem` for more than a file may have, and for what is no such document.
    mutating func read(into gathering: inout FileGathering) throws(FileProblem) {
        guard let list = Self.list(in: bytes) else { throw .otherDocument }
        skip(to: list)
        var (originals, places) = ([Int: String](), [String: Int]())
        var isClosed = false
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "{") {
                let (first, start) = (line, place)
                guard let end = endOfObject() else { throw .broken }
                let count = gathering.file.entries.count
                var purchase = Budget.Purchase()
                try gathering.take(line: first) { gathering throws(RowProblem) in
                    purchase = try Self.purchase(bytes[start..<end])
                    return try ReadEntry(purchase, line: first, for: gathering.user, reference: purchase.id)
                }
                guard gathering.file.entries.count > count else { continue }
                places[purchase.id] = count
                if !purchase.duplicateOf.isEmpty { originals[count] = purchase.duplicateOf }
            } else if byte == UInt8(ascii: "]") {
                isClosed = true
                break
            } else {
                guard byte <= 0x20 || byte == UInt8(ascii: ",") else { throw .broken }
                step()
            }
        }
        guard isClosed else { throw .broken }
        for (copy, original) in originals {
            if let place = places[original], place != copy { gathering.mark(copy, asDuplicateOf: place) }
        }
    }

    private static func purchase(_ json: ArraySlice<UInt8>) throws(RowProblem) -> Budget.Purchase {
        var limits = MessageJSON.Limits()
        limits.maximumDepth = 8
        do {
            return try MessageJSON.decode(ByteBuffer(bytes: json), as: Budget.Purchase.self, limits: limits)
        } catch {
            throw RowProblem(.budget.importEntryWrong(cause: .verbatim("\(error)")))
        }
    }

    /// Where the entries begin: behind the bracket of a document with the format and version of this one.
    private static func list(in bytes: [UInt8]) -> Int? {
        let start = String(decoding: bytes.prefix(500), as: UTF8.self)
        let pattern = /\s*\{\s*"format"\s*:\s*"larder-ledger"\s*,\s*"version"\s*:\s*1\s*,\s*"entries"\s*:\s*\[/
        return start.prefixMatch(of: pattern)?.output.utf8.count
    }

    private mutating func step() {
        if bytes[place] == UInt8(ascii: "\n") { line += 1 }
        place += 1
    }

    private mutating func skip(to end: Int) { while place < end { step() } }

    /// Goes behind the object that begins here.
    private mutating func endOfObject() -> Int? {
        var (depth, isInText, isEscaped) = (0, false, false)
        while place < bytes.count {
            let byte = bytes[place]
            step()
            if isEscaped {
                isEscaped = false
            } else if isInText {
                if byte == UInt8(ascii: "\\") { isEscaped = true }
                if byte == UInt8(ascii: "\"") { isInText = false }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInText = true
                case UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: "}"): depth -= 1
                default: break
                }
                if depth == 0 { return place }
            }
        }
        return nil
    }
}
