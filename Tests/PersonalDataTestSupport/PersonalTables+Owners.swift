package import ServiceKit

extension PersonalTables {
    /// The tables with rows of users, with the column that says whose.
    package var owners: [String: String] { Dictionary(tables.map { ($0.name, $0.owner) }) { first, _ in first } }
}
