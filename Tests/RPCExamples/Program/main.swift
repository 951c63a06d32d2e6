import Logging
import NIOPosix
import RPC
import RPCStubs
import RPCValues
import TLS
import Wire

let group = MultiThreadedEventLoopGroup.singleton
let log = Logger(label: "example")
let alpn = [ConnectionStateMachine.applicationProtocol]
let trust = TLSTrust(bundle: "ca.pem")

let server = try await RPCServer.start(
    ServerConfiguration(
        host: "127.0.0.1",
        port: 0,
        tls: try TLSContext(
            .server(
                identity: TLSIdentity(certificateChain: "catalog.pem", privateKey: "catalog-key.pem"),
                trust: trust,
                clientCertificates: .required,
                alpn: alpn
            )
        ),
        handlers: [
            .unary(RPCMessages.EchoService.unaryEcho) {
                (request: RPCMessages.EchoMessage, context: CallContext) -> RPCMessages.EchoMessage in
                guard !request.payload.isEmpty else {
                    throw Status.invalid([Status.FieldViolation("payload", "Send at least one byte.")])
                }
                return request
            }
        ]
    ),
    group: group,
    log: log
)

let channel = RPCChannel(
    serviceName: "catalog",
    endpoints: [Endpoint(host: "127.0.0.1", port: server.port)],
    tls: try TLSContext(
        .client(
            identity: TLSIdentity(certificateChain: "budget.pem", privateKey: "budget-key.pem"),
            trust: trust,
            expectedService: "catalog",
            alpn: alpn
        )
    ),
    group: group,
    log: log
)
do {
    let echo = RPCMessages.EchoClient(channel: channel)
    let answer = try await echo.unaryEcho(.init(payload: [1, 2, 3]), options: CallOptions(timeout: .seconds(1)))
    print("\(answer.payload.count) bytes came back")
} catch let status as Status {
    print("\(status.code.name) \(status.reason): \(status.message)")
}
channel.close()
await server.stop()
