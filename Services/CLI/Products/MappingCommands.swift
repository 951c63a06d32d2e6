import ArgumentParser
import LarderClient

/// The options of a new product.
struct NewProductOptions: ParsableArguments {
    @Option(help: ArgumentHelp(.cli.productsCategoryHelp(command: "larder products categories", category: "other")))
    var category: String?

    @Option(help: ArgumentHelp(.cli.productsUnitHelp(units: "each, kg, g, l", last: "ml", unit: "each")))
    var unit: String?

    var areGiven: Bool { category != nil || unit != nil }

    func product(_ name: String) -> Catalog.NewProduct {
        .init(name: name, categorySlug: category ?? "", defaultUnit: unit ?? "")
    }
}

/// Adds a product.
struct ProductsAddCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add",
            abstract: .cli.productsAdd,
            discussion: .cli.example(command: "larder products add \"\(Sample.ubeJam)\" --category spreads --unit g")
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseName))
    var name: String

    @OptionGroup(title: .cli.productsForNew) var details: NewProductOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.products.createProduct(
            .init(product: details.product(name)),
            options: context.callOptions
        )
        try context.show(answer) { paint in
            let product = answer.product ?? .init()
            let name = paint(TerminalText.clean(product.name), .bold)
            let what: LocalizedText =
                answer.created ? .cli.productsAdded(product: name) : .cli.productsExists(product: name)
            let heading = LocalizedText.cli.productsHeading(id: TerminalText.clean(product.id))
            return "\(what.shown)\n\(paint(heading.shown, .dim))"
        }
    }
}

/// Guesses the meanings of printed lines.
struct ProductsGuessCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "guess",
            abstract: .cli.productsGuess,
            discussion: .cli.example(command: "larder products guess \"CHKN BRST BNLS\" \"MLK 2% 4L\"")
        )
    }

    @Argument(help: ArgumentHelp(.cli.productsLines))
    var lines: [String]

    @Option(help: ArgumentHelp(.cli.productsStoreIfKnown))
    var store: String?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.productsGuessLimit))
    var limit: Int32 = 5

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        if lines.contains(where: { $0.trimmingSpaces.isEmpty }) { throw ValidationError(.cli.productsEmptyLine) }
        if !(1...10).contains(limit) { throw ValidationError(.cli.productsGuessLimitRule) }
    }

    func run(_ context: CommandContext) async throws {
        let answers = try await context.guesses(for: lines, store: store ?? "", limit: limit)
        try context.show(Catalog.GuessProductsResponse(lines: answers)) { paint in
            answers.map { text($0, paint) }.joined(separator: "\n\n")
        }
    }

    private func text(_ line: Catalog.LineGuesses, _ paint: Paint) -> String {
        let printed = paint(TerminalText.clean(line.printedText), .bold)
        let meaning = line.meaning.map { ": \(TerminalText.clean($0.product?.name ?? ""))" } ?? ""
        let name = TerminalText.clean(line.newProduct?.name ?? "")
        let new = LocalizedText.cli.productsNewName(product: name).shown
        let parts =
            ["\(printed)\(meaning)"] + (line.guesses.isEmpty ? [] : [GuessesText.table(line).text(paint)]) + [new]
        return parts.joined(separator: "\n")
    }
}

/// Sets the meaning of a printed line.
struct ProductsChooseCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "choose",
            abstract: .cli.productsChoose,
            discussion: .examples(
                "larder products choose \"MLK 2%\" 0b0d6f5e-…",
                "larder products choose \"KAYA JAR\" --new \"\(Sample.coconutJam)\" --category spreads"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.productsLine))
    var line: String

    @Argument(help: ArgumentHelp(.cli.productsMeaning))
    var product: String?

    @Option(help: ArgumentHelp(.cli.productsNewHelp))
    var new: String?

    @Option(help: ArgumentHelp(.cli.productsStoreHelp))
    var store: String?

    @OptionGroup(title: .cli.productsForNew) var details: NewProductOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard (product == nil) != (new == nil) else {
            throw ValidationError(.cli.productsChooseRule)
        }
        if new == nil, details.areGiven { throw ValidationError(.cli.productsDetailsRequireNew) }
    }

    func run(_ context: CommandContext) async throws {
        let choice: Catalog.ChooseProductRequest.Choice =
            if let new { .newProduct(details.product(new)) } else { .productID(product ?? "") }
        let request = Catalog.ChooseProductRequest(storeID: store ?? "", printedText: line, choice: choice)
        let mapping = try await context.client.mappings.chooseProduct(request, options: context.callOptions)
        try context.show(mapping) { paint in
            let name = paint(TerminalText.clean(mapping.product?.name ?? ""), .bold)
            let line = TerminalText.clean(mapping.printedText)
            let store = TerminalText.clean(mapping.storeName)
            let chosen: LocalizedText =
                store.isEmpty
                ? .cli.productsChosen(line: line, product: name)
                : .cli.productsChosenAt(line: line, product: name, store: store)
            let earlier = LocalizedText.cli.productsApplyEarlier(command: "larder products rematch")
            return "\(chosen.shown)\n\(earlier.shown)"
        }
    }
}

