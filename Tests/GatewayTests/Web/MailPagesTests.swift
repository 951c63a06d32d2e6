import Foundation
import MailFolder
import RPC
import RPCTestSupport
import Testing

@testable import larder_gateway

@Suite("Mails for developers", .timeLimit(.minutes(5)))
struct MailPagesTests {
    private static let link = "http://localhost:7450/verify#a-b_c"

    /// A gateway for browsers, with a folder of one mail.
    private func withMails(isShown: Bool = true, _ body: (WebGateway) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "mails-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appending(path: "new"), withIntermediateDirectories: true)
        func part(_ type: String, _ content: String) -> String {
            "--x\r\nContent-Type: text/\(type); charset=utf-8\r\n\r\n\(Data(content.utf8).base64EncodedString())\r\n"
        }
        let html =
            "<html><head><title>Hi</title></head><body><script>alert(1)</script><a href=\"\(Self.link)\">Go</a></body></html>"
        let mail =
            "Date: Thu, 26 Nov 2026 06:00:00 +0000\r\nTo: <ada@example.org>\r\nMessage-ID: <m1@localhost>\r\n"
            + "Subject: Bread & <b>butter</b>\r\n\r\n" + part("plain", "Open \(Self.link)\n") + part("html", html)
            + "--x--\r\n"
        try mail.write(to: folder.appending(path: "new/1.m1.larder"), atomically: true, encoding: .utf8)
        let pages = MailPages(folder: MailFolder(folder))
        try await WebGateway.with([], mails: isShown ? pages : nil, body)
    }

    @Test("are listed and shown with their links, and what they say stays text")
    func shown() async throws {
        try await withMails { web in
            for path in ["/dev/mail", "/dev/mail/m1", "/dev/mail?to=ada%40example.org"] {
                let answer = try await web.request("GET", path)
                #expect(answer.status == 200 && answer.fields["content-type"] == "text/html; charset=utf-8")
                #expect(
                    answer.text.contains("Bread &amp; &lt;b&gt;butter&lt;/b&gt;")
                        && answer.text.contains("ada@example.org")
                )
                #expect(answer.fields["cache-control"] == "no-store" && answer.fields["x-frame-options"] == "DENY")
                #expect(
                    answer.fields["content-security-policy"]?.hasPrefix("default-src 'none'; style-src 'self'") == true
                )
            }
            #expect(try await web.request("GET", "/dev/mail/m1").text.contains("<a href=\"\(Self.link)\">"))
            #expect(try await !web.request("GET", "/dev/mail?to=eve%40example.org").text.contains("/dev/mail/m1"))
            let french = try await web.request("GET", "/dev/mail", ["Accept-Language": "fr"])
            #expect(french.text.contains("<html lang=\"fr\">") && french.text.contains("Courriels"))
            #expect(
                try await web.request("GET", "/dev/mail/style.css").fields["content-type"] == "text/css; charset=utf-8"
            )
            for path in ["/dev/mail/m2", "/dev/mail/m1/text", "/dev/mail/..%2f..%2fsecrets"] {
                #expect(try await web.request("GET", path).status == 404)
            }
            #expect(try await web.request("POST", "/dev/mail").status == 405)
        }
    }

    @Test("show their HTML in a frame of the page alone, in which nothing runs")
    func document() async throws {
        try await withMails { web in
            let answer = try await web.request("GET", "/dev/mail/m1/html")
            let policy = try #require(answer.fields["content-security-policy"])
            #expect(
                policy.contains("sandbox allow-popups allow-popups-to-escape-sandbox;") && !policy.contains("script")
            )
            #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'self'"))
            #expect(answer.fields["x-frame-options"] == "SAMEORIGIN")
            #expect(answer.text.contains("<base target=\"_blank\">"))
        }
    }

    @Test("are shown to no page of another site, and where they are not configured to nobody")
    func hidden() async throws {
        try await withMails { web async throws in
            let foreign = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"]
            #expect(try await web.request("GET", "/dev/mail", foreign).status == 403)
            #expect(try await web.request("GET", "/dev/mail", ["Host": "evil.example"]).status == 400)
        }
        try await withMails(isShown: false) { web in
            for path in ["/dev/mail", "/dev/mail/m1", "/dev/mail/m1/html"] {
                let answer = try await web.request("GET", path)
                #expect(answer.status == 404 && !answer.text.contains("butter"))
            }
        }
    }
}
