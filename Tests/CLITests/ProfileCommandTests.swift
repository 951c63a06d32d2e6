import Foundation
import LarderClient
import LarderClientTestSupport
import Testing

@testable import larder

@Suite("profile", .timeLimit(.minutes(5)))
struct ProfileCommandTests {
    @Test("Details are set one by one and leave the others as they are")
    func details() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let changes = [
                ("name", "Anna"), ("phone", "+16045550123"), ("department", "Engineering"), ("birthdate", "1990-02-28"),
                ("gender", "other"),
                ("height", "172"), ("weight", "68"),
            ]
            for (name, value) in changes {
                #expect(try await run("profile", "set", name, value).out.contains(value))
            }
            let profile = gateway.state { $0.sessions.profile }
            #expect(profile.details?.name == .displayName("Anna"))
            #expect(profile.details?.phone == "+16045550123" && profile.details?.gender == .other)
            #expect(profile.body == .init(heightCentimetres: 172, weightKilograms: 68))
            #expect(try await run("profile", "set", "gender", "").exit == .ok)
            #expect(gateway.state { $0.sessions.profile.details?.gender } == .unspecified)
            let details = try await run("profile", "--json").document()["details"] as? [String: Any]
            #expect(details?["birthdate"] as? String == "1990-02-28")
            #expect(try await run("profile", "set", "birthdate", "2999-01-01").exit == .invalid)
        }
    }

    @Test("Diet, stores and home are replaced as a whole; a home needs the consent")
    func preferences() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            #expect(try await run("profile", "diet", "vegan", "gluten-free").out.contains("vegan, gluten-free"))
            #expect(try await run("profile", "diet").exit == .ok)
            #expect(gateway.state { $0.sessions.profile.diet?.tags } == [])
            let id = "0b7a4c1e-5d3f-4a77-9f0e-2c1d6b8e9a10"
            #expect(try await run("profile", "stores", "--prefer", id).out.contains(id))
            let home = ["profile", "home", "--at", "49.2827,-123.1207", "--radius", "2000"]
            #expect(try await run(home).exit == .forbidden)
            gateway.state { $0.sessions.storesLocations = true }
            #expect(try await run(home).out.contains("49.28270, -123.12070 ± 2000 m"))
            #expect(gateway.state { $0.sessions.profile.home?.location?.longitudeMicrodegrees } == -123_120_700)
            #expect(try await run("profile", "home", "--clear").exit == .ok)
            #expect(gateway.state { $0.sessions.profile.home } == nil)
        }
    }

    @Test("A photo is set, saved and removed")
    func photo() async throws {
        let folder = URL.temporaryDirectory.appending(path: "photo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (photo, saved) = (folder.appending(path: "me.jpg"), folder.appending(path: "saved.jpg"))
        try Data([0xFF, 0xD8, 1, 2, 3]).write(to: photo)
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            #expect(try await run("profile", "photo", "--save", saved.path).exit == .notFound)
            #expect(try await run("profile", "photo", photo.path).out.contains("Photo"))
            #expect(try await run("profile", "photo", "--save", saved.path).exit == .ok)
            #expect(try Data(contentsOf: saved) == Data(contentsOf: photo))
            try Data("%PDF".utf8).write(to: photo)
            let rejected = try await run("profile", "photo", photo.path)
            #expect(rejected.exit == .invalid && rejected.error.contains("This is not a photo."))
            try Data(count: 8 << 20 + 1).write(to: photo)
            #expect(try await run("profile", "photo", photo.path).exit == .file)
            #expect(try await run("profile", "photo", folder.appending(path: "none.jpg").path).exit == .file)
            #expect(!gateway.state { $0.sessions.photo.isEmpty })
            #expect(try await run("profile", "photo", "--remove").exit == .ok)
            #expect(gateway.state { $0.sessions.photo.isEmpty })
        }
    }

    @Test("Unknown names and values are usage errors")
    func usage() async throws {
        let sink = TextSink(isTerminal: false) { _ in }
        for wrong in [
            ["set", "shoe-size", "40"], ["set", "gender", "robot"], ["set", "height", "tall"], ["diet", "pizza"],
            ["home"], ["photo"], ["photo", "me.jpg", "--remove"],
            ["home", "--at", "here"], ["home", "--at", "1,2", "--clear"],
        ] {
            #expect(await LarderCommand.run(["profile"] + wrong, out: sink, error: sink) == .usage)
        }
    }
}
