import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import Testing

@testable import RPC

@Suite("Cancellation", .timeLimit(.minutes(5)))
struct CancellationTests {
    private let method = TestMethods.unary("Wait")
    private let stream = TestMethods.method("Stream", .serverStreaming)
    private let upload = TestMethods.method("Upload", .clientStreaming)

    /// A handler that waits until it is cancelled, and reports that.
    private struct Waiting {
        let started = Recorder<Void>()
        let cancelled = Recorder<Void>()

        func untilCancelled() async throws {
            started.record(())
            do {
                try await Gate().wait()
            } catch {
                cancelled.record(())
                throw error
            }
        }
    }

    @Test("cancelling the task of a call cancels its handler")
    func unary() async throws {
        let waiting = Waiting()
        let handler = MethodHandler.unary(method) { (request: Echo, _) in
            try await waiting.untilCancelled()
            return request
        }
        try await withPeers([handler]) { channel, _ in
            let call = Task { await channel.failure(of: method)?.code }
            try await waiting.started.wait(forCount: 1)
            call.cancel()
            #expect(await call.outcome == .cancelled)
            try await waiting.cancelled.wait(forCount: 1)
        }
    }

    @Test("a call from a task that is cancelled already ends at once")
    func cancelledBefore() async throws {
        try await withPeers([
            .unary(method) { (request: Echo, _) in
                try await Gate().wait()
                return request
            }
        ]) { channel, _ in
            let call = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                do {
                    try await channel.call(method)
                    return false
                } catch {
                    return (error as? Status)?.code == .cancelled || error is CancellationError
                }
            }
            #expect(await call.outcome)
        }
    }

    @Test("leaving a stream early cancels its handler")
    func leavingStream() async throws {
        let waiting = Waiting()
        let handler = MethodHandler.serverStreaming(stream) { (request: Echo, responses: MessageWriter<Echo>, _) in
            try await responses.write(request)
            try await waiting.untilCancelled()
        }
        try await withPeers([handler]) { channel, _ in
            let first = try await channel.serverStreaming(stream, Echo(payload: [7]), options: .init()) {
                (messages: MessageStream<Echo>) in try await messages.next()
            }
            #expect(first?.payload == [7])
            try await waiting.cancelled.wait(forCount: 1)
        }
    }

    @Test("reading ends when the reader's task is cancelled, before it waits or while it does")
    func reading() async throws {
        let waiting = Waiting()
        let handler = MethodHandler.serverStreaming(stream) { (_: Echo, _: MessageWriter<Echo>, _) in
            try await waiting.untilCancelled()
        }
        try await withPeers([handler]) { channel, _ in
            for cancelsBefore in [true, false] {
                let reader = Task {
                    try await channel.serverStreaming(stream, Echo(), options: .init()) {
                        (messages: MessageStream<Echo>) in
                        // The handler has to run first: a call that is over before reaches none.
                        try await waiting.started.wait(forCount: cancelsBefore ? 1 : 2)
                        if cancelsBefore { withUnsafeCurrentTask { $0?.cancel() } }
                        _ = try await messages.next()
                    }
                }
                if !cancelsBefore {
                    try await waiting.started.wait(forCount: 2)
                    reader.cancel()
                }
                await #expect(throws: (any Error).self) { try await reader.outcome }
            }
            try await waiting.cancelled.wait(forCount: 2)
        }
    }

    @Test("writing ends when the writer's task is cancelled while it waits for credit")
    func writing() async throws {
        let waiting = Waiting()
        let handler = MethodHandler.clientStreaming(upload) { (_: MessageStream<Echo>, _) -> Echo in
            try await waiting.untilCancelled()
            return Echo()
        }
        try await withPeers([handler]) { channel, _ in
            let writer = Task {
                let _: Echo = try await channel.clientStreaming(upload, options: .init()) {
                    (requests: MessageWriter<Echo>) in
                    while true { try await requests.write(Echo(payload: [UInt8](repeating: 1, count: 65_536))) }
                }
            }
            try await waiting.started.wait(forCount: 1)
            writer.cancel()
            await #expect(throws: (any Error).self) { try await writer.outcome }
            try await waiting.cancelled.wait(forCount: 1)
        }
    }

    @Test("an error of the sender cancels the call, also when it came from another service")
    func senderFails() async throws {
        let waiting = Waiting()
        let handler = MethodHandler.clientStreaming(upload) { (requests: MessageStream<Echo>, _) -> Echo in
            try await waiting.untilCancelled()
            return Echo()
        }
        let failing = MethodHandler.unary(method) { (_: Echo, _) -> Echo in throw Status(.notFound, "Not here.") }
        try await withPeers([handler, failing]) { channel, _ in
            let failure = await #expect(throws: Status.self) {
                let _: Echo = try await channel.clientStreaming(upload, options: .init()) {
                    (requests: MessageWriter<Echo>) in
                    try await requests.write(Echo())
                    try await waiting.started.wait(forCount: 1)
                    try await channel.call(method)
                }
            }
            #expect(failure?.code == .notFound)
            try await waiting.cancelled.wait(forCount: 1)
        }
    }

    @Test("losing the connection cancels the handlers on it")
    func connectionLost() async throws {
        let waiting = Waiting()
        let handler = MethodHandler.unary(method) { (request: Echo, _) in
            try await waiting.untilCancelled()
            return request
        }
        let server = try await startServer(handlers: [handler]) { $0.drainTimeout = .zero }
        let channel = try makeChannel(ports: [server.port])
        async let failure = channel.failure(of: method)
        try await waiting.started.wait(forCount: 1)
        await server.stop()
        try await waiting.cancelled.wait(forCount: 1)
        #expect(await failure?.code == .unavailable)
        channel.close()
    }

    @Test("the connection forgets a call that was given up")
    func forgotten() async throws {
        let waiting = Waiting()
        let handler = MethodHandler.unary(method) { (request: Echo, _) in
            try await waiting.untilCancelled()
            return request
        }
        try await withPeers([handler]) { channel, _ in
            let forgotten: NIOLoopBound<WeakCall>
            do {
                let call = try await channel.start(
                    method.path,
                    options: CallOptions(),
                    deadline: nil,
                    request: (.init(), true)
                )
                let bound = call.bound
                forgotten = try await bound.eventLoop.submit {
                    NIOLoopBound(WeakCall(call: bound.value), eventLoop: bound.eventLoop)
                }.get()
                try await waiting.started.wait(forCount: 1)
                call.cancel()
                await #expect(throws: Status.self) { try await call.response() }
            }
            try await waiting.cancelled.wait(forCount: 1)
            #expect(try await forgotten.eventLoop.submit { forgotten.value.call == nil }.get())
        }
    }
}

private struct WeakCall {
    private(set) weak var call: ClientCall?
}