/// Lists the mappings of printed lines.
struct ProductsMappingsCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "mappings",
            abstract: .cli.productsMappings
        )
    }

    @Flag(help: ArgumentHelp(.cli.productsOnlyChosen))
    var chosen = false

    @Flag(help: ArgumentHelp(.cli.productsOnlyUnmatched))
    var unmatched = false

    @OptionGroup var list: ListOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        if chosen, unmatched { throw ValidationError(.cli.productsChosenOrUnmatched) }
    }

    func run(_ context: CommandContext) async throws {
        let filter: Catalog.MappingFilter = chosen ? .chosen : unmatched ? .unmatched : .unspecified
        let list = EntryList(
            [
                .init(title: .cli.headingPrinted, shrinks: true), .init(title: .cli.headingStore, shrinks: true),
                .init(title: ""),
                .init(title: .cli.productsMeans, shrinks: true), .init(title: .cli.headingBecause),
                .init(title: .cli.productsMapping),
            ],
            whenEmpty: .cli.productsNoMappings,
            response: Catalog.ListMappingsResponse.init(mappings:nextPageToken:),
            row: { (mapping: Catalog.Mapping) in
                [
                    .init(mapping.printedText), .init(mapping.storeName),
                    .init(mapping.product?.category?.symbol ?? ""), .init(mapping.product?.name ?? "", .bold),
                    .init(GuessesText.reason(mapping.basis)), .init(mapping.id, .dim),
                ]
            }
        )
        try await list.show(self.list, context) { page in
            let answer = try await context.client.mappings.listMappings(
                .init(page: page, filter: filter),
                options: context.callOptions
            )
            return (answer.mappings, answer.nextPageToken)
        }
    }
}

/// Deletes mappings.
struct ProductsForgetCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "forget",
            abstract: .cli.productsForget,
            discussion: .cli.productsForgetDiscussion(command: "larder products mappings")
        )
    }

    @Argument(help: ArgumentHelp(.cli.productsMappingID(command: "larder products mappings")))
    var id: String?

    @Flag(help: ArgumentHelp(.cli.productsForgetAll))
    var all = false

    @Flag(help: ArgumentHelp(.cli.productsForgetYes))
    var yes = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard (id == nil) == all else { throw ValidationError(.cli.productsForgetRule) }
        if yes, !all { throw ValidationError(.cli.productsYesRequiresAll) }
    }

    func run(_ context: CommandContext) async throws {
        guard let id else { return try await forgetAll(context) }
        let answer = try await context.client.mappings.forgetMapping(
            .init(mappingID: id),
            options: context.callOptions
        )
        guard answer.forgotten else { throw Failure(.notFound, .cli.productsNoSuchMapping) }
        try context.show(answer, .cli.productsForgotten)
    }

    private func forgetAll(_ context: CommandContext) async throws {
        if !yes {
            guard try context.terminal.confirms(.cli.productsForgetQuestion, insteadOf: "--yes") else {
                throw Failure(.cancelled, .cli.productsNothingDeleted)
            }
        }
        let answer = try await context.client.mappings.forgetAllMappings(.init(), options: context.longCallOptions)
        try context.show(
            answer,
            answer.forgotten == 0
                ? .cli.productsNoneForgotten : .cli.productsAllForgotten(count: Int(answer.forgotten))
        )
    }
}
