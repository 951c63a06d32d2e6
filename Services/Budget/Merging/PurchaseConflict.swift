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
    /// What choosing the other version changes; empty when it is shown already or doesn't fit the purchase.
    func changes(choosing conflict: PurchaseConflict, _ names: ProductNames) -> [PurchaseChange] {
        (try? chosen(conflict, names)).map { PurchaseDifference(before: self, after: $0).changes } ?? []
    }

    /// Drops conflicts that are none any more: whose version is shown, or which are about an item that is gone.
    ///
    /// One that only doesn't fit at present, such as 9.90 while the currency is the yen, stays, and is shown once it fits.
    mutating func dropSettledConflicts(_ names: ProductNames) {
        guard !conflicts.isEmpty else { return }
        let present = self
        conflicts.removeAll { conflict in
            do throws(Status) {
                return PurchaseDifference(before: present, after: try present.chosen(conflict, names)).changes.isEmpty
            } catch {
                return error.code == .notFound
            }
        }
    }

    /// The purchase with the other version.
    /// - Throws: As ``PurchaseEditor/edited(_:by:_:)``.
    private func chosen(_ conflict: PurchaseConflict, _ names: ProductNames) throws(Status) -> Purchase {
        try PurchaseEditor.edited(self, by: [conflict.edit(fitting: self)], names)
    }
}
