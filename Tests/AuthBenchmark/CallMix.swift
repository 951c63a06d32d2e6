import AuthMessages
import Foundation
import Foundations
import RPC

/// The calls that are made.
struct CallMix {
    let people: People
    let users: [SignedInUser]
    let clients: BenchmarkClients

    static let account = "account, read by its user"
    static let profile = "profile, read by its user"
    static let contact = "look-up of an address, by notifications"
    static let consent = "look-up of a consent, by budget"
    static let registration = "registration"
    static let signIn = "sign-in"

    static let readNames = [account, profile, contact, consent]

    /// 200 a second: half of them by users through the gateway, half by services, of any account.
    var reads: [CallKind] {
        let (people, users) = (people, users)
        let accounts = Auth.AccountsClient(channel: clients.gateway)
        let profiles = Auth.ProfilesClient(channel: clients.gateway)
        let contacts = Auth.AccountsClient(channel: clients.notifications)
        let consents = Auth.ConsentsClient(channel: clients.budget)
        let options = CallOptions(timeout: .seconds(10))
        return [
            CallKind(name: Self.account, perSecond: 50) { index in
                let account = try await accounts.getAccount(.init(), options: users[index % users.count].options)
                guard account.email.hasPrefix("bench") else { throw BenchmarkError("An account has another address.") }
            },
            CallKind(name: Self.profile, perSecond: 50) { index in
                let profile = try await profiles.getProfile(.init(), options: users[index % users.count].options)
                guard profile.details?.phone == "+16045550123" else { throw BenchmarkError("A profile is wrong.") }
            },
            CallKind(name: Self.contact, perSecond: 50) { _ in
                let index = Int.random(in: people.ids.indices)
                let contact = try await contacts.getContact(
                    .init(userID: people.ids[index].canonical),
                    options: options
                )
                guard contact.email == People.email(index) else { throw BenchmarkError("A look-up is wrong.") }
            },
            CallKind(name: Self.consent, perSecond: 50) { _ in
                let user = people.ids[Int.random(in: people.ids.indices)].canonical
                let found = try await consents.checkConsent(.init(userID: user, kind: .location), options: options)
                guard !found.given else { throw BenchmarkError("A consent is given that nobody gave.") }
            },
        ]
    }

    /// Ten registrations and ten sign-ins a second.
    var passwords: [CallKind] {
        let people = people
        let run = String(UInt32.random(in: .min ... .max), radix: 36)
        let accounts = Auth.AccountsClient(channel: clients.gateway)
        let sessions = Auth.SessionsClient(channel: clients.gateway)
        let options = CallOptions(timeout: .seconds(20))
        return [
            CallKind(name: Self.registration, perSecond: 10) { index in
                let terms = try await accounts.getTerms(.init(), options: options)
                let name = "new\(run)x\(index)"
                _ = try await accounts.register(
                    .init(
                        username: name,
                        email: "\(name)@example.org",
                        password: people.password,
                        acceptedTermsVersion: terms.version
                    ),
                    options: options
                )
            },
            CallKind(name: Self.signIn, perSecond: 10) { _ in
                _ = try await sessions.signIn(people.signIn(Int.random(in: people.ids.indices)), options: options)
            },
        ]
    }
}
