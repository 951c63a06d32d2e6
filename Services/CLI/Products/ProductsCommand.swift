import ArgumentParser
import LarderClient

/// Commands for products.
struct ProductsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "products",
        abstract: "Search products, add your own, and set what printed lines mean.",
        subcommands: [
            ProductsSearchCommand.self, ProductsShowCommand.self, ProductsCategoriesCommand.self,
            ProductsAddCommand.self, ProductsGuessCommand.self, ProductsChooseCommand.self,
            ProductsMappingsCommand.self, ProductsForgetCommand.self, ProductsRematchCommand.self,
        ]
    )
}

/// Searches products.
struct ProductsSearchCommand: ClientCommand {
    static let configuration = CommandConfiguration(commandName: "search", abstract: "Search products by name.")

    @Argument(help: "Words of the name.")
    var text: [String]

    @Option(parsing: .unconditional, help: "Maximum number of products, 1 to 50; 10 by default.")
    var limit: Int32?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if let limit, !(1...50).contains(limit) { throw ValidationError("The limit must be a number from 1 to 50.") }
    }

    func run(_ context: CommandContext) async throws {
        let request = Catalog.SearchProductsRequest(text: text.joined(separator: " "), limit: limit ?? 0)
        let answer = try await context.client.products.searchProducts(request, options: context.callOptions)
        try context.show(answer) { paint in
            guard !answer.products.isEmpty else { return "No product has a similar name." }
            var table = Table([
                .init(title: ""), .init(title: "Product", shrinks: true), .init(title: "Category"),
                .init(title: "Unit"), .init(title: "Id"),
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
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a product's shelf life and nutrition."
    )

    @Argument(help: "The product.")
    var id: String

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let product = try await context.client.products.getProduct(.init(productID: id), options: context.callOptions)
        try context.show(product) { ProductText(product: product).text($0) }
    }
}

/// Lists categories.
struct ProductsCategoriesCommand: ClientCommand {
    static let configuration = CommandConfiguration(commandName: "categories", abstract: "List the categories.")

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.products.listCategories(.init(), options: context.callOptions)
        try context.show(answer) { paint in
            var table = Table([.init(title: ""), .init(title: "Category"), .init(title: "Slug")])
            for category in answer.categories {
                table.add([.init(category.symbol), .init(category.name), .init(category.slug, .dim)])
            }
            return table.text(paint)
        }
    }
}
