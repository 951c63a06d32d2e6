import AuthMessages
import CommonMessages
import ConcurrencyTestSupport
import EventsMessages
import Foundation
import Foundations
import FoundationsTestSupport
import MessageCoding
import NIOCore
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_notifications

@Suite("Places that tempt", .timeLimit(.minutes(5)))
struct TemptingPlaceTests {
    private func list(
        _ environment: NotificationsTestEnvironment,
        _ user: User
    ) async throws -> [Notifications.TemptingPlace] {
        try await environment.places.listPlaces(.init(), context: user.context).places
    }

    /// How a place becomes wrong, and which fields are reported then.
    private static let wrong: [(change: @Sendable (inout Notifications.TemptingPlace) -> Void, fields: [String])] = [
        ({ $0.id = "" }, ["place.id"]), ({ $0.id = "corner" }, ["place.id"]),
        ({ $0.name = "" }, ["place.name"]), ({ $0.name = " \u{1}\n " }, ["place.name"]),
        ({ $0.name = String(repeating: "é", count: 61) }, ["place.name"]),
        ({ $0.location = nil }, ["place.location"]),
        ({ $0.location?.latitudeMicrodegrees = 90_000_001 }, ["place.location"]),
        ({ $0.location?.latitudeMicrodegrees = -90_000_001 }, ["place.location"]),
        ({ $0.location?.longitudeMicrodegrees = 180_000_001 }, ["place.location"]),
        ({ $0.location?.longitudeMicrodegrees = .min }, ["place.location"]),
        ({ $0.radiusMetres = 49 }, ["place.radius_metres"]), ({ $0.radiusMetres = 1_001 }, ["place.radius_metres"]),
        ({ $0 = .init(radiusMetres: .max) }, ["place.id", "place.name", "place.location", "place.radius_metres"]),
    ]

    @Test("are rejected with every invalid field", arguments: wrong.indices)
    func invalid(index: Int) async throws {
        try await NotificationsTestEnvironment.with { environment async throws in
            let user = User()
            var place = Notifications.TemptingPlace.sample()
            Self.wrong[index].change(&place)
            let problem = await failure { [place] in try await environment.set(place, of: user) }
            #expect(problem?.code == .invalidArgument)
            #expect(problem?.fieldViolations.map(\.field) == Self.wrong[index].fields)
            #expect(try await list(environment, user) == [])
        }
    }

