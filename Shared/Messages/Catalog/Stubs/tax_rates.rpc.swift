// Generated from larder/catalog/v1/tax_rates.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Catalog {
    /// What `larder.catalog.v1.TaxRates` has: its methods and who may call them.
    public enum TaxRatesService {
        public static let listTaxRates = MethodDescriptor(
            service: "larder.catalog.v1.TaxRates",
            name: "ListTaxRates",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Catalog.ListTaxRatesRequest.descriptor,
            response: Catalog.ListTaxRatesResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.catalog.v1.TaxRates",
            methods: [listTaxRates]
        )
    }

    /// Taxes on what is bought. Prices at stores and eateries are before tax. Which things are free of a tax, as most groceries are in
    /// Canada, a rate does not say.
    public protocol TaxRatesProvider: ServiceProvider {
        /// The rates that are in force in a region on a day, those of its whole country among them, by region and name.
        ///
        /// Callers: signed-in users.
        func listTaxRates(_ request: Catalog.ListTaxRatesRequest, context: CallContext) async throws -> Catalog.ListTaxRatesResponse
    }

    /// Calls `larder.catalog.v1.TaxRates`.
    public struct TaxRatesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// The rates that are in force in a region on a day, those of its whole country among them, by region and name.
        public func listTaxRates(_ request: Catalog.ListTaxRatesRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ListTaxRatesResponse {
            try await channel.unary(TaxRatesService.listTaxRates, request, options: options)
        }
    }
}

extension Catalog.TaxRatesProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Catalog.TaxRatesService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Catalog.TaxRatesService.listTaxRates) { (request: Catalog.ListTaxRatesRequest, context: CallContext) async throws -> Catalog.ListTaxRatesResponse in
                try await self.listTaxRates(request, context: context)
            },
        ]
    }
}
