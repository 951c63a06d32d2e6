import AuthMessages
import CommonMessages
import Foundation
import Synchronization

@testable import larder_catalog

/// Where users of tests say that they shop.
final class TestShoppingAreas: ShoppingAreas {
    private let areas = Mutex<[UUID: Auth.ShoppingArea]>([:])

    func area(of user: UUID) async throws -> Auth.ShoppingArea { areas.withLock { $0[user] ?? .init() } }

    /// Sets where a user lives, in degrees, and how far they go.
    func set(_ latitude: Double, _ longitude: Double, radius: UInt32 = 5_000, of user: UUID) {
        areas.withLock {
            $0[user, default: .init()].home = .init(location: .init(latitude, longitude), radiusMetres: radius)
        }
    }

    /// Sets which stores a user prefers and ignores.
    func choose(preferred: [String] = [], ignored: [String] = [], of user: UUID) {
        areas.withLock { $0[user, default: .init()].stores = .init(preferred: preferred, ignored: ignored) }
    }
}

extension Common.Location {
    /// A point in degrees.
    init(_ latitude: Double, _ longitude: Double) {
        self.init(
            latitudeMicrodegrees: Int64((latitude * 1e6).rounded()),
            longitudeMicrodegrees: Int64((longitude * 1e6).rounded())
        )
    }
}
