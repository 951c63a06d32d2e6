import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import RPC
import ServiceKit

/// Another version of a part of a purchase than the one that is shown, made on another device, for its owner to choose.
struct PurchaseConflict: Sendable, Equatable {
    /// How many a purchase has at most.
    static let limit = 50

    let id: UUID
    /// When this version was made.
    let madeAt: Date
    /// The edit that choosing it makes.
    let edit: Budget.PurchaseEdit
}

extension PurchaseConflict {
    /// The conflict without what choosing it changes.
    var storedMessage: Budget.PurchaseConflict {
        Budget.PurchaseConflict(id: id.canonical, madeAt: Common.Timestamp(madeAt), edit: edit)
    }

    /// Reads a stored conflict; nil for one that isn't whole.
    init?(_ message: Budget.PurchaseConflict) {
        guard let id = UUID(canonical: message.id), let madeAt = message.madeAt?.date, let edit = message.edit else {
            return nil
        }
        self.init(id: id, madeAt: madeAt, edit: edit)
    }

    /// Conflicts as they are stored; nil for none.
    static func stored(_ conflicts: [PurchaseConflict]) throws -> [UInt8]? {
        if conflicts.isEmpty { return nil }
        let message = Budget.PurchaseConflicts(conflicts: conflicts.map(\.storedMessage))
        return Array(try message.encoded().readableBytesView)
    }

    /// Reads stored conflicts.
    static func list(_ stored: [UInt8]?) throws -> [PurchaseConflict] {
        guard let stored else { return [] }
        return try Budget.PurchaseConflicts(decoding: ByteBuffer(bytes: stored)).conflicts.compactMap(
            PurchaseConflict.init
        )
    }
}

extension Purchase {
    /// What choosing the other version changes; empty when it is shown already or doesn't fit the purchase any more.
    func changes(choosing conflict: PurchaseConflict, _ names: ProductNames) -> [PurchaseChange] {
        guard let chosen = try? PurchaseEditor.edited(self, by: [conflict.edit], names) else { return [] }
        return PurchaseDifference(before: self, after: chosen).changes
    }

    /// Drops conflicts that are none any more.
    mutating func dropSettledConflicts(_ names: ProductNames) {
        guard !conflicts.isEmpty else { return }
        let present = self
        conflicts.removeAll { present.changes(choosing: $0, names).isEmpty }
    }
}
