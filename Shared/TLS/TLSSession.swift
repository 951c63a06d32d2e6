import COpenSSL
import NIOCore

/// The TLS state of one connection: ciphertext and plaintext go in and out as buffers, without any I/O.
///
/// Confined to its connection's event loop. Every call into OpenSSL starts with an empty error queue and leaves one.
final class TLSSession {
    /// What came of a step of the handshake.
    enum HandshakeStep {
        case needsInput
        case completed
        case failed(TLSError)
    }

    /// Why decryption stopped.
    enum Ending {
        case needsInput
        case closedByPeer
        case failed(TLSError)
    }

    /// What came of one inbound buffer.
    struct Received {
        var completedHandshake = false
        var plaintext = ByteBuffer()
        var ending = Ending.needsInput
    }

    /// What came of encrypting a part of the queue.
    struct Encrypted {
        let ciphertext: ByteBuffer
        /// To complete when the ciphertext is written. The promises of all writes that end in it are tied to this one.
        let promise: EventLoopPromise<Void>?
        let failure: TLSError?
    }

    let isServer: Bool
    private let context: TLSContext
    private let loaded: LoadedContext
    let expectation: PeerExpectation?
    let ssl: OpaquePointer
    let io: UnsafeMutablePointer<larder_channel_io>
    private var isHandshakeComplete = false
    /// Ciphertext of a record that hasn't arrived whole, which OpenSSL holds.
    private var partialRecordBytes = 0
    var recordsUnderKey = 0
    /// The names of a certificate that didn't match the expectation.
    var presentedNames: [String] = []
    /// OpenSSL's reasons for the last failure, for a log.
    private(set) var failureDetail = ""

    /// The plaintext of one record is at most this long (RFC 8446, section 5.1).
    static let recordLimit = 16_384

    /// The plaintext that goes into one buffer of ciphertext: whole records, with room for their overhead in 128 KiB. So
    /// much still lies in the cache when it is written to the network.
    static let chunkLimit = 7 * recordLimit

    /// Below AES-GCM's bound of 2^24.5 records for one key (RFC 8446, section 5.5).
    package static let recordsPerKey = 1 << 23

    init(context: TLSContext, serverName: String?, expectedService: String?) throws(TLSError) {
        let loaded = context.current
        switch context.configuration.role {
        case .server:
            isServer = true
            expectation = nil
        case .client(let configuredName, let configuredService):
            isServer = false
            // What the connection itself names outranks the configuration as a whole.
            expectation =
                if serverName != nil || expectedService != nil {
                    try PeerExpectation(serverName: serverName, expectedService: expectedService)
                } else {
                    try PeerExpectation(serverName: configuredName, expectedService: configuredService)
                }
        }
        OpenSSLErrors.clear()
        guard let method = ChannelBIO.method, let ssl = SSL_new(loaded.pointer) else {
            throw .libraryFailure(OpenSSLErrors.drain().description)
        }
        self.context = context
        self.loaded = loaded
        self.ssl = ssl
        io = .allocate(capacity: 1)
        io.initialize(to: larder_channel_io())
        context.sessionOpened()
        guard let bio = larder_channel_bio_new(method, io) else {
            throw .libraryFailure(OpenSSLErrors.drain().description)
        }
        // Takes ownership of the BIO, once for both directions.
        SSL_set_bio(ssl, bio, bio)
        _ = larder_ssl_set_owner(ssl, Unmanaged.passUnretained(self).toOpaque())
        if isServer {
            SSL_set_accept_state(ssl)
            SSL_set_verify(ssl, SSL_get_verify_mode(ssl), verifyPeer)
        } else {
            SSL_set_connect_state(ssl)
            SSL_set_verify(ssl, SSL_VERIFY_PEER, verifyPeer)
            try expectation?.apply(to: ssl)
        }
    }

    deinit {
        SSL_free(ssl)
        larder_channel_io_release_spill(io)
        io.deallocate()
        context.sessionClosed()
    }

    // MARK: Handshake

