public import Foundation

/// A mail that Larder has written: what its reader sees of it.
public struct ReceivedMail: Sendable, Equatable {
    /// The left part of its Message-ID.
    public let id: String
    /// The address that it is for.
    public let recipient: String
    /// One line.
    public let subject: String
    /// When it was written, to the second.
    public let sentAt: Date
    /// The language of its texts, such as `fr`; empty when it says nothing of that.
    public let language: String
    /// The text for readers without HTML.
    public let text: String
    /// The same as an HTML document.
    public let html: String

    /// The addresses in the text, in order.
    public var links: [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
            .filter { $0.hasPrefix("https://") || $0.hasPrefix("http://") }
    }

    /// What follows the `#` of the link to a page of the app; nil when there is none.
    public func token(for page: String) -> String? {
        links.lazy.compactMap { URL(string: $0) }.first { $0.path == page }?.fragment
    }

    /// Reads a mail's file; nil when it can't be read, or was written by another program.
    init?(file: URL) {
        guard let bytes = try? Data(contentsOf: file) else { return nil }
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    /// Parses a mail (RFC 5322) as `Mail` writes it: two parts in Base64, the plain text and the HTML document.
    init?(_ source: String) {
        let lines = source.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        guard let end = lines.firstIndex(of: "") else { return nil }
        let headers = ReceivedMail.headers(lines[..<end])
        guard let recipient = headers["to"], let id = headers["message-id"],
            let date = headers["date"].flatMap({ ReceivedMail.dates.date(from: $0) }),
            let text = ReceivedMail.part("text/plain", of: lines[end...]),
            let html = ReceivedMail.part("text/html", of: lines[end...])
        else { return nil }
        self.recipient = recipient.trimmingCharacters(in: CharacterSet(charactersIn: "<> "))
        self.id =
            id.trimmingCharacters(in: CharacterSet(charactersIn: "<> ")).split(separator: "@").first.map(String.init)
            ?? ""
        subject = ReceivedMail.decoded(headers["subject"] ?? "")
        sentAt = date
        language = headers["content-language"] ?? ""
        self.text = text
        self.html = html
    }

    /// The headers by their names in lower case; continued lines are joined.
    private static func headers(_ lines: ArraySlice<Substring>) -> [String: String] {
        var headers: [String: String] = [:]
        var last = ""
        for line in lines {
            if line.first == " " {
                headers[last]?.append(contentsOf: line)
            } else if let colon = line.firstIndex(of: ":") {
                last = line[..<colon].lowercased()
                headers[last] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            }
        }
        return headers
    }

    private static func part(_ mediaType: String, of body: ArraySlice<Substring>) -> String? {
        guard let type = body.firstIndex(where: { $0.hasPrefix("Content-Type: \(mediaType)") }),
            let start = body[type...].firstIndex(of: ""),
            let end = body[start...].firstIndex(where: { $0.hasPrefix("--") }),
            let data = Data(base64Encoded: body[start..<end].joined())
        else { return nil }
        return String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n")
    }

    /// A header with its encoded words (RFC 2047) in plain text.
    private static func decoded(_ header: String) -> String {
        guard header.hasPrefix("=?utf-8?B?") else { return header }
        let words = header.split(separator: " ").map { $0.dropFirst("=?utf-8?B?".count).dropLast("?=".count) }
        let data = words.compactMap { Data(base64Encoded: String($0)) }.reduce(Data(), +)
        return String(decoding: data, as: UTF8.self)
    }

    private static var dates: DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
        return formatter
    }
}
