import Foundation
import NIOCore
import NIOPosix
import RPC
import RPCTestSupport
import RPCValues
import ServiceKit
import Testing
import Wire

@testable import larder_gateway

@Suite("Forwarding of calls", .timeLimit(.minutes(5)))
struct ForwardingTests {
    @Test("methods for services, of internal packages and unknown ones do not exist")
    func hiddenMethods() async throws {
        let served = Recorder<CallContext>()
        try await withGateway([answering(BackendService.hidden, served)]) { channel, _ in
            let others = [
                ("larder.events.v1.EventSink", "DeliverEvent"), ("larder.rpc.v1.Echo", "UnaryEcho"),
                ("larder.budget.v1.Test", "get"), ("budget", "Get"), ("larder.orders.v1.Test", "Get"),
            ]
            for method in [BackendService.hidden] + others.map({ BackendService.method($1, .unary, service: $0) }) {
                let failure = try #require(await channel.failure(of: method))
                #expect(failure.code == .unimplemented)
                #expect(failure.message == "There is no such method.")
            }
            #expect(served.count == 0)
        }
    }

    @Test("of a client's metadata only known names reach the service")
    func metadata() async throws {
        let seen = Recorder<CallContext>()
        try await withGateway([answering(BackendService.get, seen)]) { channel, _ in
            var metadata = Metadata()
            for (name, value) in [
                ("larder-user", "admin"), ("larder-client-network", "c0000201"), ("x-other", "1"),
                ("tracestate", "a=b"), ("tracestate", "c=d"),
                ("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
            ] {
                metadata.add(name, value)
            }
            metadata.add("larder-user-bin", [1])
            metadata.add("larder-identity-bin", [1])
            let options = CallOptions(metadata: metadata, accessToken: "token", idempotencyKey: "key")
            try await channel.call(BackendService.get, Echo(), options)
            let context = try #require(seen.values.first)
            #expect(
                context.metadata.entries.map(\.name).sorted()
                    == ["idempotency-key", "larder-client-network", "traceparent", "tracestate"]
            )
            #expect(context.clientNetwork == "7f000001")
            #expect(context.metadata[text: "tracestate"] == "a=b,c=d")
            #expect(context.idempotencyKey == "key")
            #expect(context.trace.traceID == "0af7651916cd43dd8448eb211c80319c")
            #expect(context.peerService == "gateway")
        }
    }

    @Test("a service gets the verified user instead of the access token, whatever the client says of a user")
    func user() async throws {
        let (mint, seen) = (TokenMint(), Recorder<CallContext>())
        let stream = MethodHandler.serverStreaming(BackendService.watchOwn) {
            (_: Echo, _: MessageWriter<Echo>, context) in seen.record(context)
        }
        try await withGateway([answering(BackendService.own, seen), stream], mint: mint) { channel, _ in
            let eve = try await mint.verifier.verify(try await mint.token(for: "eve")).forwarded
            for user in ["ada", "bob", "ada"] {
                let options = CallOptions(metadata: eve, accessToken: try await mint.token(for: user))
                try await channel.call(BackendService.own, Echo(), options)
                try await channel.serverStreaming(BackendService.watchOwn, Echo(), options: options) {
                    (responses: MessageStream<Echo>) in _ = try await responses.next()
                }
            }
            for context in seen.values {
                #expect(context.metadata.entries.map(\.name).sorted() == ["larder-user-bin", "traceparent"])
            }
            #expect(seen.values.map(\.verifiedUser?.id) == ["ada", "ada", "bob", "bob", "ada", "ada"])
            #expect(seen.values.allSatisfy { $0.verifiedUser?.session == "s-1" })
            let status = await channel.failure(of: BackendService.own, CallOptions(metadata: eve))
            #expect(status?.reason == "SIGN_IN_REQUIRED")
        }
    }

    @Test("a user's identity is believed of the gateway's certificate alone", arguments: ["ocr", "operator", nil])
    func standIn(_ caller: String?) async throws {
        let (mint, seen) = (TokenMint(), Recorder<CallContext>())
        let verifier = mint.verifier
        let identity = try await verifier.verify(try await mint.token(for: "ada")).forwarded
        let service = try await startServer(handlers: [answering(BackendService.own, seen)]) {
            $0.admissionPolicies = [AccessControl(verifier: verifier)]
        }
        func failure(as name: String?) async throws -> Status? {
            let channel = try makeChannel(to: "budget", ports: [service.port], as: name)
            defer { channel.close() }
            return await channel.failure(of: BackendService.own, CallOptions(metadata: identity))
        }
        #expect(try await failure(as: caller)?.reason == "SIGN_IN_REQUIRED")
        #expect(seen.count == 0)
        #expect(try await failure(as: "gateway") == nil)
        #expect(seen.values.map(\.verifiedUser?.id) == ["ada"])
        await service.stop()
    }

