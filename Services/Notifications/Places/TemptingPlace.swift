import CommonMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import NotificationsMessages
import Postgres
import RPC
import ServiceKit

/// A place that tempts its user to spend.
struct TemptingPlace: Sendable, Equatable {
    /// The most places of a user.
    static let limit = 50
    /// How far from it somebody is who has come, in metres.
    static let radii: ClosedRange<UInt32> = 50...1_000
    /// Where none is given.
    static let usualRadius: UInt32 = 100
    /// The length of a name, in Unicode scalars.
    static let nameLength = 1...60

    let id: UUID
    let name: String
    let location: Common.Location
    /// In metres.
    let radius: UInt32
}

// MARK: As clients have it

extension TemptingPlace {
    /// The place of a request.
    init(validating message: Notifications.TemptingPlace, _ validator: inout FieldValidator) {
        id = validator.uuid(message.id, "place.id")
        name = validator.text(message.name, "place.name", length: Self.nameLength)
        _ = validator.point(message.location, "place.location")
        location = message.location ?? .init()
        let given = message.radiusMetres == 0 ? Self.usualRadius : message.radiusMetres
        radius = validator.number(given, "place.radius_metres", in: Self.radii)
    }

    /// As clients read it.
    var message: Notifications.TemptingPlace {
        Notifications.TemptingPlace(id: id.canonical, name: name, location: location, radiusMetres: radius)
    }
}

// MARK: As it is stored

extension TemptingPlace {
    /// The columns that it is read from.
    static let columns: Statement = "id, \(NoticeColumns.place.selection())"

    /// Reads a row.
    /// - Parameter key: Its user's; nil where they have none.
    init(_ row: Row, of user: UUID, _ key: DataKey?) throws {
        id = try row["id"]
        let bytes = try NoticeColumns.place.bytes(in: row, row: [user.canonical, id.canonical], with: key) ?? []
        let stored = try Notifications.TemptingPlace(decoding: ByteBuffer(bytes: bytes))
        name = stored.name
        location = stored.location ?? .init()
        radius = stored.radiusMetres
    }

    /// What is stored of it, encrypted.
    func sealed(of user: UUID, with key: DataKey) throws -> [UInt8] {
        var content = message
        // Beside it, in the clear.
        content.id = ""
        let bytes = Array(try content.encoded().readableBytesView)
        return try NoticeColumns.place.seal(bytes, row: [user.canonical, id.canonical], with: key)
    }
}
