import BudgetMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import Postgres
import RPC
import ServiceKit

/// Files that were imported. Every statement names their owner.
struct ImportStore: Sendable {
    /// Where entries are recorded.
    let ledger: SpendingStore

    /// What an owner has decided about a file.
    struct Decision: Sendable {
        let fileName: String
        var includesReceived = false
        var includesKnown = false
        /// By which the mapping is remembered; nil where there is none to remember.
        let header: String?
    }

    // MARK: Importing

    /// Records the entries of a file, all or none, once for its request.
    /// - Throws: RESOURCE_EXHAUSTED after too many imports within a day; FAILED_PRECONDITION (LEDGER_FULL) where the ledger has no room
    ///   for all of them.
    func create(
        _ file: ReadFile,
        _ decision: Decision,
        of user: UUID,
        sentAs request: IdempotencyStore.Request?
    ) async throws -> Budget.Import {
        try await ledger.once(request, of: user) { connection, key in
            try await requireRoom(of: user, in: connection)
            try await ledger.lockLedger(of: user, in: connection)
            let identities = file.entries.map { EntryIdentity($0, with: key) }
            let known = try await known(file.entries, identities, of: user, with: key, in: connection)
            let verdict = Verdict(file, known: known, decision)
            let id = UUID()
            let record = Record(
                id: id,
                createdAt: ledger.clock.now,
                format: file.format,
                fileName: decision.fileName,
                verdict
            )
            try await connection.execute(try insertion(of: record, user, with: key))
            let ids = verdict.isRecorded.map { $0 ? UUID() : nil }
            let chosen = file.entries.indices.compactMap { index in
                ids[index].map { id -> (new: NewPurchase, id: UUID) in
                    var new = file.entries[index].purchase
                    new.duplicateOf = file.entries[index].duplicateOf.flatMap { ids[$0] }
                    return (new, id)
                }
            }
            try await ledger.record(chosen, of: user, with: key, in: connection)
            let entries = file.entries.indices.compactMap { index in ids[index].map { ($0, identities[index]) } }
            try await connection.pipeline(Statement.inBatches(entries) { insertion(of: $0, in: id, user) })
            if let header = decision.header, let mapping = file.mapping {
                try await remember(mapping, for: header, of: user, with: key, in: connection)
            }
            return record.message
        }
    }

    /// - Throws: RESOURCE_EXHAUSTED after as many imports within a day as there may be.
    private func requireRoom(of user: UUID, in connection: PostgresConnection) async throws {
        let since = ledger.clock.now.addingTimeInterval(-ImportLimits.period)
        let rows = try await connection.query(
            "SELECT count(*) AS count FROM imports WHERE user_id = \(user) AND created_at > \(since)"
        )
        guard try (rows[0]["count"] as Int) < ImportLimits.importsInPeriod else {
            throw Status(
                .resourceExhausted,
                .budget.tooManyImports(limit: ImportLimits.importsInPeriod),
                reason: .tooManyImports
            )
        }
    }

    private func insertion(of record: Record, _ user: UUID, with key: DataKey) throws -> Statement {
        let row = [user.canonical, record.id.canonical]
        return """
            INSERT INTO imports (user_id, id, created_at, format, file_name_sealed, recorded, known, received, invalid)
            VALUES (
                \(user), \(record.id), \(record.createdAt), \(record.format.rawValue),
                \(try ImportColumns.fileName.seal(record.fileName, row: row, with: key)),
                \(record.recorded), \(record.known), \(record.received), \(record.invalid)
            )
            """
    }

    private func insertion(
        of entries: some Collection<(UUID, EntryIdentity)>,
        in id: UUID,
        _ user: UUID
    ) -> Statement {
        let rows = entries.map { purchase, identity -> Statement in
            "(\(user), \(purchase), \(id), \(identity.fingerprint), \(identity.reference))"
        }
        return """
            INSERT INTO import_entries (user_id, purchase_id, import_id, fingerprint, reference_hash)
            VALUES \(Statement.list(of: rows))
            """
    }

    // MARK: What is known

    /// Which entries of a file are in the ledger already, for a preview.
    func known(_ entries: [ReadEntry], of user: UUID) async throws -> [Bool] {
        guard !entries.isEmpty, let key = try await ledger.keys.existingKey(of: user) else {
            return entries.map { _ in false }
        }
        let identities = entries.map { EntryIdentity($0, with: key) }
        return try await ledger.pool.transaction(isolation: .repeatableRead) { connection in
            try await known(entries, identities, of: user, with: key, in: connection)
        }
    }

