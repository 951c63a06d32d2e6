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
        var ending = Ending.needsInput
    }

    /// What came of encrypting a part of the queue.
    struct Encrypted {
        /// To complete when the ciphertext is written. The promises of all writes that end in it are tied to this one.
        let promise: EventLoopPromise<Void>?
        let failure: TLSError?
    }

    let isServer: Bool
    private let context: TLSContext
    private let loaded: LoadedContext
    private let expectation: PeerExpectation?
    private let ssl: OpaquePointer
    private let io: UnsafeMutablePointer<larder_channel_io>
    private var isHandshakeComplete = false
    /// Ciphertext of a record that hasn't arrived whole, which OpenSSL holds.
    private var partialRecordBytes = 0
    private var recordsUnderKey = 0
    /// The names of a certificate that didn't match the expectation.
    fileprivate var presentedNames: [String] = []
    /// OpenSSL's reasons for the last failure, for a log.
    private(set) var failureDetail = ""

    /// The plaintext of one record is at most this long (RFC 8446, section 5.1).
    static let recordLimit = 16_384

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
        ERR_clear_error()
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
        if isServer {
            SSL_set_accept_state(ssl)
        } else {
            SSL_set_connect_state(ssl)
            _ = larder_ssl_set_owner(ssl, Unmanaged.passUnretained(self).toOpaque())
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
        ERR_clear_error()
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
            expected: expectation?.description ?? "",
            presented: presentedNames
        )
        return .failed(.handshakeFailed(failure))
    }

    /// What OpenSSL is content with and this configuration isn't.
    private func judgeHandshake() -> TLSHandshakeFailure? {
        if loaded.usesALPN && applicationProtocol == nil { return .noApplicationProtocol }
        // The verification's callback saw to it; whoever changes that callback is caught here.
        if case .service(let service, _) = expectation, peerCertificate?.serviceName != service {
            return .wrongName(expected: expectation?.description ?? service, presented: peerCertificate?.uris ?? [])
        }
        return nil
    }

    /// The peer's certificate; `nil` when it sent none.
    var peerCertificate: PeerCertificate? {
        SSL_get0_peer_certificate(ssl).flatMap { PeerCertificate(certificate: $0) }
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

    /// Takes in ciphertext and puts the plaintext of every record that is now complete into the emptied `plaintext`. The
    /// whole input is used unless the connection ends in it.
    func receive(_ ciphertext: ByteBuffer, plaintext: inout ByteBuffer) -> Received {
        // The storage stays for now: it is emptied only when there is something to put in.
        plaintext.moveReaderIndex(to: plaintext.writerIndex)
        return ciphertext.withUnsafeReadableBytes { input in
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
            plaintext.clear(minimumCapacity: io.pointee.input_length + partialRecordBytes)
            received.ending = decrypt(into: &plaintext)
            return received
        }
    }

    private func decrypt(into plaintext: inout ByteBuffer) -> Ending {
        ERR_clear_error()
        while true {
            var status: Int32 = 1
            // No more plaintext can come out than ciphertext went in.
            let expected = io.pointee.input_length + partialRecordBytes
            var remainder: Int?
            plaintext.writeWithUnsafeMutableBytes(minimumWritableBytes: max(expected, 1)) { target in
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
            partialRecordBytes = min(remainder ?? expected, Self.recordLimit)
            if status == 1 { continue }
            switch SSL_get_error(ssl, status) {
            case SSL_ERROR_WANT_READ: return .needsInput
            case SSL_ERROR_ZERO_RETURN: return .closedByPeer
            default: return .failed(TLSError(connection: takeErrors(), isServer: isServer))
            }
        }
    }

    // MARK: Outbound

    /// Encrypts flushed plaintext, at most `limit` bytes of it, into the emptied `ciphertext`. Small writes share
    /// records; large ones are encrypted from where they are.
    func encrypt(_ queue: inout OutboundQueue, limit: Int, into ciphertext: inout ByteBuffer) -> Encrypted {
        var promise: EventLoopPromise<Void>?
        var remaining = min(queue.flushedBytes, limit)
        let records = remaining / Self.recordLimit + min(queue.flushedWrites, 16) + 1
        let bound = remaining + records * Self.recordOverhead
        var succeeded = true
        ERR_clear_error()
        ciphertext.clear(minimumCapacity: bound)
        ciphertext.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { target in
            io.pointee.output = target.bindMemory(to: UInt8.self).baseAddress
            io.pointee.output_capacity = target.count
            defer { io.pointee.output_capacity = 0 }
            while remaining > 0, succeeded {
                let sent = encryptRecords(from: &queue, upTo: remaining, completing: &promise)
                succeeded = sent != nil
                remaining -= sent ?? 0
            }
            let written = io.pointee.output_length
            io.pointee.output_length = 0
            return written
        }
        // Writes without bytes are done with what precedes them.
        while queue.flushedWrites > 0, queue.first.readableBytes == 0 { queue.consume(0, completing: &promise) }
        appendSpill(to: &ciphertext)
        let failure = succeeded ? nil : TLSError(connection: takeErrors(), isServer: isServer)
        return Encrypted(promise: promise, failure: failure)
    }

    /// A record's header, content type and authentication tag.
    private static let recordOverhead = 5 + 1 + 16

    /// Encrypts the front of the queue.
    ///
    /// - Returns: The number of bytes of plaintext that are done; `nil` when OpenSSL failed.
    private func encryptRecords(
        from queue: inout OutboundQueue,
        upTo limit: Int,
        completing promise: inout EventLoopPromise<Void>?
    ) -> Int? {
        let available = queue.first.readableBytes
        if available >= Self.recordLimit || available >= limit {
            var count = min(available, limit)
            // A remainder shares its record with the writes that follow.
            if available < limit { count -= count % Self.recordLimit }
            guard queue.first.withUnsafeReadableBytes({ write($0.baseAddress!, count) }) else { return nil }
            queue.consume(count, completing: &promise)
            return count
        }
        return withUnsafeTemporaryAllocation(byteCount: min(limit, Self.recordLimit), alignment: 1) { scratch in
            let count = queue.gather(into: scratch, largeWrite: Self.recordLimit, completing: &promise)
            return count == 0 || write(scratch.baseAddress!, count) ? count : nil
        }
    }

    private func write(_ bytes: UnsafeRawPointer, _ count: Int) -> Bool {
        if recordsUnderKey >= Self.recordsPerKey {
            guard updateKey() else { return false }
        }
        recordsUnderKey += (count + Self.recordLimit - 1) / Self.recordLimit
        var written = 0
        return SSL_write_ex(ssl, bytes, count, &written) == 1 && written == count
    }

    /// Encrypts what follows under a new key.
    func updateKey() -> Bool {
        recordsUnderKey = 0
        return SSL_key_update(ssl, SSL_KEY_UPDATE_NOT_REQUESTED) == 1
    }

    /// Adds the `close_notify` alert to the output.
    func sendCloseNotify() {
        ERR_clear_error()
        // 0 says that the peer's is still to come, which is no failure.
        if SSL_shutdown(ssl) < 0 { ERR_clear_error() }
    }

    /// What OpenSSL wants to send of its own: handshake messages, alerts and key updates. `nil` when there is nothing.
    func takeOutput(allocator: ByteBufferAllocator) -> ByteBuffer? {
        guard io.pointee.spill_length > 0 else { return nil }
        var output = allocator.buffer(capacity: io.pointee.spill_length)
        appendSpill(to: &output)
        return output
    }

    private func appendSpill(to buffer: inout ByteBuffer) {
        guard io.pointee.spill_length > 0 else { return }
        buffer.writeBytes(UnsafeRawBufferPointer(start: io.pointee.spill, count: io.pointee.spill_length))
        larder_channel_io_release_spill(io)
    }

    private func takeErrors() -> OpenSSLErrors {
        let errors = OpenSSLErrors.drain()
        failureDetail = errors.description
        return errors
    }
}

extension TLSSession {
    /// Judges the server's own certificate, when its chain is good, by the service it names.
    ///
    /// - Returns: An error of OpenSSL's verification; 0 when all is well.
    fileprivate func verificationError(of certificate: PeerCertificate?) -> Int32 {
        guard case .service(let service, _) = expectation else { return X509_V_OK }
        return certificate?.serviceName == service ? X509_V_OK : X509_V_ERR_APPLICATION_VERIFICATION
    }
}

/// OpenSSL's callback for each certificate of the server's chain, the authority first.
private func verifyPeer(isValid: Int32, store: OpaquePointer?) -> Int32 {
    guard let ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()),
        let owner = larder_ssl_get_owner(OpaquePointer(ssl))
    else { return 0 }
    let session = Unmanaged<TLSSession>.fromOpaque(owner).takeUnretainedValue()
    var error = X509_STORE_CTX_get_error(store)
    guard X509_STORE_CTX_get_error_depth(store) == 0 else { return isValid }
    let certificate = X509_STORE_CTX_get_current_cert(store).flatMap { PeerCertificate(certificate: $0) }
    if isValid == 1 {
        error = session.verificationError(of: certificate)
        if error != X509_V_OK { X509_STORE_CTX_set_error(store, error) }
    }
    if error != X509_V_OK { session.presentedNames = (certificate?.uris ?? []) + (certificate?.dnsNames ?? []) }
    return error == X509_V_OK ? 1 : 0
}

/// The type of the BIOs that move bytes between buffers and OpenSSL.
private enum ChannelBIO {
    // Made once and never changed; OpenSSL reads it from any thread.
    nonisolated(unsafe) static let method = larder_channel_bio_method()
}
