import AuthMessages
import Foundation
import FoundationsTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Newer terms of use", .timeLimit(.minutes(5)))
struct NewerTermsTests {
    private let newer = Terms(version: "2", text: "Be kinder.")

    @Test("are pending in new tokens until they are accepted, which renews the tokens")
    func accepted() async throws {
        try await withAuth { environment in
            let former = environment.parts()
            let account = try await former.register()
            #expect(account.termsPending == false)
            #expect(try await environment.signedIn(former).user.isTermsPending == false)
            let parts = environment.parts(terms: newer)
            let caller = try await environment.signedIn(parts)
            #expect(caller.user.isTermsPending)
            let own = { try await parts.accounts.getAccount(.init(), context: caller.context()) }
            let before = try await own()
            #expect(before.termsPending && before.acceptedTermsVersion == "1")
            environment.clock.advance(by: 1)
            for _ in 0..<2 {
                _ = try await parts.accounts.acceptTerms(.init(version: "2"), context: caller.context())
                #expect(try await environment.count("revocations") == 1)
            }
            let after = try await own()
            #expect(!after.termsPending && after.acceptedTermsVersion == "2")
            #expect(try await environment.signedIn(parts).user.isTermsPending == false)
            #expect(try await environment.auditedActions().filter { $0 == "terms_accepted" }.count == 1)
        }
    }

    @Test("are not accepted by naming another version", arguments: ["", "1", "3", " 2"])
    func otherVersion(_ version: String) async throws {
        try await withAuth { environment in
            try await environment.parts().register()
            let parts = environment.parts(terms: newer)
            let caller = try await environment.signedIn(parts)
            let status = await status {
                try await parts.accounts.acceptTerms(.init(version: version), context: caller.context())
            }
            #expect(status?.code == .invalidArgument && status?.fieldViolations.map(\.field) == ["version"])
            #expect(try await environment.count("terms_acceptances") == 1)
        }
    }

    @Test("keep every other method of users closed meanwhile, over RPC")
    func gate() async throws {
        try await withAuth { environment in
            try await environment.parts().register()
            let parts = environment.parts(terms: newer)
            let tokens = try await parts.signIn()
            try await withServer(environment, parts) { channel in
                let options = CallOptions(accessToken: tokens.accessToken)
                let refused = await status {
                    try await Auth.PlansClient(channel: channel).getPlan(.init(), options: options)
                }
                #expect(refused?.code == .permissionDenied && refused?.reason == .termsNotAccepted)
                let accounts = Auth.AccountsClient(channel: channel)
                #expect(try await accounts.getAccount(.init(), options: options).termsPending)
                _ = try await accounts.acceptTerms(.init(version: "2"), options: options)
            }
        }
    }
}
