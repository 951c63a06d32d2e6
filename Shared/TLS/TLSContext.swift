public import FoundationEssentials
import Synchronization

/// The loaded form of a ``TLSConfiguration``, shared by every connection made with it.
public final class TLSContext: Sendable {
    let configuration: TLSConfiguration
    private let loaded: Mutex<LoadedContext>
    private let sessions = Atomic<Int>(0)

    /// Reads and checks the files that the configuration names.
    ///
    /// - Throws: A ``TLSError`` that names the file and says what is wrong with it.
    public convenience init(_ configuration: TLSConfiguration) throws(TLSError) {
        try self.init(configuration, checksValidity: true)
    }

    /// As ``init(_:)``; without the check of one's own certificate's validity, a peer's check can be tested.
    package init(_ configuration: TLSConfiguration, checksValidity: Bool) throws(TLSError) {
        self.configuration = configuration
        loaded = Mutex(try LoadedContext(configuration, now: checksValidity ? Date() : nil))
    }

    /// Reads the files again. Handshakes that begin after it use what they hold now; connections that exist live on.
    ///
    /// - Throws: A ``TLSError``; what was loaded before then stays in use.
    public func reload() throws(TLSError) {
        let fresh = try LoadedContext(configuration, now: Date())
        loaded.withLock { $0 = fresh }
    }

    /// The certificate that this side presents; `nil` for a client without an identity.
    public var certificate: PeerCertificate? {
        current.certificate
    }

    /// When the certificate that this side presents expires; `nil` for a client without an identity.
    public var expiry: Date? {
        current.certificate?.notAfter
    }

    /// The number of connections whose TLS state is in memory, for a gauge.
    public var liveConnections: Int {
        sessions.load(ordering: .relaxed)
    }

    var current: LoadedContext {
        loaded.withLock { $0 }
    }

    func sessionOpened() {
        sessions.add(1, ordering: .relaxed)
    }

    func sessionClosed() {
        sessions.subtract(1, ordering: .relaxed)
    }
}
