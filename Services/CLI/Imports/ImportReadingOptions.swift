import ArgumentParser
import LarderClient

/// The options that say how a file is read where it doesn't say so itself.
struct ImportReadingOptions: ParsableArguments {
    @Option(help: ArgumentHelp(.cli.importCurrencyHelp))
    var currency: String?

    @Option(
        help: ArgumentHelp(
            .cli.importColumnHelp(
                first: "\(Sample.merchant)=name",
                second: "3=amount",
                values: ImportColumnName.allCases.dropLast().map(\.rawValue).joined(separator: ", "),
                last: ImportColumnName.nothing.rawValue
            )
        )
    )
    var column: [String] = []

    @Option(help: ArgumentHelp(.cli.importDateOrderHelp))
    var dateOrder: ImportDateOrderName?

    @Flag(inversion: .prefixedNo, help: ArgumentHelp(.cli.importDecimalCommaHelp))
    var decimalComma: Bool?

    @Flag(inversion: .prefixedNo, help: ArgumentHelp(.cli.importPositiveHelp))
    var spendingIsPositive: Bool?

    @Option(
        help: ArgumentHelp(
            .cli.importCategoryHelp(example: "\(Sample.dining)=eating-out", command: CategoryList.command)
        )
    )
    var category: [String] = []

    /// Whether anything is said of a mapping.
    var changesMapping: Bool {
        !column.isEmpty || dateOrder != nil || decimalComma != nil || spendingIsPositive != nil || !category.isEmpty
    }

    /// Changes a mapping as it is said.
    /// - Throws: `Failure` (invalid) for an unknown column or category, and for what is neither.
    func apply(
        to mapping: inout Budget.ImportMapping,
        _ preview: Budget.ImportPreview,
        _ categories: CategoryList?
    ) throws(Failure) {
        if let dateOrder { mapping.dateOrder = dateOrder.order }
        if let decimalComma { mapping.decimalComma = decimalComma }
        if let spendingIsPositive { mapping.spendingIsPositive = spendingIsPositive }
        for entry in column {
            let (name, role) = try Self.pair(entry, "--column")
            guard let role = ImportColumnName(rawValue: role) else {
                let names = ImportColumnName.allCases.map(\.rawValue).joined(separator: ", ")
                throw Failure(.invalid, .cli.importUnknownRole(role: role, values: names))
            }
            try Self.set(role.column, name, in: &mapping, preview)
        }
        guard let categories else { return }
        for entry in category {
            let (word, slug) = try Self.pair(entry, "--category")
            Self.explain(word, try categories.category(named: slug), in: &mapping)
        }
        for word in preview.unknownCategories {
            guard !mapping.categories.contains(where: { $0.word.lowercased() == word.lowercased() }),
                let category = categories.category(called: word)
            else { continue }
            Self.explain(word, category, in: &mapping)
        }
    }

    private static func explain(_ word: String, _ category: Catalog.Category, in mapping: inout Budget.ImportMapping) {
        mapping.categories.removeAll { $0.word.lowercased() == word.lowercased() }
        mapping.categories.append(.init(word: word, slug: category.slug, symbol: category.symbol))
    }

    /// Says what a column has, by its name or its number from 1. What another one has is no longer read there.
    private static func set(
        _ role: Budget.ImportColumn,
        _ name: String,
        in mapping: inout Budget.ImportMapping,
        _ preview: Budget.ImportPreview
    ) throws(Failure) {
        let named = preview.columns.firstIndex { $0.name.lowercased() == name.lowercased() }
        guard let place = named ?? Int(name).map({ $0 - 1 }), preview.columns.indices.contains(place) else {
            throw Failure(.invalid, .cli.importUnknownColumn(name: .verbatim(name)))
        }
        while mapping.columns.count <= place { mapping.columns.append(.unspecified) }
        if role != .unspecified {
            mapping.columns = mapping.columns.map { $0 == role ? .unspecified : $0 }
        }
        mapping.columns[place] = role
    }

    private static func pair(_ text: String, _ option: String) throws(Failure) -> (String, String) {
        guard let mark = text.lastIndex(of: "="), mark != text.startIndex else {
            throw Failure(.invalid, .cli.importPair(option: option, value: text))
        }
        return (String(text[..<mark]), String(text[text.index(after: mark)...]))
    }
}

/// The order of a date's parts as written on the command line.
enum ImportDateOrderName: String, CaseIterable, ExpressibleByArgument {
    case ymd, dmy, mdy

    var order: Budget.ImportDateOrder {
        switch self {
        case .ymd: .yearMonthDay
        case .dmy: .dayMonthYear
        case .mdy: .monthDayYear
        }
    }
}

/// What a column has as written on the command line.
private enum ImportColumnName: String, CaseIterable {
    case date, time, name, amount, spent, received, currency, category, place, note, reference, nothing

    var column: Budget.ImportColumn {
        switch self {
        case .date: .date
        case .time: .time
        case .name: .name
        case .amount: .amount
        case .spent: .spent
        case .received: .received
        case .currency: .currency
        case .category: .category
        case .place: .place
        case .note: .note
        case .reference: .reference
        case .nothing: .unspecified
        }
    }
}
