import ArgumentParser
import LarderClient

/// The options that select purchases by what they are.
struct PurchaseFilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp(.cli.purchaseKindFilter))
    var kind: PurchaseKindName?

    @Option(help: ArgumentHelp(.cli.purchaseCategoryFilter(command: CategoryList.command)))
    var category: [String] = []

    @Option(help: ArgumentHelp(.cli.purchaseStoreFilter))
    var store: String?

    @Option(help: ArgumentHelp(.cli.purchaseProductFilter(command: "larder products search")))
    var product: String?

    var areGiven: Bool { kind != nil || !category.isEmpty || store != nil || product != nil }
}

/// The kind of a purchase as written on the command line.
enum PurchaseKindName: String, CaseIterable, ExpressibleByArgument {
    case purchase, expenditure

    var kind: Budget.PurchaseKind {
        switch self {
        case .purchase: .purchase
        case .expenditure: .expenditure
        }
    }
}
