import Foundation
import Mail
import ServiceKit
import Testing

@testable import larder_notifications

@Suite("Configuration of mails")
struct MailSettingsTests {
    private func settings(_ values: [String: String]) async throws -> MailSettings {
        let file = FileManager.default.temporaryDirectory.appending(path: "mail-\(UUID()).json")
        try JSONEncoder().encode(["mail": values]).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let configuration = try await ServiceConfiguration(
            arguments: [],
            environment: [
                "LARDER_TLS_CERTIFICATE": "a.pem", "LARDER_TLS_KEY": "a-key.pem", "LARDER_TLS_AUTHORITY": "ca.pem",
                "LARDER_CONFIG": file.path,
            ],
            keys: NotificationsProgram.configurationKeys,
            services: []
        )
        return try MailSettings(configuration)
    }

    private func rejection(of values: [String: String]) async -> String? {
        let error = await #expect(throws: ConfigurationError.self) { _ = try await settings(values) }
        return error?.description
    }

    @Test("a folder, a server or neither")
    func transports() async throws {
        #expect(try await settings([:]).transport == nil)
        let folder = try await settings(["folder": "/tmp/mail", "webAddress": "https://larder.example.org/"])
        #expect(folder.transport is Maildir && folder.webAddress == "https://larder.example.org")
        let server = try await settings(["host": "mail.example.org", "webAddress": "https://larder.example.org"])
        #expect(server.transport is SMTPTransport && server.sender.name == "Larder")
        #expect(
            await rejection(of: ["folder": "a", "host": "b", "webAddress": "https://c.example"])?.contains("Only one")
                == true
        )
    }

    @Test("what would send links elsewhere, or passwords in the clear, is a mistake")
    func mistakes() async throws {
        let server = ["host": "mail.example.org", "webAddress": "https://larder.example.org"]
        #expect(await rejection(of: ["host": "mail.example.org"])?.contains("mail.webAddress") == true)
        for (key, value, named) in [
            ("security", "none", "on this host"), ("security", "ssl", "starttls"), ("webAddress", "larder", "https://"),
            ("sender", "Larder <a@b.example>", "larder@example.org"), ("port", "0", "mail.port"),
            ("username", "larder", "mail.passwordFile"),
        ] {
            let sentence = await rejection(of: server.merging([key: value]) { $1 })
            #expect(sentence?.contains(named) == true, "\(key): \(sentence ?? "")")
        }
    }
}
