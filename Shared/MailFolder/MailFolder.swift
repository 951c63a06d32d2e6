public import Foundation

/// The folder into which a local Larder puts its mails in place of sending them (a maildir), for those who read them there:
/// developers, the launcher and tests.
public struct MailFolder: Sendable {
    /// The folder that contains `new` and `cur`.
    public let url: URL

    /// A folder, which need not be there yet.
    public init(_ url: URL) { self.url = url }

    /// Whether there is such a folder.
    public var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// The mails, newest first.
    /// - Parameter start: only those that were written then or later; nil for all.
    public func mails(since start: Date? = nil) -> [ReceivedMail] {
        let files = ["new", "cur"].flatMap { name in
            (try? FileManager.default.contentsOfDirectory(
                at: url.appending(path: name),
                includingPropertiesForKeys: nil
            )) ?? []
        }
        return files.filter { file in
            guard let start else { return true }
            // Their names begin with the second in which they were written.
            let second = file.lastPathComponent.prefix { $0.isNumber }
            return Double(second).map { $0 >= start.timeIntervalSince1970.rounded(.down) } ?? false
        }
        .compactMap { ReceivedMail(file: $0) }
        .sorted { ($0.sentAt, $0.id) > ($1.sentAt, $1.id) }
    }

    /// What follows the `#` of the link to a page in the newest mail to an address, once that is there.
    /// - Parameters:
    ///   - page: the page's path, such as `/verify`.
    ///   - start: what was written before is of no interest.
    ///   - limit: how long it may take.
    /// - Throws: ``MailMissing`` when no such mail comes in time.
    public func token(
        for page: String,
        to address: String,
        since start: Date = Date(timeIntervalSinceNow: -60),
        within limit: Duration = .seconds(30)
    ) async throws -> String {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            for mail in mails(since: start) where mail.recipient == address {
                if let token = mail.token(for: page) { return token }
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw MailMissing(recipient: address)
    }
}

/// No mail has come that was waited for.
public struct MailMissing: Error, CustomStringConvertible {
    let recipient: String

    /// A sentence for developers.
    public var description: String { "No mail with a link has come for \(recipient)." }
}
