import ArgumentParser
import EventsMessages
import LarderClient
import Texts

/// For the operator: the events that a service stores.
struct OperatorEventsCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "events",
            abstract: .cli.operatorEvents,
            discussion: .cli.operatorEventsDiscussion,
            subcommands: [
                OperatorEventsListCommand.self, OperatorEventsReleaseCommand.self, OperatorEventsParkCommand.self,
                OperatorEventsDropCommand.self,
            ],
            defaultSubcommand: OperatorEventsListCommand.self
        )
    }
}

/// The service whose events an operator means.
struct EventsOptions: ParsableArguments {
    @Option(help: ArgumentHelp(.cli.operatorEventsService(example: "budget"), valueName: .cli.valueService))
    var service: String

    /// Calls the service through the gateway.
    fileprivate func use<Result>(
        _ context: CommandContext,
        _ body: (Events.EventOperationsClient, CallOptions) async throws -> Result
    ) async throws -> Result {
        var options = context.callOptions
        options.metadata.add(MetadataName.targetService, service)
        do {
            return try await body(Events.EventOperationsClient(channel: context.client.channel), options)
        } catch let status as Status where status.code == .unimplemented {
            throw Failure(.usage, .cli.operatorEventsNoStore(server: service, example: "budget"))
        }
    }

    func validate() throws {
        guard Metadata.isValid(text: service), !service.isEmpty else {
            throw ValidationError(.cli.operatorEventsServer(example: "budget"))
        }
    }
}

/// Lists events.
struct OperatorEventsListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list",
            abstract: .cli.operatorEventsList,
            usage: "larder operator events list --service <service> [<options>]"
        )
    }

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

    @Option(help: ArgumentHelp(.cli.operatorEventsState))
    var state: State = .parked

    @Option(help: ArgumentHelp(.cli.operatorEventsReceiver, valueName: .cli.valueService))
    var receiver: String = ""

    @OptionGroup var list: ListOptions
    @OptionGroup var target: EventsOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let list = EntryList(
            [
                .init(title: .cli.headingStored), .init(title: state == .kept ? .cli.headingFrom : .cli.headingFor),
                .init(title: .cli.headingKind),
                .init(title: .cli.headingTried, alignment: .right), .init(title: .cli.headingLastError, shrinks: true),
                .init(title: .cli.headingEvent),
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
        try await target.use(context) { client, options in
            try await list.show(self.list, context) { page in
                let answer = try await client.listEvents(
                    .init(page: page, state: state.message, receiver: receiver),
                    options: options
                )
                return (answer.events, answer.nextPageToken)
            }
        }
    }
}

/// Which events an operator means.
struct EventSelection: ParsableArguments {
    @Argument(help: ArgumentHelp(.cli.operatorEventsNamed(command: "larder operator events list")))
    var events: [String] = []

    @Option(help: ArgumentHelp(.cli.operatorEventsParkedFor, valueName: .cli.valueService))
    var receiver: String = ""

    func validate() throws {
        guard events.isEmpty != receiver.isEmpty else {
            throw ValidationError(.cli.operatorEventsRule)
        }
    }

    /// - Throws: `Failure` (not found) when fewer events were changed than named, or none for the named service.
    func requireAll(_ changed: Int64, _ sentence: (_ changed: Int, _ named: Int) -> LocalizedText) throws {
        guard receiver.isEmpty || changed > 0 else {
            throw Failure(.notFound, .cli.operatorNoParkedFor(receiver: receiver))
        }
        try EventSelection.requireAll(events, changed, sentence)
    }

    /// - Throws: `Failure` (not found) when fewer events were changed than named.
    static func requireAll(
        _ events: [String],
        _ changed: Int64,
        _ sentence: (_ changed: Int, _ named: Int) -> LocalizedText
    ) throws {
        let named = Set(events).count
        guard changed < named else { return }
        throw Failure(.notFound, sentence(Int(clamping: changed), named))
    }
}

/// Has events tried again.
struct OperatorEventsReleaseCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "release",
            abstract: .cli.operatorEventsRelease,
            usage:
                "larder operator events release (<events> ... | --receiver <service>) --service <service> [<options>]"
        )
    }

    @OptionGroup var selection: EventSelection
    @OptionGroup var target: EventsOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await target.use(context) { client, options in
            try await client.releaseEvents(
                .init(eventIDs: selection.events, receiver: selection.receiver),
                options: options
            )
        }
        try selection.requireAll(answer.released, LocalizedText.cli.operatorReleasedOf)
        try context.show(answer, .cli.operatorReleased(count: Int(clamping: answer.released)))
    }
}

/// Gives events up.
struct OperatorEventsParkCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "park",
            abstract: .cli.operatorEventsPark,
            usage: "larder operator events park <events> ... --service <service> [<options>]"
        )
    }

    @Argument(
        help: ArgumentHelp(.cli.operatorEventsNamed(command: "larder operator events list --state waiting"))
    )
    var events: [String]

    @OptionGroup var target: EventsOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await target.use(context) { client, options in
            try await client.parkEvents(.init(eventIDs: events), options: options)
        }
        try EventSelection.requireAll(events, answer.parked, LocalizedText.cli.operatorParkedOf)
        try context.show(answer, .cli.operatorParked(count: Int(clamping: answer.parked)))
    }
}

/// Removes events.
struct OperatorEventsDropCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "drop",
            abstract: .cli.operatorEventsDrop,
            usage:
                "larder operator events drop (<events> ... | --receiver <service>) --service <service> [<options>]"
        )
    }

    @OptionGroup var selection: EventSelection
    @OptionGroup var target: EventsOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await target.use(context) { client, options in
            try await client.dropEvents(
                .init(eventIDs: selection.events, receiver: selection.receiver),
                options: options
            )
        }
        try selection.requireAll(answer.dropped, LocalizedText.cli.operatorDroppedOf)
        try context.show(answer, .cli.operatorDropped(count: Int(clamping: answer.dropped)))
    }
}
