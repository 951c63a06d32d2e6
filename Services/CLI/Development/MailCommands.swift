import ArgumentParser
import Foundation
import LarderClient
import MailFolder

/// What helps with a Larder of one's own on this machine.
struct DevelopmentCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "dev", abstract: .cli.devAbstract, subcommands: [MailCommand.self])
    }
}

/// Shows the mails that the Larder of `make run` has written in place of sending them.
struct MailCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "mail",
            abstract: .cli.mailAbstract,
            subcommands: [MailListCommand.self, MailShowCommand.self],
            defaultSubcommand: MailListCommand.self
        )
    }
}

/// Where mails are.
struct MailOptions: ParsableArguments {
    @Option(help: ArgumentHelp(.cli.mailFolder, valueName: .cli.valuePath))
    var folder: String?

    @Option(help: ArgumentHelp(.cli.mailTo, valueName: .cli.valueEmail))
    var to: String?

    /// The mails, newest first.
    /// - Throws: `Failure` (file) when there is no such folder.
    func mails() throws -> [ReceivedMail] {
        let profile = try ProfileFile.find(in: .present).file
        let place = folder ?? profile?.path("mail") ?? ".larder/mail"
        let mails = MailFolder(URL(filePath: place))
        guard mails.exists else { throw Failure(.file, .cli.mailNoFolder(folder: mails.url.path, make: "make run")) }
        return mails.mails().filter { to == nil || $0.recipient == to }
    }
}

/// Lists mails.
struct MailListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.mailList)
    }

    @OptionGroup var mail: MailOptions
    @OptionGroup var list: ListOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let mails = try mail.mails().prefix(list.limit)
        if context.output.isJSON {
            return context.output.out.line(OutputDocument.line(of: ["mails": mails.map(MailDocument.init)]))
        }
        guard !mails.isEmpty else { return context.output.out.line(LocalizedText.cli.mailNone.shown) }
        var table = Table([
            .init(title: .cli.headingSent), .init(title: .cli.headingTo),
            .init(title: .cli.headingSubject, shrinks: true),
            .init(title: .cli.headingId),
        ])
        for mail in mails {
            table.add([.init(mail.time), .init(mail.recipient), .init(mail.subject), .init(mail.id, .dim)])
            for link in mail.links { table.add(["", "", .init(link), ""]) }
        }
        context.output.out.line(table.text(context.output.out.paint, width: context.output.out.width))
    }
}

/// Shows a mail.
struct MailShowCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "show", abstract: .cli.mailShow)
    }

    @Argument(help: ArgumentHelp(.cli.mailId))
    var id: String?

    @OptionGroup var mail: MailOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let mails = try mail.mails()
        guard let found = mails.first(where: { id == nil || $0.id == id }) else {
            throw Failure(.notFound, .cli.mailNone)
        }
        if context.output.isJSON { return context.output.out.line(OutputDocument.line(of: MailDocument(found))) }
        let lines = found.text.split(separator: "\n", omittingEmptySubsequences: false)
        context.output.out.line(
            ([found.recipient, found.time, context.output.out.paint(TerminalText.clean(found.subject), .bold), ""]
                + lines.map { TerminalText.clean(String($0)) }).joined(separator: "\n")
        )
    }
}

/// A mail in JSON.
private struct MailDocument: Encodable {
    var id: String
    var to: String
    var subject: String
    var sentAt: Date
    var language: String
    var text: String
    var links: [String]

    init(_ mail: ReceivedMail) {
        id = mail.id
        to = mail.recipient
        subject = mail.subject
        sentAt = mail.sentAt
        language = mail.language
        text = mail.text
        links = mail.links
    }
}

extension ReceivedMail {
    fileprivate var time: String {
        Common.Timestamp(seconds: Int64(sentAt.timeIntervalSince1970)).localText
    }
}
