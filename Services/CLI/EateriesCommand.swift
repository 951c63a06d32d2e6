import ArgumentParser
import LarderClient

/// Lists open eateries.
struct EateriesCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "eateries",
            abstract: .cli.eateriesAbstract
        )
    }

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(.cli.eateriesNearHelp(example: "49.6,-119.68"), valueName: "latitude,longitude")
    )
    var near: Place

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(.cli.eateriesRadiusHelp, valueName: .cli.valueMetres)
    )
    var radius: Int32?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.eateriesLimitHelp))
    var limit: Int32?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        if let radius, !(1...50_000).contains(radius) {
            throw ValidationError(.cli.eateriesRadiusRule)
        }
        if let limit, !(1...100).contains(limit) { throw ValidationError(.cli.eateriesLimitRule) }
    }

    func run(_ context: CommandContext) async throws {
        let request = Orders.ListOpenEateriesRequest(near: near.location, radiusMetres: radius ?? 0, limit: limit ?? 0)
        let answer = try await context.client.eateries.listOpenEateries(request, options: context.callOptions)
        try context.show(answer) { paint in
            guard !answer.eateries.isEmpty else {
                return LocalizedText.cli.eateriesNone(option: "--radius \((radius ?? 2_000) * 2)").shown
            }
            return EateriesCommand.table(answer.eateries).text(paint, width: context.output.out.width)
        }
    }

    private static func table(_ eateries: [Orders.OpenEatery]) -> Table {
        var table = Table([
            .init(title: .cli.eateriesDistance, alignment: .right), .init(title: .cli.headingName),
            .init(title: .cli.eateriesKind),
            .init(title: .cli.eateriesOpenUntil), .init(title: .cli.eateriesDiets, shrinks: true),
            .init(title: .cli.headingAddress, shrinks: true),
        ])
        for eatery in eateries {
            table.add([
                .init(DistanceText.text(eatery.distanceMetres)), .init(eatery.name, .bold), .init(eatery.kind),
                .init(eatery.closesAt?.localTimeText ?? ""), .init(eatery.dietaryTags.joined(separator: ", ")),
                .init(eatery.address),
            ])
        }
        return table
    }
}

/// A location typed as two numbers.
struct Place: ExpressibleByArgument, Sendable, Equatable {
    let location: Common.Location

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingSpaces }
        guard parts.count == 2, let latitude = Place.microdegrees(parts[0], limit: 90),
            let longitude = Place.microdegrees(parts[1], limit: 180)
        else { return nil }
        location = .init(latitudeMicrodegrees: latitude, longitudeMicrodegrees: longitude)
    }

    /// Parses degrees; digits beyond a tenth of a metre are dropped.
    private static func microdegrees(_ text: String, limit: Int64) -> Int64? {
        var text = text
        if let point = text.firstIndex(of: ".") {
            let rest = text[text.index(after: point)...]
            guard rest.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
            text = String(text[...point] + rest.prefix(6))
        }
        guard let value = try? DecimalNumber.parse(text, decimals: 6, what: .cli.fieldLocation),
            value.magnitude <= limit * 1_000_000
        else { return nil }
        return value
    }
}
