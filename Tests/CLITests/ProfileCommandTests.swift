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
                ("phone", "+16045550123"), ("department", "Engineering"), ("birthdate", "1990-02-28"),
                ("gender", "other"),
                ("height", "172"), ("weight", "68"),
            ]
            for (name, value) in changes {
                #expect(try await run("profile", "set", name, value).out.contains(value))
            }
            let profile = gateway.state { $0.sessions.profile }
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

    @Test("Unknown names and values are usage errors")
    func usage() async throws {
        let sink = TextSink(isTerminal: false) { _ in }
        for wrong in [
            ["set", "shoe-size", "40"], ["set", "gender", "robot"], ["set", "height", "tall"], ["diet", "pizza"],
            ["home"],
            ["home", "--at", "here"], ["home", "--at", "1,2", "--clear"],
        ] {
            #expect(await LarderCommand.run(["profile"] + wrong, out: sink, error: sink) == .usage)
        }
    }
}
