import AuthMessages
import Foundation
import Foundations
import LocalDeployment
import NotificationsMessages
import PersonalMessages
import Postgres
import PostgresTestSupport
import RPC
import Testing

extension EndToEndTests {
    @Suite("A back-up", .timeLimit(.minutes(10)))
    struct BackUpTests {
        private static let services = ["auth", "budget", "catalog", "notifications", "ocr", "orders"]

        /// Runs a script of `deploy/back-up` on a deployment's database.
        private func run(_ script: String, _ arguments: [String], _ deployment: TestDeployment) async throws
            -> Shell.Outcome
        {
            let path = Repository.root.appending(path: "deploy/back-up/\(script)").path
            return try await Shell.attempt(path, arguments, environment: deployment.clientEnvironment)
        }

        /// Runs `erase-again.sql` as an operator does.
        /// - Parameter preparing: what happens before it, and is undone if it fails.
        private func eraseAgain(
            _ deployment: TestDeployment,
            limit: Int? = nil,
            preparing: String = "SELECT"
        ) async throws -> Shell.Outcome {
            let sql = Repository.root.appending(path: "deploy/back-up/erase-again.sql").path
            let limits = limit.map { ["--set", "limit=\($0)"] } ?? []
            let arguments = ["psql", "--no-psqlrc", "--single-transaction", "--command", preparing, "--file", sql]
            return try await Shell.attempt(
                "/usr/bin/env",
                arguments + limits,
                environment: deployment.clientEnvironment
            )
        }

        /// Checks that nobody is erased when more accounts have no key than usual, or than an operator allows.
        private func expectRefusals(_ deployment: TestDeployment) async throws {
            for (limit, preparing) in [(nil, "DELETE FROM auth.person_keys"), (0, "SELECT")] as [(Int?, String)] {
                let refused = try await eraseAgain(deployment, limit: limit, preparing: preparing)
                #expect(refused.status != 0 && refused.output.contains("nobody is erased"), "\(refused.output)")
            }
        }

        /// What a service's own code reads of a person, up to where it can't read on.
        private func read(_ user: TestUser, from service: String) async throws -> String {
            let channel = try user.deployment.local.channel(to: service, as: "auth")
            let text = Collected()
            do {
                try await Personal.PersonalDataClient(channel: channel).exportPerson(
                    .init(userID: user.tokens.accountID, language: "en"),
                    options: CallOptions(timeout: .seconds(30))
                ) { parts in
                    for try await message in parts {
                        switch message.part {
                        case .record(let record): await text.add(record)
                        case .contents(let bytes): await text.add(String(decoding: bytes, as: UTF8.self))
                        default: continue
                        }
                    }
                }
            } catch let status as Status {
                await text.end(by: status)
            }
            channel.close()
            // A service that can't be reached proves nothing.
            #expect(await [nil, .internalError].contains(text.failure?.code), "\(service)")
            return await text.text
        }

        private actor Collected {
            private(set) var text = ""
            private(set) var failure: Status?

            func add(_ part: String) { text += part + "\n" }
            func end(by status: Status) { failure = status }
        }

        private func found(_ texts: Markers, of user: TestUser) async throws -> [String: Set<String>] {
            var found: [String: Set<String>] = [:]
            for service in Self.services { found[service] = texts.found(in: try await read(user, from: service)) }
            return found
        }

        /// Somebody with data in every service, who has been told what became of a receipt.
        private func fill(_ deployment: TestDeployment, _ markers: inout Markers) async throws -> TestUser {
            let user = try await MarkedUser.new(of: deployment, &markers)
            _ = try await eventually {
                try await user.inbox.listNotifications(.init(), options: user.options()).notifications.first
            }
            // The store of the sample receipt, of which notifications tell.
            markers.add("Juniper")
            let push = Notifications.RegisterPushDeviceRequest(
                endpoint: "https://localhost:9/" + markers.make("push"),
                publicKey: try await Notifications.WebPushClient(channel: user.channel)
                    .getPushKey(.init(), options: user.options()).publicKey,
                secret: [UInt8](repeating: 1, count: 16)
            )
            _ = try await Notifications.WebPushClient(channel: user.channel)
                .registerPushDevice(push, options: user.options(key: UUID().uuidString))
            return user
        }

        /// Waits until services have told one another everything.
        private func settle(_ deployment: TestDeployment) async throws {
            _ = try await eventually {
                for service in Self.services {
                    let rows = try await deployment.query("SELECT 1 FROM \(identifier: service).outbox LIMIT 1")
                    guard rows.isEmpty else { return nil as Bool? }
                }
                return true
            }
        }

        /// Replaces the database of a deployment by a back-up.
        private func restore(_ dump: URL, _ keys: URL, _ deployment: TestDeployment) async throws {
            #expect(await deployment.local.stopAll() == [])
            let refused = try await run("restore.sh", [dump.path, keys.path], deployment)
            #expect(refused.status == 1 && refused.output.contains("the database is not empty"), "\(refused.output)")
            let server = PostgresPool(
                configuration: deployment.local.superuserConfiguration(database: "postgres"),
                logger: TestDatabase.quietLogger
            )
            try await server.execute("ALTER DATABASE larder RENAME TO former")
            try await server.execute("CREATE DATABASE larder")
            await server.close()
            let restored = try await run("restore.sh", [dump.path, keys.path], deployment)
            #expect(restored.status == 0, "\(restored.output)")
            try await expectRefusals(deployment)
            try await deployment.local.prepare()
            try deployment.local.startAll()
            try await deployment.waitUntilHealthy()
        }

