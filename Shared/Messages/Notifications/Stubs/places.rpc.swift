// Generated from larder/notifications/v1/places.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Notifications {
    /// What `larder.notifications.v1.TemptingPlaces` has: its methods and who may call them.
    public enum TemptingPlacesService {
        public static let listPlaces = MethodDescriptor(
            service: "larder.notifications.v1.TemptingPlaces",
            name: "ListPlaces",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Notifications.ListPlacesRequest.descriptor,
            response: Notifications.ListPlacesResponse.descriptor
        )
        public static let setPlace = MethodDescriptor(
            service: "larder.notifications.v1.TemptingPlaces",
            name: "SetPlace",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(consents: ["location"]),
            idempotency: .idempotent,
            request: Notifications.SetPlaceRequest.descriptor,
            response: Notifications.TemptingPlace.descriptor
        )
        public static let removePlace = MethodDescriptor(
            service: "larder.notifications.v1.TemptingPlaces",
            name: "RemovePlace",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Notifications.RemovePlaceRequest.descriptor,
            response: Notifications.RemovePlaceResponse.descriptor
        )
        public static let reportVisit = MethodDescriptor(
            service: "larder.notifications.v1.TemptingPlaces",
            name: "ReportVisit",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(consents: ["location"]),
            idempotency: .idempotent,
            request: Notifications.ReportVisitRequest.descriptor,
            response: Notifications.ReportVisitResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.notifications.v1.TemptingPlaces",
            methods: [listPlaces, setPlace, removePlace, reportVisit]
        )
    }

    /// Places that tempt the caller to spend. Who comes to one is reminded of entering what they spend there, by the channels that are on
    /// for the kind place_reminder.
    ///
    /// A device compares by itself where it is with the places, and reports which one was entered: where it is, is sent nowhere.
    public protocol TemptingPlacesProvider: ServiceProvider {
        /// The caller's, in the order in which they were added.
        ///
        /// Callers: signed-in users.
        func listPlaces(_ request: Notifications.ListPlacesRequest, context: CallContext) async throws -> Notifications.ListPlacesResponse
        /// Adds a place, or replaces the caller's of the same id. FAILED_PRECONDITION (TOO_MANY_PLACES) where there are 50 already.
        ///
        /// Callers: signed-in users with the consent location.
        func setPlace(_ request: Notifications.SetPlaceRequest, context: CallContext) async throws -> Notifications.TemptingPlace
        /// Removes a place, and withdraws an unread reminder of it. Nothing happens where there is no such place.
        ///
        /// Callers: signed-in users.
        func removePlace(_ request: Notifications.RemovePlaceRequest, context: CallContext) async throws -> Notifications.RemovePlaceResponse
        /// The caller has come to a place: reminds them at once, in place of an unread reminder of the same place, but at most once an hour
        /// for each place. NOT_FOUND for a place that is not the caller's.
        ///
        /// Callers: signed-in users with the consent location.
        func reportVisit(_ request: Notifications.ReportVisitRequest, context: CallContext) async throws -> Notifications.ReportVisitResponse
    }

    /// Calls `larder.notifications.v1.TemptingPlaces`.
    public struct TemptingPlacesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// The caller's, in the order in which they were added.
        public func listPlaces(_ request: Notifications.ListPlacesRequest, options: CallOptions = CallOptions()) async throws -> Notifications.ListPlacesResponse {
            try await channel.unary(TemptingPlacesService.listPlaces, request, options: options)
        }

        /// Adds a place, or replaces the caller's of the same id. FAILED_PRECONDITION (TOO_MANY_PLACES) where there are 50 already.
        public func setPlace(_ request: Notifications.SetPlaceRequest, options: CallOptions = CallOptions()) async throws -> Notifications.TemptingPlace {
            try await channel.unary(TemptingPlacesService.setPlace, request, options: options)
        }

        /// Removes a place, and withdraws an unread reminder of it. Nothing happens where there is no such place.
        public func removePlace(_ request: Notifications.RemovePlaceRequest, options: CallOptions = CallOptions()) async throws -> Notifications.RemovePlaceResponse {
            try await channel.unary(TemptingPlacesService.removePlace, request, options: options)
        }

        /// The caller has come to a place: reminds them at once, in place of an unread reminder of the same place, but at most once an hour
        /// for each place. NOT_FOUND for a place that is not the caller's.
        public func reportVisit(_ request: Notifications.ReportVisitRequest, options: CallOptions = CallOptions()) async throws -> Notifications.ReportVisitResponse {
            try await channel.unary(TemptingPlacesService.reportVisit, request, options: options)
        }
    }
}

extension Notifications.TemptingPlacesProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Notifications.TemptingPlacesService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Notifications.TemptingPlacesService.listPlaces) { (request: Notifications.ListPlacesRequest, context: CallContext) async throws -> Notifications.ListPlacesResponse in
                try await self.listPlaces(request, context: context)
            },
            .unary(Notifications.TemptingPlacesService.setPlace) { (request: Notifications.SetPlaceRequest, context: CallContext) async throws -> Notifications.TemptingPlace in
                try await self.setPlace(request, context: context)
            },
            .unary(Notifications.TemptingPlacesService.removePlace) { (request: Notifications.RemovePlaceRequest, context: CallContext) async throws -> Notifications.RemovePlaceResponse in
                try await self.removePlace(request, context: context)
            },
            .unary(Notifications.TemptingPlacesService.reportVisit) { (request: Notifications.ReportVisitRequest, context: CallContext) async throws -> Notifications.ReportVisitResponse in
                try await self.reportVisit(request, context: context)
            },
        ]
    }
}