    private func known(
        _ entries: [ReadEntry],
        _ identities: [EntryIdentity],
        of user: UUID,
        with key: DataKey,
        in connection: PostgresConnection
    ) async throws -> [Bool] {
        let fingerprints = Set(identities.map(\.fingerprint))
        var found: [UUID: KnownEntries.Entry] = [:]
        // What was imported, also what has been changed or discarded since.
        let references = identities.compactMap(\.reference)
        for row in try await connection.query(imported(Array(fingerprints), references, user)) {
            let purchase: UUID = try row["purchase_id"]
            found[purchase, default: .init()].fingerprints.insert(try row["fingerprint"])
            if let reference: [UInt8] = try row["reference_hash"] {
                found[purchase, default: .init()].references.insert(reference)
            }
        }
        for row in try await connection.query(alike(entries, user)) {
            let entry = try LedgerEntry(row, of: user, with: key)
            let fingerprint = EntryIdentity.fingerprint(entry.text, with: key)
            guard fingerprints.contains(fingerprint) else { continue }
            found[entry.id, default: .init()].fingerprints.insert(fingerprint)
        }
        // What the ledger itself has exported.
        for id in try await own(entries, user, in: connection) {
            let reference = EntryIdentity.reference(ReadEntry.larderReference(id.canonical), with: key)
            found[id, default: .init()].references.insert(reference)
        }
        var known = KnownEntries(Array(found.values))
        return known.recognise(identities)
    }

    private func imported(_ fingerprints: [[UInt8]], _ references: [[UInt8]], _ user: UUID) -> Statement {
        func list(_ hashes: [[UInt8]]) -> Statement {
            "SELECT decode(hash, 'base64') FROM unnest(\(hashes.map { Data($0).base64EncodedString() })) AS hash"
        }
        return """
            SELECT purchase_id, fingerprint, reference_hash FROM import_entries
            WHERE user_id = \(user)
                AND (fingerprint IN (\(list(fingerprints))) OR reference_hash IN (\(list(references))))
            """
    }

    /// Entries of the days of a file's, with their amounts and names.
    private func alike(_ entries: [ReadEntry], _ user: UUID) -> Statement {
        let days = Set(entries.compactMap { $0.purchase.content.purchasedAt.day?.text })
        let withoutDay: Statement =
            entries.contains { $0.purchase.content.purchasedAt.day == nil } ? "OR purchased_on IS NULL" : ""
        return """
            SELECT purchases.id, kind, purchased_on, currency, \(PurchaseColumns.storeName.selection()),
                item.id AS item_id, \(PurchaseColumns.productName.selection(of: "item")),
                coalesce(total_minor, (
                    SELECT coalesce(sum(amount_minor::numeric + discount_minor), 0) FROM purchase_items AS part
                    WHERE part.user_id = purchases.user_id AND part.purchase_id = purchases.id
                ) + (
                    SELECT coalesce(sum(amount_minor), 0) FROM purchase_taxes AS tax
                    WHERE tax.user_id = purchases.user_id AND tax.purchase_id = purchases.id
                ))::bigint AS amount
            FROM purchases LEFT JOIN LATERAL (
                SELECT * FROM purchase_items WHERE kind = 'expenditure' AND purchase_items.user_id = purchases.user_id
                    AND purchase_items.purchase_id = purchases.id ORDER BY position LIMIT 1
            ) AS item ON true
            WHERE purchases.user_id = \(user) AND state <> 'discarded'
                AND (purchased_on = ANY(\(Array(days))::text[]::date[]) \(withoutDay))
            """
    }

    /// Those of a file's entries that are in this ledger under the ids that the file has.
    private func own(_ entries: [ReadEntry], _ user: UUID, in connection: PostgresConnection) async throws -> [UUID] {
        let beginning = ReadEntry.larderReference("")
        let ids = entries.map(\.reference).filter { $0.hasPrefix(beginning) }.compactMap {
            UUID(canonical: String($0.dropFirst(beginning.count)))
        }
        guard !ids.isEmpty else { return [] }
        return try await connection.query("SELECT id FROM purchases WHERE user_id = \(user) AND id = ANY(\(ids))").map {
            try $0["id"]
        }
    }

    // MARK: Former imports

