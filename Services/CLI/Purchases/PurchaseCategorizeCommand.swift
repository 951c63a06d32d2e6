import ArgumentParser
import LarderClient

/// Divides the items of a purchase among categories.
struct PurchaseCategorizeCommand: PurchaseEditingCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "categorize",
            abstract: .cli.purchaseCategorize,
            discussion: .joined(
                [
                    .cli.example(command: "larder purchase categorize 0b0d6f5e-… dairy=1,4-6 household=2"),
                    .cli.purchaseCategorizeDiscussion(command: "larder purchase undo"),
                ],
                separator: "\n"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseId))
    var id: String

    @Argument(
        help: ArgumentHelp(
            .cli.purchaseCategorizeHelp(command: CategoryList.command),
            valueName: .cli.valueCategoryItems
        )
    )
    var groups: [String]

    @OptionGroup var seen: SeenVersionOptions

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        for group in groups where TypedCategoryItems(group) == nil {
            throw ValidationError(.cli.purchaseCategorizeRule(example: "dairy=1,4-6"))
        }
        for selection in groups.compactMap(TypedCategoryItems.init).flatMap(\.selections) {
            switch selection {
            case .item(let item): try seen.requireID(of: item)
            case .range(let numbers): try seen.requireID(of: "\(numbers.lowerBound)")
            }
        }
    }

    func edits(of purchase: Budget.Purchase, _ context: CommandContext) async throws -> [Budget.PurchaseEdit.Edit] {
        let categories = try await context.categories()
        var given = Set<String>()
        return try groups.compactMap(TypedCategoryItems.init).map { group in
            let category = try categories.category(named: group.category)
            let ids = try group.itemIDs(in: purchase)
            // Of one that is in two categories the last would count, which nobody means.
            for id in ids where !given.insert(id).inserted {
                let name = purchase.items.first { $0.id == id }?.shownName ?? id
                throw Failure(.invalid, .cli.purchaseItemTwice(item: TerminalText.clean(name)))
            }
            return .itemsCategory(.init(itemIDs: ids, category: category.slug, categorySymbol: category.symbol))
        }
    }
}

/// A category and its items as written on the command line, such as `dairy=1,4-6`.
struct TypedCategoryItems: Equatable {
    /// Some of the items.
    enum Selection: Equatable {
        /// By its number or its id.
        case item(String)
        /// By their numbers, from the first to the last.
        case range(ClosedRange<Int>)
    }

    /// The slug.
    let category: String
    let selections: [Selection]

    /// Nil for a text that isn't a category with items.
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        category = String(parts[0])
        var selections: [Selection] = []
        for part in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
            guard let selection = Selection(part) else { return nil }
            selections.append(selection)
        }
        self.selections = selections
    }

    /// The ids of the items.
    /// - Throws: `Failure` (not found) for a number that no item has.
    func itemIDs(in purchase: Budget.Purchase) throws -> [String] {
        try selections.flatMap { selection in
            switch selection {
            case .item(let item): return [try purchase.itemID(named: item)]
            case .range(let numbers):
                // Both ends have items, and so has what is between.
                for end in [numbers.lowerBound, numbers.upperBound] { _ = try purchase.itemID(named: "\(end)") }
                return numbers.map { purchase.items[$0 - 1].id }
            }
        }
    }
}

extension TypedCategoryItems.Selection {
    /// Nil for nothing, and for a range that goes backwards.
    fileprivate init?(_ text: Substring) {
        guard !text.isEmpty else { return nil }
        // An id, too, may have dashes.
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1] else {
            self = .item(String(text))
            return
        }
        guard first <= last else { return nil }
        self = .range(first...last)
    }
}
