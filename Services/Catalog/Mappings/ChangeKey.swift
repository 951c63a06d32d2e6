import Foundation
import Foundations
import ServiceKit

/// A record that is listed under a name of its own.
protocol NamedList {
    static var list: String { get }
}

/// The sort key of a list with the latest changes first.
struct ChangeKey<Entry: NamedList>: PageKey, Equatable {
    static var list: String { Entry.list }

    var changedAt: Date
    var id: UUID

    var fields: [String] { [changedAt.pageField, id.canonical] }

    init(changedAt: Date, id: UUID) {
        self.changedAt = changedAt
        self.id = id
    }

    init?(fields: [String]) {
        guard fields.count == 2, let time = Date(pageField: fields[0]), let id = UUID(canonical: fields[1]) else {
            return nil
        }
        self.init(changedAt: time, id: id)
    }
}
