import ArgumentParser

/// The command-line client.
@main
struct LarderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "larder",
        abstract: "Your household's food and money."
    )
}
