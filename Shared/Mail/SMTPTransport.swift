import CCurl
import Foundation
import NIOPosix

/// Hands mails to a server by SMTP (RFC 5321), through libcurl.
///
/// The connection is encrypted and the server's certificate verified, by STARTTLS (RFC 3207) or from the start; only a server on
/// the same host may go without.
public struct SMTPTransport: MailTransport {
    /// How the connection is encrypted.
    public enum Security: String, Sendable, CaseIterable {
        /// The server is asked to, and has to.
        case startTLS = "starttls"
        /// From the first byte.
        case tls
        /// Not at all.
        case none
    }

    /// Where the server is and what it asks for.
    public struct Server: Sendable, Equatable {
        /// Its name, which its certificate has to have.
        public var host: String
        /// Mostly 587 with STARTTLS, 465 with TLS from the start.
        public var port: Int
        /// How the connection to it is encrypted.
        public var security: Security
        /// Nil for a server that asks for none.
        public var credentials: Credentials?
        /// The file of the authorities that the server's certificate may be from; nil for those of the system.
        public var authorities: String?

        /// A server.
        public init(
            host: String,
            port: Int,
            security: Security,
            credentials: Credentials? = nil,
            authorities: String? = nil
        ) {
            self.host = host
            self.port = port
            self.security = security
            self.credentials = credentials
            self.authorities = authorities
        }
    }

    /// By what the server knows its client.
    public struct Credentials: Sendable, Equatable {
        /// The name.
        public var username: String
        /// The password; sent only over an encrypted connection.
        public var password: String

        /// A name and its password.
        public init(username: String, password: String) {
            self.username = username
            self.password = password
        }
    }

    /// How long a server may take, in milliseconds.
    public struct Limits: Sendable {
        /// Until the connection is there.
        public var connecting = 10_000
        /// For the whole mail.
        public var whole = 60_000

        /// The usual limits.
        public init() {}
    }

    private let server: Server
    private let sender: MailSender
    private let limits: Limits
    private let threads: Threads

    /// - Parameter concurrency: Mails that are sent at once.
    public init(_ server: Server, sender: MailSender, limits: Limits = Limits(), concurrency: Int = 4) {
        self.server = server
        self.sender = sender
        self.limits = limits
        threads = Threads(concurrency)
    }

    /// Sends a mail, on a thread of its own.
    /// - Throws: ``MailFailure``.
    public func send(_ message: MailMessage) async throws {
        let transfer = SMTPTransfer(message, from: sender, to: server, limits)
        do {
            try await threads.pool.runIfActive { try transfer.run() }
        } catch is CancellationError {
            throw MailFailure.postponed(reason: "the program stops")
        }
    }

    /// Threads that end with the transport.
    private final class Threads: Sendable {
        let pool: NIOThreadPool

        init(_ count: Int) {
            pool = NIOThreadPool(numberOfThreads: count)
            pool.start()
        }

        deinit { pool.shutdownGracefully { _ in } }
    }
}

/// One mail on its way. Used by one thread.
private struct SMTPTransfer: Sendable {
    private let content: [UInt8]
    private let recipient: String
    private let sender: MailSender
    private let server: SMTPTransport.Server
    private let limits: SMTPTransport.Limits

    init(
        _ message: MailMessage,
        from sender: MailSender,
        to server: SMTPTransport.Server,
        _ limits: SMTPTransport.Limits
    ) {
        content = message.bytes(from: sender)
        recipient = message.recipient
        self.sender = sender
        self.server = server
        self.limits = limits
    }

    /// Once a process, before any other call of libcurl.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// - Throws: ``MailFailure``.
    func run() throws {
        guard SMTPTransfer.isReady, let transfer = curl_easy_init() else {
            throw MailFailure.postponed(reason: "libcurl could not be started")
        }
        defer { curl_easy_cleanup(transfer) }
        guard let recipients = curl_slist_append(nil, "<\(recipient)>") else {
            throw MailFailure.postponed(reason: "there is no memory")
        }
        defer { curl_slist_free_all(recipients) }
        let dialogue = SMTPDialogue(content)
        set(transfer, recipients)
        let code = withExtendedLifetime(dialogue) {
            dialogue.attach(to: transfer)
            return curl_easy_perform(transfer)
        }
        if let failure = dialogue.failure(code) { throw failure }
    }

