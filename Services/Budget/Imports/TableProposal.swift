import Foundation
import Foundations

/// Proposes how a table of somebody else's is read: by the names of its columns in English and French, and by its values.
struct TableProposal {
    /// Rows that are looked at.
    private static let sampleSize = 200

    let rows: [CSVReader.Row]
    private(set) var mapping = FileMapping()

    /// - Parameters:
    ///   - bytes: The table in UTF-8.
    ///   - dayIsFirst: Whether the day is likelier ahead of the month where both may be.
    init(_ bytes: [UInt8], dayIsFirst: Bool) {
        let tables = FileMapping.delimiters.map { delimiter in
            (delimiter: delimiter, rows: Self.rows(of: bytes, delimiter))
        }
        // The delimiter with which most rows have the same number of columns, more than one.
        let scored = tables.map { table in (table.delimiter, table.rows, Self.consistency(of: table.rows)) }
        let best = scored.reduce(scored[0]) { $1.2 > $0.2 ? $1 : $0 }
        rows = best.1
        mapping.delimiter = best.0
        proposeRows()
        proposeColumns()
        // Semicolons separate where commas are decimal marks, and there the day is first.
        proposeForms(dayIsFirst: dayIsFirst || mapping.delimiter == UInt8(ascii: ";"))
    }

    private static func rows(of bytes: [UInt8], _ delimiter: UInt8) -> [CSVReader.Row] {
        var reader = CSVReader(bytes, delimiter: delimiter)
        var rows: [CSVReader.Row] = []
        while rows.count < sampleSize, let row = reader.next() { rows.append(row) }
        return rows
    }

    /// How many columns most rows have.
    private static func width(of rows: [CSVReader.Row]) -> Int {
        let counts = Dictionary(grouping: rows.filter { !$0.isEmpty }.map(\.values.count)) { $0 }.mapValues(\.count)
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
    }

    private static func consistency(of rows: [CSVReader.Row]) -> Int {
        let width = width(of: rows)
        return width < 2 ? 0 : rows.count { $0.values.count == width } * 100 + width
    }

    // MARK: Rows

    private mutating func proposeRows() {
        let width = Self.width(of: rows)
        let first = rows.firstIndex { $0.values.count == width && !$0.isEmpty } ?? 0
        mapping.skippedRows = first
        guard rows.indices.contains(first) else { return }
        // A header has neither days nor amounts.
        mapping.hasHeader = !rows[first].values.contains { value in
            DateOrder.allCases.contains { WrittenDate(value, $0) != nil }
                || WrittenAmount.decimal(value, hasDecimalComma: false) != nil
                || WrittenAmount.decimal(value, hasDecimalComma: true) != nil
        }
    }

    /// The rows with entries, as far as they are looked at.
    private var entries: ArraySlice<CSVReader.Row> {
        rows.dropFirst(mapping.skippedRows + (mapping.hasHeader ? 1 : 0))
    }

    private func values(of column: Int) -> [String] {
        entries.compactMap { $0.values.indices.contains(column) ? $0.values[column] : nil }.filter { !$0.isEmpty }
    }

    // MARK: Columns

    private mutating func proposeColumns() {
        let width = Self.width(of: rows)
        var columns = [ColumnRole](repeating: .unused, count: min(width, ImportLimits.columns))
        if mapping.hasHeader, rows.indices.contains(mapping.skippedRows) {
            let names = rows[mapping.skippedRows].values.map {
                Self.normalised(String($0.prefix(ImportLimits.nameLength)))
            }
            let parts = names.map { Set($0.split(separator: " ").map(String.init)) }
            for (role, words) in ColumnNames.all {
                // The whole name first, then a part of one.
                let free = names.indices.filter { $0 < columns.count && columns[$0] == .unused }
                let place =
                    words.lazy.compactMap { word in free.first { names[$0] == word } }.first
                    ?? words.lazy.compactMap { word in
                        free.first { parts[$0].contains(word) }
                    }
                    .first
                if let place { columns[place] = role }
            }
            if columns.contains(.spent) || columns.contains(.received), let amount = columns.firstIndex(of: .amount) {
                columns[amount] = .unused
            }
        }
        mapping.columns = columns
        proposeByValues()
    }

