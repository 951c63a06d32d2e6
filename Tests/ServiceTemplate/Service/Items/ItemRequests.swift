import Foundation
import Foundations
import RPC
import ServiceKit
import TodoMessages

/// A validated request to add an item.
struct NewItem: Sendable {
    let title: String
    let dueOn: CalendarDay?

    /// Validates a request.
    /// - Throws: INVALID_ARGUMENT with every violation.
    init(validating request: Todo.AddItemRequest) throws(Status) {
        var validator = FieldValidator()
        title = validator.title(request.title)
        dueOn = validator.dueDay(request.dueDay)
        try validator.finish()
    }
}

/// A validated request to change an item.
struct ItemEdit: Sendable {
    let id: UUID
    let version: ExpectedVersion
    private let edit: Edit

    private enum Edit: Sendable {
        case title(String)
        case dueOn(CalendarDay?)
        case isDone(Bool)
        case isRemoved(Bool)
    }

    /// Validates a request.
    /// - Throws: INVALID_ARGUMENT with every violation.
    init(validating request: Todo.EditItemRequest) throws(Status) {
        var validator = FieldValidator()
        id = validator.uuid(request.itemID, "item_id")
        version = ExpectedVersion(request.expectedVersion, &validator)
        switch request.edit {
        case .title(let title): edit = .title(validator.title(title))
        case .dueDay(let day): edit = .dueOn(validator.dueDay(day))
        case .done(let isDone): edit = .isDone(isDone)
        case .removed(let isRemoved): edit = .isRemoved(isRemoved)
        case nil:
            edit = .isDone(false)
            validator.reject("edit", .services.ruleMissing)
        }
        try validator.finish()
    }

    /// The item with the change made.
    func applied(to item: TodoItem) -> TodoItem {
        var item = item
        switch edit {
        case .title(let title): item.title = title
        case .dueOn(let day):
            // A new day is reminded of anew.
            if day != item.dueOn { item.isDue = false }
            item.dueOn = day
        case .isDone(let isDone): item.isDone = isDone
        case .isRemoved(let isRemoved): item.isRemoved = isRemoved
        }
        return item
    }
}

extension FieldValidator {
    fileprivate mutating func title(_ text: String) -> String {
        self.text(text, "title", length: 1...200)
    }

    fileprivate mutating func dueDay(_ text: String) -> CalendarDay? {
        if text.isEmpty { return nil }
        let day = CalendarDay(text)
        if day == nil { reject("due_day", .todo.ruleDay) }
        return day
    }
}
