import AuthMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import PersonalDataTestSupport
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import ServiceKit
import Testing

@testable import larder_auth

/// Calls of users read the rows of their caller alone, however many others there are.
@Suite("The plans of users' calls", .timeLimit(.minutes(5)))
struct QueryPlanTests {
    @Test("read neither a table of users' rows from end to end nor rows of others")
    func calls() async throws {
        try await withAuth { environment in
            let parts = environment.parts(
                relyingParty: try RelyingParty(id: "localhost", origins: ["http://localhost:7450"])
            )
            let other = MarkedPerson()
            try await fill(other, environment)
            let tables = PersonalTables.auth(environment.masterKeys)
            let problems = try await PlanCheck.problems(
                in: environment.pool,
                owners: tables.owners,
                othersLike: other.id
            ) { plans in
                try await PlannedCalls(environment: environment, parts: parts, plans: plans).make()
                #expect(plans.uncalled(of: AuthProgram.knownServices.userMethods(of: "auth")) == [])
            }
            #expect(problems == [])
        }
    }

    /// Writes rows of somebody into each table. Their address is claimed and not confirmed, so that it is found among claims, too; and a
    /// password for a name that nobody has is checked as if it were one of theirs.
    private func fill(_ person: MarkedPerson, _ environment: AuthTestEnvironment) async throws {
        try await PersonalDataTests().fill(person, environment)
        let tomorrow = environment.clock.now.addingTimeInterval(86_400)
        try await environment.pool.execute(
            """
            UPDATE accounts SET email_claim = sha256('claim'), unverified_until = \(tomorrow),
                password_hash = \(PasswordHash(decoyOf: AuthTestEnvironment.cost).description)
            WHERE id = \(person.id)
            """
        )
    }
}

/// What people call of auth, from their registration to the closing of their account.
private struct PlannedCalls {
    private static let password = "correct-horse-7"

    let environment: AuthTestEnvironment
    let parts: AuthComponents
    let plans: PlanCheck

    func make() async throws {
        try await register()
        try await registerWithPasskey()
        let anna = try await signIn()
        try await manageSessions(anna)
        try await readAndChangeAccount(anna)
        try await changeProfile(anna)
        try await changeAddress(anna)
        try await changePasswords(anna)
        try await askForServices(anna)
        let again = try await environment.signedIn(parts, with: try await parts.signIn("Anna7", Self.password))
        let app = try await addFactors(again)
        try await prove(again, app)
        try await signInWithFactors(again, app)
        try await plans.call("ExportData") { try await parts.export(environment, by: again) }
        try await close(again, app)
    }

    // MARK: Registering

    private func register() async throws {
        let account = try await plans.call("Register") { try await register(.test()) }
        try await plans.call("Register, repeated") { try await register(.test()) }
        try await plans.call("GetTerms") { try await parts.accounts.getTerms(.init(), context: .test()) }
        try await plans.call("GetVerification") {
            try await parts.emails.getVerification(.init(accountID: account.id), context: .test())
        }
        environment.clock.advance(by: 61)
        try await plans.call("ResendVerification") {
            try await parts.emails.resendVerification(.init(name: "Anna7"), context: .test())
        }
        try await plans.call("ResendVerification of nobody") {
            try await parts.emails.resendVerification(.init(name: "nobody@example.org"), context: .test())
        }
        let token = try #require(try await parts.verificationToken(of: account))
        try await plans.call("ConfirmEmail") {
            try await parts.emails.confirmEmail(
                .init(token: token, registrationToken: account.registrationToken),
                context: .test(key: "key-number-2")
            )
        }
        let late = Auth.RegisterRequest.test(username: "Cleo9", email: "cleo@example.org")
        _ = try await parts.accounts.register(late, context: .test())
        environment.clock.advance(by: TimeInterval(AccountPeriods.confirmationHours * 3_600) + 1)
        try await plans.call("Register by a name whose time is over") {
            try await parts.accounts.register(late, context: .test())
        }
    }

    private func register(_ request: Auth.RegisterRequest) async throws -> Auth.Account {
        try await parts.accounts.register(request, context: .test(key: "key-number-1"))
    }

