import ArgumentParser
import LarderClient
import Texts

/// Shows and changes what the user says about themselves.
struct ProfileCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "profile",
            abstract: .cli.profileAbstract,
            subcommands: [
                ProfileShowCommand.self, ProfileSetCommand.self, ProfilePhotoCommand.self, ProfileDietCommand.self,
                ProfileHomeCommand.self, ProfileStoresCommand.self,
            ],
            defaultSubcommand: ProfileShowCommand.self
        )
    }
}

/// Shows the profile.
struct ProfileShowCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "show", abstract: .cli.profileShow)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        try context.show(profile: try await context.client.profiles.getProfile(.init(), options: context.callOptions))
    }
}

/// Changes one of the details.
struct ProfileSetCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "set", abstract: .cli.profileSet)
    }

    @Argument(help: ArgumentHelp(.cli.profileName))
    var name: ProfileDetail

    @Argument(help: ArgumentHelp(.cli.profileValue))
    var value: String

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        if name == .gender, GenderName(rawValue: value) == nil, !value.isEmpty {
            throw ValidationError(
                .cli.settingsValues(values: GenderName.allCases.map(\.rawValue).joined(separator: ", "))
            )
        }
        if name.isBody, !value.isEmpty, UInt32(value) == nil { throw ValidationError(.cli.profileWholeNumber) }
    }

    func run(_ context: CommandContext) async throws {
        let (client, options) = (context.client.profiles, context.callOptions)
        var profile = try await client.getProfile(.init(), options: options)
        if name.isBody {
            var body = profile.body ?? .init()
            let number = UInt32(value) ?? 0
            if name == .height { body.heightCentimetres = number } else { body.weightKilograms = number }
            profile = try await client.setBodyDetails(.init(body: body), options: options)
        } else {
            var details = profile.details ?? .init()
            switch name {
            case .name: details.name = .displayName(value)
            case .phone: details.phone = value
            case .department: details.department = value
            case .birthdate: details.birthdate = value
            default: details.gender = GenderName(rawValue: value)?.gender ?? .unspecified
            }
            let request = Auth.UpdateDetailsRequest(details: details, expectedVersion: profile.detailsVersion)
            profile = try await client.updateDetails(request, options: options)
        }
        try context.show(profile: profile)
    }
}

/// Sets what the user eats and what not.
struct ProfileDietCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "diet", abstract: .cli.profileDiet)
    }

    @Argument(help: ArgumentHelp(.cli.profileDietTags))
    var tags: [DietName] = []

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let request = Auth.SetDietaryPreferencesRequest(diet: .init(tags: tags.map(\.tag)))
        try context.show(
            profile: try await context.client.profiles.setDietaryPreferences(request, options: context.callOptions)
        )
    }
}

/// Sets or clears the home place.
struct ProfileHomeCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "home", abstract: .cli.profileHome)
    }

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.profileHomeAt, valueName: "latitude,longitude"))
    var at: Place?

    @Option(help: ArgumentHelp(.cli.profileHomeRadius, valueName: .cli.valueMetres))
    var radius: UInt32 = 5_000

    @Flag(help: ArgumentHelp(.cli.profileHomeClear))
    var clear = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        guard (at == nil) == clear else { throw ValidationError(.cli.profileHomeEither) }
    }

    func run(_ context: CommandContext) async throws {
        let (client, options) = (context.client.profiles, context.callOptions)
        guard let at else {
            return try context.show(profile: try await client.clearHomePlace(.init(), options: options))
        }
        let home = Auth.HomePlace(location: at.location, radiusMetres: radius)
        try context.show(profile: try await client.setHomePlace(.init(home: home), options: options))
    }
}

/// Sets the stores that are preferred and those that are ignored.
struct ProfileStoresCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "stores", abstract: .cli.profileStores)
    }

    @Option(help: ArgumentHelp(.cli.profileStoresPrefer, valueName: "id"))
    var prefer: [String] = []

    @Option(help: ArgumentHelp(.cli.profileStoresIgnore, valueName: "id"))
    var ignore: [String] = []

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let request = Auth.SetStoreChoicesRequest(stores: .init(preferred: prefer, ignored: ignore))
        try context.show(
            profile: try await context.client.profiles.setStoreChoices(request, options: context.callOptions)
        )
    }
}

extension CommandContext {
    /// Shows a profile.
    func show(profile: Auth.Profile) throws {
        try show(profile) { paint in
            var table = Table([.init(title: ""), .init(title: "", shrinks: true)])
            for (label, value) in profile.rows { table.add([.init(label), .init(value)]) }
            return table.text(paint, width: output.out.width)
        }
    }
}

extension Auth.Profile {
    private var displayName: String {
        guard case .displayName(let name)? = details?.name else { return "" }
        return name
    }

    /// What is said, with its label; empty for what is not.
    fileprivate var rows: [(LocalizedText, String)] {
        func number(_ number: UInt32?, _ unit: String) -> String { (number ?? 0) == 0 ? "" : "\(number ?? 0) \(unit)" }
        return [
            (.cli.headingName, displayName), (.cli.profilePhoto, photoChangedAt?.localText ?? ""),
            (.cli.profilePhone, details?.phone ?? ""), (.cli.profileDepartment, details?.department ?? ""),
            (.cli.profileBirthdate, details?.birthdate ?? ""),
            (.cli.profileGender, GenderName(details?.gender ?? .unspecified)?.rawValue ?? ""),
            (.cli.profileHeight, number(body?.heightCentimetres, "cm")),
            (.cli.profileWeight, number(body?.weightKilograms, "kg")),
            (.cli.profileHomeHeading, home?.text ?? ""),
            (.cli.profilePreferredStores, (stores?.preferred ?? []).joined(separator: "\n")),
            (.cli.profileIgnoredStores, (stores?.ignored ?? []).joined(separator: "\n")),
            (.cli.profileDietHeading, (diet?.tags ?? []).compactMap { DietName($0)?.rawValue }.joined(separator: ", ")),
        ]
    }
}
