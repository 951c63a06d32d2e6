import Foundation
import Foundations
import RPC
import ServiceKit
import TodoMessages

/// The methods of a user's to-do list.
struct TodoListService: Todo.TodoListProvider {
    let store: ItemStore
    let changes: ChangeFeed<UUID>

    /// How many items are read at once for a watcher.
    private static let batch = 200

    func addItem(_ request: Todo.AddItemRequest, context: CallContext) async throws -> Todo.Item {
        let new = try NewItem(validating: request)
        let user = try context.userID
        let sent = try IdempotencyStore.Request(request, context)
        return try await IdempotencyStore.once(sent, of: user, in: store.pool) { connection in
            let item = TodoItem(id: UUID(), title: new.title, dueOn: new.dueOn)
            return try await store.add(item, of: user, in: connection).message
        }
    }

    func editItem(_ request: Todo.EditItemRequest, context: CallContext) async throws -> Todo.Item {
        let edit = try ItemEdit(validating: request)
        let user = try context.userID
        let sent = try IdempotencyStore.Request(request, context)
        return try await IdempotencyStore.once(sent, of: user, in: store.pool) { connection in
            let (before, item) = try await store.change(edit.id, of: user, expecting: edit.version, in: connection) {
                edit.applied(to: $0)
            }
            if item.isDone, !before.isDone, let purchase = item.purchase {
                try await PurchaseEvents.settle(purchase, of: user, at: store.clock.now, in: connection)
            }
            return item.message
        }
    }

    func undoItem(_ request: Todo.UndoItemRequest, context: CallContext) async throws -> Todo.Item {
        var validator = FieldValidator()
        let id = validator.uuid(request.itemID, "item_id")
        let version = ExpectedVersion(request.expectedVersion, &validator)
        try validator.finish()
        let user = try context.userID
        let sent = try IdempotencyStore.Request(request, context)
        return try await IdempotencyStore.once(sent, of: user, in: store.pool) { connection in
            try await store.undo(id, of: user, expecting: version, in: connection).0.message
        }
    }

    func listItems(_ request: Todo.ListItemsRequest, context: CallContext) async throws
        -> Todo.ListItemsResponse
    {
        let (items, next) = try await store.list(Page(request.page), of: context.userID)
        return Todo.ListItemsResponse(items: items.map(\.message), nextPageToken: next ?? "")
    }

    func watchItems(
        _ request: Todo.WatchItemsRequest,
        responses: MessageWriter<Todo.Item>,
        context: CallContext
    ) async throws {
        var validator = FieldValidator()
        let cursor = validator.number(request.afterRevision, "after_revision", in: 0...Int64.max)
        try validator.finish()
        let user = try context.userID
        try await changes.follow(user, after: cursor, noun: .verbatim("list")) { cursor, _ in
            var cursor = cursor
            while true {
                let items = try await store.items(of: user, after: cursor, limit: Self.batch)
                for item in items { try await responses.write(item.message) }
                cursor = items.last?.revision ?? cursor
                if items.count < Self.batch { return cursor }
            }
        }
    }
}
