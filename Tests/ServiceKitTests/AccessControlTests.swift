import RPC
import RPCTestSupport
import ServiceKit
import Testing

@Suite("Access rules")
struct AccessControlTests {
    private let mint = TokenMint()

    /// Whom the handler saw; the status when it was not reached.
    private func call(_ rule: AccessRule, token: String? = nil, peer: String? = nil) async -> Result<
        VerifiedUser?, Status
    > {
        let key = mint.verificationKey
        let control = AccessControl(verifier: TokenVerifier { [key] })
        let seen = Recorder<VerifiedUser?>()
        let refused = await failure {
            try await control.intercept(TestCall.method(rule), TestCall.context(token: token, peer: peer)) {
                seen.record($0.verifiedUser)
            }
        }
        if let refused {
            #expect(seen.count == 0)
            return .failure(refused)
        }
        return .success(seen.values[0])
    }

    private func reason(_ result: Result<VerifiedUser?, Status>) -> String? {
        if case .failure(let status) = result { status.reason } else { nil }
    }

    @Test(
        "a method for users needs a bearer token, whoever is at the other end",
        arguments: [nil, "", "Bearer", "Bearer ", "Basic dTpw", "Bearer x.y.z"],
        [nil, "gateway"]
    )
    func userWithoutToken(_ token: String?, _ peer: String?) async {
        #expect(reason(await call(.user, token: token, peer: peer)) == "SIGN_IN_REQUIRED")
    }

    @Test(
        "a method for services refuses whom its rule does not name, with a token or without",
        arguments: [nil, "gateway", "oc", "OCR", ""],
        [true, false]
    )
    func wrongService(_ peer: String?, _ hasToken: Bool) async throws {
        let token = hasToken ? "Bearer \(try await mint.token())" : nil
        #expect(reason(await call(.services(["ocr", "auth"]), token: token, peer: peer)) == "CALLER_NOT_ALLOWED")
        #expect(reason(await call(.services([]), token: token, peer: peer)) == "CALLER_NOT_ALLOWED")
    }

    @Test("a method for users sees the user whom the token names", arguments: [nil, "gateway"])
    func user(_ peer: String?) async throws {
        let user = try await call(.user, token: "Bearer \(try await mint.token("u-7"))", peer: peer).get()
        #expect(user?.id == "u-7")
    }

    @Test("a method for services serves those that its rule names")
    func service() async throws {
        #expect(try await call(.services(["ocr", "auth"]), peer: "auth").get() == nil)
    }

    @Test("a method for users and services serves a named service without a token, and users from anywhere")
    func userOrService() async throws {
        let rule = AccessRule.userOrServices(["operator"])
        #expect(try await call(rule, peer: "operator").get() == nil)
        #expect(try await call(rule, token: "Bearer x.y.z", peer: "operator").get() == nil)
        let token = "Bearer \(try await mint.token("u-7"))"
        #expect(try await call(rule, token: token).get()?.id == "u-7")
        #expect(try await call(rule, token: token, peer: "ocr").get()?.id == "u-7")
        #expect(reason(await call(rule)) == "SIGN_IN_REQUIRED")
        #expect(reason(await call(rule, peer: "ocr")) == "SIGN_IN_REQUIRED")
        #expect(reason(await call(rule, token: "Bearer x.y.z", peer: "ocr")) == "SIGN_IN_REQUIRED")
    }

    @Test("a method for anyone serves anyone, and believes no token", arguments: [nil, "Bearer x.y.z"], [nil, "ocr"])
    func anyone(_ token: String?, _ peer: String?) async throws {
        #expect(try await call(.anyone, token: token, peer: peer).get() == nil)
    }
}
