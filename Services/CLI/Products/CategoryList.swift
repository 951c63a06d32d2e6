import LarderClient

/// The categories of catalog by their slugs.
struct CategoryList: Sendable {
    /// The command that lists them.
    static let command = "larder products categories"

    private let categories: [String: Catalog.Category]

    init(_ categories: [Catalog.Category]) {
        self.categories = Dictionary(categories.map { ($0.slug, $0) }) { first, _ in first }
    }

    /// The category with a slug; nil for an unknown one.
    subscript(slug: String) -> Catalog.Category? { categories[slug] }

    /// The category of a name in the language of this run, in any case of its letters; nil for an unknown one.
    func category(called name: String) -> Catalog.Category? {
        categories.values.first { $0.name.lowercased() == name.lowercased() || $0.slug == name.lowercased() }
    }

    /// The category that a slug names; one without slug, name and symbol for an empty slug.
    /// - Throws: `Failure` (invalid) for an unknown slug.
    func category(named slug: String) throws(Failure) -> Catalog.Category {
        guard !slug.isEmpty else { return .init() }
        guard let category = categories[slug] else {
            throw Failure(
                .invalid,
                .cli.categoryUnknown(category: slug),
                reason: "UNKNOWN_CATEGORY",
                hint: .cli.failureAllCategories(command: CategoryList.command)
            )
        }
        return category
    }

    /// Verifies the slugs by which entries are selected; an empty one stands for entries without a category.
    /// - Throws: `Failure` (invalid) for an unknown slug.
    func verify(_ slugs: [String]) throws(Failure) {
        for slug in slugs { _ = try category(named: slug) }
    }
}

extension CommandContext {
    /// The categories of catalog, with their names in the language of this run.
    func categories() async throws -> CategoryList {
        CategoryList(try await client.products.listCategories(.init(), options: callOptions).categories)
    }

    /// The categories of catalog; nil while it is unavailable, for commands that work without their names.
    func categoriesIfAvailable() async throws -> CategoryList? {
        do {
            return try await categories()
        } catch let status as Status where status.code == .unavailable || status.code == .deadlineExceeded {
            return nil
        }
    }

    /// The categories of catalog for the report of a change, where that names one: the change is made, even when the names can't be
    /// read.
    /// - Parameter slug: The category that is named; empty for none.
    func categories(toReport slug: String) async -> CategoryList? {
        output.isJSON || slug.isEmpty ? nil : try? await categories()
    }
}
