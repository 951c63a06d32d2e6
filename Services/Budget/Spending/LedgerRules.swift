import CommonMessages
import Foundations
import ServiceKit

extension FieldValidator {
    /// What an owner notes of a purchase: up to 2,000 characters, with their line breaks.
    mutating func note(_ text: String, _ field: String) -> String { lines(text, field, length: 0...2_000) }

    /// The slug of a category in catalog; empty when unknown.
    mutating func category(_ slug: String, _ field: String) -> String {
        if !slug.isEmpty, !Self.isCategorySlug(slug) { reject(field, .budget.ruleCategory(example: "bakery")) }
        return slug
    }

    /// The slug of a category in catalog, where one must be given.
    mutating func givenCategory(_ slug: String, _ field: String) -> String {
        if !Self.isCategorySlug(slug) { reject(field, .budget.ruleCategoryGiven(example: "bakery")) }
        return slug
    }

    private static func isCategorySlug(_ text: String) -> Bool { text.wholeMatch(of: /[a-z0-9-]{1,40}/) != nil }

    /// A category, a product, or everything.
    /// - Parameter path: What goes before the names of the fields.
    mutating func target(_ category: String, _ product: String, path: String) -> GoalTerms.Target {
        let category = self.category(category, "\(path)category")
        let product = optionalUUID(product, "\(path)product_id")
        if product != nil, !category.isEmpty {
            reject("\(path)product_id", .services.ruleOneGiven(other: "\(path)category"))
        }
        return .init(category: category, product: product)
    }

    /// A currency that is known.
    mutating func knownCurrency(_ code: String, _ field: String) -> String {
        if Currency(code: code) == nil || code == Currency.unknown { reject(field, .budget.ruleKnownCurrency) }
        return code
    }

    /// The slugs of at most 50 categories, of which items are looked for.
    mutating func categories(_ slugs: [String], _ field: String) -> [String] {
        let limit = 50
        if slugs.count > limit { reject(field, .services.ruleCountedAtMost(highest: limit, number: slugs.count)) }
        return slugs.prefix(limit).enumerated().map { category($1, "\(field)[\($0)]") }
    }

    /// An amount above 0 in a known currency.
    mutating func spendable(_ money: Common.Money?, _ field: String) -> Common.Money {
        let money = money ?? Common.Money()
        _ = knownCurrency(money.currency, field)
        if money.minorUnits <= 0 { reject(field, .services.ruleAboveZero) }
        return money
    }
}
