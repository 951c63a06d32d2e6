import ArgumentParser
import LarderClient
import MessageCoding

/// Shows and updates the inbox.
struct InboxCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "inbox",
            abstract: .cli.inboxAbstract,
            subcommands: [
                InboxListCommand.self, InboxReadCommand.self, InboxDeleteCommand.self, InboxRestoreCommand.self,
            ],
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
                    .init(isUnread ? LocalizedText.cli.inboxIsUnread.shown : "", .green),
                    .init(entry.createdAt?.localText ?? ""),
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

    func validate() throws {
        guard all != !ids.isEmpty else { throw ValidationError(.cli.inboxNameEntries) }
    }

    func run(_ context: CommandContext) async throws {
        let ids = all ? try await unreadIDs(context) : self.ids
        var answer = Notifications.MarkNotificationsReadResponse()
        for batch in ids.inCalls {
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

/// Deletes entries.
struct InboxDeleteCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "delete", abstract: .cli.inboxDelete)
    }

    @Argument(help: ArgumentHelp(.cli.inboxEntries))
    var ids: [String] = []

    @Flag(help: ArgumentHelp(.cli.inboxDeleteAllHelp))
    var all = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard all != !ids.isEmpty else { throw ValidationError(.cli.inboxNameEntries) }
    }

    func run(_ context: CommandContext) async throws {
        guard !all else { return try await deleteAll(context) }
        var answer = Notifications.DeleteNotificationsResponse()
        for batch in ids.inCalls {
            let request = Notifications.DeleteNotificationsRequest(notificationIDs: batch)
            answer = try await context.client.inbox.deleteNotifications(request, options: context.callOptions)
        }
        let ids = ids.map(TerminalText.clean).joined(separator: " ")
        try show(answer, answer.unread, count: self.ids.count, restoredBy: ids, context)
    }

    /// Deletes what the inbox has now; what arrives meanwhile stays.
    private func deleteAll(_ context: CommandContext) async throws {
        let present = try await context.client.inbox.listNotifications(
            .init(page: .init(size: 1)),
            options: context.callOptions
        )
        guard let newest = present.notifications.first else {
            return try context.show(Notifications.DeleteAllNotificationsResponse(), .cli.inboxEmpty)
        }
        let answer = try await context.client.inbox.deleteAllNotifications(
            .init(newestID: newest.id),
            options: context.onceOptions
        )
        let deletion = "--deletion \(TerminalText.clean(answer.deletionID))"
        try show(answer, answer.unread, count: Int(answer.deleted), restoredBy: deletion, context)
    }

    private func show(
        _ answer: some Message,
        _ unread: Int64,
        count: Int,
        restoredBy options: String,
        _ context: CommandContext
    ) throws {
        try context.show(answer) { _ in
            let deleted = LocalizedText.cli.inboxDeleted(number: Int(unread), count: count).shown
            let restoring = "larder inbox restore \(options)"
            return count == 0 ? deleted : deleted + "\n" + LocalizedText.cli.inboxHowToRestore(command: restoring).shown
        }
    }
}

/// Restores deleted entries.
struct InboxRestoreCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "restore", abstract: .cli.inboxRestore)
    }

    @Argument(help: ArgumentHelp(.cli.inboxEntries))
    var ids: [String] = []

    @Option(help: ArgumentHelp(.cli.inboxDeletion(command: "delete --all")))
    var deletion: String?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard (deletion != nil) != !ids.isEmpty else { throw ValidationError(.cli.inboxNameRestored) }
    }

    func run(_ context: CommandContext) async throws {
        let requests =
            deletion.map { [Notifications.RestoreNotificationsRequest(deletionID: $0)] }
            ?? ids.inCalls.map { Notifications.RestoreNotificationsRequest(notificationIDs: $0) }
        var answer = Notifications.RestoreNotificationsResponse()
        for request in requests {
            answer = try await context.client.inbox.restoreNotifications(request, options: context.callOptions)
        }
        try context.show(answer, .cli.inboxRestored(number: Int(answer.unread)))
    }
}

extension [String] {
    /// The ids of entries, at most as many at a time as one call takes.
    fileprivate var inCalls: [[String]] {
        stride(from: 0, to: count, by: 200).map { start in Array(self[start..<Swift.min(start + 200, count)]) }
    }
}
