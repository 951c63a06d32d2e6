import AuthMessages
import BudgetMessages
import EventsMessages
import Foundation
import Foundations
import LocalDeployment
import Postgres
import PostgresTestSupport
import RPC
import RPCStubs
import RPCValues
import Testing

extension EndToEndTests {
    /// Operators by role: the command line at the gateway, with the session of a person who has signed in with a second factor.
    @Suite("Operators", .timeLimit(.minutes(5)))
    struct OperatorTests {
        /// Every command, and who may run it beside administrators.
        private static let commands: [[String]] = [
            ["mappings"], ["reports"], ["notices"], ["notices", "retry"], ["keys"], ["keys", "rewrap"],
            ["rates"], ["rates", "history", "--to", "CAD"], ["tables"], ["tables", "history"], ["brokers"],
            ["events", "--service", "budget"], ["events", "list", "--service", "auth", "--state", "waiting"],
            ["events", "drop", "--service", "catalog", "--receiver", "nobody"],
        ]
        private static let moderators: [[String]] = [["mappings"], ["reports"]]
        /// As `larder help exit-status` has them.
        private static let forbidden: Int32 = 79

        @Test("without the role are refused as anybody is; with it, without a second factor, they learn how to get one")
        func refused() async throws {
            let deployment = try await TestDeployment.shared
            let user = try await TestUser.new()
            let run = try OperatorCommandLine(user)
            defer { run.remove() }
            try await run.signIn()
            for command in Self.commands {
                let refused = try await run(command)
                #expect(refused.status == Self.forbidden && refused.output.contains("not for you"), "\(command)")
            }
            await #expect { try await deployment.local.makeAdministrator(user.username) } throws: {
                "\($0)".contains("authenticator app or a passkey")
            }
            // A factor that is only added changes nothing: the session began without it.
            _ = try await user.addAuthenticatorApp()
            _ = try await deployment.local.makeAdministrator(user.username)
            // The role is known everywhere within seconds.
            _ = try await eventually {
                try await run(["keys"]).output.contains("larder factors add-app") ? true : nil
            }
            for command in Self.commands + [["roles"], ["plan", user.username, "pro"]] {
                let refused = try await run(command)
                #expect(refused.status == Self.forbidden, "\(command): \(refused.output)")
                #expect(refused.output.contains("larder factors add-app"), "\(command): \(refused.output)")
            }
        }

        @Test(
            "who have signed in with a second factor keep the deployment, and what they do is recorded with who did it"
        )
        func signedIn() async throws {
            let deployment = try await TestDeployment.shared
            let admin = try await OperatorCommandLine.administrator()
            defer { admin.remove() }
            let operating = try await TestUser.new()
            let early = try await admin(["grant", operating.username, "operator"])
            #expect(early.status != 0 && early.output.contains("authenticator app or a passkey"), "\(early.output)")
            let operatorCodes = try await operating.addAuthenticatorApp()
            #expect(try await admin(["grant", operating.username, "operator"]).status == 0)
            #expect(try await admin(["roles"]).output.contains(operating.username))

            let run = try OperatorCommandLine(operating)
            defer { run.remove() }
            try await run.signIn(code: operatorCodes[0])
            for command in Self.commands {
                let outcome = try await run(command)
                // Nothing is parked for a receiver that there is not.
                let expected: Int32 = command.contains("drop") ? 66 : 0
                #expect(outcome.status == expected, "\(command): \(outcome.output)")
            }
            #expect(try await run(["grant", operating.username, "administrator"]).status == Self.forbidden)
            let unknown = try await run(["events", "--service", "gateway"])
            #expect(
                unknown.status == 65 && unknown.output.contains("auth, budget, catalog, notifications, ocr, orders")
            )
            #expect(try await run(["keys", "rotate"]).status == 0)

            let account = try #require(UUID(uuidString: operating.tokens.accountID))
            let records = try await deployment.query(
                "SELECT action FROM auth.audit_records WHERE actor_id = \(account) ORDER BY id"
            )
            let actions = Set(try records.map { try $0["action"] as String })
            #expect(actions == ["keys_rewrapped", "signing_key_rotated"])
            for (program, method) in [
                ("budget", "larder.events.v1.EventOperations/ListEvents"),
                ("catalog", "larder.catalog.v1.FeedbackReports/ListFeedbackReports"),
                ("notifications", "larder.notifications.v1.NoticeOperations/RetryFailures"),
                ("auth", "larder.auth.v1.KeyOperations/RotateSigningKey"),
            ] {
                let file = deployment.local.log(of: ProgramInstance(program, number: 1))
                let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                let isLogged = lines.contains {
                    $0.contains("a call of staff") && $0.contains(method) && $0.contains(account.canonical)
                }
                #expect(isLogged, "\(program)")
            }
            // A role that is withdrawn ends at once, whatever the factor.
            #expect(try await admin(["withdraw", operating.username, "operator"]).status == 0)
            _ = try await eventually { try await run(["keys"]).status == Self.forbidden ? true : nil }
        }

        @Test("who are moderators decide about mappings and reports, and nothing else")
        func moderators() async throws {
            let deployment = try await TestDeployment.shared
            var strong = try await TestUser.new().withSecondFactor()
            _ = try await deployment.local.makeAdministrator(strong.username)
            strong = try await strong.refreshed()
            let user = try await TestUser.new()
            let codes = try await user.addAuthenticatorApp()
            _ = try await Auth.RolesClient(channel: deployment.channel)
                .grantRole(.init(username: user.username, role: .moderator), options: strong.options())
            let run = try OperatorCommandLine(user)
            defer { run.remove() }
            try await run.signIn(code: codes[0])
            for command in Self.commands {
                let isOpen = Self.moderators.contains(command)
                #expect(try await run(command).status == (isOpen ? 0 : Self.forbidden), "\(command)")
            }
        }

        @Test("present no certificate: that of the deployment opens none of their methods, at the gateway or a service")
        func certificate() async throws {
            let deployment = try await TestDeployment.shared
            for program in ["gateway", "budget"] {
                let channel = try deployment.local.channel(to: program, as: "operator")
                defer { channel.close() }
                let client = Events.EventOperationsClient(channel: channel)
                let refused = await status {
                    _ = try await client.listEvents(.init(), options: CallOptions(timeout: .seconds(10)))
                }
                #expect(refused?.reason == .signInRequired, "\(program)")
                // What is broken can be looked into.
                let diagnostics = RPCMessages.DiagnosticsClient(channel: channel)
                _ = try await diagnostics.listServers(.init(), options: CallOptions(timeout: .seconds(10)))
            }
        }

        @Test("have a command on auth's host for signing keys that leaked, when none of them can sign in")
        func hostCommand() async throws {
            let deployment = try await TestDeployment.shared
            let user = try await TestUser.new()
            let said = try await deployment.local.runHostCommand(of: "auth", ["revoke-signing-keys"])
            #expect(said.contains("rejected"))
            _ = try await eventually {
                let refused = await status {
                    _ = try await user.purchases.listPurchases(.init(), options: user.options())
                }
                return refused?.reason == .tokenExpired ? true : nil
            }
            // Until auth has noticed it, it signs with what nobody accepts any more.
            _ = try await eventually {
                let renewed = try await user.signedInAgain()
                let refused = await status {
                    _ = try await renewed.purchases.listPurchases(.init(), options: renewed.options())
                }
                return refused == nil ? true : nil
            }
        }
    }
}
