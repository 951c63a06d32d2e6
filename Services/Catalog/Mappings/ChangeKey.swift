import Foundation
import ServiceKit

/// What is listed under a name of its own.
protocol NamedList {
    static var list: String { get }
}

/// Where an entry stands in a list whose latest changes come first.
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
