import Foundation
import Mail
import MailFolder
import Testing

@Suite("Mails in a folder", .timeLimit(.minutes(1)))
struct MaildirTests {
    private let sender = MailSender(address: "larder@localhost", name: "Larder")

    private func message(_ id: String, at seconds: Double = 0) -> MailMessage {
        MailMessage(
            to: "ada@example.org",
            subject: "Hello",
            text: "Hello\n",
            html: "<p>Hello</p>",
            language: "en",
            id: id,
            date: Date(timeIntervalSince1970: 1_790_000_000 + seconds)
        )
    }

    @Test("are files that only their owner can read, the newest first, and the same mail is one")
    func files() async throws {
        let folder = URL.temporaryDirectory.appending(path: "mail-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let maildir = Maildir(folder, sender: sender)
        #expect(try maildir.files() == [])
        for message in [message("a"), message("b", at: 60), message("b", at: 60)] { try await maildir.send(message) }
        let files = try maildir.files()
        #expect(files.map { $0.lastPathComponent.split(separator: ".")[1] } == ["b", "a"])
        #expect(try Array(Data(contentsOf: files[1])) == message("a").bytes(from: sender))
        let rights = try FileManager.default.attributesOfItem(atPath: files[0].path)[.posixPermissions] as? Int
        #expect(rights == 0o600)
    }

    @Test("are read back as they were written, the newest first, by the token of a link to a page")
    func readBack() async throws {
        let folder = URL.temporaryDirectory.appending(path: "mail-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let mails = MailFolder(folder)
        #expect(!mails.exists && mails.mails().isEmpty)
        let maildir = Maildir(folder, sender: sender)
        var first = message("a")
        first.subject = "Bestätigen Sie Ihre Adresse, und zwar innerhalb der nächsten achtundvierzig Stunden"
        first.text = "Öffnen:\n\nhttps://larder.example.org/verify#old\n"
        var second = message("b", at: 60)
        second.text = "https://larder.example.org/reset#other https://larder.example.org/verify#new\n"
        for message in [first, second] { try await maildir.send(message) }
        let read = mails.mails()
        #expect(read.map(\.id) == ["b", "a"])
        #expect(read[1].recipient == first.recipient && read[1].subject == first.subject)
        #expect(read[1].text == first.text && read[1].html == first.html)
        #expect(read[1].sentAt == first.date && read[1].language == "en")
        #expect(read[0].links.count == 2 && read[0].token(for: "/verify") == "new")
        #expect(mails.mails(since: second.date).map(\.id) == ["b"])
        let token = try await mails.token(for: "/verify", to: first.recipient, since: first.date)
        #expect(token == "new")
        await #expect(throws: MailMissing.self) {
            try await mails.token(for: "/verify", to: "eve@example.org", since: first.date, within: .milliseconds(50))
        }
    }

    @Test("wait while the folder cannot be written")
    func unwritable() async throws {
        let file = URL.temporaryDirectory.appending(path: "mail-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        await #expect(throws: MailFailure.self) { try await Maildir(file, sender: sender).send(message("a")) }
    }
}
