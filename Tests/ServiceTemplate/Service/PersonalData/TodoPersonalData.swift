import ServiceKit
import TodoMessages

extension PersonalTables {
    /// The tables of the to-do service.
    static let todo = PersonalTables([
        .exported("items", .todo.exportItems),
        .exported("item_revisions", .todo.exportHistory, reading: ["before": .message(Todo.Item.self)]),
        // At last, under the lock that orders the list's changes, and with it items that were added meanwhile.
        .withheld("lists", "counts the changes of a list"),
    ])
}
