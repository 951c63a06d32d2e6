import Foundation
import Foundations
import Logging
import NIOPosix
package import RPC
package import TLS

extension LocalDeployment {
    /// A channel to all instances of the gateway, as a user's program has it.
    package func gatewayChannel() throws -> RPCChannel { try channel(to: "gateway", showing: nil) }

    /// A channel to all instances of a program, as another one has it.
    package func channel(to program: String, as service: String) throws -> RPCChannel {
        let identity = TLSIdentity(
            certificateChain: folder.certificates.appending(path: "\(service).pem").path,
            privateKey: folder.certificates.appending(path: "\(service)-key.pem").path
        )
        return try channel(to: program, showing: identity)
    }

    /// How a client connects to a program.
    /// - Parameter identity: The client's certificate; nil for a user's program, which has none.
    package func clientTLS(to program: String, showing identity: TLSIdentity? = nil) throws -> TLSContext {
        try TLSContext(
            .client(
                identity: identity,
                trust: TLSTrust(
                    bundle: folder.certificates.appending(path: "ca.pem").path,
                    trustDomain: trustDomain
                ),
                expectedService: program,
                alpn: [ConnectionStateMachine.applicationProtocol]
            )
        )
    }

    private func channel(to program: String, showing identity: TLSIdentity?) throws -> RPCChannel {
        RPCChannel(
            serviceName: program,
            endpoints: instances(of: program).map { Endpoint(host: "127.0.0.1", port: reachablePort(of: $0)) },
            tls: try clientTLS(to: program, showing: identity),
            group: MultiThreadedEventLoopGroup.singleton,
            log: Logger(label: "local") { _ in SwiftLogNoOpLogHandler() },
            options: RPCChannelOptions(backoff: Backoff(initial: .milliseconds(50), maximum: .milliseconds(200)))
        )
    }
}
