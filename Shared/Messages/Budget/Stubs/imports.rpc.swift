// Generated from larder/budget/v1/imports.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Budget {
    /// What `larder.budget.v1.Imports` has: its methods and who may call them.
    public enum ImportsService {
        public static let previewImport = MethodDescriptor(
            service: "larder.budget.v1.Imports",
            name: "PreviewImport",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            maximumRequest: 3211264,
            request: Budget.PreviewImportRequest.descriptor,
            response: Budget.ImportPreview.descriptor
        )
        public static let createImport = MethodDescriptor(
            service: "larder.budget.v1.Imports",
            name: "CreateImport",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            maximumRequest: 3211264,
            request: Budget.CreateImportRequest.descriptor,
            response: Budget.Import.descriptor
        )
        public static let listImports = MethodDescriptor(
            service: "larder.budget.v1.Imports",
            name: "ListImports",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.ListImportsRequest.descriptor,
            response: Budget.ListImportsResponse.descriptor
        )
        public static let undoImport = MethodDescriptor(
            service: "larder.budget.v1.Imports",
            name: "UndoImport",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Budget.UndoImportRequest.descriptor,
            response: Budget.Import.descriptor
        )
        public static let exportLedger = MethodDescriptor(
            service: "larder.budget.v1.Imports",
            name: "ExportLedger",
            kind: .serverStreaming,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.ExportLedgerRequest.descriptor,
            response: Budget.LedgerChunk.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.budget.v1.Imports",
            methods: [previewImport, createImport, listImports, undoImport, exportLedger]
        )
    }

    /// Takes over spending that was kept elsewhere, and writes the ledger into files.
    public protocol ImportsProvider: ServiceProvider {
        /// Reads a file and says what would be recorded of it, without recording anything. INVALID_ARGUMENT for what is no file of a
        /// known format, and for one with more than 10,000 rows.
        ///
        /// Callers: signed-in users.
        func previewImport(_ request: Budget.PreviewImportRequest, context: CallContext) async throws -> Budget.ImportPreview
        /// Records what a file has, all of it or nothing. What is in the ledger already is left out. An idempotency key is required.
        /// FAILED_PRECONDITION (ROWS_INVALID) where rows have errors that the caller has not accepted, and (LEDGER_FULL)
        /// where the ledger would have more than 100,000 entries; RESOURCE_EXHAUSTED (TOO_MANY_IMPORTS) after 50 imports within a day.
        ///
        /// Callers: signed-in users.
        func createImport(_ request: Budget.CreateImportRequest, context: CallContext) async throws -> Budget.Import
        /// The caller's latest 100 imports, newest first.
        ///
        /// Callers: signed-in users.
        func listImports(_ request: Budget.ListImportsRequest, context: CallContext) async throws -> Budget.ListImportsResponse
        /// Removes what an import has recorded, as far as its owner has not changed it since. The file can be imported again. An import
        /// that was undone is unchanged.
        ///
        /// Callers: signed-in users.
        func undoImport(_ request: Budget.UndoImportRequest, context: CallContext) async throws -> Budget.Import
        /// Sends the ledger as a file, in parts that follow each other; what was discarded is left out.
        ///
        /// Callers: signed-in users.
        func exportLedger(_ request: Budget.ExportLedgerRequest, responses: MessageWriter<Budget.LedgerChunk>, context: CallContext) async throws
    }

    /// Calls `larder.budget.v1.Imports`.
    public struct ImportsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Reads a file and says what would be recorded of it, without recording anything. INVALID_ARGUMENT for what is no file of a
        /// known format, and for one with more than 10,000 rows.
        public func previewImport(_ request: Budget.PreviewImportRequest, options: CallOptions = CallOptions()) async throws -> Budget.ImportPreview {
            try await channel.unary(ImportsService.previewImport, request, options: options)
        }

        /// Records what a file has, all of it or nothing. What is in the ledger already is left out. An idempotency key is required.
        /// FAILED_PRECONDITION (ROWS_INVALID) where rows have errors that the caller has not accepted, and (LEDGER_FULL)
        /// where the ledger would have more than 100,000 entries; RESOURCE_EXHAUSTED (TOO_MANY_IMPORTS) after 50 imports within a day.
        public func createImport(_ request: Budget.CreateImportRequest, options: CallOptions = CallOptions()) async throws -> Budget.Import {
            try await channel.unary(ImportsService.createImport, request, options: options)
        }

        /// The caller's latest 100 imports, newest first.
        public func listImports(_ request: Budget.ListImportsRequest, options: CallOptions = CallOptions()) async throws -> Budget.ListImportsResponse {
            try await channel.unary(ImportsService.listImports, request, options: options)
        }

        /// Removes what an import has recorded, as far as its owner has not changed it since. The file can be imported again. An import
        /// that was undone is unchanged.
        public func undoImport(_ request: Budget.UndoImportRequest, options: CallOptions = CallOptions()) async throws -> Budget.Import {
            try await channel.unary(ImportsService.undoImport, request, options: options)
        }

        /// Sends the ledger as a file, in parts that follow each other; what was discarded is left out.
        public func exportLedger<Result>(_ request: Budget.ExportLedgerRequest, options: CallOptions = CallOptions(), _ receive: (MessageStream<Budget.LedgerChunk>) async throws -> Result) async throws -> Result {
            try await channel.serverStreaming(ImportsService.exportLedger, request, options: options, receive)
        }
    }
}

extension Budget.ImportsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Budget.ImportsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Budget.ImportsService.previewImport) { (request: Budget.PreviewImportRequest, context: CallContext) async throws -> Budget.ImportPreview in
                try await self.previewImport(request, context: context)
            },
            .unary(Budget.ImportsService.createImport) { (request: Budget.CreateImportRequest, context: CallContext) async throws -> Budget.Import in
                try await self.createImport(request, context: context)
            },
            .unary(Budget.ImportsService.listImports) { (request: Budget.ListImportsRequest, context: CallContext) async throws -> Budget.ListImportsResponse in
                try await self.listImports(request, context: context)
            },
            .unary(Budget.ImportsService.undoImport) { (request: Budget.UndoImportRequest, context: CallContext) async throws -> Budget.Import in
                try await self.undoImport(request, context: context)
            },
            .serverStreaming(Budget.ImportsService.exportLedger) { (request: Budget.ExportLedgerRequest, responses: MessageWriter<Budget.LedgerChunk>, context: CallContext) async throws -> Void in
                try await self.exportLedger(request, responses: responses, context: context)
            },
        ]
    }
}
