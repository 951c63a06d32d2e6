import ArgumentParser
import Foundations
import LarderClient

/// A period of a goal as written on the command line.
enum GoalPeriodName: String, CaseIterable, ExpressibleByArgument {
    case day, week, month, year

    var period: Budget.GoalPeriod {
        switch self {
        case .day: .day
        case .week: .week
        case .month: .month
        case .year: .year
        }
    }
}

/// The options that say what a goal or a price preference is about.
struct GoalTargetOptions: ParsableArguments {
    @Option(help: ArgumentHelp(.cli.goalCategoryHelp(command: CategoryList.command)))
    var category: String?

    @Option(help: ArgumentHelp(.cli.goalProductHelp(command: "larder products search")))
    var product: String?

    func validate() throws {
        if category != nil, product != nil { throw ValidationError(.cli.goalOneTarget) }
        // An empty one would stand for everything, which nobody asks for so.
        if category?.isEmpty ?? false { throw ValidationError(.cli.goalEmptyTarget(option: "--category")) }
        if product?.isEmpty ?? false { throw ValidationError(.cli.goalEmptyTarget(option: "--product")) }
    }

    var areGiven: Bool { category != nil || product != nil }

    /// What counts instead of everything, as catalog knows it.
    /// - Throws: `Failure` (invalid) for an unknown category; NOT_FOUND for an unknown product.
    func target(_ context: CommandContext) async throws -> (category: String, productID: String) {
        if let category { return (try await context.categories().category(named: category).slug, "") }
        guard let product else { return ("", "") }
        let request = Catalog.GetProductRequest(productID: product)
        return ("", try await context.client.products.getProduct(request, options: context.callOptions).id)
    }
}

extension Common.Money {
    /// Parses the limit of a goal.
    /// - Throws: `Failure` (invalid) unless it is above 0; `DecimalNumber.Problem` for what is no amount.
    init(typedLimit text: String, in currency: String) throws {
        try self.init(typed: text, in: currency)
        guard minorUnits > 0 else { throw Failure(.invalid, .cli.goalLimitRule) }
    }

    /// The same figure in another currency, without a rate.
    /// - Throws: `DecimalNumber.Problem` where the other currency has fewer decimals than the figure.
    func relabelled(_ other: String) throws(DecimalNumber.Problem) -> Common.Money {
        let decimals = Currency.minorDigits(ofCode: currency)
        return try .init(
            typed: DecimalNumber.text(minorUnits, decimals: decimals, keepsZeros: false, in: .ofRun),
            in: other
        )
    }
}
