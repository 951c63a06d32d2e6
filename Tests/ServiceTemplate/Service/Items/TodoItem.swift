import Foundation
import Foundations
import MessageCoding
import NIOCore
import Postgres
import ServiceKit
import TodoMessages

/// One item of a user's list.
struct TodoItem: Sendable, Equatable, ListedEntry {
    static let list = "items"

    let id: UUID
    var version: Int64 = 1
    /// The list's revision that the latest change made.
    var revision: Int64 = 0
    var title: String
    var dueOn: CalendarDay?
    var isDone = false
    var isRemoved = false
    /// Whether the reminder has found that its day has come.
    var isDue = false
    /// The purchase that the item asks to check.
    var purchase: PurchaseReference?

    /// A purchase and the receipt that it is from.
    struct PurchaseReference: Sendable, Equatable {
        let id: UUID
        let receipt: UUID
    }

    /// The item as its reminder leaves it on a day: due, if its day has come and there is something left to do.
    func reminded(on day: CalendarDay) -> TodoItem {
        guard let dueOn, dueOn <= day, !isDone, !isRemoved else { return self }
        var item = self
        item.isDue = true
        return item
    }

    /// The item as clients receive it.
    var message: Todo.Item {
        Todo.Item(
            id: id.canonical,
            version: version,
            revision: revision,
            title: title,
            dueDay: dueOn?.text ?? "",
            isDone: isDone,
            isRemoved: isRemoved,
            isDue: isDue,
            purchaseID: purchase?.id.canonical ?? ""
        )
    }
}

extension TodoItem: RevisedRecord {
    /// Thrown for a snapshot that can't be read.
    struct InvalidSnapshot: Error {}

    func snapshot() throws -> [UInt8] { Array(try message.encoded().readableBytesView) }

    init(snapshot: [UInt8]) throws {
        let message = try Todo.Item(decoding: ByteBuffer(bytes: snapshot))
        guard let id = UUID(canonical: message.id) else { throw InvalidSnapshot() }
        self.init(
            id: id,
            version: message.version,
            revision: message.revision,
            title: message.title,
            dueOn: CalendarDay(message.dueDay),
            isDone: message.isDone,
            isRemoved: message.isRemoved,
            isDue: message.isDue
        )
    }

    /// The former state; versions go on, and the purchase stays.
    func restored(over present: TodoItem) -> TodoItem {
        var restored = self
        (restored.version, restored.revision, restored.purchase) = (
            present.version, present.revision, present.purchase
        )
        return restored
    }

    /// What differs from a former state, a line each, for the item's history.
    func changes(since before: TodoItem) -> [String] {
        var changes: [String] = []
        if title != before.title { changes.append("title") }
        if dueOn != before.dueOn { changes.append("due day") }
        if isDone != before.isDone { changes.append(isDone ? "done" : "not done") }
        if isRemoved != before.isRemoved { changes.append(isRemoved ? "removed" : "restored") }
        return changes
    }
}

extension TodoItem {
    static let columns: Statement = """
        id, version, revision, title, due_on, is_done, is_removed, is_due, purchase_id, receipt_id
        """

    /// The item of a row with ``columns``.
    init(_ row: Row) throws {
        let (purchase, receipt): (UUID?, UUID?) = (try row["purchase_id"], try row["receipt_id"])
        self.init(
            id: try row["id"],
            version: try row["version"],
            revision: try row["revision"],
            title: try row["title"],
            dueOn: try row["due_on"],
            isDone: try row["is_done"],
            isRemoved: try row["is_removed"],
            isDue: try row["is_due"]
        )
        if let purchase, let receipt {
            self.purchase = PurchaseReference(id: purchase, receipt: receipt)
        }
    }
}
