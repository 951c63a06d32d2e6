import CatalogMessages
import Foundation
import Postgres
import RPC
import ServiceKit

extension MappingsStore {
    /// A mapping of a user; nil when it does not exist.
    func mapping(_ id: UUID, of user: UUID) async throws -> Mapping? {
        let row = try await pool.query("\(Self.selection) WHERE m.user_id = \(user) AND m.id = \(id)").first
        guard let row else { return nil }
        return try Mapping(row, try await sealing.reading(of: user))
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
        let texts = try await sealing.reading(of: user)
        return try page.entries(in: rows, key: { TimeKey(try $0["changed_at"], try $0["id"]) }) { row in
            try Mapping(row, texts)
        }
    }

    private static let selection: Statement = """
        SELECT m.id, m.store_id, m.normalised_text, \(CatalogColumns.printedText.selection(of: "m")), m.product_id,
            m.confidence, m.basis, m.changed_at,
            s.normalised_name, s.normalised_address, \(CatalogColumns.storeName.selection(of: "s"))
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
