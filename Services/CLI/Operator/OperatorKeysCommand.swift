import ArgumentParser
import LarderClient
import Texts

/// For the operator: the keys of auth.
struct OperatorKeysCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "keys",
            abstract: .cli.operatorKeys,
            subcommands: [
                OperatorKeysListCommand.self, OperatorKeysRotateCommand.self, OperatorKeysRewrapCommand.self,
            ],
            defaultSubcommand: OperatorKeysListCommand.self
        )
    }

    fileprivate static func show(_ answer: Auth.ListSigningKeysResponse, _ context: CommandContext) throws {
        try context.show(answer) { paint in
            var table = Table([
                .init(title: .cli.headingKey), .init(title: .cli.headingCreated), .init(title: .cli.headingUntil),
                .init(title: .cli.headingSigns),
            ])
            for key in answer.keys {
                table.add([
                    .init(key.id), .init(key.createdAt?.localText ?? ""), .init(key.retiresAt?.localText ?? ""),
                    .init(key.signs ? .cli.operatorYes : .cli.operatorNo),
                ])
            }
            return table.text(paint, width: context.output.out.width)
        }
    }
}

/// Lists signing keys.
struct OperatorKeysListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list",
            abstract: .cli.operatorKeysList
        )
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await Auth.KeyOperationsClient(channel: context.client.channel)
            .listSigningKeys(.init(), options: context.callOptions)
        try OperatorKeysCommand.show(answer, context)
    }
}

/// Makes a new signing key.
struct OperatorKeysRotateCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "rotate",
            abstract: .cli.operatorKeysRotate,
            discussion: .cli.operatorKeysRotateDiscussion
        )
    }

    @Flag(help: ArgumentHelp(.cli.operatorKeysRevoke))
    var revoke = false

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await Auth.KeyOperationsClient(channel: context.client.channel)
            .rotateSigningKey(.init(revokeFormer: revoke), options: context.callOptions)
        try OperatorKeysCommand.show(answer, context)
    }
}

/// Wraps keys under the current master key.
struct OperatorKeysRewrapCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "rewrap",
            abstract: .cli.operatorKeysRewrap,
            discussion: .cli.operatorKeysRewrapDiscussion
        )
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let client = Auth.KeyOperationsClient(channel: context.client.channel)
        var (last, total) = (Auth.RewrapKeysResponse(), UInt32(0))
        repeat {
            last = try await client.rewrapKeys(.init(), options: context.longCallOptions)
            total += last.rewrapped
        } while last.rewrapped > 0
        last.rewrapped = total
        try show(last, context)
    }

    private func show(_ last: Auth.RewrapKeysResponse, _ context: CommandContext) throws {
        try context.show(last) { _ in
            let key = TerminalText.clean("\(last.masterKeyID)")
            let sum = LocalizedText.cli.operatorKeysRewrapped(count: Int(clamping: last.rewrapped), key: key)
            let rest: LocalizedText =
                last.remaining == 0
                ? .cli.operatorKeysRemainNone : .cli.operatorKeysRemain(count: Int(clamping: last.remaining))
            return LocalizedText.joined([sum, rest]).shown
        }
    }
}
