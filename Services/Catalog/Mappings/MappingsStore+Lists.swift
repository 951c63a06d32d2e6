import CatalogMessages
import Foundation
import Postgres
import RPC
import ServiceKit

extension MappingsStore {
    /// A mapping of a user; nil when it does not exist.
    func mapping(_ id: UUID, of user: UUID) async throws -> Mapping? {
        try await pool.query("\(Self.selection) WHERE m.user_id = \(user) AND m.id = \(id)").first.map(Mapping.init)
    }

    /// A page of a user's mappings, and the token of the next one; nil at the end.
    func list(
        _ page: Page<TimeKey<Mapping>>,
        _ filter: Catalog.MappingFilter,
        of user: UUID
    ) async throws -> ([Mapping], next: String?) {
        let rows = try await pool.query(
            """
            \(Self.selection) WHERE m.user_id = \(user) \(try Self.condition(filter)) \(Self.after(page.after))
            ORDER BY m.changed_at DESC, m.id DESC LIMIT \(page.rowLimit)
            """
        )
        return try page.entries(in: rows, key: { TimeKey(try $0["changed_at"], try $0["id"]) }, Mapping.init)
    }

    private static let selection: Statement = """
        SELECT m.id, m.store_id, coalesce(s.name, '') AS store_name, m.printed_text, m.product_id, m.confidence, m.basis,
            m.changed_at
        FROM receipt_text_mappings AS m LEFT JOIN user_stores AS s ON s.user_id = m.user_id AND s.id = m.store_id
        """

    private static func condition(_ filter: Catalog.MappingFilter) throws(Status) -> Statement {
        switch filter {
        case .unspecified: ""
        case .chosen: "AND m.basis = 'chosen'"
        case .unmatched: "AND m.basis = 'made'"
        case .unrecognized:
            let rule: LocalizedText = .services.ruleOneOf(values: "unspecified, chosen", last: "unmatched")
            throw .invalid([.init("filter", .services.field(field: "filter", rule: rule))])
        }
    }

    private static func after(_ key: TimeKey<Mapping>?) -> Statement {
        guard let key else { return "" }
        return "AND (m.changed_at, m.id) < (\(key.time), \(key.id))"
    }
}