    @Test("are rejected when none is sent, and are not removed or visited without their ids")
    func missing() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (places, context) = (environment.places, User().context)
            let none = await failure { try await places.setPlace(.init(), context: context) }
            #expect(none?.fieldViolations.map(\.field) == ["place.id", "place.name", "place.location"])
            let removal = await failure { try await places.removePlace(.init(placeID: "x"), context: context) }
            #expect(removal?.fieldViolations.map(\.field) == ["place_id"])
            let visit = await failure { try await places.reportVisit(.init(), context: context) }
            #expect(visit?.fieldViolations.map(\.field) == ["place_id"])
        }
    }

    @Test("need the consent to storing where somebody is, but for looking at them and removing them")
    func consents() {
        let methods = Notifications.TemptingPlacesService.descriptor.methods
        let needing = methods.filter { $0.requirements.consents == ["location"] }.map(\.name)
        #expect(needing == ["SetPlace", "ReportVisit"])
        #expect(methods.allSatisfy { $0.access == .user })
    }

    @Test("are up to 60 characters and from 50 to 1,000 metres, 100 unless more is said, anywhere on earth")
    func bounds() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let usual = try await environment.set(.sample("  Café \n au coin "), of: user)
            #expect(usual.name == "Café   au coin" && usual.radiusMetres == 100)
            var north = Notifications.TemptingPlace.sample(String(repeating: "é", count: 60), radius: 50)
            north.location = .init(latitudeMicrodegrees: 90_000_000, longitudeMicrodegrees: -180_000_000)
            #expect(try await environment.set(north, of: user) == north)
            var south = Notifications.TemptingPlace.sample("S", radius: 1_000)
            south.location = .init(latitudeMicrodegrees: -90_000_000, longitudeMicrodegrees: 180_000_000)
            #expect(try await environment.set(south, of: user) == south)
            environment.clock.advance(by: 1)
            let last = try await environment.set(.sample("A"), of: user)
            #expect(try await list(environment, user).last == last)
            #expect(
                Set(try await list(environment, user).map(\.name)) == [usual.name, north.name, south.name, last.name]
            )
        }
    }

    @Test("are at most 50 of a user, of whom each can still be changed")
    func limit() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, stranger) = (User(), User())
            // Several at once are not too many together.
            let outcomes = try await withThrowingTaskGroup { group in
                for number in 1...52 {
                    group.addTask {
                        try await Status.of { try await environment.set(.sample("Place \(number)"), of: user) }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == nil } == 50)
            #expect(
                outcomes.compactMap(\.self).allSatisfy {
                    $0.code == .failedPrecondition && $0.reason == "TOO_MANY_PLACES"
                }
            )
            var kept = try await list(environment, user)
            #expect(kept.count == 50)
            kept[0].name = "Another name"
            try await environment.set(kept[0], of: user)
            try await environment.set(.sample(), of: stranger)
            _ = try await environment.places.removePlace(.init(placeID: kept[1].id), context: user.context)
            try await environment.set(.sample(), of: user)
            #expect(try await list(environment, user).count == 50)
        }
    }

    @Test("are each user's own: others neither see nor visit nor change nor remove them")
    func own() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, stranger) = (User(), User())
            let place = try await environment.set(.sample(), of: user)
            #expect(try await list(environment, stranger) == [])
            #expect(await failure { try await environment.visit(place, stranger) }?.code == .notFound)
            _ = try await environment.places.removePlace(.init(placeID: place.id), context: stranger.context)
            var same = place
            same.name = "The stranger's"
            try await environment.set(same, of: stranger)
            #expect(try await list(environment, user) == [place])
            #expect(try await list(environment, stranger) == [same])
        }
    }

    @Test("are changed, removed and brought back by their ids, in either case of letters")
    func changed() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            var place = try await environment.set(.sample(), of: user)
            place.radiusMetres = 300
            place.name = "Bakery"
            var upper = place
            upper.id = place.id.uppercased()
            #expect(try await environment.set(upper, of: user) == place)
            #expect(try await list(environment, user) == [place])
            for _ in 0..<2 {
                _ = try await environment.places.removePlace(.init(placeID: upper.id), context: user.context)
                #expect(try await list(environment, user) == [])
            }
            try await environment.set(place, of: user)
            #expect(try await list(environment, user) == [place])
        }
    }

    @Test("are nowhere readable where they are stored, and not at all once the key is destroyed")
    func sealed() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let id = try #require(UUID(canonical: user.id))
            let place = try await environment.set(.sample("Secret Bakery"), of: user)
            try await environment.addBrowser(user)
            #expect(try await environment.visit(place, user) == .reminded)
            let location = Array(try #require(place.location).encoded().readableBytesView)
            let all = try await environment.owner.contents().values.joined().joined(separator: "\n")
            for bytes in [Array("Secret Bakery".utf8), location] {
                #expect(!all.contains(bytes.map { String(format: "%02x", $0) }.joined()))
            }
            for word in ["Secret", "49600000", "119680000"] { #expect(!all.contains(word), "\(word)") }
            try await environment.pool.execute("DELETE FROM person_keys WHERE user_id = \(id)")
            // Instances forget keys within minutes.
            environment.clock.advance(by: 301)
            let error = await #expect(throws: EncryptionError.self) { _ = try await list(environment, user) }
            #expect(error == .unreadable)
        }
    }

    @Test("can't be read in another row")
    func moved() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let user = User()
            let places = [
                try await environment.set(.sample("A"), of: user), try await environment.set(.sample("B"), of: user),
            ]
            let ids = try places.map { try #require(UUID(canonical: $0.id)) }
            try await environment.pool.execute(
                """
                UPDATE tempting_places AS one SET place_sealed = other.place_sealed
                FROM tempting_places AS other WHERE one.id = \(ids[1]) AND other.id = \(ids[0])
                """
            )
            await #expect(throws: EncryptionError.self) { _ = try await list(environment, user) }
        }
    }
}

extension Status {
    /// The status with which `body` fails; nil when it succeeds.
    fileprivate static func of(_ body: () async throws -> some Any) async throws -> Status? {
        do {
            _ = try await body()
            return nil
        } catch let status as Status { return status }
    }
}

@Suite("The consent to storing where somebody is", .timeLimit(.minutes(5)))
struct LocationConsentTests {
    /// Withdraws a user's consent.
    private func withdraw(
        _ user: User,
        _ kind: Auth.ConsentKind = .location,
        at time: Date,
        in environment: NotificationsTestEnvironment
    ) async throws {
        let event = Events.Event(
            id: UUID().canonical,
            occurredAt: Common.Timestamp(time),
            payload: .consentWithdrawn(.init(userID: user.id, kind: kind))
        )
        // Every event may come twice.
        for _ in 0..<2 { try await environment.deliver(event) }
    }

