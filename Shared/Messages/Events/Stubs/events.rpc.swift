// Generated from larder/events/v1/events.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Events {
    /// What `larder.events.v1.EventSink` has: its methods and who may call them.
    public enum EventSinkService {
        public static let deliverEvent = MethodDescriptor(
            service: "larder.events.v1.EventSink",
            name: "DeliverEvent",
            kind: .unary,
            access: .services(["auth", "ocr", "catalog", "budget", "orders"]),
            idempotency: .idempotent,
            request: Events.Event.descriptor,
            response: Events.DeliverEventResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.events.v1.EventSink",
            methods: [deliverEvent]
        )
    }

    /// Receives events of other services, at least once each.
    public protocol EventSinkProvider: ServiceProvider {
        /// Handles an event. An event whose id was seen before has no effect.
        ///
        /// Callers: the services auth, ocr, catalog, budget, orders.
        func deliverEvent(_ request: Events.Event, context: CallContext) async throws -> Events.DeliverEventResponse
    }

    /// Calls `larder.events.v1.EventSink`.
    public struct EventSinkClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Handles an event. An event whose id was seen before has no effect.
        public func deliverEvent(_ request: Events.Event, options: CallOptions = CallOptions()) async throws -> Events.DeliverEventResponse {
            try await channel.unary(EventSinkService.deliverEvent, request, options: options)
        }
    }
}

extension Events.EventSinkProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Events.EventSinkService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Events.EventSinkService.deliverEvent) { (request: Events.Event, context: CallContext) async throws -> Events.DeliverEventResponse in
                try await self.deliverEvent(request, context: context)
            },
        ]
    }
}
