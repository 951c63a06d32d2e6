import Foundation
import Foundations
import HTTPTypes
import MailFolder
import NIOCore
import RPC
import ServiceKit

/// `/dev/mail`: the mails that a Larder on its developer's machine writes into a folder in place of sending them.
///
/// Whoever opens these pages can follow the links in the mails, and so get into every account: ``WebOptions`` allows them on
/// loopback without a certificate alone.
struct MailPages: Sendable {
    static let path = "/dev/mail"
    private static let style = "/dev/mail/style.css"

    let folder: MailFolder

    /// Whether a request is for these pages.
    static func owns(_ path: Substring) -> Bool { path == MailPages.path || path.hasPrefix(MailPages.path + "/") }

    func respond(to exchange: WebExchange) async -> WebResponse {
        guard [.get, .head].contains(exchange.method) else { return .methodNotAllowed("GET, HEAD") }
        if exchange.path == MailPages.style { return Self.response("text/css; charset=utf-8", MailPage.style) }
        do {
            let folder = folder
            let mails = try await offLoop { folder.mails() }
            return answer(exchange, mails)
        } catch {
            return Status(ofWeb: error).webResponse(in: exchange.language)
        }
    }

    private func answer(_ exchange: WebExchange, _ mails: [ReceivedMail]) -> WebResponse {
        let recipient = exchange.parameter("to")
        let shown = mails.filter { recipient == nil || $0.recipient == recipient }
        let parts = exchange.path.dropFirst(MailPages.path.count).split(separator: "/")
        guard let id = parts.first?.removingPercentEncoding else {
            return page(MailPage(mails: shown, recipient: recipient, mail: nil, language: exchange.language))
        }
        guard let mail = mails.first(where: { $0.id == id }), parts.count == 1 || parts.dropFirst() == ["html"] else {
            return Status(.notFound, .gateway.noSuchMail).webResponse(in: exchange.language)
        }
        if parts.count == 2 { return document(mail) }
        return page(MailPage(mails: shown, recipient: recipient, mail: mail, language: exchange.language))
    }

    private func page(_ page: MailPage) -> WebResponse {
        var response = Self.response("text/html; charset=utf-8", page.html)
        response.fields[.contentSecurityPolicy] = [
            "default-src 'none'", "style-src 'self'", "img-src 'self'", "frame-src 'self'", "form-action 'none'",
            "base-uri 'none'", "frame-ancestors 'none'",
        ].joined(separator: "; ")
        return response
    }

    /// The HTML part of a mail, for the frame in its page alone: nothing in it runs, loads or sends anything, and its links open
    /// pages of their own.
    private func document(_ mail: ReceivedMail) -> WebResponse {
        let html = mail.html.replacing("<head>", with: "<head><base target=\"_blank\">", maxReplacements: 1)
        var response = Self.response("text/html; charset=utf-8", html)
        response.fields[.contentSecurityPolicy] = [
            "sandbox allow-popups allow-popups-to-escape-sandbox", "default-src 'none'", "style-src 'unsafe-inline'",
            "img-src data:", "form-action 'none'", "frame-ancestors 'self'",
        ].joined(separator: "; ")
        response.fields[.xFrameOptions] = "SAMEORIGIN"
        return response
    }

    private static func response(_ type: String, _ content: String) -> WebResponse {
        WebResponse(.ok, [.contentType: type], body: .bytes(ByteBuffer(string: content)))
    }
}
