import Foundation
import Logging
import NIOPosix
package import RPC
import TLS

extension LocalDeployment {
    /// A channel to all instances of the gateway, as a user's program has it.
    package func gatewayChannel() throws -> RPCChannel {
        let authority = folder.certificates.appending(path: "ca.pem").path
        let tls = try TLSContext(
            .client(
                trust: TLSTrust(bundle: authority),
                expectedService: "gateway",
                alpn: [ConnectionStateMachine.applicationProtocol]
            )
        )
        return RPCChannel(
            serviceName: "gateway",
            endpoints: instances(of: "gateway").map { Endpoint(host: "127.0.0.1", port: ports[$0]) },
            tls: tls,
            group: MultiThreadedEventLoopGroup.singleton,
            log: Logger(label: "local") { _ in SwiftLogNoOpLogHandler() },
            options: RPCChannelOptions(backoff: Backoff(initial: .milliseconds(50), maximum: .milliseconds(200)))
        )
    }
}