    private func list(
        _ environment: NotificationsTestEnvironment,
        _ user: User
    ) async throws -> [Notifications.TemptingPlace] {
        try await environment.places.listPlaces(.init(), context: user.context).places
    }

    @Test("is not withdrawn by an event that doesn't say whose it is")
    func nobody() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let event = Events.Event.new(.consentWithdrawn(.init(kind: .location)))
            let problem = await failure { try await environment.deliver(event) }
            #expect(problem?.code == .invalidArgument)
            #expect(problem?.fieldViolations.map(\.field) == ["consent_withdrawn.user_id"])
        }
    }

    @Test("takes places with it once it is withdrawn, and every reminder of them, of its user alone")
    func withdrawn() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, other, given) = (User(), User(), environment.clock.now)
            for person in [user, other] {
                try await environment.addBrowser(person)
                try await environment.deliver(.purchase(for: person))
                let places = ["A", "B", "C"].map { Notifications.TemptingPlace.sample($0) }
                for place in places {
                    try await environment.set(place, of: person, at: given)
                    #expect(try await environment.visit(place, person, at: given) == .reminded)
                }
                let entries = try await environment.list(person).notifications.filter { $0.kind == "place_reminder" }
                _ = try await environment.markRead(person, [entries[0].id])
                _ = try await environment.delete(person, [entries[1].id])
            }
            environment.clock.advance(by: 10)
            try await withdraw(user, .healthData, at: environment.clock.now, in: environment)
            #expect(try await list(environment, user).count == 3)
            try await withdraw(user, at: environment.clock.now, in: environment)
            #expect(try await list(environment, user) == [])
            #expect(try await environment.list(user).notifications.map(\.kind) == ["receipt_ready"])
            #expect(try await list(environment, other).count == 3)
            #expect(try await environment.list(other).notifications.count == 3)
            for table in ["notifications", "deleted_notifications", "delivered_notices"] {
                let rows = try await environment.pool.query(
                    "SELECT DISTINCT user_id FROM \(identifier: table) WHERE kind = 'place_reminder'"
                )
                #expect(try rows.map { try $0["user_id"] as UUID } == [UUID(canonical: other.id)], "\(table)")
            }
            // What waited to go out is over; of the other user's three, one was read and one was deleted.
            let pushes = CourierTests.Channel()
            while try await environment.courier([.webPush: pushes]).runOnce() > 0 {}
            let kinds = pushes.taken.values.joined().map(\.kind).sorted()
            #expect(kinds == ["place_reminder", "receipt_ready", "receipt_ready"])
        }
    }

    @Test("that is withdrawn is not taken from a token of before, and is from one of a later consent")
    func tokens() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, given) = (User(), environment.clock.now)
            let (withdrawn, again) = (given + 10.5, given + 11)
            let (former, late, later) = (
                Notifications.TemptingPlace.sample("A"), Notifications.TemptingPlace.sample("B"),
                Notifications.TemptingPlace.sample("C")
            )
            try await environment.set(former, of: user, at: given)
            environment.clock.advance(by: 60)
            // Auth's clock decides, whatever this service's says, and however late the event comes.
            try await environment.set(later, of: user, at: again)
            #expect(try await environment.visit(later, user, at: again) == .reminded)
            try await withdraw(user, at: withdrawn, in: environment)
            let left = try await list(environment, user)
            #expect(left.map(\.id) == [later.id])
            #expect(try await environment.list(user).notifications.count == 1)
            for place in [former, late, later] {
                let problem = await failure { try await environment.set(place, of: user, at: given) }
                #expect(problem?.code == .permissionDenied && problem?.reason == .consentRequired)
            }
            let visit = await failure { try await environment.visit(later, user, at: withdrawn) }
            #expect(visit?.reason == .consentRequired)
            try await environment.set(late, of: user, at: again)
            #expect(try await environment.visit(late, user, at: again) == .reminded)
            #expect(try await list(environment, user).count == 2)
        }
    }

    @Test("given anew covers a place that is stored again as it was")
    func renewed() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let (user, place, given) = (User(), Notifications.TemptingPlace.sample(), environment.clock.now)
            try await environment.set(place, of: user, at: given)
            let known = try await environment.set(place, of: user, at: given + 20)
            // By a device whose token is older than the event and newer than the withdrawal.
            try await environment.set(place, of: user, at: given + 15)
            try await withdraw(user, at: given + 10, in: environment)
            #expect(try await list(environment, user) == [known])
            try await withdraw(user, at: given + 30, in: environment)
            #expect(try await list(environment, user) == [])
        }
    }
}