    private func set(_ transfer: UnsafeMutableRawPointer, _ recipients: UnsafeMutablePointer<curl_slist>) {
        func number(_ option: CURLoption, _ value: Int) { _ = larder_curl_set_number(transfer, option, value) }
        func text(_ option: CURLoption, _ value: String) { _ = larder_curl_set_text(transfer, option, value) }
        let scheme = server.security == .tls ? "smtps" : "smtp"
        // What follows the address is the name by which the client introduces itself.
        text(CURLOPT_URL, "\(scheme)://\(server.host):\(server.port)/\(sender.domain)")
        text(CURLOPT_PROTOCOLS_STR, scheme)
        number(CURLOPT_USE_SSL, Int((server.security == .none ? CURLUSESSL_NONE : CURLUSESSL_ALL).rawValue))
        number(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        if let authorities = server.authorities { text(CURLOPT_CAINFO, authorities) }
        if let credentials = server.credentials {
            text(CURLOPT_USERNAME, credentials.username)
            text(CURLOPT_PASSWORD, credentials.password)
        }
        text(CURLOPT_MAIL_FROM, "<\(sender.address)>")
        _ = larder_curl_set_list(transfer, CURLOPT_MAIL_RCPT, recipients)
        number(CURLOPT_UPLOAD, 1)
        number(CURLOPT_NOSIGNAL, 1)
        number(CURLOPT_CONNECTTIMEOUT_MS, limits.connecting)
        number(CURLOPT_TIMEOUT_MS, limits.whole)
        // In seconds, for each reply: also for the one to the farewell, which comes after all of this time.
        number(CURLOPT_SERVER_RESPONSE_TIMEOUT, max(1, limits.whole / 2_000))
    }
}

/// What client and server say: the mail goes out, and what the server refuses is kept.
private final class SMTPDialogue {
    private let content: [UInt8]
    private var sent = 0
    /// The last line with which the server refused something, with its words, which may quote the address.
    private var refusedBy = ""
    private var hasSentContent = false

    init(_ content: [UInt8]) { self.content = content }

    func attach(to transfer: UnsafeMutableRawPointer) {
        let this = Unmanaged.passUnretained(self).toOpaque()
        _ = larder_curl_set_reader(
            transfer,
            { buffer, size, count, source in
                guard let buffer, let source else { return 0 }
                return Unmanaged<SMTPDialogue>.fromOpaque(source).takeUnretainedValue().fill(buffer, size * count)
            },
            this
        )
        _ = larder_curl_set_header_writer(
            transfer,
            { bytes, size, count, target in
                guard let bytes, let target else { return 0 }
                let line = UnsafeBufferPointer(start: bytes, count: size * count)
                Unmanaged<SMTPDialogue>.fromOpaque(target).takeUnretainedValue().hear(line)
                return size * count
            },
            this
        )
    }

    private func fill(_ buffer: UnsafeMutablePointer<CChar>, _ room: Int) -> Int {
        hasSentContent = true
        let part = content[sent..<min(content.count, sent + room)]
        part.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: buffer, count: room).copyMemory(from: $0) }
        sent += part.count
        return part.count
    }

    private func hear(_ line: UnsafeBufferPointer<CChar>) {
        let line = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if line.hasPrefix("4") || line.hasPrefix("5") { refusedBy = line }
    }

    /// The codes of a refusal, without its words, such as `550 5.1.1`; empty without one.
    private var codes: String {
        let words = refusedBy.split { $0 == " " || $0 == "-" || $0.isNewline }
        let enhanced = words.dropFirst().first.flatMap { $0.wholeMatch(of: /[245]\.\d{1,3}\.\d{1,3}/) }.map {
            " \($0.output)"
        }
        return (words.first.map(String.init) ?? "") + (enhanced ?? "")
    }

    /// What an outcome of libcurl means; nil for success.
    func failure(_ code: CURLcode) -> MailFailure? {
        switch code {
        case CURLE_OK: return nil
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
            return .misconfigured(reason: "the server's certificate is not trusted")
        case CURLE_USE_SSL_FAILED: return .misconfigured(reason: "the server offers no encryption")
        case CURLE_LOGIN_DENIED where !codes.hasPrefix("4"):
            return .misconfigured(reason: "the server does not know the name and password: \(codes)")
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_NOT_BUILT_IN:
            return .misconfigured(reason: "the server's address cannot be used")
        case CURLE_SEND_ERROR, CURLE_WEIRD_SERVER_REPLY, CURLE_RECV_ERROR:
            return refusal ?? .postponed(reason: words(code))
        default: return .postponed(reason: words(code))
        }
    }

    /// What the server has refused for good.
    private var refusal: MailFailure? {
        guard codes.hasPrefix("5") else { return nil }
        let isOfAddress =
            codes.contains(" 5.1.") || codes.contains(" 5.2.1")
            || ["550", "551", "553"].contains(codes)
        return !hasSentContent && isOfAddress ? .badAddress(reply: codes) : .rejected(reply: codes)
    }

    private func words(_ code: CURLcode) -> String {
        let words = String(cString: curl_easy_strerror(code))
        return codes.isEmpty ? words : "\(words): \(codes)"
    }
}
