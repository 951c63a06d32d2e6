import Foundation
import Messages
import Postgres
import ServiceKit

/// What an owner did to a purchase at once, or what catalog said of it.
struct PurchaseStep: Sendable, Equatable {
    /// The version that it made.
    var version: Int64
    var madeAt: Date
    /// What it changed, a line each.
    var changes: [String]
    /// The version of the step that this one took back.
    var undoes: Int64?
    /// The version of the step that took this one back.
    var undoneBy: Int64?
    /// Whether it is what catalog said.
    var isMatched: Bool

    /// What a row must have.
    static let columns: Statement = "version, made_at, changes, undoes, undone_by, matched"

    var message: Budget.PurchaseStep {
        Budget.PurchaseStep(
            version: version,
            madeAt: Common.Timestamp(madeAt),
            changes: changes,
            undoesVersion: undoes ?? 0,
            undoneByVersion: undoneBy ?? 0,
            matched: isMatched
        )
    }
}

extension PurchaseStep {
    init(_ row: Row) throws {
        version = try row["version"]
        madeAt = try row["made_at"]
        changes = try row["changes"]
        undoes = try row["undoes"]
        undoneBy = try row["undone_by"]
        isMatched = try row["matched"]
    }
}

/// What makes a step.
enum StepKind {
    /// Its owner.
    case owner
    /// Its owner, by taking back the step of this version.
    case undoing(Int64)
    /// Catalog; with what it changes, a line each.
    case matched([String])
}

/// A step's place in the history of its purchase, newest first.
struct StepKey: PageKey {
    static let list = "steps"

    var version: Int64

    init(version: Int64) { self.version = version }

    init?(fields: [String]) {
        guard fields.count == 1, let version = Int64(fields[0]), version > 0 else { return nil }
        self.version = version
    }

    var fields: [String] { [String(version)] }
}
