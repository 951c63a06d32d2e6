// Generated from larder/catalog/v1/price_observations.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Catalog {
    /// What `larder.catalog.v1.PriceObservations` has: its methods and who may call them.
    public enum PriceObservationsService {
        public static let recordPriceObservations = MethodDescriptor(
            service: "larder.catalog.v1.PriceObservations",
            name: "RecordPriceObservations",
            kind: .unary,
            access: .services(["budget"]),
            idempotency: .idempotent,
            maximumRequest: 262144,
            request: Catalog.RecordPriceObservationsRequest.descriptor,
            response: Catalog.RecordPriceObservationsResponse.descriptor
        )
        public static let listPriceObservations = MethodDescriptor(
            service: "larder.catalog.v1.PriceObservations",
            name: "ListPriceObservations",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .noSideEffects,
            request: Catalog.ListPriceObservationsRequest.descriptor,
            response: Catalog.ListPriceObservationsResponse.descriptor
        )
        public static let decidePriceObservation = MethodDescriptor(
            service: "larder.catalog.v1.PriceObservations",
            name: "DecidePriceObservation",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .idempotent,
            request: Catalog.DecidePriceObservationRequest.descriptor,
            response: Catalog.PriceObservation.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.catalog.v1.PriceObservations",
            methods: [recordPriceObservations, listPriceObservations, decidePriceObservation]
        )
    }

    /// What users have paid at stores: only what three of them at least have paid within a week, and without anything about them.
    public protocol PriceObservationsProvider: ServiceProvider {
        /// Takes the observations of a week at a store. One that is there already is replaced, unless an operator has decided about it. A price
        /// that is far from others of the product is held until an operator decides. What catalog doesn't know is left out.
        ///
        /// Callers: the services budget.
        func recordPriceObservations(_ request: Catalog.RecordPriceObservationsRequest, context: CallContext) async throws -> Catalog.RecordPriceObservationsResponse
        /// For operators: the observations that are held, or all of a product, the latest week first.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func listPriceObservations(_ request: Catalog.ListPriceObservationsRequest, context: CallContext) async throws -> Catalog.ListPriceObservationsResponse
        /// For operators: has an observation used, or refuses it, until they decide otherwise.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func decidePriceObservation(_ request: Catalog.DecidePriceObservationRequest, context: CallContext) async throws -> Catalog.PriceObservation
    }

    /// Calls `larder.catalog.v1.PriceObservations`.
    public struct PriceObservationsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Takes the observations of a week at a store. One that is there already is replaced, unless an operator has decided about it. A price
        /// that is far from others of the product is held until an operator decides. What catalog doesn't know is left out.
        public func recordPriceObservations(_ request: Catalog.RecordPriceObservationsRequest, options: CallOptions = CallOptions()) async throws -> Catalog.RecordPriceObservationsResponse {
            try await channel.unary(PriceObservationsService.recordPriceObservations, request, options: options)
        }

        /// For operators: the observations that are held, or all of a product, the latest week first.
        public func listPriceObservations(_ request: Catalog.ListPriceObservationsRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ListPriceObservationsResponse {
            try await channel.unary(PriceObservationsService.listPriceObservations, request, options: options)
        }

        /// For operators: has an observation used, or refuses it, until they decide otherwise.
        public func decidePriceObservation(_ request: Catalog.DecidePriceObservationRequest, options: CallOptions = CallOptions()) async throws -> Catalog.PriceObservation {
            try await channel.unary(PriceObservationsService.decidePriceObservation, request, options: options)
        }
    }
}

extension Catalog.PriceObservationsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Catalog.PriceObservationsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Catalog.PriceObservationsService.recordPriceObservations) { (request: Catalog.RecordPriceObservationsRequest, context: CallContext) async throws -> Catalog.RecordPriceObservationsResponse in
                try await self.recordPriceObservations(request, context: context)
            },
            .unary(Catalog.PriceObservationsService.listPriceObservations) { (request: Catalog.ListPriceObservationsRequest, context: CallContext) async throws -> Catalog.ListPriceObservationsResponse in
                try await self.listPriceObservations(request, context: context)
            },
            .unary(Catalog.PriceObservationsService.decidePriceObservation) { (request: Catalog.DecidePriceObservationRequest, context: CallContext) async throws -> Catalog.PriceObservation in
                try await self.decidePriceObservation(request, context: context)
            },
        ]
    }
}
