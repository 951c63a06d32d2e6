import Foundation

extension MailMessage {
    /// The mail as it is sent (RFC 5322, MIME by RFC 2045 to 2047), with lines that end with CR and LF.
    ///
    /// Headers say that a program has written it (RFC 3834), so that absence notices are not sent back.
    public func bytes(from sender: MailSender) -> [UInt8] {
        let boundary = "=_larder_\(id)"
        var lines = [
            "Date: \(MailMessage.dates.string(from: date))",
            "From: \(MailMessage.header(sender.name)) <\(sender.address)>",
            "To: <\(recipient)>",
            "Message-ID: <\(id)@\(sender.domain)>",
            "Subject: \(MailMessage.header(subject))",
            "Content-Language: \(language)",
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
            "Content-Type: multipart/alternative; boundary=\"\(boundary)\"",
            "",
        ]
        if let stopAddress {
            lines.insert("List-Unsubscribe: <\(stopAddress)>", at: 5)
            lines.insert("List-Unsubscribe-Post: List-Unsubscribe=One-Click", at: 6)
        }
        for (type, content) in [("plain", text), ("html", html)] {
            lines += [
                "--\(boundary)",
                "Content-Type: text/\(type); charset=utf-8",
                "Content-Transfer-Encoding: base64",
                "",
                MailMessage.base64(content),
            ]
        }
        lines += ["--\(boundary)--", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// A header's text: as it is if it is plain, and otherwise in encoded words (RFC 2047), which no line break survives.
    static func header(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && !text.contains("=?")
        let specials = Set("()<>[]:;@\\,.\"")
        if isPlain, text.utf8.count <= 60, !text.contains(where: specials.contains) { return text }
        var words: [String] = []
        var word = ""
        for character in text {
            // A word may have 75 characters, of which 12 are its frame.
            if word.utf8.count + character.utf8.count > 45, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word.append(character)
        }
        words.append(word)
        return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    private static func base64(_ text: String) -> String {
        let lines = text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
        return Data(lines.utf8).base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ])
    }

    private static var dates: DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
        return formatter
    }
}
