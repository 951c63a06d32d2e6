import CatalogDomain
import CatalogMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// The operators' service for tables of reference data.
struct ReferenceTablesService: Catalog.ReferenceTablesProvider {
    /// The most rows of a file, and the most of its problems that are listed.
    static let rowLimit = 50_000
    static let problemLimit = 10_000

    let store: OperatorTableStore

    func listReferenceTables(
        _ request: Catalog.ListReferenceTablesRequest,
        context: CallContext
    ) async throws -> Catalog.ListReferenceTablesResponse {
        var response = Catalog.ListReferenceTablesResponse()
        for table in OperatorTable.allCases {
            let counts = try await store.counts(of: table)
            response.tables.append(
                .init(name: table.rawValue, columns: table.columns, rows: counts.rows, ownRows: counts.own)
            )
        }
        return response
    }

    func listReferenceRows(
        _ request: Catalog.ListReferenceRowsRequest,
        context: CallContext
    ) async throws -> Catalog.ListReferenceRowsResponse {
        let page = try Page<OperatorRowKey>(request.page)
        var validator = FieldValidator()
        let table = validator.table(request.table)
        let prefix = validator.key(request.keyPrefix, "key_prefix", length: 0...500)
        try validator.finish()
        let filter = OperatorRowFilter(
            isOwnOnly: request.ownOnly,
            hasWithdrawn: request.withWithdrawn,
            keyPrefix: prefix
        )
        let (rows, next) = try await store.rows(of: table, page, filter)
        return Catalog.ListReferenceRowsResponse(rows: rows.map(\.message), nextPageToken: next ?? "")
    }

    func importReferenceRows(
        _ request: Catalog.ImportReferenceRowsRequest,
        context: CallContext
    ) async throws -> Catalog.ImportReferenceRowsResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let table = validator.table(request.table)
        let name = validator.text(request.name, "name", length: 0...200)
        try validator.finish()
        let file = try await offLoop(for: user) { ReferenceFile(request.file, of: table) }
        let stored = try await store.problems(of: file.rows, in: table)
        let problems = (file.problems + stored).sorted { $0.line < $1.line }
        var response = Catalog.ImportReferenceRowsResponse(rows: Int32(clamping: file.rows.count))
        guard problems.isEmpty else {
            response.problems = problems.prefix(Self.problemLimit).map { problem in
                .init(line: Int32(clamping: problem.line), sentence: problem.kind.text.forCaller)
            }
            response.moreProblems = Int32(clamping: max(0, problems.count - Self.problemLimit))
            return response
        }
        let counts = try await onSharedThreads {
            try await store.take(file.rows, into: table, of: name, by: user, isTrial: request.checkOnly)
        }
        response.added = Int32(clamping: counts.added)
        response.changed = Int32(clamping: counts.changed)
        return response
    }

    func withdrawReferenceRow(
        _ request: Catalog.WithdrawReferenceRowRequest,
        context: CallContext
    ) async throws -> Catalog.ReferenceRow {
        let user = try context.userID
        var validator = FieldValidator()
        let table = validator.table(request.table)
        let key = validator.key(request.key, "key", length: 1...500)
        try validator.finish()
        return try await store.withdraw(key, in: table, by: user).message
    }

    func listReferenceChanges(
        _ request: Catalog.ListReferenceChangesRequest,
        context: CallContext
    ) async throws -> Catalog.ListReferenceChangesResponse {
        let page = try Page<ReferenceChangeKey>(request.page)
        var validator = FieldValidator()
        // A row is of a table.
        let isOfAny = request.table.isEmpty && request.key.isEmpty
        let table = isOfAny ? nil : validator.table(request.table)
        let key = validator.key(request.key, "key", length: 0...500)
        try validator.finish()
        let (changes, next) = try await store.changes(page, of: table, key: key.isEmpty ? nil : key)
        return Catalog.ListReferenceChangesResponse(changes: changes.map(\.message), nextPageToken: next ?? "")
    }
}

extension FieldValidator {
    /// A table that operators keep; any after a violation.
    fileprivate mutating func table(_ name: String) -> OperatorTable {
        if let table = OperatorTable(rawValue: name) { return table }
        let names = OperatorTable.allCases.map(\.rawValue).joined(separator: ", ")
        reject("table", .catalog.ruleTable(values: names))
        return .stores
    }

    /// The key of a row or its beginning, as it is.
    fileprivate mutating func key(_ key: String, _ field: String, length: ClosedRange<Int>) -> String {
        if !length.contains(key.unicodeScalars.count) { reject(field, .catalog.ruleKey(highest: length.upperBound)) }
        return key
    }
}