    /// A user's latest imports, newest first.
    func list(of user: UUID) async throws -> [Budget.Import] {
        let rows = try await ledger.pool.query(
            """
            SELECT \(Record.columns), \(ImportColumns.fileName.selection()) FROM imports WHERE user_id = \(user)
            ORDER BY created_at DESC, id DESC LIMIT \(ImportLimits.listedImports)
            """
        )
        guard !rows.isEmpty else { return [] }
        let key = try await ledger.keys.existingKey(of: user)
        return try rows.map { try Record($0, fileName: fileName(in: $0, of: user, with: key)).message }
    }

    private func fileName(in row: Row, of user: UUID, with key: DataKey?) throws -> String {
        let id: UUID = try row["id"]
        return try ImportColumns.fileName.text(in: row, row: [user.canonical, id.canonical], with: key) ?? ""
    }

    /// Removes what an import has recorded, but for what its owner has changed since.
    /// - Throws: NOT_FOUND.
    func undo(
        _ id: UUID,
        of user: UUID,
        sentAs request: IdempotencyStore.Request?
    ) async throws -> Budget.Import {
        try await ledger.once(request, of: user) { connection, key in
            try await ledger.lockLedger(of: user, in: connection)
            let rows = try await connection.query(
                """
                SELECT \(Record.columns), \(ImportColumns.fileName.selection()) FROM imports
                WHERE user_id = \(user) AND id = \(id) FOR UPDATE
                """
            )
            guard let row = rows.first else { throw Status.notFound(.services.nounImport) }
            var record = try Record(row, fileName: fileName(in: row, of: user, with: key))
            // Not a conflict: repeating what was done must not fail.
            guard record.undoneAt == nil else { return record.message }
            // What is being changed is waited for, so that what was changed is seen.
            try await connection.execute(
                """
                SELECT FROM purchases WHERE user_id = \(user) AND id IN (
                    SELECT purchase_id FROM import_entries WHERE user_id = \(user) AND import_id = \(id)
                ) ORDER BY id FOR UPDATE
                """
            )
            let removable: Statement = """
                SELECT purchase_id FROM import_entries AS entry
                WHERE user_id = \(user) AND import_id = \(id) AND NOT EXISTS (
                    SELECT FROM purchase_steps AS step WHERE step.user_id = entry.user_id
                        AND step.purchase_id = entry.purchase_id AND NOT step.matched
                )
                """
            try await connection.execute(
                "UPDATE purchases SET duplicate_of = NULL WHERE user_id = \(user) AND duplicate_of IN (\(removable))"
            )
            let removed = try await connection.execute(
                "DELETE FROM purchases WHERE user_id = \(user) AND id IN (\(removable))"
            )
            record.undoneAt = ledger.clock.now
            record.kept = max(0, record.recorded - removed)
            try await connection.execute(
                """
                UPDATE imports SET undone_at = \(record.undoneAt), kept = \(record.kept)
                WHERE user_id = \(user) AND id = \(id)
                """
            )
            return record.message
        }
    }

    // MARK: Mappings

    /// How a user has read files with a header; nil for a new one.
    func mapping(for header: String, of user: UUID) async throws -> FileMapping? {
        guard let key = try await ledger.keys.existingKey(of: user) else { return nil }
        let hash = Self.hash(of: header, with: key)
        let rows = try await ledger.pool.query(
            "SELECT mapping_sealed FROM import_mappings WHERE user_id = \(user) AND header_hash = \(hash)"
        )
        guard let row = rows.first,
            let bytes = try ImportColumns.mapping.bytes(in: row, row: Self.place(user, hash), with: key)
        else { return nil }
        var validator = FieldValidator()
        let message = try Budget.ImportMapping(decoding: ByteBuffer(bytes: bytes))
        return FileMapping(validating: message, "mapping", &validator)
    }

    private func remember(
        _ mapping: FileMapping,
        for header: String,
        of user: UUID,
        with key: DataKey,
        in connection: PostgresConnection
    ) async throws {
        let hash = Self.hash(of: header, with: key)
        let bytes = Array(try mapping.message.encoded().readableBytesView)
        let sealed = try ImportColumns.mapping.seal(bytes, row: Self.place(user, hash), with: key)
        let time = ledger.clock.now
        try await connection.pipeline([
            """
            INSERT INTO import_mappings (user_id, header_hash, mapping_sealed, used_at)
            VALUES (\(user), \(hash), \(sealed), \(time))
            ON CONFLICT (user_id, header_hash) DO UPDATE
            SET mapping_sealed = excluded.mapping_sealed, used_at = excluded.used_at
            """,
            """
            DELETE FROM import_mappings WHERE user_id = \(user) AND header_hash IN (
                SELECT header_hash FROM import_mappings WHERE user_id = \(user)
                ORDER BY used_at DESC, header_hash OFFSET \(ImportLimits.mappings)
            )
            """,
        ])
    }

