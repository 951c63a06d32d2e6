// Generated from larder/budget/v1/offers.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Budget {
    /// What `larder.budget.v1.Offers` has: its methods and who may call them.
    public enum OffersService {
        public static let listOffers = MethodDescriptor(
            service: "larder.budget.v1.Offers",
            name: "ListOffers",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.ListOffersRequest.descriptor,
            response: Budget.ListOffersResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.budget.v1.Offers",
            methods: [listOffers]
        )
    }

    /// Where what the caller buys costs less.
    public protocol OffersProvider: ServiceProvider {
        /// What the caller bought within 60 days and paid more for, the last time, than it costs today at a store in their reach: within
        /// the radius of their home place, without the stores that they ignore. One offer for each thing, of the lowest price for a
        /// common unit, what saves most at the top; of equal prices that of a preferred store, then of the nearest. What may not cost
        /// that by the caller's preferences is left out. FAILED_PRECONDITION (`HOME_PLACE_MISSING`) for a caller without a home place.
        ///
        /// Callers: signed-in users.
        func listOffers(_ request: Budget.ListOffersRequest, context: CallContext) async throws -> Budget.ListOffersResponse
    }

    /// Calls `larder.budget.v1.Offers`.
    public struct OffersClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// What the caller bought within 60 days and paid more for, the last time, than it costs today at a store in their reach: within
        /// the radius of their home place, without the stores that they ignore. One offer for each thing, of the lowest price for a
        /// common unit, what saves most at the top; of equal prices that of a preferred store, then of the nearest. What may not cost
        /// that by the caller's preferences is left out. FAILED_PRECONDITION (`HOME_PLACE_MISSING`) for a caller without a home place.
        public func listOffers(_ request: Budget.ListOffersRequest, options: CallOptions = CallOptions()) async throws -> Budget.ListOffersResponse {
            try await channel.unary(OffersService.listOffers, request, options: options)
        }
    }
}

extension Budget.OffersProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Budget.OffersService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Budget.OffersService.listOffers) { (request: Budget.ListOffersRequest, context: CallContext) async throws -> Budget.ListOffersResponse in
                try await self.listOffers(request, context: context)
            },
        ]
    }
}
