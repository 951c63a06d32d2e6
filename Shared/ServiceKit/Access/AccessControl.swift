import Foundations
package import Logging
import NIOCore
package import RPC
import Wire

/// Enforces the access rule of every method; a rejected call does not reach its handler.
///
/// On whose behalf the gateway calls is its word; of anybody else it takes a token. The caller's certificate is checked once
/// for each connection and method, and the token of a template once for as long as it is in force.
///
/// Calls of methods for users with a role are logged with who makes them: staff act in the open.
package struct AccessControl: AdmissionPolicy {
    private let verifier: TokenVerifier
    private let identities: ForwardedIdentities
    private let log: Logger?

    /// Checks tokens with `verifier`, and identities by its clock and revocations.
    /// - Parameter log: Gets the calls of staff; nil for nowhere.
    package init(verifier: TokenVerifier, log: Logger? = nil) {
        self.verifier = verifier
        self.log = log
        identities = ForwardedIdentities(validity: verifier.validity)
    }

    package func admission(for peer: Peer) -> any ConnectionAdmission {
        AccessAdmission(verifier: verifier, identities: identities, caller: peer.service, log: log)
    }

    static let notForCaller = Status(
        .permissionDenied,
        .services.notForYou,
        reason: .callerNotAllowed
    )
    static let signIn = Status(.unauthenticated, .rpc.signIn, reason: .signInRequired)

    /// The bearer token in metadata; nil when there is none.
    fileprivate static func token(in metadata: Metadata) -> String? {
        guard let value = metadata[text: MetadataName.authorization], value.hasPrefix("Bearer ") else { return nil }
        return String(value.dropFirst("Bearer ".count))
    }
}

/// The access rules for one caller.
private final class AccessAdmission: ConnectionAdmission {
    private let verifier: TokenVerifier
    private let identities: ForwardedIdentities
    /// The service that calls; nil for people.
    private let caller: String?
    private let log: Logger?

    init(verifier: TokenVerifier, identities: ForwardedIdentities, caller: String?, log: Logger?) {
        self.verifier = verifier
        self.identities = identities
        self.caller = caller
        self.log = log
    }

    func rule(for method: MethodDescriptor?, _ template: CallTemplate) -> (any AdmissionRule)? {
        switch method?.access {
        case nil, .anyone: nil
        case .user: userRule(method, template)
        case .services(let allowed): isAmong(allowed) ? nil : Rejection(AccessControl.notForCaller)
        case .userOrServices(let allowed):
            isAmong(allowed) ? nil : userRule(method, template)
        }
    }

    private func userRule(_ method: MethodDescriptor?, _ template: CallTemplate) -> any AdmissionRule {
        let users = UserRule(method, by: verifier.validity.clock, log)
        let tokens = TokenRule(verifier, users, template)
        return GatewayMetadata.isTrusted(from: caller)
            ? IdentityRule(identities, users, orElse: tokens, template) : tokens
    }

    private func isAmong(_ allowed: [String]) -> Bool { caller.map(allowed.contains) ?? false }
}

/// Rejects all calls.
private final class Rejection: AdmissionRule {
    private let status: Status

    init(_ status: Status) { self.status = status }

    func decide(_ call: inout IncomingCall) -> AdmissionDecision { .reject(status) }
}

/// Admits verified users by what a method requires of them.
private struct UserRule: Sendable {
    private let gate: UserGate
    private let clock: any WallClock
    /// Of a method for staff: its path, and the log of their calls.
    private let staff: (method: String, log: Logger)?

    init(_ method: MethodDescriptor?, by clock: any WallClock, _ log: Logger?) {
        let requirements = method?.requirements ?? .none
        gate = UserGate(requirements)
        self.clock = clock
        staff = if let method, let log, !requirements.roles.isEmpty { (method.path, log) } else { nil }
    }

    /// - Throws: PERMISSION_DENIED when the user lacks something.
    func check(_ user: VerifiedUser) throws(Status) -> VerifiedUser {
        if let refusal = gate.refusal(of: user, at: clock.now) { throw refusal }
        if let staff {
            staff.log.notice(
                "a call of staff",
                metadata: [
                    "method": "\(staff.method)", "account": "\(user.id)", "session": "\(user.session ?? "unknown")",
                ]
            )
        }
        return user
    }
}

/// Admits calls with a valid access token.
private final class TokenRule: AdmissionRule {
    private let verifier: TokenVerifier
    private let users: UserRule
    /// Whether the template says who calls, which then holds for all its calls.
    private let isSteady: Bool
    private let steadyToken: String?
    /// The template's token, once verified.
    private var known: VerifiedToken?

    init(_ verifier: TokenVerifier, _ users: UserRule, _ template: CallTemplate) {
        self.verifier = verifier
        self.users = users
        isSteady = template.metadata[text: MetadataName.authorization] != nil
        steadyToken = AccessControl.token(in: template.metadata)
    }

    func decide(_ call: inout IncomingCall) -> AdmissionDecision {
        if let known, verifier.isCurrent(known) { return admit(&call, known) }
        guard let token = isSteady ? steadyToken : AccessControl.token(in: call.metadata) else {
            return .reject(AccessControl.signIn)
        }
        guard let found = verifier.verified(token) else {
            return .wait { [verifier, users] in try users.check(try await verifier.verify(token)) }
        }
        if isSteady { known = found }
        return admit(&call, found)
    }

    private func admit(_ call: inout IncomingCall, _ token: VerifiedToken) -> AdmissionDecision {
        do {
            call.identity = try users.check(try verifier.user(of: token))
            return .admit
        } catch {
            return .reject(error)
        }
    }
}

/// Admits calls of the gateway with a user's identity.
private final class IdentityRule: AdmissionRule {
    private let identities: ForwardedIdentities
    private let users: UserRule
    /// For a gateway of a former release, which sends the token.
    private let tokens: TokenRule
    /// The template's identity, which then holds for all its calls.
    private let steady: [UInt8]?

    init(_ identities: ForwardedIdentities, _ users: UserRule, orElse tokens: TokenRule, _ template: CallTemplate) {
        self.identities = identities
        self.users = users
        self.tokens = tokens
        steady = template.metadata[binary: GatewayMetadata.user]
    }

    func decide(_ call: inout IncomingCall) -> AdmissionDecision {
        guard let identity = steady ?? call.metadata[binary: GatewayMetadata.user] else { return tokens.decide(&call) }
        do {
            guard let user = try identities.knownUser(of: identity) else {
                return .wait { [identities, users] in try users.check(try await identities.user(of: identity)) }
            }
            call.identity = try users.check(user)
            return .admit
        } catch {
            return .reject(error)
        }
    }
}
