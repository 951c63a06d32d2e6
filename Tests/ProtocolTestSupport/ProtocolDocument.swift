import Foundation

/// `proto/PROTOCOL.md` as tests read it.
package struct ProtocolDocument: Sendable {
    /// The hexadecimal blocks by name.
    package let vectors: [String: [UInt8]]
    private let lines: [String]

    /// The page of this repository.
    package static let page: ProtocolDocument = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        do {
            return ProtocolDocument(
                try String(contentsOf: root.appending(path: "proto/PROTOCOL.md"), encoding: .utf8)
            )
        } catch {
            preconditionFailure("PROTOCOL.md cannot be read: \(error)")
        }
    }()

    private init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var vectors: [String: [UInt8]] = [:]
        var name: String?
        for line in lines {
            if line.hasPrefix("```hex ") {
                name = String(line.dropFirst("```hex ".count))
                vectors[name!] = []
            } else if line == "```" {
                name = nil
            } else if let name {
                vectors[name]! += WireBytes.expand(String(line.prefix { $0 != "#" }))
            }
        }
        self.vectors = vectors
    }

    /// The cells of all tables' rows, without the lines below headings.
    package var rows: [[String]] { lines.filter { $0.hasPrefix("| ") }.map(ProtocolDocument.cells) }

    /// The rows of the first table behind a line, its heading first.
    package func table(behind start: String) -> [[String]] {
        guard let index = lines.firstIndex(where: { $0.hasPrefix(start) }) else { return [] }
        return lines[index...].drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
            .filter { !$0.hasPrefix("|--") }.map(ProtocolDocument.cells)
    }

    private static func cells(_ line: String) -> [String] {
        line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }
}

/// One of the numbered cases of the page.
package struct ProtocolCase: Sendable, CustomStringConvertible {
    /// What went before the bytes.
    package enum Start: String, Sendable {
        case tls = "TLS"
        case preface
        case opened
        case call
    }

    /// `R1`, `A1` and so on.
    package let id: String
    package let what: String
    package let isToServer: Bool
    package let start: Start
    package let bytes: [UInt8]
    package let consequence: String

    package var description: String { "\(id): \(what), to a \(isToServer ? "server" : "client")" }

    /// The connection codes of which one goes with the GOAWAY that the case costs; empty when the connection goes on.
    package var connectionCodes: [UInt8] {
        guard let range = consequence.range(of: "GOAWAY ") else { return [] }
        return consequence[range.upperBound...].split { !$0.isNumber }.compactMap { UInt8($0) }
    }

    /// The first `STATUS n on s` or `CANCEL n on s`.
    package var ending: (code: UInt8, stream: UInt32, isUnprocessed: Bool)? {
        let words = consequence.split { $0 == " " || $0 == "," }.map(String.init)
        guard let first = words.first, ["STATUS", "CANCEL"].contains(first), let code = UInt8(words[1]),
            let on = words.firstIndex(of: "on"), let stream = UInt32(words[on + 1])
        else { return nil }
        return (code, stream, words.contains("UNPROCESSED"))
    }
}

extension ProtocolDocument {
    /// The cases whose id begins with a letter, in order.
    package func cases(_ letter: Character) -> [ProtocolCase] {
        rows.compactMap { cells in
            guard cells.count == 6, cells[0].first == letter, cells[0].dropFirst().allSatisfy(\.isNumber),
                cells[0].count > 1, let start = ProtocolCase.Start(rawValue: cells[3])
            else { return nil }
            return ProtocolCase(
                id: cells[0],
                what: cells[1],
                isToServer: cells[2] == "server",
                start: start,
                bytes: WireBytes.expand(cells[4].trimmingCharacters(in: CharacterSet(charactersIn: "`"))),
                consequence: cells[5]
            )
        }
    }

    /// What a client has sent before the bytes of a case.
    package func bytes(before start: ProtocolCase.Start) -> [UInt8] {
        let preface = Array(vectors["client-opening", default: []].prefix(8))
        let noSettings = WireBytes.expand("000000 00 00 00000000")
        return switch start {
        case .tls: []
        case .preface: preface
        case .opened: preface + noSettings
        case .call: preface + noSettings + vectors["held-call", default: []]
        }
    }
}