    /// Finds what the names of columns leave open, or where there are none.
    private mutating func proposeByValues() {
        func unused() -> [Int] { mapping.columns.indices.filter { mapping.columns[$0] == .unused } }
        func isMostly(_ column: Int, _ test: (String) -> Bool) -> Bool {
            let values = values(of: column)
            return !values.isEmpty && values.count(where: test) * 5 >= values.count * 4
        }
        if mapping.column(.date) == nil {
            let place = unused().first { column in
                isMostly(column) { value in DateOrder.allCases.contains { WrittenDate(value, $0) != nil } }
            }
            if let place { mapping.columns[place] = .date }
        }
        if !mapping.isComplete, mapping.column(.date) != nil {
            let amounts = unused().filter { column in
                isMostly(column) {
                    WrittenAmount.decimal($0, hasDecimalComma: false) != nil
                        || WrittenAmount.decimal($0, hasDecimalComma: true) != nil
                }
            }
            // A column of whole numbers is rather an account's or a cheque's.
            let withDecimals = amounts.first { column in
                values(of: column).contains { $0.contains(".") || $0.contains(",") }
            }
            if let place = withDecimals ?? amounts.first { mapping.columns[place] = .amount }
        }
        if mapping.column(.name) == nil {
            let lengths = unused().map { column in
                (
                    column: column,
                    length: values(of: column).filter { $0.contains(where: \.isLetter) }.reduce(0) { $0 + $1.count }
                )
            }
            if let longest = lengths.max(by: { $0.length < $1.length }), longest.length > 0 {
                mapping.columns[longest.column] = .name
            }
        }
    }

    /// A name without case, accents and punctuation.
    private static func normalised(_ name: String) -> String {
        let plain = name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        return plain.split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }

    // MARK: Forms of values

    private mutating func proposeForms(dayIsFirst: Bool) {
        if let column = mapping.column(.date) {
            mapping.dateOrder = .detected(in: values(of: column), dayIsFirst: dayIsFirst)
        }
        let amounts = [ColumnRole.amount, .spent, .received].compactMap(mapping.column).flatMap(values(of:))
        mapping.hasDecimalComma = WrittenAmount.hasDecimalComma(in: amounts)
        guard let column = mapping.column(.amount) else { return }
        let signed = values(of: column).compactMap {
            WrittenAmount.decimal($0, hasDecimalComma: mapping.hasDecimalComma)
        }
        mapping.spendingIsPositive = signed.count { $0 > 0 } > signed.count { $0 < 0 }
    }

    /// What identifies tables of the same kind: the names of their columns; nil without a header.
    var header: String? {
        guard mapping.hasHeader, rows.indices.contains(mapping.skippedRows) else { return nil }
        return rows[mapping.skippedRows].values.map(Self.normalised).joined(separator: "\n")
    }
}

/// The names of columns in banks' files and people's tables, in English and French, the likeliest first, without case and accents.
private enum ColumnNames {
    static let all: [(ColumnRole, [String])] = [
        (
            .date,
            [
                "date", "transaction date", "date of transaction", "date operation", "date de l operation",
                "date de transaction", "date de la transaction", "booking date", "date comptable", "posted date",
                "posting date", "date posted", "completed date", "started date", "date d achat", "day", "jour",
                "date valeur",
            ]
        ),
        (.time, ["time", "heure"]),
        (
            .spent,
            [
                "debit", "debits", "debit amount", "montant debit", "withdrawal", "withdrawals", "withdrawal amount",
                "money out",
                "paid out", "spent", "sortie", "sorties", "retrait", "retraits", "depense", "depenses",
            ]
        ),
        (
            .received,
            [
                "credit", "credits", "credit amount", "montant credit", "deposit", "deposits", "deposit amount",
                "money in",
                "paid in", "received", "entree", "entrees", "depot", "depots", "recette", "recettes",
            ]
        ),
        (
            .amount,
            [
                "amount", "montant", "transaction amount", "montant de l operation", "montant de la transaction",
                "total",
                "price", "prix", "cost", "cout", "sum", "somme", "cad", "usd", "eur", "value", "valeur",
            ]
        ),
        (.currency, ["currency", "devise", "monnaie", "currency code", "ccy"]),
        (
            .reference,
            [
                "reference", "transaction id", "id de transaction", "reference number", "numero de reference", "fitid",
                "ref", "id",
            ]
        ),
        (
            .name,
            [
                "description", "name", "payee", "merchant", "merchant name", "details", "libelle",
                "libelle de l operation",
                "beneficiaire", "beneficiary", "marchand", "commercant", "designation", "intitule", "nom", "item",
                "article", "what", "quoi",
                "transaction", "operation", "narrative", "description 1",
            ]
        ),
        (.category, ["category", "categorie", "categories"]),
        (.place, ["place", "lieu", "store", "shop", "magasin", "location", "city", "ville"]),
        (
            .note,
            [
                "note", "notes", "memo", "comment", "comments", "commentaire", "commentaires", "remarque", "remarques",
                "description 2", "informations complementaires",
            ]
        ),
    ]
}
