import ServiceKit

extension PersonalTables {
    /// The tables of orders.
    static let orders = PersonalTables([], others: ["operating_areas": "where people can order, nobody's data"])
}
