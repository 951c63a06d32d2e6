import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import ServiceKit
import Texts

/// Takes over spending that was kept elsewhere, and writes the ledger into files.
struct ImportsService: Budget.ImportsProvider {
    let imports: ImportStore
    /// A file takes memory and time: few are read at once, and users take turns.
    let turns = FairTurns<UUID>(ImportLimits.filesAtOnce)
    /// The ledger that is written.
    var ledger: SpendingStore { imports.ledger }

    func previewImport(
        _ request: Budget.PreviewImportRequest,
        context: CallContext
    ) async throws -> Budget.ImportPreview {
        let user = try context.userID
        let options = try FileOptions(validating: request.options)
        return try await turns.withTurn(of: user) {
            let (source, file, isRemembered) = try await read(request.contents, options, for: user)
            // One preview of a user at a time looks at the ledger.
            let known = try await ledger.readings.withTurn(of: user) {
                try await onSharedThreads { try await imports.known(file.entries, of: user) }
            }
            return try ImportPreview(source, file, known: known, options, mappingIsRemembered: isRemembered).message
        }
    }

    func createImport(_ request: Budget.CreateImportRequest, context: CallContext) async throws -> Budget.Import {
        let user = try context.userID
        var validator = FieldValidator()
        let name = validator.text(request.fileName, "file_name", length: 0...200)
        let sent = try IdempotencyStore.Request(request, context)
        if sent == nil { validator.reject("idempotency-key", .services.ruleGiven) }
        try validator.finish()
        let options = try FileOptions(validating: request.options)
        return try await turns.withTurn(of: user) {
            let (source, file, _) = try await read(request.contents, options, for: user)
            try requireAcceptance(of: file, leavingOutInvalid: request.leaveOutInvalid)
            let decision = ImportStore.Decision(
                fileName: name,
                includesReceived: options.includesReceived,
                includesKnown: options.includesKnown,
                header: source.header
            )
            return try await onSharedThreads { try await imports.create(file, decision, of: user, sentAs: sent) }
        }
    }

    /// Reads a file as its owner says, as it was read last time, or as it is proposed.
    private func read(
        _ contents: [UInt8],
        _ options: FileOptions,
        for user: UUID
    ) async throws -> (ImportedFile, ReadFile, isRemembered: Bool) {
        do {
            let dayIsFirst = CallContext.current?.language == .french
            let source = try await offLoop(for: user) { try ImportedFile(contents, dayIsFirst: dayIsFirst) }
            var mapping = options.mapping
            if mapping == nil, let header = source.header, let proposed = source.proposedMapping,
                let former = try await imports.mapping(for: header, of: user)
            {
                mapping = former.adapted(to: source.format, proposed)
            }
            let usual = options.currency.isEmpty ? try await imports.usualCurrency(of: user) : options.currency
            let chosen = mapping
            let bounds = ledger.bounds
            let file = try await offLoop(for: user) {
                try source.read(chosen, currency: usual, for: user, within: bounds)
            }
            return (source, file, options.mapping == nil && mapping != nil)
        } catch let problem as FileProblem {
            throw problem.status
        }
    }

    /// - Throws: INVALID_ARGUMENT for a table without a day or amount, and without a currency; FAILED_PRECONDITION for rows that
    ///   cannot be read.
    private func requireAcceptance(of file: ReadFile, leavingOutInvalid: Bool) throws(Status) {
        var validator = FieldValidator()
        if let mapping = file.mapping, file.format == .csv, !mapping.isComplete {
            validator.reject("options.mapping.columns", .budget.importRuleColumns)
        }
        if file.entries.contains(where: {
            $0.purchase.kind == .expenditure && $0.purchase.content.currency == Currency.unknown
        }) {
            validator.reject("options.currency", .services.ruleGiven)
        }
        try validator.finish()
        guard file.invalid.isEmpty || leavingOutInvalid else {
            throw Status(
                .failedPrecondition,
                .budget.rowsInvalid(count: file.invalid.count, line: "\(file.invalid[0].line)"),
                reason: .rowsInvalid
            )
        }
    }

    func listImports(_ request: Budget.ListImportsRequest, context: CallContext) async throws
        -> Budget.ListImportsResponse
    {
        Budget.ListImportsResponse(imports: try await imports.list(of: try context.userID))
    }

    func undoImport(_ request: Budget.UndoImportRequest, context: CallContext) async throws -> Budget.Import {
        var validator = FieldValidator()
        let id = validator.uuid(request.importID, "import_id")
        try validator.finish()
        return try await imports.undo(id, of: try context.userID, sentAs: try .init(request, context))
    }
}

/// What a request says about a file.
struct FileOptions: Sendable {
    let mapping: FileMapping?
    /// The ISO 4217 code; empty where it isn't said.
    let currency: String
    let includesReceived: Bool
    let includesKnown: Bool

    /// - Throws: INVALID_ARGUMENT with every violation.
    init(validating options: Budget.ImportOptions?) throws(Status) {
        var validator = FieldValidator()
        let options = options ?? Budget.ImportOptions()
        mapping = options.mapping.map { FileMapping(validating: $0, "options.mapping", &validator) }
        currency = options.currency
        if !currency.isEmpty, Currency(code: currency) == nil || currency == Currency.unknown {
            validator.reject("options.currency", .budget.ruleKnownCurrency)
        }
        (includesReceived, includesKnown) = (options.includeReceived, options.includeKnown)
        try validator.finish()
    }
}
