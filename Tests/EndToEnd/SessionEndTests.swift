import AuthMessages
import BudgetMessages
import Foundation
import LocalDeployment
import OCRMessages
import RPC
import Testing

extension EndToEndTests {
    @Suite("The end of a session", .timeLimit(.minutes(5)))
    struct SessionEndTests {
        /// How soon an ended session must be refused everywhere.
        ///
        /// PROTOCOL.md says four seconds; the rest is for a busy machine.
        private static let limit = Duration.seconds(15)

        private func signOut(_ user: TestUser) async throws {
            _ = try await Auth.SessionsClient(channel: user.channel)
                .signOut(.init(refreshToken: user.tokens.refreshToken), options: CallOptions(timeout: .seconds(10)))
        }

        /// What a call fails with that is made again until it fails.
        private func refusal(by channel: RPCChannel, of user: TestUser) async throws -> StatusReason {
            try await eventually {
                let status = await status {
                    _ = try await Budget.PurchasesClient(channel: channel).listPurchases(
                        .init(),
                        options: user.options()
                    )
                }
                return status?.code == .unauthenticated ? status?.reason : nil
            }
        }

        /// A stream that stays open for as long as its user may see it, once it has begun.
        private func watch(_ purchase: Budget.Purchase, over channel: RPCChannel, by user: TestUser) async throws
            -> Task<Status?, Never>
        {
            let (began, continuation) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                await status {
                    try await Budget.PurchasesClient(channel: channel).watchPurchase(
                        .init(purchaseID: purchase.id),
                        options: user.options(timeout: .seconds(120))
                    ) { stream in
                        for try await _ in stream { continuation.yield() }
                    }
                }
            }
            for await _ in began { break }
            return task
        }

