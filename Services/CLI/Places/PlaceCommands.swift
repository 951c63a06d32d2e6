import ArgumentParser
import Foundation
import LarderClient
import Texts

/// Commands for places that tempt the user to spend.
struct PlacesCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "places",
            abstract: .cli.placesAbstract,
            discussion: .cli.placesDiscussion,
            subcommands: [
                PlacesListCommand.self, PlacesAddCommand.self, PlacesChangeCommand.self, PlacesRemoveCommand.self,
                PlacesVisitCommand.self,
            ],
            defaultSubcommand: PlacesListCommand.self
        )
    }

    /// The command that lists them.
    static let list = "larder places"
    /// An example of where a place is.
    fileprivate static let example = "49.6,-119.68"

    /// - Throws: `ValidationError` for a radius that no place can have.
    fileprivate static func check(radius: UInt32?) throws {
        if let radius, !(50...1_000).contains(radius) { throw ValidationError(.cli.placesRadiusRule) }
    }
}

/// Lists places.
struct PlacesListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.placesList)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.places()
        try context.show(answer) { PlaceText.table(answer.places, $0, width: context.output.out.width) }
    }
}

/// Adds a place.
struct PlacesAddCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add",
            abstract: .cli.placesAdd,
            discussion: .examples(
                "larder places add \"\(Sample.bakery)\" --at \(PlacesCommand.example)",
                "larder places add \(Sample.mall) --at \(PlacesCommand.example) --radius 400"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.placesName))
    var name: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(.cli.placesAt(example: PlacesCommand.example), valueName: "latitude,longitude")
    )
    var at: Place

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.placesRadius, valueName: .cli.valueMetres))
    var radius: UInt32?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws { try PlacesCommand.check(radius: radius) }

    func run(_ context: CommandContext) async throws {
        try await context.set(
            .init(
                id: UUID().uuidString.lowercased(),
                name: name,
                location: at.location,
                radiusMetres: radius ?? 0
            )
        )
    }
}

/// Changes a place.
struct PlacesChangeCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "change",
            abstract: .cli.placesChange,
            discussion: .examples("larder places change 0b0d6f5e-… --radius 200")
        )
    }

    @Argument(help: ArgumentHelp(.cli.placesId(command: PlacesCommand.list)))
    var id: String

    @Option(help: ArgumentHelp(.cli.placesName))
    var name: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(.cli.placesAt(example: PlacesCommand.example), valueName: "latitude,longitude")
    )
    var at: Place?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.placesRadius, valueName: .cli.valueMetres))
    var radius: UInt32?

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        try PlacesCommand.check(radius: radius)
        guard name != nil || at != nil || radius != nil else { throw ValidationError(.cli.purchaseChangeRule) }
    }

    func run(_ context: CommandContext) async throws {
        var place = try await context.place(id)
        if let name { place.name = name }
        if let at { place.location = at.location }
        if let radius { place.radiusMetres = radius }
        try await context.set(place)
    }
}

/// Removes a place.
struct PlacesRemoveCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "remove", abstract: .cli.placesRemove)
    }

    @Argument(help: ArgumentHelp(.cli.placesId(command: PlacesCommand.list)))
    var id: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let place = try await context.place(id)
        let request = Notifications.RemovePlaceRequest(placeID: place.id)
        let answer = try await context.client.temptingPlaces.removePlace(request, options: context.callOptions)
        try context.show(answer) { LocalizedText.cli.placesRemoved(place: PlaceText.line(place, $0)).shown }
    }
}

/// Reports that the user has come to a place.
struct PlacesVisitCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "visit", abstract: .cli.placesVisit)
    }

    @Argument(help: ArgumentHelp(.cli.placesId(command: PlacesCommand.list)))
    var id: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let place = try await context.place(id)
        let request = Notifications.ReportVisitRequest(placeID: place.id)
        let answer = try await context.client.temptingPlaces.reportVisit(request, options: context.callOptions)
        try context.show(answer) { PlaceText.outcome(answer.outcome, at: place, $0).shown }
    }
}

extension CommandContext {
    fileprivate func places() async throws -> Notifications.ListPlacesResponse {
        try await client.temptingPlaces.listPlaces(.init(), options: callOptions)
    }

    /// A place by its id.
    /// - Throws: `Failure` (not found) for one that doesn't exist.
    fileprivate func place(_ id: String) async throws -> Notifications.TemptingPlace {
        guard let place = try await places().places.first(where: { $0.id == id.lowercased() }) else {
            throw Failure(.notFound, .cli.placesUnknown(id: id), hint: .cli.placesAll(command: PlacesCommand.list))
        }
        return place
    }

    /// Adds or changes a place, and prints it.
    fileprivate func set(_ place: Notifications.TemptingPlace) async throws {
        let answer = try await client.temptingPlaces.setPlace(.init(place: place), options: callOptions)
        try show(answer) { PlaceText.text(answer, $0) }
    }
}
