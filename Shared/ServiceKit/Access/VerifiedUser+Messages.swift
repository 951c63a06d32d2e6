import AuthMessages
import CommonMessages
import Foundation
import JWTKit
import MessageCoding
import NIOCore
import Texts
import Wire

extension VerifiedUser {
    /// The user that a token speaks for, with the metadata that says so to services.
    /// - Throws: When the token's texts cannot be sent.
    convenience init(_ token: AccessToken) throws {
        let consents = Set((token.consents ?? []).map(Auth.ConsentKind.init(rawValue:)))
        let roles = Set((token.roles ?? []).map(Auth.Role.init(rawValue:)))
        let plan = token.grantedPlan
        let message = Auth.UserIdentity(
            accountID: token.subject.value,
            sessionID: token.session,
            username: token.username,
            issuedAt: Common.Timestamp(token.issuedAt.value),
            expiresAt: Common.Timestamp(token.expiration.value),
            consents: consents.sorted { $0.rawValue < $1.rawValue },
            roles: roles.sorted { $0.rawValue < $1.rawValue },
            plan: plan.message,
            termsPending: token.isTermsPending ?? false,
            language: token.language ?? "",
            timeZone: token.timeZone ?? "",
            secondFactor: token.hasSecondFactor
        )
        var metadata = Metadata()
        metadata.add(GatewayMetadata.user, Array(try message.encoded().readableBytesView))
        self.init(
            id: token.subject.value,
            username: token.username,
            session: token.session,
            tokenTime: token.issuedAt.value,
            tokenExpiry: token.expiration.value,
            consents: consents,
            roles: roles,
            plan: plan,
            isTermsPending: token.isTermsPending ?? false,
            language: token.language.flatMap(Language.init(rawValue:)),
            timeZone: token.timeZone,
            hasSecondFactor: token.hasSecondFactor,
            forwarded: metadata
        )
    }

    /// The user of an identity; nil when it lacks what a token always has.
    convenience init?(_ message: Auth.UserIdentity) {
        guard !message.accountID.isEmpty, !message.sessionID.isEmpty, let issued = message.issuedAt?.date,
            let expiry = message.expiresAt?.date
        else { return nil }
        self.init(
            id: message.accountID,
            username: message.username,
            session: message.sessionID,
            tokenTime: issued,
            tokenExpiry: expiry,
            consents: Set(message.consents),
            roles: Set(message.roles),
            plan: GrantedPlan(message.plan),
            isTermsPending: message.termsPending,
            language: Language(rawValue: message.language),
            timeZone: message.timeZone.isEmpty ? nil : message.timeZone,
            hasSecondFactor: message.secondFactor
        )
    }
}
