// Generated from larder/catalog/v1/reference_tables.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Catalog {
    /// What `larder.catalog.v1.ReferenceTables` has: its methods and who may call them.
    public enum ReferenceTablesService {
        public static let listReferenceTables = MethodDescriptor(
            service: "larder.catalog.v1.ReferenceTables",
            name: "ListReferenceTables",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .noSideEffects,
            request: Catalog.ListReferenceTablesRequest.descriptor,
            response: Catalog.ListReferenceTablesResponse.descriptor
        )
        public static let listReferenceRows = MethodDescriptor(
            service: "larder.catalog.v1.ReferenceTables",
            name: "ListReferenceRows",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .noSideEffects,
            request: Catalog.ListReferenceRowsRequest.descriptor,
            response: Catalog.ListReferenceRowsResponse.descriptor
        )
        public static let importReferenceRows = MethodDescriptor(
            service: "larder.catalog.v1.ReferenceTables",
            name: "ImportReferenceRows",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .idempotent,
            maximumRequest: 4194304,
            request: Catalog.ImportReferenceRowsRequest.descriptor,
            response: Catalog.ImportReferenceRowsResponse.descriptor
        )
        public static let withdrawReferenceRow = MethodDescriptor(
            service: "larder.catalog.v1.ReferenceTables",
            name: "WithdrawReferenceRow",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .idempotent,
            request: Catalog.WithdrawReferenceRowRequest.descriptor,
            response: Catalog.ReferenceRow.descriptor
        )
        public static let listReferenceChanges = MethodDescriptor(
            service: "larder.catalog.v1.ReferenceTables",
            name: "ListReferenceChanges",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true),
            idempotency: .noSideEffects,
            request: Catalog.ListReferenceChangesRequest.descriptor,
            response: Catalog.ListReferenceChangesResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.catalog.v1.ReferenceTables",
            methods: [listReferenceTables, listReferenceRows, importReferenceRows, withdrawReferenceRow, listReferenceChanges]
        )
    }

    /// Tables of facts that operators keep by files: stores, eateries, prices at stores, averages, brokers, taxes. Some rows ship with Larder;
    /// what operators have added, changed or withdrawn stays as it is with a new release. Every change is recorded with who made it.
    public protocol ReferenceTablesProvider: ServiceProvider {
        /// The tables, with their columns.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func listReferenceTables(_ request: Catalog.ListReferenceTablesRequest, context: CallContext) async throws -> Catalog.ListReferenceTablesResponse
        /// The rows of a table by their keys.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func listReferenceRows(_ request: Catalog.ListReferenceRowsRequest, context: CallContext) async throws -> Catalog.ListReferenceRowsResponse
        /// Adds and replaces the rows of a file: all of them, or none where a line is wrong. Other rows stay. Repeating it changes
        /// nothing, and a row that is as it ships stays one that follows releases.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func importReferenceRows(_ request: Catalog.ImportReferenceRowsRequest, context: CallContext) async throws -> Catalog.ImportReferenceRowsResponse
        /// Takes a row out of use until a file has it again. NOT_FOUND for a key that there has never been.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func withdrawReferenceRow(_ request: Catalog.WithdrawReferenceRowRequest, context: CallContext) async throws -> Catalog.ReferenceRow
        /// What operators changed in rows, the latest first.
        ///
        /// Callers: signed-in users with the role operator or administrator, a second factor.
        func listReferenceChanges(_ request: Catalog.ListReferenceChangesRequest, context: CallContext) async throws -> Catalog.ListReferenceChangesResponse
    }

    /// Calls `larder.catalog.v1.ReferenceTables`.
    public struct ReferenceTablesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// The tables, with their columns.
        public func listReferenceTables(_ request: Catalog.ListReferenceTablesRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ListReferenceTablesResponse {
            try await channel.unary(ReferenceTablesService.listReferenceTables, request, options: options)
        }

        /// The rows of a table by their keys.
        public func listReferenceRows(_ request: Catalog.ListReferenceRowsRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ListReferenceRowsResponse {
            try await channel.unary(ReferenceTablesService.listReferenceRows, request, options: options)
        }

        /// Adds and replaces the rows of a file: all of them, or none where a line is wrong. Other rows stay. Repeating it changes
        /// nothing, and a row that is as it ships stays one that follows releases.
        public func importReferenceRows(_ request: Catalog.ImportReferenceRowsRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ImportReferenceRowsResponse {
            try await channel.unary(ReferenceTablesService.importReferenceRows, request, options: options)
        }

        /// Takes a row out of use until a file has it again. NOT_FOUND for a key that there has never been.
        public func withdrawReferenceRow(_ request: Catalog.WithdrawReferenceRowRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ReferenceRow {
            try await channel.unary(ReferenceTablesService.withdrawReferenceRow, request, options: options)
        }

        /// What operators changed in rows, the latest first.
        public func listReferenceChanges(_ request: Catalog.ListReferenceChangesRequest, options: CallOptions = CallOptions()) async throws -> Catalog.ListReferenceChangesResponse {
            try await channel.unary(ReferenceTablesService.listReferenceChanges, request, options: options)
        }
    }
}

extension Catalog.ReferenceTablesProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Catalog.ReferenceTablesService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Catalog.ReferenceTablesService.listReferenceTables) { (request: Catalog.ListReferenceTablesRequest, context: CallContext) async throws -> Catalog.ListReferenceTablesResponse in
                try await self.listReferenceTables(request, context: context)
            },
            .unary(Catalog.ReferenceTablesService.listReferenceRows) { (request: Catalog.ListReferenceRowsRequest, context: CallContext) async throws -> Catalog.ListReferenceRowsResponse in
                try await self.listReferenceRows(request, context: context)
            },
            .unary(Catalog.ReferenceTablesService.importReferenceRows) { (request: Catalog.ImportReferenceRowsRequest, context: CallContext) async throws -> Catalog.ImportReferenceRowsResponse in
                try await self.importReferenceRows(request, context: context)
            },
            .unary(Catalog.ReferenceTablesService.withdrawReferenceRow) { (request: Catalog.WithdrawReferenceRowRequest, context: CallContext) async throws -> Catalog.ReferenceRow in
                try await self.withdrawReferenceRow(request, context: context)
            },
            .unary(Catalog.ReferenceTablesService.listReferenceChanges) { (request: Catalog.ListReferenceChangesRequest, context: CallContext) async throws -> Catalog.ListReferenceChangesResponse in
                try await self.listReferenceChanges(request, context: context)
            },
        ]
    }
}
