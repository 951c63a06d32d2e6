import ArgumentParser
import LarderClient
import Texts

/// Shows the badges that there are, and which the user has got.
struct BadgesCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "badges", abstract: .cli.badgesAbstract)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.badges.listBadges(.init(), options: context.callOptions)
        try context.show(answer) { paint in
            var table = Table([
                .init(title: .cli.badgesTitle), .init(title: .cli.badgesGot),
                .init(title: .cli.headingWhat, shrinks: true),
            ])
            for badge in answer.badges {
                table.add([.init(badge.title), Self.standing(of: badge), .init(badge.description)])
            }
            return table.text(paint, width: context.output.out.width)
        }
    }

    /// When a badge was got, or how far the user is.
    private static func standing(of badge: Budget.Badge) -> Table.Cell {
        if let time = badge.awardedAt { return .init(time.localDateText, .green) }
        return badge.needed > 1
            ? .init(.cli.badgesReached(count: Int(badge.reached), total: "\(badge.needed)")) : .init("")
    }
}