    private static func hash(of header: String, with key: DataKey) -> [UInt8] {
        key.lookupHash(of: header, purpose: "import_mappings.header")
    }

    /// A row's place as PostgreSQL writes it.
    private static func place(_ user: UUID, _ hash: [UInt8]) -> [String] {
        [user.canonical, "\\x" + hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()]
    }

    /// The currency of a user's latest purchase that names one; empty where there is none.
    func usualCurrency(of user: UUID) async throws -> String {
        let rows = try await ledger.pool.query(
            """
            SELECT currency FROM purchases WHERE user_id = \(user) AND state <> 'discarded' AND currency <> \(Currency.unknown)
            ORDER BY listed_on DESC, recorded_at DESC, id DESC LIMIT 1
            """
        )
        return try rows.first?["currency"] ?? ""
    }
}

/// What becomes of a file's entries.
struct Verdict: Sendable {
    let isRecorded: [Bool]
    /// Those that are left out as they are in the ledger already.
    let isKnown: [Bool]
    let invalid: Int

    init(_ file: ReadFile, known: [Bool], _ decision: ImportStore.Decision) {
        isKnown = known.map { $0 && !decision.includesKnown }
        isRecorded = zip(file.entries, isKnown).map { entry, isKnown in
            !isKnown && (!entry.isReceived || decision.includesReceived)
        }
        invalid = file.invalid.count
    }

    var recorded: Int { isRecorded.count { $0 } }
    var known: Int { isKnown.count { $0 } }
    /// Money that came in, left out.
    var received: Int { isRecorded.count - recorded - known }
}

/// An import as it is stored.
private struct Record {
    static let columns: Statement = "id, created_at, format, recorded, known, received, invalid, undone_at, kept"

    let id: UUID
    let createdAt: Date
    let format: FileFormat
    let fileName: String
    let recorded: Int
    let known: Int
    let received: Int
    let invalid: Int
    var undoneAt: Date?
    var kept = 0

    init(id: UUID, createdAt: Date, format: FileFormat, fileName: String, _ verdict: Verdict) {
        (self.id, self.createdAt, self.format, self.fileName) = (id, createdAt, format, fileName)
        (recorded, known, received, invalid) = (verdict.recorded, verdict.known, verdict.received, verdict.invalid)
    }

    init(_ row: Row, fileName: String) throws {
        id = try row["id"]
        createdAt = try row["created_at"]
        format = FileFormat(rawValue: try row["format"]) ?? .csv
        self.fileName = fileName
        recorded = try row["recorded"]
        known = try row["known"]
        received = try row["received"]
        invalid = try row["invalid"]
        undoneAt = try row["undone_at"]
        kept = try row["kept"]
    }

    var message: Budget.Import {
        Budget.Import(
            id: id.canonical,
            createdAt: .init(createdAt),
            format: format.message,
            fileName: fileName,
            recordedCount: Int32(recorded),
            knownCount: Int32(known),
            receivedCount: Int32(received),
            invalidCount: Int32(invalid),
            undoneAt: undoneAt.map { .init($0) },
            keptCount: Int32(kept)
        )
    }
}

/// An entry of the ledger as far as others are compared with it.
private struct LedgerEntry {
    let id: UUID
    let text: String

    init(_ row: Row, of user: UUID, with key: DataKey) throws {
        id = try row["id"]
        let place = [user.canonical, id.canonical]
        let kind: Purchase.Kind = try row["kind"]
        var name = ""
        if kind == .purchase {
            name = try PurchaseColumns.storeName.text(in: row, row: place, with: key) ?? ""
        } else if let item: UUID = try row["item_id"] {
            name = try PurchaseColumns.productName.text(in: row, row: place + [item.canonical], with: key) ?? ""
        }
        text = EntryIdentity.text(
            day: try row["purchased_on"],
            currency: try row["currency"],
            amount: try row["amount"],
            name: name
        )
    }
}

extension FileFormat {
    var message: Budget.ImportFormat {
        switch self {
        case .csv: .csv
        case .larderCSV: .larderCsv
        case .larderJSON: .larderJson
        case .ofx: .ofx
        case .qif: .qif
        }
    }
}

extension StatusReason {
    /// A user has imported too much within a day.
    static let tooManyImports: StatusReason = "TOO_MANY_IMPORTS"
    /// Rows of a file cannot be read, which its owner has not accepted.
    static let rowsInvalid: StatusReason = "ROWS_INVALID"
}
