import ArgumentParser
import LarderClient

/// The options of a new product.
struct NewProductOptions: ParsableArguments {
    @Option(help: "The category's slug, see: larder products categories; other by default.")
    var category: String?

    @Option(help: "The unit of its quantity: each, kg, g, l or ml; each by default.")
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

    @Argument(help: "The name.")
    var name: String

    @OptionGroup(title: "For a new product") var details: NewProductOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.products.createProduct(
            .init(product: details.product(name)),
            options: context.callOptions
        )
        try context.show(answer) { paint in
            let product = answer.product ?? .init()
            let name = paint(TerminalText.clean(product.name), .bold)
            let what = answer.created ? "\(name) is added." : "\(name) already exists."
            return "\(what)\n\(paint("Product \(TerminalText.clean(product.id))", .dim))"
        }
    }
}

/// Guesses the meanings of printed lines.
struct ProductsGuessCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "guess",
        abstract: "Guess what printed lines mean, most likely first.",
        discussion: "Example: larder products guess \"CHKN BRST BNLS\" \"MLK 2% 4L\""
    )

    @Argument(help: "The lines as printed.")
    var lines: [String]

    @Option(help: "The store, if known.")
    var store: String?

    @Option(parsing: .unconditional, help: "Number of guesses for each line, 1 to 10; 5 by default.")
    var limit: Int32 = 5

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if lines.contains(where: { $0.trimmingSpaces.isEmpty }) { throw ValidationError("A line is empty.") }
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

/// Sets the meaning of a printed line.
struct ProductsChooseCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "choose",
        abstract: "Set what a printed line means from now on.",
        discussion: """
            Examples: larder products choose "MLK 2%" 0b0d6f5e-…
                      larder products choose "KAYA JAR" --new "Coconut jam" --category spreads
            """
    )

    @Argument(help: "The line as printed.")
    var line: String

    @Argument(help: "The product that it means.")
    var product: String?

    @Option(help: "The name of a new product of your own that it means.")
    var new: String?

    @Option(help: "The store that printed it; also applies to other stores of its chain.")
    var store: String?

    @OptionGroup(title: "For a new product") var details: NewProductOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard (product == nil) != (new == nil) else {
            throw ValidationError("Specify either the product's id or --new NAME for a new one.")
        }
        if new == nil, details.areGiven { throw ValidationError("--category and --unit require --new.") }
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
                Apply it to earlier purchases with: larder products rematch
                """
        }
    }
}

/// Lists the mappings of printed lines.
struct ProductsMappingsCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "mappings",
        abstract: "List what printed lines mean, last changed first."
    )

    @Flag(help: "Only those you chose.")
    var chosen = false

    @Flag(help: "Only those without a known product.")
    var unmatched = false

    @OptionGroup var list: ListOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if chosen, unmatched { throw ValidationError("Specify either --chosen or --unmatched.") }
    }

    func run(_ context: CommandContext) async throws {
        let filter: Catalog.MappingFilter = chosen ? .chosen : unmatched ? .unmatched : .unspecified
        let list = EntryList(
            [
                .init(title: "Printed", shrinks: true), .init(title: "Store", shrinks: true), .init(title: ""),
                .init(title: "Means", shrinks: true), .init(title: "Because"), .init(title: "Mapping"),
            ],
            whenEmpty: "There are no mappings.",
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
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Delete the mapping of a printed line, and withdraw your vote on it.",
        discussion: "--all deletes everything that larder products mappings lists. It cannot be undone."
    )

    @Argument(help: "The mapping's id, as shown by larder products mappings.")
    var id: String?

    @Flag(help: "Delete all mappings, after a question.")
    var all = false

    @Flag(help: "Delete all mappings without the question.")
    var yes = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard (id == nil) == all else { throw ValidationError("Specify either a mapping or --all.") }
        if yes, !all { throw ValidationError("--yes requires --all.") }
    }

    func run(_ context: CommandContext) async throws {
        guard let id else { return try await forgetAll(context) }
        let answer = try await context.client.mappings.forgetMapping(
            .init(mappingID: id),
            options: context.callOptions
        )
        guard answer.forgotten else { throw Failure(.notFound, "There is no such mapping.") }
        try context.show(answer) { _ in "The mapping is deleted." }
    }

    private func forgetAll(_ context: CommandContext) async throws {
        if !yes {
            let question = "Delete all mappings? It cannot be undone. [y/N] "
            guard try context.terminal.confirms(question, insteadOf: "--yes") else {
                throw Failure(.cancelled, "Nothing was deleted.")
            }
        }
        let answer = try await context.client.mappings.forgetAllMappings(.init(), options: context.longCallOptions)
        try context.show(answer) { _ in
            switch answer.forgotten {
            case 0: "There were no mappings."
            case 1: "One mapping is deleted."
            default: "\(answer.forgotten) mappings are deleted."
            }
        }
    }
}
