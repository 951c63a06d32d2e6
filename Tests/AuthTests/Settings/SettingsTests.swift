import AuthMessages
import FoundationsTestSupport
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Settings", .timeLimit(.minutes(5)))
struct SettingsTests {
    private static let everything = Auth.UserSettings(
        units: .canadian,
        currency: "CAD",
        language: "fr",
        timeZone: "America/Vancouver",
        theme: .dark,
        palette: .blue,
        textSize: .larger,
        choices: [.init(name: "log.filter", value: "café"), .init(name: "log.sort", value: "day")],
        finishedTutorials: ["camera", "log"]
    )

    private func update(
        _ parts: AuthComponents,
        _ account: Auth.Account,
        _ settings: Auth.UserSettings,
        _ fields: [String],
        expecting version: Int64 = 0
    ) async throws -> Auth.UserSettings {
        try await parts.userSettings.updateSettings(
            .init(settings: settings, fields: fields, expectedVersion: version),
            context: .test(user: account.id)
        )
    }

    private func read(_ parts: AuthComponents, _ account: Auth.Account) async throws -> Auth.UserSettings {
        try await parts.userSettings.getSettings(.init(), context: .test(user: account.id))
    }

    @Test("with unknown values are rejected by the names of all wrong fields, and change nothing")
    func rejected() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            let wrong = Auth.UserSettings(
                units: .unrecognized(9),
                currency: "XXX",
                language: "de",
                timeZone: "Mars/Olympus",
                theme: .unrecognized(9),
                palette: .unrecognized(9),
                textSize: .unrecognized(9),
                choices: [.init(name: "a b", value: String(repeating: "x", count: 501))],
                finishedTutorials: ["", "log"]
            )
            let fields = SettingsField.allCases.map(\.rawValue)
            let rejected = await status { try await update(parts, account, wrong, fields) }
            #expect(rejected?.code == .invalidArgument)
            #expect(
                rejected?.fieldViolations.map(\.field) == [
                    "settings.units", "settings.currency", "settings.language", "settings.time_zone", "settings.theme",
                    "settings.palette", "settings.text_size", "settings.choices[0].name", "settings.choices[0].value",
                    "settings.finished_tutorials[0]",
                ]
            )
            let many = Auth.UserSettings(choices: (0...50).map { .init(name: "c\($0)", value: "x") })
            let cases: [(Auth.UserSettings, [String], [String])] = [
                (many, ["choices"], ["settings.choices"]), (.init(), [], ["fields"]),
                (.init(), ["units", "version"], ["fields[1]"]),
                (.init(timeZone: "GMT+3"), ["time_zone"], ["settings.time_zone"]),
                (.init(timeZone: "../etc/passwd"), ["time_zone"], ["settings.time_zone"]),
                (.init(currency: "cad"), ["currency"], ["settings.currency"]),
            ]
            for (settings, fields, expected) in cases {
                let rejected = await status { try await update(parts, account, settings, fields) }
                #expect(rejected?.fieldViolations.map(\.field) == expected)
            }
            #expect(try await environment.count("account_parts") == 0)
            #expect(try await read(parts, account) == Auth.UserSettings())
        }
    }

    @Test("come back as they were set, encrypted, and are nobody else's")
    func roundTrip() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            let other = try await parts.register(.test(username: "Berta8", email: "berta@example.org"))
            let set = try await update(parts, account, Self.everything, SettingsField.allCases.map(\.rawValue))
            var expected = Self.everything
            expected.version = 1
            #expect(set == expected)
            #expect(try await read(parts, account) == expected)
            #expect(try await read(parts, other) == Auth.UserSettings())
            let stored: [UInt8] = try await environment.pool.query("SELECT content FROM account_parts")[0]["content"]
            #expect(!stored.contains("café".utf8))
        }
    }

    @Test("are merged by field, and keep their version when nothing changes")
    func merged() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            _ = try await update(parts, account, .init(theme: .dark), ["theme"])
            let both = try await update(parts, account, .init(units: .metric, theme: .light), ["units"], expecting: 1)
            #expect(both.theme == .dark && both.units == .metric && both.version == 2)
            #expect(try await update(parts, account, .init(units: .metric), ["units"]).version == 2)
            let late = await status {
                try await update(parts, account, .init(units: .imperial), ["units"], expecting: 1)
            }
            #expect(late?.code == .aborted && late?.reason == .versionConflict)
            async let first = update(parts, account, .init(currency: "USD"), ["currency"])
            async let second = update(parts, account, .init(textSize: .large), ["text_size"])
            _ = try await (first, second)
            let merged = try await read(parts, account)
            #expect(
                merged.currency == "USD" && merged.textSize == .large && merged.units == .metric && merged.version == 4
            )
        }
    }

    @Test("remember choices by name until they are forgotten, at most 50")
    func choices() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            func remember(_ choices: [String: String]) async throws -> [String: String] {
                let settings = Auth.UserSettings(choices: choices.map { .init(name: $0.key, value: $0.value) })
                let changed = try await update(parts, account, settings, ["choices"])
                return Dictionary(uniqueKeysWithValues: changed.choices.map { ($0.name, $0.value) })
            }
            #expect(try await remember(["a": "1", "b": "2"]) == ["a": "1", "b": "2"])
            #expect(try await remember(["b": "3", "c": "4"]) == ["a": "1", "b": "3", "c": "4"])
            #expect(try await remember(["a": ""]) == ["b": "3", "c": "4"])
            let more = Dictionary(uniqueKeysWithValues: (0..<49).map { ("x\($0)", "1") })
            #expect(await status { try await remember(more) }?.fieldViolations.map(\.field) == ["settings.choices"])
            let off = try await update(parts, account, .init(forgetsChoices: true), ["forgets_choices"])
            #expect(off.choices.isEmpty)
            #expect(try await remember(["a": "1"]) == [:])
            _ = try await update(parts, account, .init(), ["forgets_choices"])
            #expect(try await remember(["a": "1"]) == ["a": "1"])
        }
    }

    @Test("of language and time zone are in the next tokens, and former ones are renewed")
    func claims() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let account = try await parts.register()
            let before = try await environment.signedIn(parts).user
            #expect(before.language == .english && before.timeZone == nil)
            _ = try await update(parts, account, .init(theme: .dark), ["theme"])
            #expect(try await environment.count("revocations") == 0)
            let chosen = Auth.UserSettings(language: "fr", timeZone: "America/St_Johns")
            _ = try await update(parts, account, chosen, ["language", "time_zone"])
            #expect(try await environment.count("revocations") == 1)
            // Signing in with an English device does not change the language that was chosen.
            let after = try await environment.signedIn(parts).user
            #expect(after.language == .french && after.timeZone == "America/St_Johns")
            #expect(after.tokenTime > before.tokenTime)
            _ = try await update(parts, account, .init(), ["language", "time_zone"])
            let open = try await environment.signedIn(parts).user
            #expect(open.language == .english && open.timeZone == nil)
        }
    }
}
