import AuthMessages
import CommonMessages
import Foundation
import FoundationsTestSupport
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Profiles", .timeLimit(.minutes(5)))
struct ProfileTests {
    private static let details = Auth.PersonalDetails(
        phone: "+16045550123",
        department: "École de génie",
        birthdate: "1990-02-28",
        gender: .other
    )
    private static let home = Auth.HomePlace(
        location: .init(latitudeMicrodegrees: 49_282_700, longitudeMicrodegrees: -123_120_700),
        radiusMetres: 5_000
    )
    private static let body = Auth.BodyDetails(heightCentimetres: 172, weightKilograms: 68)

    private func context(_ account: Auth.Account) -> CallContext { .test(user: account.id) }

    private func consent(
        _ parts: AuthComponents,
        _ account: Auth.Account,
        _ kind: Auth.ConsentKind,
        given: Bool = true
    ) async throws {
        _ = try await parts.consents.setConsent(.init(kind: kind, given: given), context: context(account))
    }

    private func read(_ parts: AuthComponents, _ account: Auth.Account) async throws -> Auth.Profile {
        try await parts.profiles.getProfile(.init(), context: context(account))
    }

    @Test("with wrong details are rejected by the names of all wrong fields, and keep the former ones")
    func wrongDetails() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            func update(_ details: Auth.PersonalDetails) async throws -> Auth.Profile {
                try await parts.profiles.updateDetails(.init(details: details), context: context(account))
            }
            _ = try await update(Self.details)
            let tomorrow = environment.clock.now.addingTimeInterval(86_400).formatted(.iso8601.year().month().day())
            let wrong = Auth.PersonalDetails(
                phone: "604 555 0123",
                department: String(repeating: "x", count: 101),
                birthdate: tomorrow,
                gender: .unrecognized(9)
            )
            let rejected = await status { try await update(wrong) }
            #expect(
                rejected?.fieldViolations.map(\.field) == [
                    "details.department", "details.phone", "details.birthdate", "details.gender",
                ]
            )
            for birthdate in ["1850-01-01", "1990-02-30", "28.2.1990"] {
                #expect(await status { try await update(.init(birthdate: birthdate)) }?.code == .invalidArgument)
            }
            for phone in ["+0123456789", "+1234567", "+1234567890123456", "+1604abc0123", "\u{ff11}6045550123"] {
                #expect(await status { try await update(.init(phone: phone)) }?.code == .invalidArgument)
            }
            #expect(try await read(parts, account).details == Self.details)
        }
    }

    @Test("come back as they were set, encrypted, and are nobody else's")
    func roundTrip() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            let other = try await parts.register(.test(username: "Berta8", email: "berta@example.org"))
            try await consent(parts, account, .location)
            try await consent(parts, account, .healthData)
            let (profiles, context) = (parts.profiles, context(account))
            var written = Self.details
            written.phone = "+1 (604) 555-0123"
            _ = try await profiles.updateDetails(.init(details: written), context: context)
            _ = try await profiles.setBodyDetails(.init(body: Self.body), context: context)
            _ = try await profiles.setHomePlace(.init(home: Self.home), context: context)
            let stores = Auth.StoreChoices(
                preferred: [UUID().uuidString.lowercased()],
                ignored: [UUID().uuidString.lowercased()]
            )
            _ = try await profiles.setStoreChoices(.init(stores: stores), context: context)
            let diet = Auth.DietaryPreferences(tags: [.vegetarian, .glutenFree])
            let last = try await profiles.setDietaryPreferences(
                .init(diet: .init(tags: [.glutenFree, .vegetarian, .glutenFree])),
                context: context
            )
            let expected = Auth.Profile(
                details: Self.details,
                body: Self.body,
                home: Self.home,
                stores: stores,
                diet: diet,
                detailsVersion: 1
            )
            #expect(last == expected)
            #expect(try await read(parts, account) == expected)
            #expect(try await read(parts, other) == Auth.Profile())
            for row in try await environment.pool.query("SELECT content FROM account_parts") {
                let content: [UInt8] = try row["content"]
                #expect(!content.contains("6045550123".utf8) && !content.contains("École".utf8))
            }
        }
    }

    @Test("have the name of the account, which is changed with the details, and left by those that know nothing of it")
    func name() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            var registration = Auth.RegisterRequest.test()
            registration.displayName = "Anna"
            let account = try await parts.register(registration)
            func update(_ details: Auth.PersonalDetails) async throws -> Auth.Profile {
                try await parts.profiles.updateDetails(.init(details: details), context: context(account))
            }
            #expect(try await read(parts, account).details?.name == .displayName("Anna"))
            #expect(try await update(Self.details).details?.name == .displayName("Anna"))
            var details = Self.details
            details.name = .displayName("  Zoë O\u{2019}Neill ")
            let changed = try await update(details)
            #expect(changed.details?.name == .displayName("Zoë O\u{2019}Neill") && changed.detailsVersion == 2)
            #expect(
                try await parts.accounts.getAccount(.init(), context: context(account)).displayName
                    == "Zoë O\u{2019}Neill"
            )
            for name in [String(repeating: "x", count: 101), "Anna 7", "<b>Anna</b>", "-", "Anna\nBerta"] {
                details.name = .displayName(name)
                let rejected = await status { try await update(details) }
                #expect(rejected?.fieldViolations.map(\.field) == ["details.display_name"])
            }
            #expect(try await read(parts, account) == changed)
            for row in try await environment.pool.query("SELECT display_name, content FROM accounts, account_parts") {
                let (name, content): ([UInt8], [UInt8]) = (try row["display_name"], try row["content"])
                #expect(!name.contains("Neill".utf8) && !content.contains("Neill".utf8))
            }
            details.name = .displayName("")
            #expect(try await update(details).details?.name == nil)
            #expect(try await parts.accounts.getAccount(.init(), context: context(account)).displayName == "")
        }
    }

    @Test("of two devices are not overwritten by the one that has not seen the other's details")
    func versions() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            let (profiles, context) = (parts.profiles, context(account))
            let first = try await profiles.updateDetails(.init(details: Self.details), context: context)
            let request = Auth.UpdateDetailsRequest(details: .init(), expectedVersion: first.detailsVersion)
            #expect(try await profiles.updateDetails(request, context: context).detailsVersion == 2)
            let late = await status { try await profiles.updateDetails(request, context: context) }
            #expect(late?.code == .aborted && late?.reason == .versionConflict)
        }
    }

    @Test("keep no body details and no home place without the consents, nor after their withdrawal")
    func consents() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            let (profiles, context) = (parts.profiles, context(account))
            func setAll() async throws {
                _ = try await profiles.setBodyDetails(.init(body: Self.body), context: context)
                _ = try await profiles.setHomePlace(.init(home: Self.home), context: context)
            }
            #expect(await status { try await setAll() }?.reason == .consentRequired)
            let home = await status { try await profiles.setHomePlace(.init(home: Self.home), context: context) }
            #expect(home?.code == .permissionDenied && home?.reason == .consentRequired)
            for kind in [Auth.ConsentKind.location, .healthData] { try await consent(parts, account, kind) }
            try await setAll()
            #expect(try await read(parts, account).home == Self.home)
            try await consent(parts, account, .location, given: false)
            #expect(try await read(parts, account) == Auth.Profile(body: Self.body))
            try await consent(parts, account, .healthData, given: false)
            #expect(try await read(parts, account) == Auth.Profile())
            #expect(try await environment.count("account_parts") == 0)
        }
    }

    @Test("reject impossible places, bodies, stores and dietary tags")
    func rejected() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            let (profiles, context) = (parts.profiles, context(account))
            for kind in [Auth.ConsentKind.location, .healthData] { try await consent(parts, account, kind) }
            func fields(_ work: () async throws -> Auth.Profile) async -> [String]? {
                await status(work)?.fieldViolations.map(\.field)
            }
            let north = Common.Location(latitudeMicrodegrees: 90_000_001, longitudeMicrodegrees: 0)
            for (home, expected) in [
                (Auth.HomePlace(location: north, radiusMetres: 100_001), ["home.location", "home.radius_metres"]),
                (Auth.HomePlace(location: nil, radiusMetres: 99), ["home.location", "home.radius_metres"]),
            ] {
                #expect(
                    await fields { try await profiles.setHomePlace(.init(home: home), context: context) } == expected
                )
            }
            let giant = Auth.BodyDetails(heightCentimetres: 251, weightKilograms: 9)
            #expect(
                await fields { try await profiles.setBodyDetails(.init(body: giant), context: context) }
                    == ["body.height_centimetres", "body.weight_kilograms"]
            )
            let id = UUID().uuidString
            let both = Auth.StoreChoices(preferred: [id], ignored: [id.lowercased()])
            let conflict = await status { try await profiles.setStoreChoices(.init(stores: both), context: context) }
            #expect(conflict?.code == .failedPrecondition && conflict?.reason == .storeChoiceConflict)
            let many = Auth.StoreChoices(preferred: (0...100).map { _ in id }, ignored: ["corner shop"])
            #expect(
                await fields { try await profiles.setStoreChoices(.init(stores: many), context: context) }
                    == ["stores.preferred", "stores.ignored[0]"]
            )
            let diet = Auth.DietaryPreferences(tags: [.vegan, .unspecified, .unrecognized(99)])
            #expect(
                await fields { try await profiles.setDietaryPreferences(.init(diet: diet), context: context) }
                    == ["diet.tags[1]", "diet.tags[2]"]
            )
            #expect(try await read(parts, account) == Auth.Profile())
            _ = try await profiles.setHomePlace(.init(home: Self.home), context: context)
            #expect(try await profiles.clearHomePlace(.init(), context: context).home == nil)
        }
    }

    @Test("say to catalog where somebody shops, as long as they permit it, and nothing else")
    func shoppingArea() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            let (profiles, context) = (parts.profiles, context(account))
            func area() async throws -> Auth.ShoppingArea {
                try await profiles.getShoppingArea(
                    .init(userID: account.id),
                    context: .test()
                )
            }
            #expect(try await area() == Auth.ShoppingArea())
            try await consent(parts, account, .location)
            let stores = Auth.StoreChoices(preferred: [UUID().uuidString.lowercased()])
            _ = try await profiles.updateDetails(.init(details: Self.details), context: context)
            _ = try await profiles.setHomePlace(.init(home: Self.home), context: context)
            _ = try await profiles.setStoreChoices(.init(stores: stores), context: context)
            #expect(try await area() == Auth.ShoppingArea(home: Self.home, stores: stores))
            try await consent(parts, account, .location, given: false)
            #expect(try await area() == Auth.ShoppingArea(stores: stores))
            for id in ["x", UUID().uuidString] {
                let rejected = await status {
                    try await profiles.getShoppingArea(
                        .init(userID: id),
                        context: .test()
                    )
                }
                #expect(rejected?.code == (id == "x" ? .invalidArgument : .notFound))
            }
        }
    }
}
