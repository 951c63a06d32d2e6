import Foundation
import Foundations
import RPC
import ServiceKit
import TodoMessages

/// Export and erasure of one person.
struct PersonalDataService: Todo.PersonalDataProvider {
    let store: ItemStore

    private static let batch = 200

    func exportPerson(
        _ request: Todo.ExportPersonRequest,
        responses: MessageWriter<Todo.Item>,
        context: CallContext
    ) async throws {
        let user = try Self.user(request.userID)
        var cursor: Int64 = 0
        while true {
            let items = try await store.items(of: user, after: cursor, limit: Self.batch)
            for item in items { try await responses.write(item.message) }
            guard items.count == Self.batch, let last = items.last else { return }
            cursor = last.revision
        }
    }

    func erasePerson(_ request: Todo.ErasePersonRequest, context: CallContext) async throws
        -> Todo.ErasePersonResponse
    {
        Todo.ErasePersonResponse(items: Int64(try await store.erase(Self.user(request.userID))))
    }

    private static func user(_ text: String) throws -> UUID {
        var validator = FieldValidator()
        let user = validator.uuid(text, "user_id")
        try validator.finish()
        return user
    }
}
