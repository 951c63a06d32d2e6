import ArgumentParser
import LarderClient
import LarderClientTestSupport
import Testing

@testable import larder

@Suite("status, inbox, eateries, products", .timeLimit(.minutes(5)))
struct OtherCommandTests {
    @Test("status exits with 1 when a service is not serving, and still prints the table")
    func unhealthy() async throws {
        try await TestGateway.with { gateway async throws in
            let run = CommandRun(gateway: gateway)
            #expect(try await run("status").exit == .failed)
            gateway.state {
                $0.health = [
                    .init(service: "auth", status: .serving, healthyInstances: 1, instances: 1),
                    .init(service: "ocr", status: .notServing, explanation: "No database.", instances: 1),
                    .init(service: "gateway", status: .serving, healthyInstances: 1, instances: 1),
                ]
            }
            let printed = try await run("status")
            #expect(printed.exit == .failed)
            #expect(printed.out.contains("ocr      not serving     0 of 1  No database."))
            // However many there are: a gateway knows of no other.
            #expect(printed.out.contains("gateway  serving       this one"))
            #expect(printed.error.isEmpty)
            let json = try await run("status", "--json")
            #expect(json.exit == .failed)
            #expect((try json.document()["services"] as? [Any])?.count == 3)
        }
    }

    @Test("status exits with 0 when all are serving")
    func healthy() async throws {
        try await TestGateway.with { gateway async throws in
            gateway.state { $0.health = [.init(service: "auth", status: .serving)] }
            #expect(try await CommandRun(gateway: gateway)("status").exit == .ok)
        }
    }

    @Test("An unreachable gateway is named with the reason")
    func unreachable() async throws {
        try await TestGateway.with { gateway async throws in
            let run = CommandRun(gateway: gateway)
            await gateway.stop()
            let printed = try await run("status")
            #expect(printed.exit == .unavailable)
            #expect(printed.error.contains("No Larder can be reached at \(gateway.endpoint): connection refused."))
            #expect(printed.error.contains("Try again in 2 s."))
        }
    }