    /// Goes as far with the handshake as the input allows.
    func continueHandshake() -> HandshakeStep {
        OpenSSLErrors.clear()
        let status = SSL_do_handshake(ssl)
        if status == 1 {
            isHandshakeComplete = true
            return judgeHandshake().map { .failed(.handshakeFailed($0)) } ?? .completed
        }
        if SSL_get_error(ssl, status) == SSL_ERROR_WANT_READ { return .needsInput }
        let errors = takeErrors()
        let failure = TLSHandshakeFailure(
            errors,
            verification: SSL_get_verify_result(ssl),
            expected: expectation?.description ?? "an identity of the trust domain \(trustDomain)",
            presented: presentedNames
        )
        return .failed(.handshakeFailed(failure))
    }

    /// What OpenSSL is content with and this configuration isn't.
    private func judgeHandshake() -> TLSHandshakeFailure? {
        if loaded.usesALPN && applicationProtocol == nil { return .noApplicationProtocol }
        // The verification's callback saw to it; a mistake in a change of it is caught here.
        if case .service(let service, _) = expectation, peerCertificate?.serviceName != service {
            return .wrongName(expected: expectation?.description ?? service, presented: peerCertificate?.uris ?? [])
        }
        return nil
    }

    /// The trust domain whose identities are accepted.
    var trustDomain: String { context.configuration.trust?.trustDomain ?? TLSTrust.defaultTrustDomain }

    /// The peer's certificate; `nil` when it sent none.
    var peerCertificate: PeerCertificate? {
        SSL_get0_peer_certificate(ssl).flatMap { PeerCertificate(certificate: $0, trustDomain: trustDomain) }
    }

    /// The protocol that ALPN settled on.
    var applicationProtocol: String? {
        var bytes: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &bytes, &count)
        guard let bytes, count > 0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }

    /// The cipher suite's name, such as `TLS_AES_128_GCM_SHA256`.
    var cipher: String {
        SSL_CIPHER_get_name(SSL_get_current_cipher(ssl)).map { String(cString: $0) } ?? ""
    }

    // MARK: Inbound

    /// Takes in ciphertext and decrypts every record that is now complete. The whole input is used unless the
    /// connection ends in it.
    func receive(_ ciphertext: ByteBuffer) -> Received {
        ciphertext.withUnsafeReadableBytes { input in
            io.pointee.input = input.bindMemory(to: UInt8.self).baseAddress
            io.pointee.input_length = input.count
            defer {
                io.pointee.input = nil
                io.pointee.input_length = 0
            }
            var received = Received()
            if !isHandshakeComplete {
                switch continueHandshake() {
                case .needsInput:
                    return received
                case .failed(let error):
                    received.ending = .failed(error)
                    return received
                case .completed:
                    received.completedHandshake = true
                }
            }
            let pools = ThreadBufferPools.current
            // No more plaintext can come out than ciphertext went in.
            received.plaintext = pools.inbound.take(capacity: io.pointee.input_length + partialRecordBytes)
            received.ending = decrypt(into: &received.plaintext)
            pools.inbound.give(received.plaintext)
            return received
        }
    }

    private func decrypt(into plaintext: inout ByteBuffer) -> Ending {
        OpenSSLErrors.clear()
        while true {
            var status: Int32 = 1
            let pending = io.pointee.input_length + partialRecordBytes
            var remainder: Int?
            plaintext.writeWithUnsafeMutableBytes(minimumWritableBytes: max(pending, 1)) { target in
                var filled = 0
                while filled < target.count {
                    var count = 0
                    status = SSL_read_ex(ssl, target.baseAddress! + filled, target.count - filled, &count)
                    if status != 1 { break }
                    filled += count
                    remainder = io.pointee.input_length
                }
                return filled
            }
            partialRecordBytes = min(remainder ?? pending, Self.recordLimit)
            if status == 1 { continue }
            switch SSL_get_error(ssl, status) {
            case SSL_ERROR_WANT_READ: return .needsInput
            case SSL_ERROR_ZERO_RETURN: return .closedByPeer
            default: return .failed(TLSError(connection: takeErrors(), isServer: isServer))
            }
        }
    }

    func takeErrors() -> OpenSSLErrors {
        let errors = OpenSSLErrors.drain()
        failureDetail = errors.description
        return errors
    }
}
