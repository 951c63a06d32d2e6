import ArgumentParser
import LarderClient
import MessageCoding
import NIOCore

/// The options that say which version of a purchase its owner has seen, and what happens if it has changed since.
///
/// Without any of them a command changes the purchase as it is.
struct SeenVersionOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchaseExpectHelp, valueName: .cli.valueVersion))
    var expect: Int64?

    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.purchaseBaseHelp, valueName: .cli.valueVersion))
    var base: Int64?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(.cli.purchaseMadeAtHelp(example: "2026-03-09T12:10:00Z"), valueName: .cli.valueTime)
    )
    var madeAt: TypedTime?

    func validate() throws {
        for version in [expect, base].compactMap(\.self) where version < 1 {
            throw ValidationError(.cli.purchaseSeenVersionRule)
        }
        if expect != nil, base != nil { throw ValidationError(.cli.purchaseOneVersionRule) }
    }

    /// Whether the edits are merged with what has changed since, or made at another time.
    var areMerged: Bool { base != nil || madeAt != nil }

    /// Checks that a part is named so that it is the same in the version that was seen and in the present one.
    /// - Parameter part: An item or another version; nil for none.
    /// - Throws: `ValidationError` for a number beside `--base`.
    func requireID(of part: String?) throws {
        guard base != nil, let part, Int(part) != nil else { return }
        throw ValidationError(.cli.purchaseNumberRule)
    }

    /// The request that makes edits on the version that was seen.
    func request(_ purchase: Budget.Purchase, _ edits: [Budget.PurchaseEdit.Edit]) -> Budget.EditPurchaseRequest {
        Budget.EditPurchaseRequest(
            purchaseID: purchase.id,
            expectedVersion: base == nil ? expect ?? purchase.version : 0,
            edits: edits.map { .init(edit: $0) },
            baseVersion: base ?? 0,
            madeAt: madeAt?.timestamp
        )
    }
}

/// A time as JSON has it, such as `2026-03-09T12:10:00Z`.
struct TypedTime: ExpressibleByArgument, Sendable, Equatable {
    let timestamp: Common.Timestamp

    init?(argument: String) {
        guard argument.wholeMatch(of: /[0-9TZ:.+-]+/) != nil else { return nil }
        let json = ByteBuffer(string: "\"\(argument)\"")
        guard let timestamp = try? MessageJSON.decode(json, as: Common.Timestamp.self) else { return nil }
        self.timestamp = timestamp
    }
}