        @Test("ends its streams and refuses its calls within 15 s, at the gateway and a service, also after restarts")
        func everywhere() async throws {
            let user = try await TestUser.new()
            let deployment = user.deployment
            let purchase = try await user.recordSample()
            // As the gateway has it: a service must not depend on the gateway's check.
            let direct = try deployment.local.channel(to: "budget", as: "gateway")
            defer { direct.close() }
            let other = try deployment.local.gatewayChannel()
            defer { other.close() }
            let (atGateway, atService) = (
                try await watch(purchase, over: other, by: user), try await watch(purchase, over: direct, by: user)
            )
            let start = ContinuousClock.now
            try await signOut(user)
            for stream in [atGateway, atService] { #expect(await stream.value?.reason == "SESSION_ENDED") }
            for channel in [other, direct] { #expect(try await refusal(by: channel, of: user) == "SESSION_ENDED") }
            #expect(ContinuousClock.now - start < Self.limit)

            for program in ["gateway", "budget"] { try await deployment.killAndRestart(program) }
            try await deployment.waitUntilHealthy()
            for channel in [other, direct] {
                let first = await status {
                    _ = try await Budget.PurchasesClient(channel: channel).listPurchases(
                        .init(),
                        options: user.options()
                    )
                }
                #expect(first?.reason == "SESSION_ENDED")
            }
        }

        /// How its user ends a session from another device.
        enum Way: CaseIterable {
            case alone, withAllOthers, byPasswordChange
        }

        private func end(_ lost: TestUser, _ way: Way, by user: TestUser) async throws {
            let (sessions, options) = (Auth.SessionsClient(channel: user.channel), user.options())
            switch way {
            case .alone:
                let all = try await sessions.listSessions(.init(), options: options).sessions
                let other = try #require(all.first { !$0.isCurrent })
                _ = try await sessions.endSession(.init(sessionID: other.id), options: options)
            case .withAllOthers: _ = try await sessions.endOtherSessions(.init(), options: options)
            case .byPasswordChange:
                let request = Auth.ChangePasswordRequest(currentPassword: user.password, newPassword: "Better-horse-8!")
                _ = try await Auth.AccountsClient(channel: user.channel).changePassword(request, options: options)
            }
        }

        /// A watch of the user's purchases that stays open for as long as its user may see them, once it has begun.
        private func watchPurchases(over channel: RPCChannel, by user: TestUser) async throws -> Task<Status?, Never> {
            let (began, continuation) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                await status {
                    try await Budget.PurchasesClient(channel: channel).watchPurchases(
                        .init(),
                        options: user.options(timeout: .seconds(120))
                    ) { stream in
                        for try await _ in stream { continuation.yield() }
                    }
                }
            }
            for await _ in began { break }
            return task
        }

        @Test(
            "comes from another device, too: there it ends within 15 s, and the other one goes on",
            arguments: Way.allCases
        )
        func fromAnotherDevice(way: Way) async throws {
            let lost = try await TestUser.new()
            let user = try await lost.signedInAgain()
            let direct = try user.deployment.local.channel(to: "budget", as: "gateway")
            defer { direct.close() }
            let streams = [
                try await watchPurchases(over: user.channel, by: lost),
                try await watchPurchases(over: direct, by: lost),
            ]
            let start = ContinuousClock.now
            try await end(lost, way, by: user)
            for stream in streams { #expect(await stream.value?.reason == "SESSION_ENDED") }
            for channel in [user.channel, direct] {
                #expect(try await refusal(by: channel, of: lost) == "SESSION_ENDED")
            }
            #expect(ContinuousClock.now - start < Self.limit)
            let sessions = Auth.SessionsClient(channel: user.channel)
            let renewal = await status {
                _ = try await sessions.refreshSession(.init(refreshToken: lost.tokens.refreshToken))
            }
            #expect(renewal?.reason == "SESSION_ENDED")
            _ = try await user.purchases.listPurchases(.init(), options: user.options())
            #expect(
                try await sessions.listSessions(.init(), options: user.options()).sessions.map(\.isCurrent) == [true]
            )
            _ = try await sessions.refreshSession(.init(refreshToken: user.tokens.refreshToken))
        }

        @Test("leaves a new password in force within 15 s, and the former one not")
        func newPassword() async throws {
            let user = try await TestUser.new()
            let start = ContinuousClock.now
            try await end(user, .byPasswordChange, by: user)
            let sessions = Auth.SessionsClient(channel: user.channel)
            let options = CallOptions(timeout: .seconds(10))
            _ = try await sessions.signIn(.init(name: user.username, password: "Better-horse-8!"), options: options)
            #expect(ContinuousClock.now - start < Self.limit)
            let former = await status {
                _ = try await sessions.signIn(.init(name: user.username, password: user.password), options: options)
            }
            #expect(former?.reason == "WRONG_CREDENTIALS")
        }

        @Test("does not come with a withdrawn consent, which ends streams and has tokens renewed within 15 s")
        func consents() async throws {
            let user = try await TestUser.new()
            let stream = try await watch(try await user.recordSample(), over: user.channel, by: user)
            let consents = Auth.ConsentsClient(channel: user.channel)
            func set(_ given: Bool) async throws {
                _ = try await consents.setConsent(
                    .init(kind: .communityMappings, given: given),
                    options: user.options()
                )
            }
            try await set(true)
            let start = ContinuousClock.now
            try await set(false)
            #expect(await stream.value?.reason == "TOKEN_EXPIRED")
            #expect(try await refusal(by: user.channel, of: user) == "TOKEN_EXPIRED")
            #expect(ContinuousClock.now - start < Self.limit)
            let renewed = try await Auth.SessionsClient(channel: user.channel)
                .refreshSession(
                    .init(refreshToken: user.tokens.refreshToken),
                    options: CallOptions(timeout: .seconds(10))
                )
            let options = CallOptions(timeout: .seconds(20), accessToken: renewed.accessToken)
            _ = try await user.purchases.listPurchases(.init(), options: options)
            #expect(try await consents.listConsents(.init(), options: options).consents.allSatisfy { !$0.given })
        }

        @Test("is seen within 15 s once auth is back, and what was seen before lasts while auth is away")
        func authAway() async throws {
            let (gone, user) = (try await TestUser.new(), try await TestUser.new())
            let deployment = user.deployment
            try await signOut(gone)
            #expect(try await refusal(by: deployment.channel, of: gone) == "SESSION_ENDED")
            try await deployment.kill("auth")
            #expect(try await refusal(by: deployment.channel, of: gone) == "SESSION_ENDED")
            // Others are served meanwhile.
            _ = try await user.purchases.listPurchases(.init(), options: user.options())
            try deployment.local.start("auth")
            try await deployment.waitUntilHealthy()
            let start = ContinuousClock.now
            try await signOut(user)
            #expect(try await refusal(by: deployment.channel, of: user) == "SESSION_ENDED")
            #expect(ContinuousClock.now - start < Self.limit)
        }
    }
}
