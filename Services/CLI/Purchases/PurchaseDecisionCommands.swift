import ArgumentParser
import LarderClient
import Texts

/// Confirms a purchase or a part of it.
struct PurchaseConfirmCommand: ClientCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "confirm",
            abstract: .cli.purchaseConfirm
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseId))
    var id: String

    @Argument(help: ArgumentHelp(.cli.purchaseOnlyItem))
    var item: String?

    @Option(help: ArgumentHelp(.cli.purchaseOnlyField))
    var field: PurchaseFieldName?

    @OptionGroup var seen: SeenVersionOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws {
        if item != nil, field != nil { throw ValidationError(.cli.purchaseConfirmRule) }
        if seen.areMerged, item == nil, field == nil { throw ValidationError(.cli.purchaseConfirmMergedRule) }
        try seen.requireID(of: item)
    }

    func run(_ context: CommandContext) async throws {
        let present = try await context.purchase(id)
        guard let subject = try subject(in: present) else {
            let request = Budget.ConfirmPurchaseRequest(
                purchaseID: present.id,
                expectedVersion: seen.expect ?? present.version
            )
            return try context.show(
                try await context.client.purchases.confirmPurchase(request, options: context.callOptions)
            )
        }
        try await context.edit(present, [.confirmation(.init(subject: subject))], seen)
    }

    /// The part to confirm; nil for the whole purchase.
    private func subject(in purchase: Budget.Purchase) throws -> Budget.Confirmation.Subject? {
        if let item { return .itemID(try purchase.itemID(named: item)) }
        return field.map { .field($0.field) }
    }
}

/// Keeps a suspected duplicate as a separate purchase.
struct PurchaseKeepCommand: PurchaseEditingCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "keep",
            abstract: .cli.purchaseKeep
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseId))
    var id: String

    @OptionGroup var seen: SeenVersionOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func edits(of purchase: Budget.Purchase, _ context: CommandContext) async throws -> [Budget.PurchaseEdit.Edit] {
        [.duplicate(.keep)]
    }
}

/// Discards a purchase.
struct PurchaseDiscardCommand: PurchaseEditingCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "discard",
            abstract: .cli.purchaseDiscard
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseId))
    var id: String

    @OptionGroup var seen: SeenVersionOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func edits(of purchase: Budget.Purchase, _ context: CommandContext) async throws -> [Budget.PurchaseEdit.Edit] {
        [.duplicate(.discard)]
    }
}

/// Chooses between two versions of a part of a purchase that devices have changed in different ways.
struct PurchaseChooseCommand: PurchaseEditingCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "choose",
            abstract: .cli.purchaseChooseVersion,
            discussion: .examples(
                "larder purchase choose 0b0d6f5e-… 1 take",
                "larder purchase choose 0b0d6f5e-… 1 keep"
            )
        )
    }

    @Argument(help: ArgumentHelp(.cli.purchaseId))
    var id: String

    @Argument(help: ArgumentHelp(.cli.purchaseVersionHelp))
    var version: String

    @Argument(help: ArgumentHelp(.cli.purchaseChoiceHelp(take: "take", keep: "keep")))
    var choice: VersionChoiceName

    @OptionGroup var seen: SeenVersionOptions
    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func validate() throws { try seen.requireID(of: version) }

    func edits(of purchase: Budget.Purchase, _ context: CommandContext) async throws -> [Budget.PurchaseEdit.Edit] {
        let conflict = try purchase.conflictID(named: version)
        return [.conflict(.init(conflictID: conflict, takeOther: choice == .take))]
    }
}

/// What becomes of a version that isn't shown, as written on the command line.
enum VersionChoiceName: String, CaseIterable, ExpressibleByArgument {
    /// It is shown in place of the present one.
    case take
    /// The present one stays.
    case keep
}

extension Budget.Purchase {
    /// The id of another version given by number or id.
    /// - Throws: `Failure` (not found) for a number that none has.
    fileprivate func conflictID(named version: String) throws -> String {
        guard let number = Int(version) else { return version }
        guard !conflicts.isEmpty else { throw Failure(.notFound, .cli.purchaseNoVersions) }
        guard conflicts.indices.contains(number - 1) else {
            throw Failure(.notFound, .cli.purchaseNoVersionNumber(number: number, highest: conflicts.count))
        }
        return conflicts[number - 1].id
    }
}