    @Test("a unary call is forwarded both ways byte for byte")
    func unary() async throws {
        // Field 99 is unknown here and must survive.
        let unknown: [UInt8] = [0x0A, 0x01, 0x07, 0x9A, 0x06, 0x02, 0x68, 0x69]
        let seen = Recorder<[UInt8]>()
        let route = ServerRoute(method: BackendService.get) { call, _ in
            let request = try await call.request()
            seen.record(Array(request.readableBytesView))
            call.finish(with: request)
        }
        try await withGateway([], configure: { $0.fallback = { _ in route } }) { channel, _ in
            let call = try await channel.start(
                BackendService.get.path,
                options: CallOptions(),
                deadline: nil,
                request: (ByteBuffer(bytes: unknown), true)
            )
            #expect(Array(try await call.response().readableBytesView) == unknown)
            #expect(seen.values == [unknown])
        }
    }

    @Test("the service's status arrives unchanged", arguments: StatusCode.allCases.filter { $0 != .ok })
    func status(_ code: StatusCode) async throws {
        let status = Status(
            code,
            "Es ging schief. 🥕",
            fieldViolations: [.init("name", "Too long.")],
            retryDelay: .seconds(3_600),
            reason: "REASON"
        )
        let handler = MethodHandler.unary(BackendService.change) { (_: Echo, _) -> Echo in throw status }
        try await withGateway([handler]) { channel, _ in
            let failure = try #require(await channel.failure(of: BackendService.change))
            #expect(failure.code == code)
            #expect(failure.message == status.message)
            #expect(failure.fieldViolations == status.fieldViolations)
            #expect(failure.retryDelay == status.retryDelay)
            #expect(failure.reason == status.reason)
        }
    }

    @Test("an upload of 20 MB is throttled by a service that does not read, and arrives complete")
    func upload() async throws {
        let gate = Gate()
        let handler = MethodHandler.clientStreaming(BackendService.upload) {
            (requests: MessageStream<Echo>, _) -> Echo in
            try await gate.wait()
            var bytes = 0
            for try await request in requests { bytes += request.payload.count }
            return Echo(payload: withUnsafeBytes(of: bytes) { Array($0) })
        }
        let written = Recorder<Void>()
        let chunk = Echo(payload: [UInt8](repeating: 5, count: 50_000))
        try await withGateway([handler, answering(BackendService.get)]) { channel, _ in
            async let answer: Echo = channel.clientStreaming(BackendService.upload, options: .init()) {
                (requests: MessageWriter<Echo>) in
                for _ in 0..<400 {
                    try await requests.write(chunk)
                    written.record(())
                }
            }
            try await written.wait(forCount: 1)
            // Time in which an unbounded gateway would have taken everything.
            for _ in 0..<100 { try await channel.call(BackendService.get) }
            // Two streams' windows and what is buffered before each.
            #expect(written.count <= 30)
            gate.open()
            #expect(try await answer.payload == withUnsafeBytes(of: 20_000_000) { Array($0) })
        }
    }

