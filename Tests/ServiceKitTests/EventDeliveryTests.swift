import Foundation
import MessageCoding
import Messages
import NIOCore
import Postgres
import RPC
import RPCTestSupport
import ServiceStubs
import Testing

@testable import ServiceKit

@Suite("Delivering events to other services", .timeLimit(.minutes(5)))
struct EventDeliveryTests {
    /// Takes events, or refuses all of them.
    private struct Sink: Events.EventSinkProvider {
        var refusal: StatusCode?
        let taken = Recorder<(id: String, trace: String)>()

        func deliverEvent(_ request: Events.Event, context: CallContext) async throws -> Events.DeliverEventResponse {
            if let refusal { throw Status(refusal, "No.") }
            taken.record((request.id, context.trace.traceID))
            return .init()
        }
    }

    private let id = "00000000-0000-4000-8000-000000000001"
    private let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    private func event(payload: [UInt8]? = nil) throws -> OutboxEvent {
        let message = Events.Event(
            id: id,
            occurredAt: Common.Timestamp(Date(timeIntervalSince1970: 1)),
            payload: .receiptFailed(.init())
        )
        let bytes = try payload ?? Array(message.encoded().readableBytesView)
        return OutboxEvent(topic: "budget", key: "u-1", payload: bytes, trace: trace)
    }

    private func deliver(_ event: OutboxEvent, handlers: [MethodHandler]) async throws -> (any Error)? {
        let server = try await startServer("budget", handlers: handlers)
        let runtime = try await makeRuntime("ocr", ["--peers-budget", "127.0.0.1:\(server.port)"])
        var failure: (any Error)?
        do { try await EventOutbox.deliver(event, runtime) } catch { failure = error }
        await runtime.close()
        await server.stop()
        return failure
    }

    private func isPermanent(_ error: (any Error)?) -> Bool? { (error as? OutboxDeliveryError)?.isPermanent }

    @Test(
        "what the receiver calls wrong or does not know is not tried again",
        arguments: [StatusCode.invalidArgument, .unimplemented]
    )
    func permanent(_ code: StatusCode) async throws {
        #expect(isPermanent(try await deliver(try event(), handlers: Sink(refusal: code).handlers)) == true)
    }

    @Test("a receiver without a sink for events is not tried again")
    func noSink() async throws {
        #expect(isPermanent(try await deliver(try event(), handlers: [])) == true)
    }

    @Test(
        "any other refusal may pass",
        arguments: [StatusCode.unavailable, .internalError, .permissionDenied, .resourceExhausted, .notFound]
    )
    func transient(_ code: StatusCode) async throws {
        let failure = try await deliver(try event(), handlers: Sink(refusal: code).handlers)
        #expect((failure as? Status)?.code == code)
    }

    @Test("an event that cannot be decoded is not tried again")
    func undecodable() async throws {
        let sink = Sink()
        #expect(isPermanent(try await deliver(try event(payload: [0xFF, 0xFF]), handlers: sink.handlers)) == true)
        #expect(sink.taken.count == 0)
    }

    @Test("a receiver whose place is unknown is a fault of the set-up, which may be mended")
    func unknownReceiver() async throws {
        let runtime = try await makeRuntime()
        let event = try event()
        await #expect(throws: ConfigurationError.self) { try await EventOutbox.deliver(event, runtime) }
        await runtime.close()
    }

    @Test("an event arrives with the trace of what caused it")
    func delivered() async throws {
        let sink = Sink()
        #expect(try await deliver(try event(), handlers: sink.handlers) == nil)
        #expect(sink.taken.values.map(\.id) == [id])
        #expect(sink.taken.values.map(\.trace) == ["0af7651916cd43dd8448eb211c80319c"])
    }

    @Test("times keep their fraction of a second, before 1970 too", arguments: [0.0, 1.25, -1.25, 1_800_000_000.5])
    func timestamps(_ seconds: TimeInterval) {
        let timestamp = Common.Timestamp(Date(timeIntervalSince1970: seconds))
        #expect((0..<1_000_000_000).contains(timestamp.nanos))
        #expect(timestamp.date.timeIntervalSince1970 == seconds)
    }
}
