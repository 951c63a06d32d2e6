public import Foundation

/// A mail to one recipient, in plain text and HTML.
public struct MailMessage: Sendable, Equatable {
    /// The address that it is for; of valid form, so without spaces and line breaks.
    public var recipient: String
    /// One line.
    public var subject: String
    /// The text for readers without HTML. Lines end with a line feed.
    public var text: String
    /// The same as a whole HTML document.
    public var html: String
    /// The language of the texts, such as `fr` (RFC 5646).
    public var language: String
    /// Makes it one mail, however often it is handed over: the left part of its Message-ID, such as a UUID.
    public var id: String
    /// When it was written.
    public var date: Date
    /// An HTTPS address by which its reader stops such mails with one click (RFC 8058); nil for a mail that everybody gets.
    public var stopAddress: String?

    /// A mail.
    public init(
        to recipient: String,
        subject: String,
        text: String,
        html: String,
        language: String,
        id: String,
        date: Date,
        stopAddress: String? = nil
    ) {
        self.recipient = recipient
        self.subject = subject
        self.text = text
        self.html = html
        self.language = language
        self.id = id
        self.date = date
        self.stopAddress = stopAddress
    }
}

/// Whom mails come from.
public struct MailSender: Sendable, Equatable {
    /// The address, to which answers and reports of failed delivery go, too.
    public var address: String
    /// The name that readers see.
    public var name: String

    /// A sender.
    public init(address: String, name: String) {
        self.address = address
        self.name = name
    }

    /// What stands behind the last `@` of the address.
    public var domain: String { address.split(separator: "@").last.map(String.init) ?? "localhost" }
}
