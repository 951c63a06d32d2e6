import ArgumentParser
import LarderClient
import MessageCoding
import Texts

/// The options of a feed of what changes in a list.
struct FeedOptions: ParsableArguments {
    @Option(help: ArgumentHelp(.cli.feedAfter, valueName: .cli.valueCursor))
    var after: String?

    @Flag(help: ArgumentHelp(.cli.feedOnce))
    var once = false

    /// Whether any of them is.
    var areGiven: Bool { after != nil || once }
}

/// An update of a list, with the cursor after which a feed goes on.
protocol FeedUpdate: Message {
    var cursor: String { get }
    /// Whether what has changed before is not known, so that the list has to be read.
    var reset: Bool { get }
    /// Whether nothing has changed.
    var isEmpty: Bool { get }
}

/// What changes in a list from a cursor on, until Ctrl-C, or once up to the present.
struct ChangeFeed<Update: FeedUpdate>: Sendable {
    /// Watches the list after a cursor.
    typealias Watch =
        @Sendable (_ cursor: String, CallOptions, _ receive: (Update) async throws -> Void) async throws -> Void

    /// The command, such as `larder goal watch`, and the one that lists what the feed is about.
    let command: String
    let list: String
    let watch: Watch
    /// The text of an update that has something in it.
    let text: @Sendable (Update, Paint) -> String

    /// Ends a watch after its first update.
    private struct EnoughReceived: Error {}

    /// Shows the updates, each as a line of JSON or as text.
    func show(_ options: FeedOptions, _ context: CommandContext) async throws {
        let start = options.after ?? ""
        if options.once { return try await catchUp(from: start, context) }
        try await Interrupts.cancelling {
            var isNew = start.isEmpty
            try await watch(start, CallOptions(timeout: context.timeLimit)) { update in
                try show(update, isNew: isNew, context)
                isNew = false
            }
        }
    }

    /// Shows what has changed since a cursor, in as many updates as it takes.
    private func catchUp(from start: String, _ context: CommandContext) async throws {
        var cursor = start
        while let update = try await first(after: cursor, context) {
            // The first one is shown in any case: it has a cursor for the next time.
            if cursor == start || !update.isEmpty { try show(update, isNew: cursor.isEmpty, context) }
            cursor = update.cursor
            if update.reset || update.isEmpty { break }
        }
        guard !context.output.isJSON, !cursor.isEmpty else { return }
        let next = "\(command) --once --after \(TerminalText.clean(cursor))"
        context.output.notice(LocalizedText.cli.feedNext(command: next).shown)
    }

    /// What a watch after a cursor sends at once.
    private func first(after cursor: String, _ context: CommandContext) async throws -> Update? {
        var first: Update?
        do {
            try await watch(cursor, context.callOptions) { update in
                first = update
                throw EnoughReceived()
            }
        } catch is EnoughReceived {}
        return first
    }

    private func show(_ update: Update, isNew: Bool, _ context: CommandContext) throws {
        if context.output.isJSON { return try context.output.json(update) }
        if !update.isEmpty { return context.output.out.line(text(update, context.output.out.paint)) }
        guard update.reset, !isNew else { return }
        context.output.notice(LocalizedText.cli.feedReset(command: list).shown)
    }
}

/// A line about something that has changed, with the present time.
enum FeedLine {
    static func text(_ content: String, id: String, _ paint: Paint) -> String {
        [paint(Common.Timestamp.now.localSecondsText, .dim), content, paint(TerminalText.clean(id), .dim)]
            .joined(separator: "  ")
    }
}
