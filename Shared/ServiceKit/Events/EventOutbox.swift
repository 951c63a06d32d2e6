import CommonMessages
package import EventsMessages
package import Foundation
import Foundations
import Logging
import MessageCoding
import NIOCore
package import Postgres
import RPC

/// Events to other services: written in the transaction of their cause, then delivered at least once each.
package enum EventOutbox {
    /// Writes an event into the transaction that is open on a connection.
    /// - Parameters:
    ///   - payload: What happened.
    ///   - key: Events of one key arrive in their order; mostly the user's id.
    ///   - receiver: The service that receives the event.
    ///   - occurredAt: When it happened.
    package static func write(
        _ payload: Events.Event.Payload,
        key: String,
        to receiver: String,
        occurredAt: Date,
        in connection: PostgresConnection
    ) async throws {
        let id = UUID()
        let event = Events.Event(
            id: id.canonical,
            occurredAt: Common.Timestamp(occurredAt),
            payload: payload
        )
        try await Outbox.write(
            OutboxEvent(
                id: id,
                receiver: receiver,
                key: key,
                payload: Array(try event.encoded().readableBytesView),
                trace: TraceContext.current?.traceparent
            ),
            in: connection
        )
    }

    /// Writes an event that a user may hear of, for notifications: those about one user arrive in their order.
    /// - Parameter time: When it happened.
    package static func notify(
        _ user: UUID,
        of payload: Events.Event.Payload,
        at time: Date,
        in connection: PostgresConnection
    ) async throws {
        try await write(payload, key: user.canonical, to: "notifications", occurredAt: time, in: connection)
    }

    /// Delivers the events of a program's schema to the services they are for, until the task is cancelled.
    package static func relay(_ runtime: ServiceRuntime) -> BackgroundWork {
        .reporting("outbox relay") { status in
            let relay = OutboxRelay(pool: try runtime.database, log: runtime.log) { event in
                try await deliver(event, runtime)
            }
            await relay.run(reporting: status)
        }
    }

    /// Delivers an event to its receiver.
    /// - Throws: ``DeliveryFailure``; `CancellationError` when the task is cancelled.
    static func deliver(_ event: OutboxEvent, _ runtime: ServiceRuntime) async throws {
        // With the fields that this version doesn't know: a newer instance may have written the event.
        let message: PreservedMessage<Events.Event>
        do {
            message = try PreservedMessage(decoding: ByteBuffer(bytes: event.payload))
        } catch {
            throw DeliveryFailure.rejected("the event can't be decoded")
        }
        var options = CallOptions(timeout: .seconds(10))
        let trace = event.trace.flatMap(TraceContext.init(traceparent:)) ?? TraceContext()
        options.metadata.add(MetadataName.traceparent, trace.traceparent)
        do {
            let _: Events.DeliverEventResponse = try await runtime.channel(to: event.receiver)
                .unary(Events.EventSinkService.deliverEvent, message, options: options)
        } catch let error as ConfigurationError {
            throw DeliveryFailure.unavailable(error.description)
        } catch let status as Status {
            try Task.checkCancellation()
            throw failure(status)
        }
    }

    /// Only what the receiver calls wrong is wrong for ever: one that doesn't know the method yet is upgraded one day.
    private static func failure(_ status: Status) -> DeliveryFailure {
        switch status.code {
        case _ where status.rejectsEvent: .rejected(status.description)
        case .unavailable, .unimplemented: .unavailable(status.description)
        default: .failed(status.description)
        }
    }
}
