import AuthMessages
import BudgetMessages
import Crypto
import Foundation
import Foundations
import JWTKit
import LocalDeployment
import Postgres
import RPC
import ServiceKit
import Testing

extension EndToEndTests.AccessMatrixTests {
    /// Access tokens of accounts and sessions in other states than the usual one, by the state.
    func states(_ deployment: TestDeployment) async throws -> [String: String] {
        let member = try await TestUser.new()
        let ended = try await TestUser.new()
        _ = try await Auth.SessionsClient(channel: deployment.channel)
            .signOut(.init(refreshToken: ended.tokens.refreshToken), options: CallOptions(timeout: .seconds(10)))
        try await waitUntilEnded(ended)
        return [
            "ended": ended.tokens.accessToken,
            "closed": try await closed().tokens.accessToken,
            "locked": try await locked().tokens.accessToken,
            "expired": try await expired(member, deployment),
        ]
    }

    /// Somebody who has closed the account.
    private func closed() async throws -> TestUser {
        let user = try await TestUser.new()
        let request = Auth.CloseAccountRequest(currentPassword: user.password, username: user.username)
        let closing = Auth.AccountClosingClient(channel: user.channel)
        // The session that calls ends, too, which may come before the response.
        let outcome = await status { _ = try await closing.closeAccount(request, options: user.options()) }
        #expect(outcome == nil || outcome?.reason == "SESSION_ENDED")
        #expect(await status { _ = try await user.signedInAgain() }?.reason == "ACCOUNT_CLOSED")
        try await waitUntilEnded(user)
        return user
    }

    /// Somebody signed in whose account strangers have locked meanwhile by wrong passwords. The session stays: strangers must not
    /// be able to end it.
    private func locked() async throws -> TestUser {
        let user = try await TestUser.new()
        let sessions = Auth.SessionsClient(channel: user.channel)
        let guess = Auth.SignInRequest(name: user.username, password: "Wrong-horse-7!", device: "test")
        for _ in 1...7 {
            _ = await status { _ = try await sessions.signIn(guess, options: CallOptions(timeout: .seconds(10))) }
        }
        #expect(await status { _ = try await user.signedInAgain() }?.reason == "ACCOUNT_LOCKED")
        return user
    }

    /// A token of a user as auth would have signed it an hour ago.
    private func expired(_ user: TestUser, _ deployment: TestDeployment) async throws -> String {
        let row = try await deployment.query(
            "SELECT id, private_key, master_key_id FROM auth.signing_keys ORDER BY created_at DESC LIMIT 1"
        )[0]
        let id: String = try row["id"]
        let wrapped = WrappedSecret(masterKeyID: try row["master_key_id"], bytes: try row["private_key"])
        let masterKeys = try MasterKeys(
            contentsOf: deployment.local.folder.secrets.appending(path: "master.key").path
        )
        let key = try Curve25519.Signing.PrivateKey(
            rawRepresentation: masterKeys.unwrap(wrapped, for: "signing key \(id)")
        )
        let keys = JWTKeyCollection()
        await keys.add(eddsa: EdDSA.PrivateKey(backing: key), kid: JWKIdentifier(string: id))
        var token = try await keys.verify(user.tokens.accessToken, as: AccessToken.self)
        token.issuedAt.value -= 3_600
        token.expiration.value -= 3_600
        return try await keys.sign(token, kid: JWKIdentifier(string: id))
    }

    /// Waits until every program that users' calls reach knows of the end of a session.
    private func waitUntilEnded(_ user: TestUser) async throws {
        _ = try await eventually {
            await status { _ = try await user.purchases.listPurchases(.init(), options: user.options()) }?.reason
                == .init(rawValue: "SESSION_ENDED") ? true : nil
        }
    }
}
