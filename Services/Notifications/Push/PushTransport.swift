import CCurl
import Foundation
import Glibc
import NIOPosix

/// A message to a push service (RFC 8030).
struct PushRequest: Sendable {
    let endpoint: String
    /// Lines of the head, such as `TTL: 60`.
    let fields: [String]
    let body: [UInt8]
}

/// What a push service has answered.
struct PushReply: Sendable, Equatable {
    let status: Int
    /// When it asks to be tried again.
    var retryAfter: Duration?
}

/// The service could not be asked.
struct PushOutage: Error, Equatable {
    /// For operators; without addresses.
    let reason: String
}

/// Posts messages to push services, through libcurl.
///
/// Of the address that a name stands for, what matters is the one that is connected to: it has to be public. There are no proxies and
/// no redirects.
struct PushTransport: Sendable {
    /// How long a service may take, in milliseconds.
    struct Limits: Sendable {
        var connecting = 5_000
        var whole = 20_000
    }

    let settings: PushSettings
    var limits = Limits()
    private let threads: Threads

    /// - Parameter concurrency: Messages that are sent at once.
    init(_ settings: PushSettings, limits: Limits = Limits(), concurrency: Int = 8) {
        self.settings = settings
        self.limits = limits
        threads = Threads(concurrency)
    }

    /// Sends a message, on a thread of its own.
    /// - Throws: ``PushOutage``.
    func send(_ request: PushRequest) async throws -> PushReply {
        do {
            return try await threads.pool.runIfActive { try PushTransfer(request, settings, limits).run() }
        } catch is CancellationError {
            throw PushOutage(reason: "the program stops")
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

/// One message on its way. Used by one thread.
private final class PushTransfer {
    private let request: PushRequest
    private let settings: PushSettings
    private let limits: PushTransport.Limits
    private var retryAfter: Duration?

    init(_ request: PushRequest, _ settings: PushSettings, _ limits: PushTransport.Limits) {
        self.request = request
        self.settings = settings
        self.limits = limits
    }

    /// Once a process, before any other call of libcurl.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    func run() throws(PushOutage) -> PushReply {
        guard PushTransfer.isReady, let transfer = curl_easy_init() else {
            throw PushOutage(reason: "libcurl could not be started")
        }
        defer { curl_easy_cleanup(transfer) }
        var fields: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(fields) }
        for field in request.fields { fields = curl_slist_append(fields, field) }
        set(transfer)
        _ = larder_curl_set_list(transfer, CURLOPT_HTTPHEADER, fields)
        let code = request.body.withUnsafeBytes { body in
            _ = larder_curl_set_number(transfer, CURLOPT_POSTFIELDSIZE, body.count)
            _ = larder_curl_set_pointer(
                transfer,
                CURLOPT_POSTFIELDS,
                UnsafeMutableRawPointer(mutating: body.baseAddress)
            )
            return withExtendedLifetime(self) { curl_easy_perform(transfer) }
        }
        guard code == CURLE_OK else { throw PushOutage(reason: String(cString: curl_easy_strerror(code))) }
        return PushReply(status: larder_curl_response_code(transfer), retryAfter: retryAfter)
    }

    private func set(_ transfer: UnsafeMutableRawPointer) {
        func number(_ option: CURLoption, _ value: Int) { _ = larder_curl_set_number(transfer, option, value) }
        func text(_ option: CURLoption, _ value: String) { _ = larder_curl_set_text(transfer, option, value) }
        let this = Unmanaged.passUnretained(self).toOpaque()
        text(CURLOPT_URL, request.endpoint)
        text(CURLOPT_PROTOCOLS_STR, "https")
        text(CURLOPT_PROXY, "")
        number(CURLOPT_POST, 1)
        number(CURLOPT_FOLLOWLOCATION, 0)
        number(CURLOPT_NOSIGNAL, 1)
        number(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        number(CURLOPT_CONNECTTIMEOUT_MS, limits.connecting)
        number(CURLOPT_TIMEOUT_MS, limits.whole)
        if let authorities = settings.authorities { text(CURLOPT_CAINFO, authorities) }
        _ = larder_curl_set_header_writer(
            transfer,
            { bytes, size, count, target in
                guard let bytes, let target else { return 0 }
                let line = UnsafeBufferPointer(start: bytes, count: size * count)
                Unmanaged<PushTransfer>.fromOpaque(target).takeUnretainedValue().hear(line)
                return size * count
            },
            this
        )
        // What the service says beside its status is of no use.
        _ = larder_curl_set_writer(transfer, { _, size, count, _ in size * count }, this)
        guard !settings.allowsPrivateAddresses else { return }
        _ = larder_curl_set_socket_opener(
            transfer,
            { _, _, address in
                guard let address else { return curl_socket_t(-1) }
                // The address itself is the last field, and longer than its type says.
                guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr),
                    PublicAddress.contains(UnsafeRawPointer(address) + offset)
                else { return curl_socket_t(-1) }
                return socket(
                    address.pointee.family,
                    address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
                    address.pointee.protocol
                )
            },
            this
        )
    }

    private func hear(_ line: UnsafeBufferPointer<CChar>) {
        let parts = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "retry-after" else { return }
        let value = parts[1].trimmingCharacters(in: .whitespacesAndNewlines)
        if let seconds = Int(value) { return retryAfter = .seconds(max(0, min(seconds, 86_400))) }
        guard let date = PushTransfer.dates.date(from: value) else { return }
        retryAfter = .seconds(max(0, min(date.timeIntervalSinceNow, 86_400)))
    }

    /// Times of HTTP (RFC 9110, section 5.6.7).
    private static var dates: DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return formatter
    }
}
