import ArgumentParser
import LarderClient
import Texts

/// Shows and changes the user's second factors.
struct FactorsCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "factors",
            abstract: .cli.factorsAbstract,
            subcommands: [
                FactorsListCommand.self, FactorsAddAppCommand.self, FactorsAddEmailCommand.self,
                FactorsRenameCommand.self, FactorsRemoveCommand.self, FactorsRecoveryCodesCommand.self,
            ],
            defaultSubcommand: FactorsListCommand.self
        )
    }
}

/// Lists second factors.
struct FactorsListCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: .cli.factorsList)
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.client.factors.listFactors(.init(), options: context.callOptions)
        try context.show(answer) { paint in
            guard !answer.factors.isEmpty else { return LocalizedText.cli.factorsNone.shown }
            var table = Table([
                .init(title: .cli.headingName, shrinks: true), .init(title: .cli.headingKind),
                .init(title: .cli.headingSince), .init(title: .cli.headingLastUsed), .init(title: .cli.headingId),
            ])
            for factor in answer.factors {
                table.add([
                    .init(factor.name), .init(factor.kind.label), .init(factor.createdAt?.localText ?? ""),
                    .init(factor.lastUsedAt?.localText ?? ""), .init(factor.id, .dim),
                ])
            }
            let left = LocalizedText.cli.factorsCodesLeft(count: Int(answer.recoveryCodesLeft)).shown
            return table.text(paint, width: context.output.out.width) + "\n" + paint(left, .dim)
        }
    }
}

/// Adds an authenticator app.
struct FactorsAddAppCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add-app",
            abstract: .cli.factorsAddApp,
            discussion: .cli.factorsAddAppDiscussion
        )
    }

    @Option(help: ArgumentHelp(.cli.factorsNameHelp))
    var name: String?

    @OptionGroup var proof: ProofOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let setup = try await context.begin(.authenticatorApp, proof)
        let secret = setup.authenticator ?? .init()
        let error = context.output.error
        if error.isTerminal, let code = secret.qrCode { error.line(TerminalQRCode.text(of: code)) }
        context.output.notice(LocalizedText.cli.factorsSecret(secret: secret.secret).shown)
        context.output.notice(secret.uri)
        try await context.add(
            setup,
            name: name ?? LocalizedText.cli.factorsAppName.shown,
            prompt: .cli.factorsAppPrompt
        )
    }
}

/// Adds codes by e-mail.
struct FactorsAddEmailCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "add-email", abstract: .cli.factorsAddEmail)
    }

    @Option(help: ArgumentHelp(.cli.factorsNameHelp))
    var name: String?

    @OptionGroup var proof: ProofOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let setup = try await context.begin(.emailCode, proof)
        try await context.add(
            setup,
            name: name ?? LocalizedText.cli.factorsEmailName.shown,
            prompt: .cli.factorsEmailPrompt
        )
    }
}

/// Renames a second factor.
struct FactorsRenameCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "rename", abstract: .cli.factorsRename)
    }

    @Argument(help: ArgumentHelp(.cli.factorsId(command: "larder factors")))
    var id: String

    @Argument(help: ArgumentHelp(.cli.factorsNewNameHelp))
    var name: String

    @OptionGroup var proof: ProofOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let factor = try await context.proving(proof) {
            try await context.client.factors.renameFactor(
                .init(factorID: id, name: name),
                options: context.callOptions
            )
        }
        try context.show(factor, .cli.factorsRenamed(name: .verbatim(TerminalText.clean(factor.name))))
    }
}

/// Removes a second factor.
struct FactorsRemoveCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "remove", abstract: .cli.factorsRemove)
    }

    @Argument(help: ArgumentHelp(.cli.factorsId(command: "larder factors")))
    var id: String

    @OptionGroup var proof: ProofOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.proving(proof) {
            try await context.client.factors.removeFactor(.init(factorID: id), options: context.callOptions)
        }
        try context.show(answer, .cli.factorsRemoved)
    }
}

/// Makes new recovery codes.
struct FactorsRecoveryCodesCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "recovery-codes", abstract: .cli.factorsRecoveryCodes)
    }

    @OptionGroup var proof: ProofOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run(_ context: CommandContext) async throws {
        let answer = try await context.proving(proof) {
            try await context.client.factors.replaceRecoveryCodes(.init(), options: context.callOptions)
        }
        try context.show(answer) { _ in FactorsText.recoveryCodes(answer.codes) }
    }
}

extension CommandContext {
    fileprivate func begin(_ kind: Auth.FactorKind, _ proof: ProofOptions) async throws -> Auth.FactorSetup {
        try await proving(proof) { try await client.factors.beginFactor(.init(kind: kind), options: callOptions) }
    }

    /// Adds a factor with its first code; at a terminal, asks again for a wrong one.
    fileprivate func add(_ setup: Auth.FactorSetup, name: String, prompt: LocalizedText) async throws {
        while true {
            let code = terminal.isPresent ? terminal.ask(prompt.shown + " ") : terminal.readLine()
            guard let code else { throw Failure(.cancelled, .cli.failureCancelled) }
            do {
                let request = Auth.AddFactorRequest(token: setup.token, name: name, answer: .code(code))
                let answer = try await client.factors.addFactor(request, options: callOptions)
                return try show(answer) { _ in
                    let added = LocalizedText.cli.factorsAdded(name: .verbatim(TerminalText.clean(name))).shown
                    guard !answer.recoveryCodes.isEmpty else { return added }
                    return added + "\n\n" + FactorsText.recoveryCodes(answer.recoveryCodes)
                }
            } catch let status as Status where status.reason == .wrongFactor && terminal.isPresent {
                Failure(status).report(output)
            }
        }
    }
}

/// Texts about second factors.
private enum FactorsText {
    static func recoveryCodes(_ codes: [String]) -> String {
        LocalizedText.cli.factorsCodes.shown + "\n\n" + codes.map { "  \($0)" }.joined(separator: "\n")
    }
}

extension Auth.FactorKind {
    /// What the kind is called.
    fileprivate var label: LocalizedText {
        switch self {
        case .authenticatorApp: .cli.factorsKindApp
        case .passkey: .cli.factorsKindPasskey
        case .emailCode: .cli.factorsKindEmail
        case .recoveryCode, .unspecified, .unrecognized: .verbatim("")
        }
    }
}