    private func registerWithPasskey() async throws {
        let request = Auth.RegisterRequest.test(username: "Berta8", email: "berta@example.org")
        let account = try await parts.accounts.register(request, context: .test())
        let setup = try await plans.call("BeginRegistrationPasskey") {
            let begun = Auth.BeginRegistrationPasskeyRequest(registrationToken: account.registrationToken)
            return try await parts.accounts.beginRegistrationPasskey(begun, context: .test())
        }
        let (_, passkey) = try SoftwareAuthenticator().create(try #require(setup.passkey))
        try await plans.call("CompleteRegistration") {
            let completed = Auth.CompleteRegistrationRequest(
                registrationToken: account.registrationToken,
                token: setup.token,
                name: "My phone",
                passkey: passkey
            )
            return try await parts.accounts.completeRegistration(completed, context: .test())
        }
    }

    // MARK: Sessions

    private func signIn() async throws -> SignedIn {
        for name in ["nobody7", "nobody@example.org", "Anna7"] {
            try await plans.call("SignIn, rejected, as \(name)") {
                let rejected = await status { try await parts.signIn(name, "wrong-horse-7") }
                #expect(rejected?.reason == .wrongCredentials)
            }
        }
        try await plans.call("SignIn by address") { try await parts.signIn("anna@example.org") }
        let tokens = try await plans.call("SignIn") { try await parts.signIn(device: "phone") }
        return try await environment.signedIn(parts, with: tokens)
    }

    private func manageSessions(_ anna: SignedIn) async throws {
        let token = anna.tokens.refreshToken
        try await plans.call("ListKeys") { try await parts.keys.listKeys(.init(), context: .test()) }
        try await plans.call("RefreshSession") { try await parts.refresh(token, key: "key-number-3") }
        try await plans.call("RefreshSession, repeated") { try await parts.refresh(token, key: "key-number-3") }
        let (tablet, phone) = (try await environment.signedIn(parts), try await environment.signedIn(parts))
        try await plans.call("ListSessions") { try await parts.list(by: anna) }
        try await plans.call("EndSession") { try await parts.end(tablet.session, by: anna) }
        try await plans.call("SignOut") { try await parts.signOut(phone.tokens.refreshToken) }
        _ = try await environment.signedIn(parts)
        try await plans.call("EndOtherSessions") { try await parts.endOthers(by: anna) }
    }

    // MARK: The account

    private func readAndChangeAccount(_ anna: SignedIn) async throws {
        let context = anna.context()
        try await plans.call("GetAccount") { try await parts.accounts.getAccount(.init(), context: context) }
        try await plans.call("AcceptTerms") {
            try await parts.accounts.acceptTerms(.init(version: "1"), context: context)
        }
        for kind in [Auth.ConsentKind.location, .healthData] {
            try await plans.call("SetConsent") {
                try await parts.consents.setConsent(.init(kind: kind, given: true), context: context)
            }
        }
        try await plans.call("ListConsents") { try await parts.consents.listConsents(.init(), context: context) }
        try await plans.call("GetPlan") {
            try await PlansService(store: parts.plans, clock: environment.clock).getPlan(.init(), context: context)
        }
        let settings = Auth.UserSettings(language: "fr", timeZone: "America/Vancouver")
        try await plans.call("UpdateSettings") {
            try await parts.userSettings.updateSettings(
                .init(settings: settings, fields: ["language", "time_zone"]),
                context: context
            )
        }
        try await plans.call("GetSettings") { try await parts.userSettings.getSettings(.init(), context: context) }
    }

    private func changeProfile(_ anna: SignedIn) async throws {
        let (service, context) = (parts.profiles, anna.context())
        try await plans.call("UpdateDetails") {
            try await service.updateDetails(.init(details: .init(department: "Kitchen")), context: context)
        }
        try await plans.call("SetBodyDetails") {
            try await service.setBodyDetails(
                .init(body: .init(heightCentimetres: 172, weightKilograms: 68)),
                context: context
            )
        }
        try await plans.call("SetDietaryPreferences") {
            try await service.setDietaryPreferences(.init(diet: .init()), context: context)
        }
        try await plans.call("SetStoreChoices") {
            try await service.setStoreChoices(.init(stores: .init()), context: context)
        }
        let home = Auth.HomePlace(
            location: .init(latitudeMicrodegrees: 49_282_700, longitudeMicrodegrees: -123_120_700),
            radiusMetres: 5_000
        )
        try await plans.call("SetHomePlace") { try await service.setHomePlace(.init(home: home), context: context) }
        try await plans.call("GetProfile") { try await service.getProfile(.init(), context: context) }
        try await plans.call("ClearHomePlace") { try await service.clearHomePlace(.init(), context: context) }
        try await plans.call("SetPhoto") {
            try await service.setPhoto(.init(picture: ImageBytes.jpeg()), context: context)
        }
        try await plans.call("GetPhoto") { try await service.getPhoto(.init(), context: context) }
        try await plans.call("RemovePhoto") { try await service.removePhoto(.init(), context: context) }
    }

    private func changeAddress(_ anna: SignedIn) async throws {
        try await plans.call("ChangeEmail") {
            try await parts.emails.changeEmail(
                .init(currentPassword: Self.password, newEmail: "new@example.org"),
                context: anna.context()
            )
        }
        let token = try await mailToken(.emailChange, to: anna)
        try await plans.call("ConfirmOwnEmail") {
            try await parts.emails.confirmOwnEmail(.init(token: token), context: anna.context(key: "key-number-4"))
        }
    }

    private func changePasswords(_ anna: SignedIn) async throws {
        try await plans.call("ChangePassword") { try await parts.changePassword(by: anna, key: "key-number-5") }
        for name in ["nobody@example.org", "new@example.org"] {
            try await plans.call("RequestPasswordReset of \(name)") {
                try await parts.recovery.requestPasswordReset(.init(name: name), context: .test())
            }
        }
        let token = try await mailToken(.passwordReset, to: anna)
        try await plans.call("ResetPassword") {
            try await parts.recovery.resetPassword(
                .init(token: token, newPassword: Self.password),
                context: .test(key: "key-number-6")
            )
        }
    }

    /// What the link of the latest mail of a kind is sent with.
    private func mailToken(_ kind: AccountMail.Kind, to user: SignedIn) async throws -> String {
        let rows = try await environment.pool.query(
            """
            SELECT id FROM account_mails
            WHERE account_id = \(UUID(uuidString: user.user.id)) AND kind = \(kind.rawValue) AND used_at IS NULL
            ORDER BY requested_at DESC
            """
        )
        return MailToken(of: try #require(rows.first)["id"], environment.masterKeys).text
    }

    /// What services ask about the user.
    private func askForServices(_ anna: SignedIn) async throws {
        let (user, context) = (anna.user.id, CallContext.test())
        try await plans.call("GetContact") {
            try await parts.accounts.getContact(.init(userID: user), context: context)
        }
        try await plans.call("CheckConsent") {
            try await parts.consents.checkConsent(.init(userID: user, kind: .location), context: context)
        }
        try await plans.call("GetShoppingArea") {
            try await parts.profiles.getShoppingArea(.init(userID: user), context: context)
        }
    }

    // MARK: Factors

    private func addFactors(_ anna: SignedIn) async throws -> AuthenticatorApp {
        let setup = try await plans.call("BeginFactor") { try await parts.begin(.authenticatorApp, by: anna) }
        let key = AuthenticatorKey(bytes: try Base32.decode(try #require(setup.authenticator).secret))
        let code = AuthenticatorApp(key: key, id: "").code(environment)
        let added = try await plans.call("AddFactor") { try await parts.add(setup, .code(code), by: anna) }
        let app = AuthenticatorApp(key: key, id: try #require(added.factor).id)
        try await parts.addMailCode(environment, by: anna)
        try await plans.call("ListFactors") { try await parts.list(of: anna) }
        try await plans.call("RenameFactor") {
            try await parts.factors.renameFactor(.init(factorID: app.id, name: "My tablet"), context: anna.context())
        }
        try await plans.call("ReplaceRecoveryCodes") {
            try await parts.factors.replaceRecoveryCodes(.init(), context: anna.context())
        }
        return app
    }

    private func prove(_ anna: SignedIn, _ app: AuthenticatorApp) async throws {
        // Behind the pause between two mails, and with another code of the app.
        environment.clock.advance(by: 31)
        let proof = try await plans.call("BeginProof") {
            try await parts.factors.beginProof(.init(), context: anna.context())
        }
        try await plans.call("SendProofCode") {
            try await parts.factors.sendProofCode(.init(token: proof.token), context: anna.context())
        }
        let answer = Auth.FactorAnswer(answer: .code(app.code(environment)))
        try await plans.call("Prove") {
            try await parts.prove(.init(token: proof.token, proof: .answer(answer)), by: anna)
        }
    }

    private func signInWithFactors(_ anna: SignedIn, _ app: AuthenticatorApp) async throws {
        environment.clock.advance(by: 31)
        let challenge = try await plans.call("SignIn with a factor") { try await parts.challenge() }
        try await plans.call("SendSignInCode") {
            try await parts.sessions.sendSignInCode(.init(token: challenge.token), context: .test())
        }
        try await plans.call("CompleteSignIn") {
            try await parts.complete(challenge, .code(app.code(environment)))
        }
        let setup = try await plans.call("BeginFactor of a passkey") { try await parts.begin(.passkey, by: anna) }
        let authenticator = try SoftwareAuthenticator()
        let (credential, registration) = try authenticator.create(try #require(setup.passkey))
        let added = try await plans.call("AddFactor, a passkey") {
            try await parts.add(setup, .passkey(registration), named: "Key", by: anna)
        }
        let alone = try await plans.call("BeginPasskeySignIn") {
            try await parts.sessions.beginPasskeySignIn(.init(), context: .test())
        }
        let assertion = try authenticator.sign(try #require(alone.passkey), with: credential)
        try await plans.call("CompleteSignIn by a passkey") { try await parts.complete(alone, .passkey(assertion)) }
        let passkey = try #require(added.factor).id
        try await plans.call("RemoveFactor") { try await parts.remove(passkey, by: anna) }
    }

    // MARK: Leaving

    private func close(_ anna: SignedIn, _ app: AuthenticatorApp) async throws {
        try await plans.call("CloseAccount") { try await parts.close(Self.password, by: anna) }
        environment.clock.advance(by: 31)
        let challenge = try #require(try await plans.call("ReopenAccount") { try await parts.reopen() })
        let code = app.code(environment)
        try await plans.call("CompleteReopening") { try await parts.completeReopening(challenge, code) }
        let token = try await mailToken(.accountReopened, to: anna)
        try await plans.call("ConfirmEmail, securing the account") {
            try await parts.emails.confirmEmail(.init(token: token), context: .test(key: "key-number-7"))
        }
    }
}
