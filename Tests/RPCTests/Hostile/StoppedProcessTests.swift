import Foundation
import NIOCore
import NIOPosix
import RPCTestSupport
import RPCValues
import Synchronization
import TLS
import Testing
import Wire

@testable import RPC

/// A process that the system has stopped with SIGSTOP: its sockets stay open, but nothing is read or answered.
@Suite("A peer whose process is stopped", .timeLimit(.minutes(5)))
struct StoppedProcessTests {
    private let clock = ManualClock()

    @Test("fails the call of a client within seconds of its clock, and serves the next one once it goes on")
    func server() async throws {
        let port = Recorder<Int>()
        let identity = TestCertificates.identity("catalog")
        let process = try Subprocess(
            URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
                .appending(path: "larder-conformance-server").path,
            ["--certificate", identity.certificateChain, "--key", identity.privateKey]
        ) { port.record(Int($0) ?? 0) }
        let endpoint = Endpoint(host: "127.0.0.1", port: try await port.wait(forCount: 1)[0])
        let tls = try TestCertificates.client(nil, expecting: "catalog")
        let channel = RPCChannel(
            serviceName: "catalog",
            endpoints: [endpoint],
            transport: TCPClientTransport(tls: tls),
            clock: clock,
            group: MultiThreadedEventLoopGroup.singleton,
            log: quiet
        )
        func call(_ method: String, _ options: CallOptions = CallOptions()) async -> Status? {
            let method = MethodDescriptor(
                service: "larder.rpc.v1.Conformance",
                name: method,
                kind: .unary,
                access: .anyone,
                idempotency: .none,
                request: Echo.descriptor,
                response: Echo.descriptor
            )
            return await channel.failure(of: method, options)
        }
        #expect(await call("EmptyCall") == nil)
        process.signal(SIGSTOP)
        // Five seconds of silence, five for the answer to the ping, and what passed before the call was under way.
        let status = await clock.whileRunning { await call("HoldCall", CallOptions(timeout: .seconds(120))) }
        #expect(status?.code == .unavailable && status?.isUnprocessed == false)
        #expect(clock.now < .uptimeNanoseconds(1_000_000_000_000) + .seconds(60))
        process.signal(SIGCONT)
        let next = CallOptions(waitsForReady: true)
        #expect(await clock.whileRunning { await call("EmptyCall", next) } == nil)
        channel.close()
        process.signal(SIGKILL)
    }

    @Test("has its handlers cancelled and its connection ended by the server, and no other client is affected")
    func client() async throws {
        let (started, ended) = (Recorder<Void>(), Recorder<Void>())
        let lines = Recorder<String>()
        let held = TestMethods.unary("Hold")
        let handler = MethodHandler.unary(held) { (request: Echo, _) in
            started.record(())
            defer { ended.record(()) }
            try await Gate().wait()
            return request
        }
        let log = RecordingLogHandler.logger(lines)
        let server = try await startServer(handlers: [Bystander.handler, handler], log: log) {
            $0.clock = clock
            $0.tlsTimeouts.drain = .milliseconds(50)
        }
        try await Bystander.calling(server) { someMoreCalls in
            let process = try Subprocess(
                "/usr/bin/env",
                [
                    "openssl", "s_client", "-quiet", "-connect", "127.0.0.1:\(server.port)", "-alpn",
                    ConnectionStateMachine.applicationProtocol,
                ]
            )
            let call = RawFrame.call(1, held.path).bytes + RawFrame(.message, flags: .end, stream: 1).bytes
            try process.write(RawFrame.opening(of: .client) + call)
            try await started.wait(forCount: 1)
            process.signal(SIGSTOP)
            try await someMoreCalls()
            // A minute of silence, then twenty seconds for the answer to the ping.
            try await clock.advance(by: .seconds(79))
            #expect(ended.count == 0)
            try await someMoreCalls()
            try await clock.advance(by: .seconds(62))
            try await ended.wait(forCount: 1)
            let ends = try await lines.wait { $0.contains { $0.contains("connection ended") } }
            #expect(ends.contains { $0.contains("the peer no longer answers") }, "\(ends)")
            process.signal(SIGKILL)
        }
        await server.stop()
    }
}

/// A program that a test runs, stops and ends.
private final class Subprocess: Sendable {
    private let identifier: Int32
    private let input: FileHandle

    /// - Parameter onLine: Gets what it writes to its standard output, line by line.
    init(_ program: String, _ arguments: [String], onLine: (@Sendable (String) -> Void)? = nil) throws {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = onLine == nil ? FileHandle.nullDevice : output
        process.standardError = FileHandle.nullDevice
        try process.run()
        identifier = process.processIdentifier
        self.input = input.fileHandleForWriting
        guard let onLine else { return }
        let text = Mutex("")
        output.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            guard !data.isEmpty else { return handle.readabilityHandler = nil }
            let lines = text.withLock { text in
                text += String(decoding: data, as: UTF8.self)
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                text = lines.last ?? ""
                return lines.dropLast()
            }
            lines.forEach(onLine)
        }
    }

    func write(_ bytes: [UInt8]) throws { try input.write(contentsOf: Data(bytes)) }

    func signal(_ signal: Int32) { kill(identifier, signal) }
}
