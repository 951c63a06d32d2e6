import LarderClient
import LarderClientTestSupport
import Testing

@testable import larder

@Suite("settings", .timeLimit(.minutes(5)))
struct SettingsCommandTests {
    @Test("Settings are left to the device at first, and set one by one")
    func set() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            #expect(try await run("settings").out.contains(/units +default/))
            let changes = [
                ("units", "canadian"), ("currency", "CAD"), ("language", "fr"), ("time-zone", "America/Vancouver"),
                ("theme", "dark"), ("palette", "blue"), ("text-size", "larger"), ("remember-choices", "no"),
            ]
            for (name, value) in changes {
                let shown = try await run("settings", "set", name, value)
                let row = try Regex("\(name) +\(value)")
                #expect(shown.exit == .ok && shown.out.contains(row))
            }
            let settings = gateway.state { $0.sessions.settings }
            #expect(settings.units == .canadian && settings.theme == .dark && settings.palette == .blue)
            #expect(settings.textSize == .larger && settings.forgetsChoices)
            let json = try await run("settings", "--json").document()
            #expect(
                json["timeZone"] as? String == "America/Vancouver" && json["units"] as? String == "UNIT_SYSTEM_CANADIAN"
            )
            #expect(try await run("settings", "set", "theme", "default").out.contains(/theme +default/))
        }
    }

    @Test("Unknown names and values are usage errors, or rejected by the service")
    func rejected() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            #expect(try await run("settings", "set", "language", "de").exit == .invalid)
            let sink = TextSink(isTerminal: false) { _ in }
            for wrong in [["colour", "red"], ["theme", "pink"], ["units"], ["remember-choices", "maybe"]] {
                #expect(await LarderCommand.run(["settings", "set"] + wrong, out: sink, error: sink) == .usage)
            }
            #expect(gateway.state { $0.sessions.settings.version } == 0)
        }
    }
}
