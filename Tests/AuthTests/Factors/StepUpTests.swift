import AuthMessages
import Foundation
import FoundationsTestSupport
import NotificationsMessages
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Acts that need a recent proof", .timeLimit(.minutes(5)))
struct StepUpTests {
    /// A sensitive act of somebody who is signed in.
    enum Act: CaseIterable, Sendable {
        case changeEmail, changePassword, closeAccount, exportData, grantRole, withdrawRole

        /// Whether the request has the password, which is proof enough without a factor.
        var takesPassword: Bool {
            switch self {
            case .changeEmail, .changePassword, .closeAccount: true
            case .exportData, .grantRole, .withdrawRole: false
            }
        }

        func callAsFunction(
            _ environment: AuthTestEnvironment,
            _ parts: AuthComponents,
            by caller: SignedIn
        ) async throws {
            let password = "correct-horse-7"
            switch self {
            case .changeEmail:
                _ = try await parts.emails.changeEmail(
                    .init(currentPassword: password, newEmail: "new@example.org"),
                    context: caller.context()
                )
            case .changePassword: try await parts.changePassword(by: caller)
            case .closeAccount: try await parts.close(by: caller)
            case .exportData: try await parts.export(environment, by: caller)
            case .grantRole: try await parts.set(.moderator, of: "Bob", by: caller)
            case .withdrawRole: try await parts.set(.moderator, of: "Bob", granted: false, by: caller)
            }
        }

        /// What it leaves.
        func trace(_ environment: AuthTestEnvironment) async throws -> Bool {
            let condition: Statement =
                switch self {
                case .changeEmail: "EXISTS (SELECT 1 FROM account_mails WHERE kind = 'email_change')"
                case .changePassword: "EXISTS (SELECT 1 FROM accounts WHERE password_changed_at IS NOT NULL)"
                case .closeAccount: "EXISTS (SELECT 1 FROM accounts WHERE closed_at IS NOT NULL)"
                case .exportData: "EXISTS (SELECT 1 FROM audit_records WHERE action = 'exported')"
                case .grantRole: "EXISTS (SELECT 1 FROM account_roles WHERE role = 'moderator')"
                case .withdrawRole: "NOT EXISTS (SELECT 1 FROM account_roles WHERE role = 'moderator')"
                }
            return try await environment.pool.query("SELECT \(condition) AS is_done")[0]["is_done"]
        }
    }

    private func with(
        _ act: Act,
        _ body: (AuthTestEnvironment, AuthComponents, SignedIn) async throws -> Void
    ) async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            try await parts.register(.test(username: "Bob", email: "bob@example.org"))
            try await parts.addApp(environment, by: try await environment.signedIn(parts, "Bob"))
            if act == .withdrawRole { _ = try await parts.roles.set(.moderator, of: "Bob", granted: true, by: nil) }
            try await body(environment, parts, try await environment.signedIn(parts))
        }
    }

    @Test("are not done without the account's second factor, whatever else is proven", arguments: Act.allCases)
    func withFactor(act: Act) async throws {
        try await with(act) { environment, parts, anna in
            let (app, _) = try await parts.addApp(environment, by: anna)
            environment.clock.advance(by: 300)
            let other = try await parts.challenge()
            try await parts.complete(other, .code(app.code(environment)))
            let refused = await status { try await act(environment, parts, by: anna) }
            #expect(refused?.code == .failedPrecondition && refused?.reason == .stepUpRequired)
            #expect(
                await parts.refusal(of: .init(proof: .password("correct-horse-7")), by: anna)?.reason
                    == .secondFactorRequired
            )
            #expect(await status { try await act(environment, parts, by: anna) } == refused)
            #expect(try await !act.trace(environment))
            environment.clock.advance(by: 30)
            let proof = try await parts.factors.beginProof(.init(), context: anna.context())
            let answer = Auth.FactorAnswer(answer: .code(app.code(environment)))
            try await parts.prove(.init(token: proof.token, proof: .answer(answer)), by: anna)
            environment.clock.advance(by: 200)
            try await act(environment, parts, by: anna)
            #expect(try await act.trace(environment))
        }
    }

    @Test(
        "take the password where there is no factor, as part of the request or within five minutes",
        arguments: Act.allCases
    )
    func withoutFactor(act: Act) async throws {
        try await with(act) { environment, parts, anna in
            environment.clock.advance(by: 300)
            if !act.takesPassword {
                #expect(await status { try await act(environment, parts, by: anna) }?.reason == .stepUpRequired)
                #expect(try await !act.trace(environment))
                try await parts.prove(.init(proof: .password("correct-horse-7")), by: anna)
            }
            try await act(environment, parts, by: anna)
            #expect(try await act.trace(environment))
        }
    }

    @Test("are not done by a session that has ended", arguments: Act.allCases)
    func ended(act: Act) async throws {
        try await with(act) { environment, parts, anna in
            try await parts.signOut(anna.tokens.refreshToken)
            // The password alone is known to whoever has it.
            #expect(await status { try await act(environment, parts, by: anna) }?.code == .unauthenticated)
            #expect(try await !act.trace(environment))
        }
    }

    @Test("do not count the sign-in with a password as a proof with a factor")
    func afterPassword() async throws {
        try await with(.exportData) { environment, parts, anna in
            let old = try await environment.signedIn(parts)
            try await parts.addApp(environment, by: anna)
            #expect(await status { try await parts.export(environment, by: old) }?.reason == .stepUpRequired)
            try await parts.export(environment, by: anna)
        }
    }
}

extension AuthComponents {
    /// Exports what is stored of a user, over RPC as all streams are, and throws it away.
    func export(_ environment: AuthTestEnvironment, by caller: SignedIn) async throws {
        try await withServer(environment, self) { channel in
            let options = CallOptions(timeout: .seconds(60), accessToken: caller.tokens.accessToken)
            try await Auth.DataExportClient(channel: channel).exportData(.init(), options: options) { messages in
                for try await _ in messages {}
            }
        }
    }
}