    @Test("The inbox marks unread entries, and all can be marked as read")
    func inbox() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            #expect(try await run("inbox").out == "Your inbox is empty.\n")
            gateway.state { state in
                state.records.inbox = (0..<450).map { number in
                    .init(
                        id: "note-\(number)",
                        title: "Receipt ready",
                        message: "Line\nbreak",
                        createdAt: .init(seconds: 0),
                        readAt: number == 1 ? .init(seconds: 1) : nil
                    )
                }
            }
            let lines = try await run("inbox", "--limit", "2").out.split(separator: "\n")
            #expect(lines.count == 4)
            #expect(lines[1].hasPrefix("● unread"))
            #expect(lines[1].contains("Line break"))
            #expect(lines[2].hasPrefix(" "))
            #expect(lines[3] == "449 unread.")
            let unread = try await run("inbox", "--unread", "--json", "--limit", "1000").document()
            #expect((unread["notifications"] as? [Any])?.count == 449)
            #expect(try await run("inbox", "read", "--all").out == "449 entries are marked as read; 0 unread.\n")
            #expect(gateway.state { $0.records.markedBatches.map(\.count) } == [200, 200, 49])
        }
    }

    @Test("Naming no entries, or all and some, is a usage error", arguments: [[], ["--all", "note-1"]])
    func readWhat(arguments: [String]) {
        for command in ["read", "delete"] {
            #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["inbox", command] + arguments) }
        }
    }

    @Test("Entries of the inbox are deleted, and how to restore them is named")
    func deletion() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            gateway.state { state in
                state.records.inbox = (0..<250).map { .init(id: "note-\($0)", createdAt: .init(seconds: 0)) }
            }
            let deleted = try await run("inbox", "delete", "note-1", "note-2").out
            #expect(
                deleted == """
                    2 entries are deleted; 248 unread.
                    To undo this within 24 hours: larder inbox restore note-1 note-2

                    """
            )
            #expect(try await run("inbox", "delete", "note-1").exit == .notFound)
            let many = (3..<248).map { "note-\($0)" }
            #expect(try await run(["inbox", "delete"] + many).exit == .ok)
            #expect(gateway.state { $0.records.deletedBatches.map(\.count) } == [2, 1, 200, 45])
        }
    }

    @Test("All entries of the inbox are deleted up to the newest one at that time")
    func deletionOfAll() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            #expect(try await run("inbox", "delete", "--all").out == "Your inbox is empty.\n")
            gateway.state { state in
                state.records.inbox = (0..<3).map { .init(id: "note-\($0)", createdAt: .init(seconds: 0)) }
            }
            let deleted = try await run("inbox", "delete", "--all").out
            #expect(
                deleted == """
                    3 entries are deleted; 0 unread.
                    To undo this within 24 hours: larder inbox restore --deletion deletion-1

                    """
            )
            #expect(gateway.state { $0.records.deletedUpTo } == ["note-0"])
            #expect(gateway.state { $0.records.keys.count } == 1)
            gateway.state { $0.records.inbox = [.init(id: "note-3")] }
            let json = try await run("inbox", "delete", "--all", "--json").document()
            #expect(json["deletionId"] as? String == "deletion-1")
        }
    }

    @Test("Deleted entries are restored by their ids or by their deletion, and not by both")
    func restoration() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            gateway.state { $0.records.inbox = [.init(id: "note-1")] }
            let restored = "What was deleted is restored; 1 unread.\n"
            #expect(try await run("inbox", "restore", "note-1", "note-2").out == restored)
            #expect(try await run("inbox", "restore", "--deletion", "deletion-1").out == restored)
            #expect(
                gateway.state { $0.records.restored } == [
                    .init(notificationIDs: ["note-1", "note-2"]), .init(deletionID: "deletion-1"),
                ]
            )
            for arguments in [[], ["note-1", "--deletion", "deletion-1"]] {
                #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["inbox", "restore"] + arguments) }
            }
        }
    }

    @Test("Kinds of notices are listed, and switched on and off")
    func notices() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let lines = try await run("notices").out.split(separator: "\n")
            #expect(lines.count == 5)
            #expect(lines[0].hasPrefix("Kind "))
            #expect(lines[1].hasPrefix("receipt_ready ") && lines[1].hasSuffix(" together, once a day"))
            #expect(lines[2].hasPrefix("receipt_failed ") && lines[2].contains(" no "))
            #expect(lines[3].hasPrefix("order_chat ") && lines[3].contains(" always "))
            #expect(lines[4] == "No quiet hours. Daily messages at 08:00, reminders at 20:00, UTC.")
            let off = try await run("notices", "off", "receipt_ready").out
            #expect(off == "Receipt ready: no longer comes to your inbox.\n")
            #expect(try await run("notices", "on", "receipt_ready").out == "Receipt ready: comes to your inbox.\n")
            #expect(
                gateway.state { $0.records.noticeChoices } == [
                    .init(kind: "receipt_ready", channel: .inbox),
                    .init(kind: "receipt_ready", channel: .inbox, isOn: true),
                ]
            )
        }
    }

    @Test("Channels, frequency, quiet hours and devices of notices are set")
    func noticeSettings() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let mail = try await run("notices", "on", "receipt_ready", "--channel", "email").out
            #expect(mail == "Receipt ready: comes by e-mail.\n")
            #expect(gateway.state { $0.records.noticeChoices.map(\.channel) } == [.email])
            let hourly = try await run("notices", "frequency", "receipt_ready", "hourly").out
            #expect(hourly == "Receipt ready: together, every hour.\n")
            let quiet = try await run("notices", "quiet", "22:00", "7:30", "--time-zone", "Europe/Paris").out
            #expect(
                quiet
                    == "Quiet hours from 22:00 until 07:30. Daily messages at 08:00, reminders at 20:00, Europe/Paris.\n"
            )
            let daily = try await run("notices", "daily", "18:05").out
            #expect(
                daily
                    == "Quiet hours from 22:00 until 07:30. Daily messages at 18:05, reminders at 20:00, Europe/Paris.\n"
            )
            let none = try await run("notices", "quiet", "--none").out
            #expect(none == "No quiet hours. Daily messages at 18:05, reminders at 20:00, Europe/Paris.\n")
            let reminder = try await run("notices", "reminder", "21:15").out
            #expect(
                reminder == "No quiet hours. Daily messages at 18:05, reminders at 21:15, Europe/Paris.\n"
            )
            for arguments in [
                ["quiet"], ["quiet", "22:00"], ["quiet", "24:00", "07:00"], ["quiet", "22:00", "07:00", "--none"],
                ["reminder", "24:00"], ["reminder"],
            ] {
                #expect(throws: (any Error).self) { try LarderCommand.parseAsRoot(["notices"] + arguments) }
            }
            gateway.state { $0.records.pushDevices = [.init(id: "device-1", service: "fcm.googleapis.com")] }
            #expect(try await run("notices", "devices").out.contains("fcm.googleapis.com"))
            _ = try await run("notices", "devices", "--remove", "device-1")
            let empty = try await run("notices", "devices").out
            #expect(empty == "On no device do messages come while Larder is closed.\n")
        }
    }

    @Test("Eateries are listed with distance and closing time")
    func eateries() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            let printed = try await run("eateries", "--near", "49.6,-119.68")
            #expect(printed.out.contains("1.2 km  Harbour Café  cafe"))
            #expect(printed.out.contains("vegan, halal"))
            let nothing = try await run("eateries", "--near", "-33.8,151.2", "--radius", "500")
            #expect(nothing.out.contains("--radius 1000"))
        }
    }

    @Test("Products are found and shown")
    func products() async throws {
        try await TestGateway.with { gateway async throws in
            let run = try await CommandRun.signedIn(gateway)
            #expect(try await run("products", "search", "gold").out.contains("No product"))
            #expect(try await run("products", "search", "milk").out.contains("🥛  Milk     Dairy     l     product-1"))
            #expect(try await run("products", "show", "other").exit == .notFound)
            let shown = try await run("products", "show", "product-1").out
            #expect(shown.contains("Fridge  5 to 7 days"))
            #expect(shown.contains("Protein    3.3 g"))
            #expect(try await run("products", "categories").out.contains("🥛  Dairy     dairy"))
        }
    }
}
