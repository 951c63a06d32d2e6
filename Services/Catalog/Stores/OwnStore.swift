import CatalogMessages
import CommonMessages
import Foundation
import Foundations
import Geography
import MessageCoding
import NIOCore
import Postgres
import ServiceKit

/// A store of a user's own, which a receipt has named.
struct OwnStore: Sendable {
    let id: UUID
    let name: String
    /// Empty when unknown.
    let address: String
    /// Empty when unknown.
    let phone: String
    /// Nil when unknown.
    let location: Coordinates?

    /// What a query of `user_stores` selects.
    static let columns: Statement = """
        id, normalised_name, normalised_address, \(CatalogColumns.storeName.selection()),
        \(CatalogColumns.storeAddress.selection()), \(CatalogColumns.storePhone.selection()),
        \(CatalogColumns.storeLocation.selection())
        """

    init(_ row: Row, _ texts: StoredTexts) throws {
        id = try row["id"]
        name = try texts.text(CatalogColumns.storeName, in: row)
        address = try texts.text(CatalogColumns.storeAddress, in: row)
        phone = try texts.text(CatalogColumns.storePhone, in: row)
        location = try texts.bytes(CatalogColumns.storeLocation, in: row).map(Coordinates.init(storedAs:))
    }

    var message: Catalog.Store {
        Catalog.Store(
            id: id.canonical,
            name: name,
            address: address,
            location: location.map { Common.Location($0) }
        )
    }
}

extension Coordinates {
    /// As it is encrypted.
    var stored: [UInt8] {
        get throws { Array(try Common.Location(self).encoded().readableBytesView) }
    }

    /// The point that was encrypted.
    init(storedAs bytes: [UInt8]) throws {
        let location = try Common.Location(decoding: ByteBuffer(bytes: bytes))
        guard let point = Coordinates(location) else {
            throw PostgresError(.decoding, "a store of a user has an invalid position")
        }
        self = point
    }
}

extension Common.Location {
    /// The point as messages have it.
    init(_ point: Coordinates) {
        self.init(
            latitudeMicrodegrees: Int64(point.latitudeMicrodegrees),
            longitudeMicrodegrees: Int64(point.longitudeMicrodegrees)
        )
    }
}
