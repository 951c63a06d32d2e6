import COpenSSL
import Glibc

/// PEM files of certificates and keys.
enum CredentialFile {
    /// The leaf first, then the rest of the file. The caller frees them with `X509_free`.
    static func certificates(path: String) throws(TLSError) -> [OpaquePointer] {
        let bytes = try read(path: path, mustBePrivate: false)
        guard let bio = memoryBIO(bytes) else { throw .libraryFailure(OpenSSLErrors.drain().description) }
        defer { BIO_free(bio) }
        var certificates: [OpaquePointer] = []
        while let certificate = larder_pem_read_certificate(bio) { certificates.append(certificate) }
        let errors = OpenSSLErrors.drain()
        // The end of the file reads as "no start line"; anything else is a damaged certificate after good ones.
        let isAtEnd = errors.codes.allSatisfy {
            larder_error_library($0) == ERR_LIB_PEM && larder_error_reason($0) == PEM_R_NO_START_LINE
        }
        if certificates.isEmpty || !isAtEnd {
            certificates.forEach(X509_free)
            throw .invalidCertificate(path: path)
        }
        return certificates
    }

    /// The private key of a file. The caller frees it with `EVP_PKEY_free`.
    static func privateKey(path: String, allowsShared: Bool) throws(TLSError) -> OpaquePointer {
        var bytes = try read(path: path, mustBePrivate: !allowsShared)
        defer { bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
        guard let bio = memoryBIO(bytes) else { throw .libraryFailure(OpenSSLErrors.drain().description) }
        defer { BIO_free(bio) }
        guard let key = larder_pem_read_private_key(bio) else {
            ERR_clear_error()
            throw .invalidKey(path: path)
        }
        return key
    }

    private static func memoryBIO(_ bytes: [UInt8]) -> OpaquePointer? {
        guard let bio = BIO_new(BIO_s_mem()) else { return nil }
        if BIO_write(bio, bytes, Int32(bytes.count)) == Int32(bytes.count) { return bio }
        BIO_free(bio)
        return nil
    }

    /// At most this much of a file is read: no bundle of authorities comes near it.
    private static let sizeLimit = 4 << 20

    /// The mode is checked on the open descriptor, so that what is checked is what is read.
    private static func read(path: String, mustBePrivate: Bool) throws(TLSError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fileError(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw fileError(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadableFile(path: path, reason: "not a file") }
        guard status.st_size <= sizeLimit else { throw .unreadableFile(path: path, reason: "larger than 4 MiB") }
        let mode = status.st_mode & 0o7777
        if mustBePrivate, mode & 0o077 != 0 { throw .insecureKeyFile(path: path, mode: mode) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress! + filled, $0.count - filled)
            }
            if count < 0 { throw fileError(path) }
            if count == 0 { break }
            filled += count
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }

    private static func fileError(_ path: String) -> TLSError {
        let code = errno
        if code == ENOENT || code == ENOTDIR { return .missingFile(path: path) }
        return .unreadableFile(path: path, reason: String(cString: strerror(code)))
    }
}