    @Test("a service that responds early to an upload ends it")
    func earlyAnswer() async throws {
        let handler = MethodHandler.clientStreaming(BackendService.upload) { (_: MessageStream<Echo>, _) -> Echo in
            throw Status(.invalidArgument, "That is no image.", reason: "NO_IMAGE")
        }
        try await withGateway([handler]) { channel, _ in
            let failure = await #expect(throws: Status.self) {
                let _: Echo = try await channel.clientStreaming(BackendService.upload, options: .init()) {
                    (requests: MessageWriter<Echo>) in
                    while true { try await requests.write(Echo(payload: [UInt8](repeating: 5, count: 50_000))) }
                }
            }
            #expect(failure?.reason == "NO_IMAGE")
        }
    }

    @Test("a response stream arrives complete and in order, also with a slow reader")
    func serverStreaming() async throws {
        let written = Recorder<Void>()
        let handler = MethodHandler.serverStreaming(BackendService.watch) {
            (request: Echo, responses: MessageWriter<Echo>, _) in
            for index in 0..<200 {
                try await responses.write(Echo(payload: [UInt8(index)] + [UInt8](repeating: 0, count: 50_000)))
                written.record(())
            }
        }
        try await withGateway([handler, answering(BackendService.get)]) { channel, _ in
            try await channel.serverStreaming(BackendService.watch, Echo(), options: .init()) {
                (responses: MessageStream<Echo>) in
                try await written.wait(forCount: 1)
                for _ in 0..<50 { try await channel.call(BackendService.get) }
                #expect(written.count <= 30)
                var count = 0
                for try await response in responses {
                    #expect(response.payload.first == UInt8(count))
                    count += 1
                }
                #expect(count == 200)
            }
        }
    }

    @Test("a forwarded call of any kind is counted as a client call, with its status")
    func observation() async throws {
        let observer = RecordingObserver()
        let network = InProcessNetwork()
        let group = MultiThreadedEventLoopGroup.singleton
        let handlers: [MethodHandler] = [
            answering(BackendService.get),
            .clientStreaming(BackendService.upload) { (_: MessageStream<Echo>, _) in Echo() },
            .serverStreaming(BackendService.watch) { (_: Echo, _: MessageWriter<Echo>, _) in },
            .bidirectional(BackendService.converse) { (_: MessageStream<Echo>, _: MessageWriter<Echo>, _) in
                throw Status(.aborted, "No.")
            },
        ]
        func start(_ name: String, _ configuration: ServerConfiguration) -> RPCServer {
            RPCServer.start(configuration, on: network, at: Endpoint(host: name, port: 1), group: group, log: quiet)
        }
        func channel(_ name: String, _ options: RPCChannelOptions = RPCChannelOptions()) -> RPCChannel {
            RPCChannel(
                serviceName: name,
                endpoints: [Endpoint(host: name, port: 1)],
                transport: network.client(as: nil),
                clock: SystemClock(),
                group: group,
                log: quiet,
                options: options
            )
        }
        let backend = start("budget", ServerConfiguration(inProcess: handlers))
        let forwarded = channel("budget", RPCChannelOptions(observer: observer))
        var configuration = ServerConfiguration(inProcess: [])
        configuration.fallback =
            Gateway(channels: ["budget": forwarded], catalogue: [BackendService.service]).assembly.fallback
        let gateway = start("gateway", configuration)
        let client = channel("gateway")
        try await client.call(BackendService.get)
        let _: Echo = try await client.clientStreaming(BackendService.upload, options: .init()) {
            (_: MessageWriter<Echo>) in
        }
        try await client.serverStreaming(BackendService.watch, Echo(), options: .init()) {
            (answers: MessageStream<Echo>) in
            _ = try await answers.next()
        }
        await #expect(throws: Status.self) {
            try await client.bidirectional(BackendService.converse, options: .init()) {
                (_: MessageWriter<Echo>, answers: MessageStream<Echo>) in _ = try await answers.next()
            }
        }
        try await observer.calls.wait(forCount: 4)
        // A call can end at its client before it ends at the gateway.
        #expect(observer.calls.values.count { $0.code == .ok } == 3)
        #expect(observer.calls.values.count { $0.code == .aborted } == 1)
        #expect(observer.attempts.values.count == 8)
        [client, forwarded].forEach { $0.close() }
        await gateway.stop()
        await backend.stop()
    }

    @Test("a stream without responses ends with OK")
    func emptyStream() async throws {
        let handler = MethodHandler.serverStreaming(BackendService.watch) { (_: Echo, _: MessageWriter<Echo>, _) in }
        try await withGateway([handler]) { channel, _ in
            let first = try await channel.serverStreaming(BackendService.watch, Echo(), options: .init()) {
                (responses: MessageStream<Echo>) in try await responses.next()
            }
            #expect(first == nil)
        }
    }

    @Test("a bidirectional stream is forwarded both ways")
    func bidirectional() async throws {
        let handler = MethodHandler.bidirectional(BackendService.converse) {
            (requests: MessageStream<Echo>, responses: MessageWriter<Echo>, _) in
            for try await request in requests {
                if request.payload == [9] { return }
                try await responses.write(request)
            }
        }
        try await withGateway([handler]) { channel, _ in
            try await channel.bidirectional(BackendService.converse, options: .init()) {
                (requests: MessageWriter<Echo>, responses: MessageStream<Echo>) in
                for index in UInt8(0)..<9 {
                    try await requests.write(Echo(payload: [index]))
                    #expect(try await responses.next()?.payload == [index])
                }
                // The service ends the call although the client would continue.
                try await requests.write(Echo(payload: [9]))
                #expect(try await responses.next() == nil)
            }
        }
    }
}