        /// Checks that a back-up whose keys could not be dumped leaves both files as they were.
        private func expectBothOrNeither(_ folder: URL, _ deployment: TestDeployment) async throws {
            func contents() throws -> [String: Data] {
                let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                return Dictionary(
                    uniqueKeysWithValues: try files.map { ($0.lastPathComponent, try Data(contentsOf: $0)) }
                )
            }
            let tools = folder.deletingLastPathComponent().appending(path: "larder-tools-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: tools) }
            try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: false)
            let tool = tools.appending(path: "pg_dump")
            let real = try await Shell.run("/bin/bash", ["-c", "command -v pg_dump"])
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let script = "#!/bin/bash\n[[ \" $* \" == *' --data-only '* ]] && exit 1\nexec \(real) \"$@\"\n"
            try Data(script.utf8).write(to: tool)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool.path)
            let before = try contents()
            let path = Repository.root.appending(path: "deploy/back-up/back-up.sh").path
            let failed = try await Shell.attempt(
                "/bin/bash",
                ["-c", "PATH=$1:$PATH exec \"$0\" \"$2\"", path, tools.path, folder.path],
                environment: deployment.clientEnvironment
            )
            #expect(failed.status == 1, "\(failed.output)")
            #expect(try contents() == before)
        }

        @Test("shows nothing of who was erased after it was made, and is whole for everybody else")
        func erased() async throws {
            let deployment = try await TestDeployment.replaceable()
            let folder = FileManager.default.temporaryDirectory.appending(path: "larder-back-up-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            var (his, hers) = (Markers(), Markers())
            let (leaving, staying) = (try await fill(deployment, &his), try await fill(deployment, &hers))
            try await settle(deployment)
            let (before, others) = (try await found(his, of: leaving), try await found(hers, of: staying))
            // The address, the purchase, the choice, what notifications tell, and the photo's reading.
            #expect(before["auth"]?.contains("\(leaving.username)@example.org") == true)
            for service in ["budget", "notifications"] { #expect(before[service]?.contains("Juniper") == true) }
            #expect(before["catalog"]?.isEmpty == false)

            let made = try await run("back-up.sh", [folder.path], deployment)
            #expect(made.status == 0, "\(made.output)")
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(files.count == 2 && files.last == "person-keys.dump")
            let (dump, keys) = (folder.appending(path: files[0]), folder.appending(path: "person-keys.dump"))
            let copy = folder.appending(path: "first.dump")
            try FileManager.default.copyItem(at: dump, to: copy)
            let readable = try await expectSealed(copy, his, in: folder)

            _ = await leaving.close()
            try await leaving.erase()
            try await expectBothOrNeither(folder, deployment)
            let again = try await run("back-up.sh", [folder.path], deployment)
            #expect(again.status == 0, "\(again.output)")
            try await restore(copy, keys, deployment)

            for (service, texts) in try await found(his, of: leaving) {
                #expect(texts.subtracting(readable[service] ?? []) == [], "\(service)")
                let left = try await deployment.query(
                    "SELECT 1 FROM \(identifier: service).person_keys WHERE user_id = \(try leaving.account)"
                )
                #expect(left.isEmpty, "\(service)")
            }
            #expect(await status { _ = try await leaving.signedInAgain() } != nil)
            _ = try await staying.signedInAgain()
            #expect(try await found(hers, of: staying) == others)

            let erased = try await eraseAgain(deployment)
            #expect(erased.status == 0 && erased.output.contains("1 of 2 accounts"), "\(erased.output)")
            try await leaving.awaitErasure()
            #expect(try await leaving.tables().subtracting(TestUser.tablesAfterErasure) == [])
            _ = try await staying.signedInAgain()
            _ = await deployment.local.stopAll()
            try await deployment.local.stopDatabase()
        }

        /// Checks that a dump has somebody's texts only where the inventory says that they are readable.
        /// - Returns: The texts that are, by service.
        private func expectSealed(_ dump: URL, _ texts: Markers, in folder: URL) async throws -> [String: Set<String>] {
            let sql = folder.appending(path: "first.sql")
            _ = try await Shell.run("/usr/bin/env", ["pg_restore", "--file", sql.path, dump.path])
            let found = try await FoundText.all(texts.all, in: sql)
            #expect(found.contradictions.filter { $0.text != "Juniper" } == [])
            #expect(found.contains { $0.column == "auth.accounts.username" })
            let told = found.filter { $0.text == "Juniper" && $0.schema == "notifications" }
            #expect(told == [])
            let text = try String(contentsOf: sql, encoding: .utf8)
            for service in Self.services { #expect(!text.contains("COPY \(service).person_keys"), "the dump has keys") }
            let open = found.filter { $0.kind == "readable" || $0.kind == "unsealed" }
            return Dictionary(grouping: open, by: \.schema).mapValues { Set($0.map(\.text)) }
        }
    }
}
