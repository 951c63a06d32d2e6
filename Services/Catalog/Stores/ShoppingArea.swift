import AuthMessages
import CommonMessages
import Foundation
import Foundations
import Geography
import RPC
import ServiceKit

/// Where users say that they shop.
protocol ShoppingAreas: Sendable {
    /// A user's home place, and the stores that they prefer and ignore.
    func area(of user: UUID) async throws -> Auth.ShoppingArea
}

/// Asks auth over RPC.
struct RemoteShoppingAreas: ShoppingAreas {
    private static let options = CallOptions(timeout: .seconds(5))

    private let client: Auth.ProfilesClient

    /// Asks through a channel to auth.
    init(auth: any CallChannel) { client = Auth.ProfilesClient(channel: auth) }

    func area(of user: UUID) async throws -> Auth.ShoppingArea {
        try await client.getShoppingArea(.init(userID: user.canonical), options: Self.options)
    }
}

/// The stores that a user can reach: those within a radius of a point, without the ones that they ignore.
struct ShoppingReach: Sendable {
    /// Where neither a request nor the user says how far, in metres.
    static let usualRadius = 5_000

    let centre: Coordinates
    /// In metres.
    let radius: Int
    let preferred: Set<UUID>
    let ignored: Set<UUID>

    /// Nil without a point.
    /// - Parameters:
    ///   - near: Instead of the user's home place.
    ///   - radius: In metres, instead of the home place's.
    init?(_ area: Auth.ShoppingArea, near: Coordinates? = nil, radius: Int? = nil) {
        guard let centre = near ?? area.home?.location.flatMap(Coordinates.init) else { return nil }
        self.centre = centre
        self.radius = radius ?? area.home.map { Int($0.radiusMetres) } ?? Self.usualRadius
        preferred = Set((area.stores?.preferred ?? []).compactMap(UUID.init(uuidString:)))
        ignored = Set((area.stores?.ignored ?? []).compactMap(UUID.init(uuidString:)))
    }
}

extension ShoppingAreas {
    /// What a user can reach from their home place.
    /// - Throws: FAILED_PRECONDITION without one.
    func reach(of user: UUID, near: Coordinates? = nil, radius: Int? = nil) async throws -> ShoppingReach {
        guard let reach = ShoppingReach(try await area(of: user), near: near, radius: radius) else {
            throw Status.homePlaceMissing
        }
        return reach
    }
}
