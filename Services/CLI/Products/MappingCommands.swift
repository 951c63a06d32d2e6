import ArgumentParser
import LarderClient

/// What a product that is to be made is like.
struct NewProductOptions: ParsableArguments {
    @Option(help: "Its category's slug, see: larder products categories; other unless given.")
    var category: String?

    @Option(help: "What its quantity counts: each, kg, g, l or ml; each unless given.")
    var unit: String?

    var areGiven: Bool { category != nil || unit != nil }

    func product(_ name: String) -> Catalog.NewProduct {
        .init(name: name, categorySlug: category ?? "", defaultUnit: unit ?? "")
    }
}

/// Adds a product.
struct ProductsAddCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a product of your own.",
        discussion: "Example: larder products add \"Ube jam\" --category spreads --unit g"
    )

    @Argument(help: "What it is called.")
    var name: String

    @OptionGroup(title: "Of the product") var details: NewProductOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.products.createProduct(
            .init(product: details.product(name)),
            options: context.callOptions
        )
        try context.show(answer) { paint in
            let product = answer.product ?? .init()
            let name = paint(TerminalText.clean(product.name), .bold)
            let what = answer.created ? "\(name) is added." : "\(name) is there already."
            return "\(what)\n\(paint("Product \(TerminalText.clean(product.id))", .dim))"
        }
    }
}

/// Guesses what printed lines mean.
struct ProductsGuessCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "guess",
        abstract: "See what printed lines may mean, the likeliest first.",
        discussion: "Example: larder products guess \"CHKN BRST BNLS\" \"MLK 2% 4L\""
    )

    @Argument(help: "Lines as they are printed.")
    var lines: [String]

    @Option(help: "The store, where it is known.")
    var store: String?

    @Option(help: "Guesses for each line, 1 to 10; 5 unless given.")
    var limit: Int32 = 5

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if !(1...10).contains(limit) { throw ValidationError("The limit must be a number from 1 to 10.") }
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
        let new = "A new product would be called \(TerminalText.clean(line.newProduct?.name ?? ""))."
        let parts =
            ["\(printed)\(meaning)"] + (line.guesses.isEmpty ? [] : [GuessesText.table(line).text(paint)]) + [new]
        return parts.joined(separator: "\n")
    }
}

/// Says what a printed line means.
struct ProductsChooseCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "choose",
        abstract: "Say what a printed line means from now on.",
        discussion: """
            Examples: larder products choose "MLK 2%" 0b0d6f5e-…
                      larder products choose "KAYA JAR" --new "Coconut jam" --category spreads
            """
    )

    @Argument(help: "The line as it is printed.")
    var line: String

    @Argument(help: "The product that it means.")
    var product: String?

    @Option(help: "The name of a product of your own that it means.")
    var new: String?

    @Option(help: "The store that printed it; it counts at the others of its chain too.")
    var store: String?

    @OptionGroup(title: "Of a new product") var details: NewProductOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard (product == nil) != (new == nil) else {
            throw ValidationError("Give either the product's id or the name of a new one with --new.")
        }
        if new == nil, details.areGiven { throw ValidationError("A category and a unit are given with --new.") }
    }

    func run(_ context: CommandContext) async throws {
        let choice: Catalog.ChooseProductRequest.Choice =
            if let new { .newProduct(details.product(new)) } else { .productID(product ?? "") }
        let request = Catalog.ChooseProductRequest(storeID: store ?? "", printedText: line, choice: choice)
        let mapping = try await context.client.mappings.chooseProduct(request, options: context.callOptions)
        try context.show(mapping) { paint in
            let name = paint(TerminalText.clean(mapping.product?.name ?? ""), .bold)
            let place = mapping.storeName.isEmpty ? "" : " at \(TerminalText.clean(mapping.storeName))"
            return """
                \(TerminalText.clean(mapping.printedText)) means \(name)\(place) from now on.
                Earlier purchases that it fits: larder products rematch
                """
        }
    }
}

/// Lists what printed lines mean.
struct ProductsMappingsCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "mappings",
        abstract: "List what printed lines were taken to mean, those last changed first."
    )

    @Flag(help: "Only those that you chose.")
    var chosen = false

    @Flag(help: "Only those for which no product was known.")
    var unmatched = false

    @OptionGroup var list: ListOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if chosen, unmatched { throw ValidationError("Give either --chosen or --unmatched.") }
    }

    func run(_ context: CommandContext) async throws {
        let filter: Catalog.MappingFilter = chosen ? .chosen : unmatched ? .unmatched : .unspecified
        let (mappings, next) = try await Pages.collect(list.limit) { page in
            let answer = try await context.client.mappings.listMappings(
                .init(page: page, filter: filter),
                options: context.callOptions
            )
            return (answer.mappings, answer.nextPageToken)
        }
        try context.show(Catalog.ListMappingsResponse(mappings: mappings, nextPageToken: next)) { paint in
            guard !mappings.isEmpty else { return "There are none." }
            return table(mappings).text(paint, width: context.output.out.width)
        }
    }

    private func table(_ mappings: [Catalog.Mapping]) -> Table {
        var table = Table([
            .init(title: "Printed", shrinks: true), .init(title: "Store", shrinks: true), .init(title: ""),
            .init(title: "Means", shrinks: true), .init(title: "Because"), .init(title: "Mapping"),
        ])
        for mapping in mappings {
            table.add([
                .init(mapping.printedText), .init(mapping.storeName),
                .init(mapping.product?.category?.symbol ?? ""), .init(mapping.product?.name ?? "", .bold),
                .init(GuessesText.reason(mapping.basis)), .init(mapping.id, .dim),
            ])
        }
        return table
    }
}

/// Forgets what a printed line means.
struct ProductsForgetCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget what a printed line means to you, and take back what that said to others.",
        discussion: "With --all everything that larder products mappings lists is forgotten. It cannot be undone."
    )

    @Argument(help: "The mapping, as larder products mappings shows it.")
    var id: String?

    @Flag(help: "All of them.")
    var all = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard (id == nil) == all else { throw ValidationError("Give either a mapping or --all.") }
    }

    func run(_ context: CommandContext) async throws {
        guard let id else { return try await forgetAll(context) }
        let answer = try await context.client.mappings.forgetMapping(
            .init(mappingID: id),
            options: context.callOptions
        )
        try context.show(answer) { _ in answer.forgotten ? "It is forgotten." : "There was nothing to forget." }
    }

    private func forgetAll(_ context: CommandContext) async throws {
        let answer = try await context.client.mappings.forgetAllMappings(.init(), options: context.longCallOptions)
        try context.show(answer) { _ in
            switch answer.forgotten {
            case 0: "There was nothing to forget."
            case 1: "One mapping is forgotten."
            default: "\(answer.forgotten) mappings are forgotten."
            }
        }
    }
}
