import ArgumentParser
import LarderClient

/// For the operator: the keys of auth.
struct OperatorKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Show and rotate the keys that sign access tokens, and rewrap keys under a new master key.",
        subcommands: [
            OperatorKeysListCommand.self, OperatorKeysRotateCommand.self, OperatorKeysRewrapCommand.self,
        ],
        defaultSubcommand: OperatorKeysListCommand.self
    )

    fileprivate static func show(_ answer: Auth.ListSigningKeysResponse, _ context: CommandContext) throws {
        try context.show(answer) { paint in
            var table = Table([
                .init(title: "Key"), .init(title: "Created"), .init(title: "Accepted until"), .init(title: "Signs"),
            ])
            for key in answer.keys {
                table.add([
                    .init(key.id), .init(key.createdAt?.localText ?? ""), .init(key.retiresAt?.localText ?? ""),
                    .init(key.signs ? "yes" : "no"),
                ])
            }
            return table.text(paint, width: context.output.out.width)
        }
    }
}

/// Lists signing keys.
struct OperatorKeysListCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the keys with which access tokens are accepted, the latest first."
    )

    @OptionGroup(title: "Server") var servers: ServerOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await servers.useAsOperator(of: "auth", global, context) { channel in
            try await Auth.KeyOperationsClient(channel: channel)
                .listSigningKeys(.init(), options: context.callOptions)
        }
        try OperatorKeysCommand.show(answer, context)
    }
}

/// Makes a new signing key.
struct OperatorKeysRotateCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Make a new key that signs access tokens.",
        discussion: """
            The new key signs after five minutes, when all programs know it, and the former ones are accepted until the \
            last token that they signed has expired. After a leak, --revoke has the former keys rejected within about ten \
            seconds; clients renew their sessions then, and nobody has to sign in again.
            """
    )

    @Flag(help: "Reject the signatures of the former keys from now on, since they may have leaked.")
    var revoke = false

    @OptionGroup(title: "Server") var servers: ServerOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await servers.useAsOperator(of: "auth", global, context) { channel in
            try await Auth.KeyOperationsClient(channel: channel)
                .rotateSigningKey(.init(revokeFormer: revoke), options: context.callOptions)
        }
        try OperatorKeysCommand.show(answer, context)
    }
}

/// Wraps keys under the current master key.
struct OperatorKeysRewrapCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewrap",
        abstract: "Wrap all keys of auth under the first key of its file of master keys.",
        discussion: """
            Run it when every instance of auth has been restarted with the new master key in the first line and the \
            former one below. When nothing remains, the former line can be removed. It can be repeated at any time.
            """
    )

    @OptionGroup(title: "Server") var servers: ServerOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let last = try await servers.useAsOperator(of: "auth", global, context) { channel in
            let client = Auth.KeyOperationsClient(channel: channel)
            var total: UInt32 = 0
            while true {
                var answer = try await client.rewrapKeys(.init(), options: context.longCallOptions)
                total += answer.rewrapped
                guard answer.rewrapped == 0 else { continue }
                answer.rewrapped = total
                return answer
            }
        }
        try context.show(last) { _ in
            let sum =
                "\(last.rewrapped) keys are rewrapped under master key \(last.masterKeyID), the first of auth's file."
            return last.remaining == 0
                ? "\(sum) No key needs another one of the file."
                : "\(sum) \(last.remaining) remain, which its file lacks the master key of, or which were changed."
        }
    }
}
