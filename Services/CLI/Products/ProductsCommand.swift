import ArgumentParser
import LarderClient

/// Commands for products.
struct ProductsCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "products",
            abstract: .cli.productsAbstract,
            subcommands: [
                ProductsSearchCommand.self, ProductsShowCommand.self, ProductsCategoriesCommand.self,
                ProductsAddCommand.self, ProductsGuessCommand.self, ProductsChooseCommand.self,
                ProductsMappingsCommand.self, ProductsForgetCommand.self, ProductsRematchCommand.self,
            ]
        )
    }
}

/// Searches products.
struct ProductsSearchCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "search", abstract: .cli.productsSearch)
    }

    @Argument(help: ArgumentHelp(.cli.productsWords))
    var text: [String]

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.productsLimitHelp))
    var limit: Int32?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        if let limit, !(1...50).contains(limit) { throw ValidationError(.cli.productsLimitRule) }
    }

    func run(_ context: CommandContext) async throws {
        let request = Catalog.SearchProductsRequest(text: text.joined(separator: " "), limit: limit ?? 0)
        let answer = try await context.client.products.searchProducts(request, options: context.callOptions)
        try context.show(answer) { paint in
            guard !answer.products.isEmpty else { return LocalizedText.cli.productsNoneFound.shown }
            var table = Table([
                .init(title: ""), .init(title: .cli.headingProduct, shrinks: true), .init(title: .cli.headingCategory),
                .init(title: .cli.headingUnit), .init(title: .cli.headingId),
            ])
            for product in answer.products {
                table.add([
                    .init(product.category?.symbol ?? ""), .init(product.name, .bold),
                    .init(product.category?.name ?? ""), .init(product.defaultUnit), .init(product.id, .dim),
                ])
            }
            return table.text(paint, width: context.output.out.width)
        }
    }
}

/// Shows a product.
struct ProductsShowCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "show",
            abstract: .cli.productsShow
        )
    }

    @Argument(help: ArgumentHelp(.cli.productsId))
    var id: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let product = try await context.client.products.getProduct(.init(productID: id), options: context.callOptions)
        try context.show(product) { ProductText(product: product).text($0) }
    }
}

/// Lists categories.
struct ProductsCategoriesCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "categories", abstract: .cli.productsCategories)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.products.listCategories(.init(), options: context.callOptions)
        try context.show(answer) { paint in
            var table = Table([.init(title: ""), .init(title: .cli.headingCategory), .init(title: .cli.productsSlug)])
            for category in answer.categories {
                table.add([.init(category.symbol), .init(category.name), .init(category.slug, .dim)])
            }
            return table.text(paint)
        }
    }
}
