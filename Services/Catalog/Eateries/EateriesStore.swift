import CatalogDomain
import CatalogMessages
import Foundations
import Geography
import Postgres
import ServiceKit

/// The store of eateries.
struct EateriesStore: Sendable {
    /// An eatery as users see it, with the data that a search needs.
    struct Entry: Sendable {
        let place: Place
        let message: Catalog.Eatery
    }

    let pool: PostgresPool

    /// The eateries in a rectangle.
    func eateries(in box: BoundingBox) async throws -> [Entry] {
        try await pool.query("SELECT \(PlaceRow.columns), dietary_tags FROM eateries WHERE \(box.condition)").map {
            row in
            let eatery = try PlaceRow(row)
            return Entry(
                place: eatery.place,
                message: Catalog.Eatery(
                    id: eatery.place.id.canonical,
                    name: eatery.name,
                    kind: eatery.kind,
                    address: eatery.address,
                    location: eatery.location,
                    dietaryTags: try row["dietary_tags"],
                    phone: eatery.phone
                )
            )
        }
    }
}
