import BudgetMessages
import CommonMessages
import RPC

/// Answers previews as a test says, and keeps imports.
struct ImportsAnswers: Budget.ImportsProvider {
    let gateway: TestGateway

    func previewImport(
        _ request: Budget.PreviewImportRequest,
        context: CallContext
    ) async throws -> Budget.ImportPreview {
        gateway.state { state in
            state.records.previews.append(request)
            var preview = state.records.preview
            if let mapping = request.options?.mapping { preview.mapping = mapping }
            return preview
        }
    }

    func createImport(_ request: Budget.CreateImportRequest, context: CallContext) async throws -> Budget.Import {
        gateway.state { state in
            state.records.createdImports.append(request)
            let made = Budget.Import(
                id: "import-\(state.records.imports.count + 1)",
                format: state.records.preview.format,
                fileName: request.fileName,
                recordedCount: state.records.preview.newCount
            )
            state.records.imports.append(made)
            return made
        }
    }

    func listImports(
        _ request: Budget.ListImportsRequest,
        context: CallContext
    ) async throws -> Budget.ListImportsResponse {
        gateway.state { .init(imports: $0.records.imports.reversed()) }
    }

    func undoImport(_ request: Budget.UndoImportRequest, context: CallContext) async throws -> Budget.Import {
        try gateway.state { state in
            guard let index = state.records.imports.firstIndex(where: { $0.id == request.importID }) else {
                throw Status.notFound("import")
            }
            state.records.imports[index].undoneAt = .init(seconds: 1_741_500_000)
            state.records.imports[index].keptCount = 1
            return state.records.imports[index]
        }
    }

    func exportLedger(
        _ request: Budget.ExportLedgerRequest,
        responses: MessageWriter<Budget.LedgerChunk>,
        context: CallContext
    ) async throws {
        gateway.state { $0.records.ledgerExports.append(request) }
        for part in ["entry,", "part\n"] { try await responses.write(.init(contents: Array(part.utf8))) }
    }
}
