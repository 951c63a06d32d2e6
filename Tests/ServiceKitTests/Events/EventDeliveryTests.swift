import CommonMessages
import EventsMessages
import Foundation
import MessageCoding
import NIOCore
import Postgres
import RPC
import RPCTestSupport
import Testing

@testable import ServiceKit

@Suite("Delivering events to other services", .timeLimit(.minutes(5)))
struct EventDeliveryTests {
    /// Takes events, or rejects all of them.
    private struct Sink: Events.EventSinkProvider {
        var refusal: StatusCode?
        var reason = StatusReason.none
        let taken = Recorder<(id: String, trace: String)>()

        func deliverEvent(_ request: Events.Event, context: CallContext) async throws -> Events.DeliverEventResponse {
            if let refusal { throw Status(refusal, "No.", reason: reason) }
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
        return OutboxEvent(receiver: "budget", key: "u-1", payload: bytes, trace: trace)
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

    private func kind(_ error: (any Error)?) -> String? {
        switch error as? DeliveryFailure {
        case .rejected: "rejected"
        case .unavailable: "unavailable"
        case .failed: "failed"
        case nil: nil
        }
    }

    @Test(
        "what the receiver calls wrong, or another service's, is not tried again",
        arguments: [(StatusCode.invalidArgument, StatusReason.none), (.permissionDenied, "FOREIGN_EVENT")]
    )
    func refused(_ code: StatusCode, _ reason: StatusReason) async throws {
        let sink = Sink(refusal: code, reason: reason)
        #expect(kind(try await deliver(try event(), handlers: sink.handlers)) == "rejected")
    }

    @Test(
        "a receiver that is down or doesn't know the method yet makes all its events wait",
        arguments: [StatusCode.unavailable, .unimplemented]
    )
    func unavailable(_ code: StatusCode) async throws {
        #expect(kind(try await deliver(try event(), handlers: Sink(refusal: code).handlers)) == "unavailable")
    }

    @Test("a receiver without a sink for events is upgraded one day")
    func noSink() async throws {
        #expect(kind(try await deliver(try event(), handlers: [])) == "unavailable")
    }

    @Test(
        "any other failure may pass",
        arguments: [StatusCode.internalError, .permissionDenied, .resourceExhausted, .notFound, .deadlineExceeded]
    )
    func transient(_ code: StatusCode) async throws {
        #expect(kind(try await deliver(try event(), handlers: Sink(refusal: code).handlers)) == "failed")
    }

    @Test("an event that cannot be decoded is not tried again")
    func undecodable() async throws {
        let sink = Sink()
        #expect(kind(try await deliver(try event(payload: [0xFF, 0xFF]), handlers: sink.handlers)) == "rejected")
        #expect(sink.taken.count == 0)
    }

    @Test("a receiver whose place is unknown is a fault of the set-up, which may be corrected")
    func unknownReceiver() async throws {
        let runtime = try await makeRuntime()
        let event = try event()
        await #expect(throws: DeliveryFailure.self) { try await EventOutbox.deliver(event, runtime) }
        await runtime.close()
    }

    @Test("an event of a newer writer is passed on with the fields that this version doesn't know")
    func newerWriter() async throws {
        let received = Recorder<[UInt8]>()
        let handler = MethodHandler.unary(Events.EventSinkService.deliverEvent) {
            (request: PreservedMessage<Events.Event>, _: CallContext) in
            received.record(Array(request.bytes.readableBytesView))
            return Events.DeliverEventResponse()
        }
        // Field 900 with two bytes.
        let payload = try Array(Events.Event(id: id).encoded().readableBytesView) + [0xA2, 0x38, 2, 7, 8]
        #expect(try await deliver(try event(payload: payload), handlers: [handler]) == nil)
        #expect(received.values == [payload])
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
