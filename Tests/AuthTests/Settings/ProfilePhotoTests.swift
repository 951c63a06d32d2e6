import AuthMessages
import CommonMessages
import Foundation
import FoundationsTestSupport
import PersonalMessages
import Postgres
import RPC
import ServiceKit
import Testing
import Texts

@testable import larder_auth

@Suite("Photos of people", .timeLimit(.minutes(5)))
struct ProfilePhotoTests {
    private func set(_ parts: AuthComponents, _ account: Auth.Account, _ file: [UInt8]) async throws -> Auth.Profile {
        try await parts.profiles.setPhoto(.init(picture: file), context: .test(user: account.id))
    }

    private func stored(_ parts: AuthComponents, _ account: Auth.Account) async throws -> Auth.Account {
        try await parts.accounts.getAccount(.init(), context: .test(user: account.id))
    }

    private func photo(_ parts: AuthComponents, _ account: Auth.Account) async throws -> Auth.ProfilePhoto {
        try await parts.profiles.getPhoto(.init(), context: .test(user: account.id))
    }

    @Test("come back without the notes of the camera, encrypted, and are nobody else's")
    func roundTrip() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            let other = try await parts.register(.test(username: "Berta8", email: "berta@example.org"))
            #expect(await status { try await photo(parts, account) }?.code == .notFound)
            for (file, type) in [(ImageBytes.jpeg(), "image/jpeg"), (ImageBytes.png(137, 4_096), "image/png")] {
                let profile = try await set(parts, account, file)
                #expect(profile.photoChangedAt?.date == environment.clock.now)
                let found = try await photo(parts, account)
                #expect(found.mediaType == type)
                #expect(!found.picture.contains(Array("49.2827".utf8)) && found.picture.count < file.count)
                let stored: [UInt8] = try await environment.pool.query("SELECT picture FROM profile_photos")[0][
                    "picture"
                ]
                #expect(!stored.contains(Array(found.picture.prefix(12))))
                environment.clock.advance(by: 60)
            }
            #expect(try await environment.count("profile_photos") == 1)
            #expect(try await stored(parts, account).photoChangedAt != nil)
            #expect(await status { try await photo(parts, other) }?.code == .notFound)
            #expect(try await stored(parts, other).photoChangedAt == nil)
        }
    }

    @Test("are removed by their owner alone, at once")
    func removed() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            let other = try await parts.register(.test(username: "Berta8", email: "berta@example.org"))
            _ = try await set(parts, account, ImageBytes.jpeg())
            _ = try await parts.profiles.removePhoto(.init(), context: .test(user: other.id))
            _ = try await photo(parts, account)
            let profile = try await parts.profiles.removePhoto(.init(), context: .test(user: account.id))
            #expect(profile.photoChangedAt == nil)
            #expect(await status { try await photo(parts, account) }?.code == .notFound)
            #expect(try await environment.count("profile_photos") == 0)
        }
    }

    @Test("that are none, too large or damaged are rejected with the reason, and leave the former one")
    func rejected() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            _ = try await set(parts, account, ImageBytes.jpeg())
            let before = try await photo(parts, account)
            let wrong: [(file: [UInt8], reason: StatusReason)] = [
                ([], "NOT_AN_IMAGE"), (Array("%PDF-1.7".utf8), "NOT_AN_IMAGE"),
                (Array("<svg xmlns=\"http://www.w3.org/2000/svg\"><script>1</script></svg>".utf8), "NOT_AN_IMAGE"),
                (ImageBytes.jpeg(padding: 1 << 20), "IMAGE_TOO_LARGE"),
                (ImageBytes.jpeg(63, 400), "IMAGE_DIMENSIONS"), (ImageBytes.png(137, 4_097), "IMAGE_DIMENSIONS"),
                (ImageBytes.png(64, 4_096), "IMAGE_DIMENSIONS"),
                (ImageBytes.jpeg(40_000, 40_000), "IMAGE_DIMENSIONS"),
                (Array(ImageBytes.jpeg().dropLast(2)), "IMAGE_DAMAGED"),
                (Array(ImageBytes.png(100, 100).dropLast(12)), "IMAGE_DAMAGED"),
            ]
            for (file, reason) in wrong {
                let rejected = await status { try await set(parts, account, file) }
                #expect(rejected?.code == .invalidArgument && rejected?.reason == reason)
                #expect(rejected?.fieldViolations.map(\.field) == ["picture"])
            }
            #expect(try await photo(parts, account) == before)
        }
    }

    @Test("are files of their own in an export")
    func exported() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            _ = try await set(parts, account, ImageBytes.jpeg())
            let id = try #require(UUID(uuidString: account.id))
            var names: [String] = []
            var contents: [UInt8] = []
            let tables = PersonalTables.auth(environment.masterKeys)
            try await PersonalExport(tables, in: environment.pool).read(id, in: .english) { part in
                if case .file(let file) = part { names.append(file.name) }
                if case .contents(let bytes) = part { contents += bytes }
            }
            #expect(names == ["profile_photos/\(account.id).jpg"])
            #expect(contents == (try await photo(parts, account)).picture)
        }
    }
}
