package import NIOCore
package import TLS

/// What carries the bytes of a connection. Used on the connection's event loop alone.
///
/// It calls its ``Connection``: ``Connection/opened(by:peer:)`` once bytes can be sent, then with what is received, and
/// ``Connection/closed(_:)`` as the last.
protocol Transport: AnyObject {
    /// Whether bytes can go now.
    var isActive: Bool { get }
    /// Whether more should be written now; ``Connection/writable()`` is called when that becomes true again.
    var isWritable: Bool { get }
    /// Sends bytes, at once.
    func write(_ bytes: ByteBuffer)
    /// Ends the connection after what was written has left.
    func close()
}

/// Who is at the other end of a connection.
package final class Peer: Sendable {
    /// The service that its certificate names; nil without one.
    package let service: String?
    /// Its IP address without the port; nil when there is none.
    package let address: String?
    /// The network of its address.
    package let network: ClientNetwork
    /// Its port; nil when there is none.
    package let port: Int?
    /// Address and port at this end, for operators; nil when there are none.
    package let localAddress: String?

    /// With what it has proven who it is; nil without a certificate.
    package let certificate: PeerCertificate?

    /// Names a peer.
    package init(
        service: String? = nil,
        address: String? = nil,
        port: Int? = nil,
        localAddress: String? = nil,
        certificate: PeerCertificate? = nil
    ) {
        self.service = service
        self.address = address
        network = ClientNetwork(address: address)
        self.port = port
        self.localAddress = localAddress
        self.certificate = certificate
    }

    /// Who is at the other end of a channel.
    /// - Parameter certificate: The one that was verified; nil without one.
    package convenience init(of channel: any Channel, certificate: PeerCertificate?) {
        let local = channel.localAddress
        self.init(
            service: certificate?.serviceName,
            address: channel.remoteAddress?.ipAddress,
            port: channel.remoteAddress?.port,
            localAddress: local?.ipAddress.map { Endpoint(host: $0, port: local?.port ?? 0).description },
            certificate: certificate
        )
    }
}

/// Makes the transports of a client's connections.
package protocol ClientTransport: Sendable {
    /// Connects to an endpoint and from then on delivers events to a connection.
    /// - Parameter makeConnection: Makes the connection, on its event loop. Attempts that are given up may have made one, which
    ///   receives no event.
    /// - Throws: The reason when connecting is not possible.
    func connect(
        to endpoint: Endpoint,
        on loop: any EventLoop,
        _ makeConnection: @escaping @Sendable () -> Connection
    ) async throws
}
