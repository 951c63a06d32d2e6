// Generated from larder/events/v1/operations.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Events {
    /// What `larder.events.v1.EventOperations` has: its methods and who may call them.
    public enum EventOperationsService {
        public static let listEvents = MethodDescriptor(
            service: "larder.events.v1.EventOperations",
            name: "ListEvents",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .noSideEffects,
            request: Events.ListEventsRequest.descriptor,
            response: Events.ListEventsResponse.descriptor
        )
        public static let releaseEvents = MethodDescriptor(
            service: "larder.events.v1.EventOperations",
            name: "ReleaseEvents",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .idempotent,
            request: Events.ReleaseEventsRequest.descriptor,
            response: Events.ReleaseEventsResponse.descriptor
        )
        public static let parkEvents = MethodDescriptor(
            service: "larder.events.v1.EventOperations",
            name: "ParkEvents",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .idempotent,
            request: Events.ParkEventsRequest.descriptor,
            response: Events.ParkEventsResponse.descriptor
        )
        public static let dropEvents = MethodDescriptor(
            service: "larder.events.v1.EventOperations",
            name: "DropEvents",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .idempotent,
            request: Events.DropEventsRequest.descriptor,
            response: Events.DropEventsResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.events.v1.EventOperations",
            methods: [listEvents, releaseEvents, parkEvents, dropEvents]
        )
    }

    /// Lists, releases, parks and drops the events that a service stores: those in its outbox, and those that it keeps since it did not
    /// know their kind when they came. Every service with a database has it.
    ///
    /// For operators who have signed in with a second factor. Through the gateway the metadata `target-service` names the
    /// service, such as budget. Nothing here shows what events say, nor of whom.
    public protocol EventOperationsProvider: ServiceProvider {
        /// The oldest first.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func listEvents(_ request: Events.ListEventsRequest, context: CallContext) async throws -> Events.ListEventsResponse
        /// Has events tried again at once, from their first attempt: parked ones, and such as wait for another attempt.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func releaseEvents(_ request: Events.ReleaseEventsRequest, context: CallContext) async throws -> Events.ReleaseEventsResponse
        /// Parks waiting events, so that later ones of their key are delivered: for an event that its receiver fails at again and
        /// again without rejecting it. One that is being delivered at this moment stays as it is.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func parkEvents(_ request: Events.ParkEventsRequest, context: CallContext) async throws -> Events.ParkEventsResponse
        /// Removes parked and kept events for good; events that wait for delivery stay.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func dropEvents(_ request: Events.DropEventsRequest, context: CallContext) async throws -> Events.DropEventsResponse
    }

    /// Calls `larder.events.v1.EventOperations`.
    public struct EventOperationsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// The oldest first.
        public func listEvents(_ request: Events.ListEventsRequest, options: CallOptions = CallOptions()) async throws -> Events.ListEventsResponse {
            try await channel.unary(EventOperationsService.listEvents, request, options: options)
        }

        /// Has events tried again at once, from their first attempt: parked ones, and such as wait for another attempt.
        public func releaseEvents(_ request: Events.ReleaseEventsRequest, options: CallOptions = CallOptions()) async throws -> Events.ReleaseEventsResponse {
            try await channel.unary(EventOperationsService.releaseEvents, request, options: options)
        }

        /// Parks waiting events, so that later ones of their key are delivered: for an event that its receiver fails at again and
        /// again without rejecting it. One that is being delivered at this moment stays as it is.
        public func parkEvents(_ request: Events.ParkEventsRequest, options: CallOptions = CallOptions()) async throws -> Events.ParkEventsResponse {
            try await channel.unary(EventOperationsService.parkEvents, request, options: options)
        }

        /// Removes parked and kept events for good; events that wait for delivery stay.
        public func dropEvents(_ request: Events.DropEventsRequest, options: CallOptions = CallOptions()) async throws -> Events.DropEventsResponse {
            try await channel.unary(EventOperationsService.dropEvents, request, options: options)
        }
    }
}

extension Events.EventOperationsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Events.EventOperationsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Events.EventOperationsService.listEvents) { (request: Events.ListEventsRequest, context: CallContext) async throws -> Events.ListEventsResponse in
                try await self.listEvents(request, context: context)
            },
            .unary(Events.EventOperationsService.releaseEvents) { (request: Events.ReleaseEventsRequest, context: CallContext) async throws -> Events.ReleaseEventsResponse in
                try await self.releaseEvents(request, context: context)
            },
            .unary(Events.EventOperationsService.parkEvents) { (request: Events.ParkEventsRequest, context: CallContext) async throws -> Events.ParkEventsResponse in
                try await self.parkEvents(request, context: context)
            },
            .unary(Events.EventOperationsService.dropEvents) { (request: Events.DropEventsRequest, context: CallContext) async throws -> Events.DropEventsResponse in
                try await self.dropEvents(request, context: context)
            },
        ]
    }
}
