public import Foundation

/// A folder of mails, one file each, as D. J. Bernstein's maildir has it: a mail is written to `tmp` and appears whole in `new`.
///
/// For development and for hosts whose own mail system collects from it.
public struct Maildir: MailTransport {
    /// The folder that contains `tmp`, `new` and `cur`.
    public let folder: URL
    private let sender: MailSender

    /// A folder, which is made when the first mail comes.
    public init(_ folder: URL, sender: MailSender) {
        self.folder = folder
        self.sender = sender
    }

    /// Writes a mail to the folder.
    /// - Throws: ``MailFailure/postponed(reason:)`` when it cannot be written.
    public func send(_ message: MailMessage) async throws {
        do {
            for name in ["tmp", "new", "cur"] {
                try FileManager.default.createDirectory(
                    at: folder.appending(path: name),
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
            }
            // The same mail again replaces the former one.
            let name = "\(Int(message.date.timeIntervalSince1970)).\(message.id).larder"
            let draft = folder.appending(path: "tmp/\(name)")
            guard
                FileManager.default.createFile(
                    atPath: draft.path,
                    contents: nil,
                    attributes: [.posixPermissions: 0o600]
                )
            else { throw CocoaError(.fileWriteUnknown) }
            let handle = try FileHandle(forWritingTo: draft)
            try handle.write(contentsOf: message.bytes(from: sender))
            try handle.synchronize()
            try handle.close()
            guard rename(draft.path, folder.appending(path: "new/\(name)").path) == 0 else {
                throw MailFailure.postponed(reason: "the mail could not be moved to \(folder.path)/new")
            }
        } catch let failure as MailFailure {
            throw failure
        } catch {
            throw MailFailure.postponed(reason: "the mail could not be written to \(folder.path)")
        }
    }

    /// The files of the mails that have come, newest first.
    public func files() throws -> [URL] {
        let folders = ["new", "cur"].map { folder.appending(path: $0) }
        return folders.flatMap {
            (try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)) ?? []
        }
        .filter { !$0.lastPathComponent.hasPrefix(".") }
        .sorted { $0.lastPathComponent > $1.lastPathComponent }
    }
}
