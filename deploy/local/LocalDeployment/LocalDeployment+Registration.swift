package import AuthMessages
import Foundation
import MailFolder
package import RPC

extension LocalDeployment {
    /// Registers a user and confirms the address by the mail that comes, as a person would.
    /// - Parameter timeout: how long each call may take.
    package func register(
        _ username: String,
        password: String,
        on channel: RPCChannel,
        timeout: Duration = .seconds(20)
    ) async throws -> Auth.Account {
        let (accounts, options) = (Auth.AccountsClient(channel: channel), CallOptions(timeout: timeout))
        let terms = try await accounts.getTerms(.init(), options: options)
        let request = Auth.RegisterRequest(
            username: username,
            email: "\(username)@example.org",
            password: password,
            acceptedTermsVersion: terms.version
        )
        let account = try await accounts.register(request, options: options)
        let token = try await MailFolder(folder.mail).token(for: "/verify", to: account.email)
        _ = try await Auth.EmailAddressesClient(channel: channel).confirmEmail(
            .init(token: token, registrationToken: account.registrationToken),
            options: options
        )
        return account
    }
}
