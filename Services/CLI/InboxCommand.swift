import ArgumentParser
import LarderClient

/// Shows and updates the inbox.
struct InboxCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "inbox",
            abstract: .cli.inboxAbstract,
            subcommands: [InboxListCommand.self, InboxReadCommand.self],
            defaultSubcommand: InboxListCommand.self
        )
    }
}

/// Lists the inbox.
struct InboxListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.inboxList)
    }

    @Flag(help: ArgumentHelp(.cli.inboxUnreadHelp))
    var unread = false

    @OptionGroup var list: ListOptions
    @OptionGroup var watching: WatchOption
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard watching.watch, unread else { return }
        throw ValidationError(.cli.watchAlone(options: "--unread"))
    }

    func run(_ context: CommandContext) async throws {
        guard watching.watch else { return try await show(context) }
        let options = CallOptions(timeout: context.timeLimit)
        try await Interrupts.cancelling {
            try await context.client.watchInbox(options: options) { update in
                if update.reset { return try await show(context) }
                guard !update.notifications.isEmpty || !update.removedIDs.isEmpty else { return }
                try context.show(update) { paint in
                    let changes = InboxListCommand.entries.changes(
                        update.notifications,
                        removed: update.removedIDs,
                        paint,
                        width: context.output.out.width
                    )
                    return changes + "\n" + LocalizedText.cli.inboxUnread(number: Int(update.unread)).shown
                }
            }
        }
    }

    private func show(_ context: CommandContext) async throws {
        var unreadCount: Int64 = 0
        let (entries, next) = try await Pages.collect(list.limit) { page in
            let request = Notifications.ListNotificationsRequest(page: page, unreadOnly: unread)
            let answer = try await context.client.inbox.listNotifications(request, options: context.callOptions)
            unreadCount = answer.unread
            return (answer.notifications, answer.nextPageToken)
        }
        let response = Notifications.ListNotificationsResponse(
            notifications: entries,
            nextPageToken: next,
            unread: unreadCount
        )
        try context.show(response) { paint in
            guard !entries.isEmpty else {
                return unread ? LocalizedText.cli.inboxNothingUnread.shown : LocalizedText.cli.inboxEmpty.shown
            }
            return InboxListCommand.entries.text(entries, paint, width: context.output.out.width)
                + "\n\n" + LocalizedText.cli.inboxUnread(number: Int(unreadCount)).shown
        }
    }

    private static var entries: EntryList<Notifications.Notification, Notifications.ListNotificationsResponse> {
        EntryList(
            [
                .init(title: ""), .init(title: .cli.headingWhen), .init(title: .cli.headingWhat),
                .init(title: .cli.inboxMessage, shrinks: true), .init(title: .cli.headingId),
            ],
            whenEmpty: .cli.inboxEmpty,
            response: { Notifications.ListNotificationsResponse(notifications: $0, nextPageToken: $1) },
            row: { (entry: Notifications.Notification) in
                let isUnread = entry.readAt == nil
                return [
                    .init(isUnread ? "●" : "", .green), .init(entry.createdAt?.localText ?? ""),
                    .init(entry.title, isUnread ? .bold : nil), .init(entry.message), .init(entry.id, .dim),
                ]
            }
        )
    }
}

/// Marks entries as read.
struct InboxReadCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "read", abstract: .cli.inboxRead)
    }

    @Argument(help: ArgumentHelp(.cli.inboxEntries))
    var ids: [String] = []

    @Flag(help: ArgumentHelp(.cli.inboxAllHelp))
    var all = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    /// The maximum number of entries in one call.
    private static let batch = 200

    func validate() throws {
        guard all != !ids.isEmpty else { throw ValidationError(.cli.inboxNameEntries) }
    }

    func run(_ context: CommandContext) async throws {
        let ids = all ? try await unreadIDs(context) : self.ids
        var answer = Notifications.MarkNotificationsReadResponse()
        for start in stride(from: 0, to: ids.count, by: InboxReadCommand.batch) {
            let batch = Array(ids[start..<min(start + InboxReadCommand.batch, ids.count)])
            let request = Notifications.MarkNotificationsReadRequest(notificationIDs: batch)
            answer = try await context.client.inbox.markNotificationsRead(request, options: context.callOptions)
        }
        try context.show(answer, .cli.inboxMarkedRead(number: Int(answer.unread), count: ids.count))
    }

    private func unreadIDs(_ context: CommandContext) async throws -> [String] {
        try await Pages.collect(.max) { page in
            let request = Notifications.ListNotificationsRequest(page: page, unreadOnly: true)
            let answer = try await context.client.inbox.listNotifications(request, options: context.callOptions)
            return (answer.notifications.map(\.id), answer.nextPageToken)
        }.entries
    }
}
