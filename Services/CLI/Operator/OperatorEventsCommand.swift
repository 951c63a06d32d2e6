import ArgumentParser
import EventsMessages
import LarderClient

/// For the operator: the events that a service stores.
struct OperatorEventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "List, release, park and drop the events that a service stores.",
        discussion: """
            A service delivers its events until their receivers take them. What a receiver rejects is parked: release it \
            once the cause is corrected, or drop it. What a receiver fails at again and again holds up the later events of \
            its key: park it. Events of kinds that a service doesn't know are kept until a newer \
            version of it starts. --server names the service and is required.
            """,
        subcommands: [
            OperatorEventsListCommand.self, OperatorEventsReleaseCommand.self, OperatorEventsParkCommand.self,
            OperatorEventsDropCommand.self,
        ],
        defaultSubcommand: OperatorEventsListCommand.self
    )
}

extension ServerOptions {
    /// Calls the one service that the options name, as its operator.
    fileprivate func useEvents<Result>(
        _ global: GlobalOptions,
        _ context: CommandContext,
        _ body: (Events.EventOperationsClient) async throws -> Result
    ) async throws -> Result {
        do {
            return try await useAsOperator(global, context) {
                try await body(Events.EventOperationsClient(channel: $0))
            }
        } catch let status as Status where status.code == .unimplemented {
            throw Failure(.usage, "\(server[0]) stores no events; services with a database do, such as budget.")
        }
    }

    fileprivate func requireOne() throws {
        guard server.count == 1 else {
            throw ValidationError("Name one service with --server, such as --server budget.")
        }
    }
}

/// Lists events.
struct OperatorEventsListCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List a service's stored events, the oldest first.",
        usage: "larder operator events list --server <host:port|name> [<options>]"
    )

    /// What an operator knows a state by.
    enum State: String, CaseIterable, ExpressibleByArgument {
        case parked, waiting, kept

        var message: Events.EventState {
            switch self {
            case .parked: .parked
            case .waiting: .waiting
            case .kept: .kept
            }
        }
    }

    @Option(help: "Those that were given up, that wait for delivery, or that are kept for a newer version.")
    var state: State = .parked

    @Option(help: ArgumentHelp("Only events for this service.", valueName: "service"))
    var receiver: String = ""

    @OptionGroup var list: ListOptions
    @OptionGroup(title: "Server") var servers: ServerOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws { try servers.requireOne() }

    func run(_ context: CommandContext) async throws {
        let list = EntryList(
            [
                .init(title: "Stored"), .init(title: state == .kept ? "From" : "For"), .init(title: "Kind"),
                .init(title: "Tried", alignment: .right), .init(title: "Last error", shrinks: true),
                .init(title: "Event"),
            ],
            whenEmpty: .cli.operatorNoEvents,
            response: Events.ListEventsResponse.init(events:nextPageToken:),
            row: { (event: Events.StoredEvent) in
                [
                    .init(event.storedAt?.localText ?? ""),
                    .init(state == .kept ? event.sender : event.receiver, .bold), .init(event.kind),
                    .init("\(event.attempts)"), .init(event.lastError), .init(event.id, .dim),
                ]
            }
        )
        try await servers.useEvents(global, context) { client in
            try await list.show(self.list, context) { page in
                let answer = try await client.listEvents(
                    .init(page: page, state: state.message, receiver: receiver),
                    options: context.callOptions
                )
                return (answer.events, answer.nextPageToken)
            }
        }
    }
}

/// Which events an operator means.
struct EventSelection: ParsableArguments {
    @Argument(help: "Events, as larder operator events list shows them.")
    var events: [String] = []

    @Option(help: ArgumentHelp("All parked events for this service.", valueName: "service"))
    var receiver: String = ""

    func validate() throws {
        guard events.isEmpty != receiver.isEmpty else {
            throw ValidationError("Name events, or a service with --receiver.")
        }
    }

    /// - Throws: `Failure` (not found) when fewer events were changed than named, or none for the named service.
    func requireAll(_ changed: Int64, _ what: String) throws {
        guard receiver.isEmpty || changed > 0 else { throw Failure(.notFound, "No parked event is for \(receiver).") }
        try EventSelection.requireAll(events, changed, what)
    }

    /// - Throws: `Failure` (not found) when fewer events were changed than named.
    static func requireAll(_ events: [String], _ changed: Int64, _ what: String) throws {
        let named = Set(events).count
        guard changed < named else { return }
        throw Failure(.notFound, "\(changed) of \(named) events \(what); the service has no others of these.")
    }
}

/// Has events tried again.
struct OperatorEventsReleaseCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Have parked events tried again, and those that wait tried at once.",
        usage:
            "larder operator events release (<events> ... | --receiver <service>) --server <host:port|name> [<options>]"
    )

    @OptionGroup var selection: EventSelection
    @OptionGroup(title: "Server") var servers: ServerOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws { try servers.requireOne() }

    func run(_ context: CommandContext) async throws {
        let answer = try await servers.useEvents(global, context) { client in
            try await client.releaseEvents(
                .init(eventIDs: selection.events, receiver: selection.receiver),
                options: context.callOptions
            )
        }
        try selection.requireAll(answer.released, "released")
        try context.show(answer) { _ in "\(answer.released) released." }
    }
}

/// Gives events up.
struct OperatorEventsParkCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "park",
        abstract: "Stop trying events that wait, so that later ones of their key are delivered.",
        usage: "larder operator events park <events> ... --server <host:port|name> [<options>]"
    )

    @Argument(help: "Events, as larder operator events list --state waiting shows them.")
    var events: [String]

    @OptionGroup(title: "Server") var servers: ServerOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws { try servers.requireOne() }

    func run(_ context: CommandContext) async throws {
        let answer = try await servers.useEvents(global, context) { client in
            try await client.parkEvents(.init(eventIDs: events), options: context.callOptions)
        }
        try EventSelection.requireAll(events, answer.parked, "parked")
        try context.show(answer) { _ in "\(answer.parked) parked." }
    }
}

/// Removes events.
struct OperatorEventsDropCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Remove parked or kept events for good.",
        usage: "larder operator events drop (<events> ... | --receiver <service>) --server <host:port|name> [<options>]"
    )

    @OptionGroup var selection: EventSelection
    @OptionGroup(title: "Server") var servers: ServerOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws { try servers.requireOne() }

    func run(_ context: CommandContext) async throws {
        let answer = try await servers.useEvents(global, context) { client in
            try await client.dropEvents(
                .init(eventIDs: selection.events, receiver: selection.receiver),
                options: context.callOptions
            )
        }
        try selection.requireAll(answer.dropped, "dropped")
        try context.show(answer) { _ in "\(answer.dropped) dropped." }
    }
}
