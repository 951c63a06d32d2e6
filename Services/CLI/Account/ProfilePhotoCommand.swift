import ArgumentParser
import Foundation
import LarderClient

/// Replaces, saves or removes the user's photo.
struct ProfilePhotoCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "photo",
            abstract: .cli.profilePhotoAbstract,
            discussion: .cli.profilePhotoDiscussion(size: "1 MiB", lowest: 64, highest: 4_096)
        )
    }

    @Argument(help: ArgumentHelp(.cli.profilePhotoFile), completion: .file())
    var file: String?

    @Option(help: ArgumentHelp(.cli.profilePhotoSave, valueName: .cli.valuePath), completion: .file())
    var save: String?

    @Flag(help: ArgumentHelp(.cli.profilePhotoRemove))
    var remove = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    /// The service says what is wrong with a photo; what is far too large for one need not be sent.
    private static let readLimit = 8 << 20

    func validate() throws {
        guard [file != nil, save != nil, remove].count(where: { $0 }) == 1 else {
            throw ValidationError(.cli.profilePhotoEither(options: "--save", last: "--remove"))
        }
    }

    func run(_ context: CommandContext) async throws {
        let (client, options) = (context.client.profiles, context.callOptions)
        if let save {
            let photo = try await client.getPhoto(.init(), options: options)
            try PrivateFile(path: save).replace(with: photo.picture, makesFolder: false)
            return try context.show(profile: try await client.getProfile(.init(), options: options))
        }
        guard let file else {
            return try context.show(profile: try await client.removePhoto(.init(), options: options))
        }
        let picture = try Self.contents(of: file)
        try context.show(profile: try await client.setPhoto(.init(picture: picture), options: options))
    }

    /// Reads a file.
    /// - Throws: `Failure` (file) when it can't be read, or is far too large for a photo.
    private static func contents(of path: String) throws -> [UInt8] {
        guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.read(upToCount: readLimit + 1)
        else { throw Failure(.file, .cli.profilePhotoUnreadable(file: TerminalText.clean(path))) }
        guard data.count <= readLimit else {
            throw Failure(.file, .cli.profilePhotoTooLarge(file: TerminalText.clean(path), size: "1 MiB"))
        }
        return Array(data)
    }
}
