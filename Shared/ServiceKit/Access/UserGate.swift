package import AuthMessages
import Foundation
package import RPC

/// Decides whether a verified user may call a method, by what its access rule requires of users.
package struct UserGate: Sendable {
    private let roles: Set<Auth.Role>
    private let consents: [Auth.ConsentKind]
    private let plan: Auth.Plan
    private let isBeforeTerms: Bool
    private let needsSecondFactor: Bool
    /// The rule names something that this version does not know: nobody may call.
    private let isClosed: Bool

    /// Whether all names are known; otherwise nobody may call.
    package var isOpen: Bool { !isClosed }

    /// What a method requires.
    package init(_ requirements: UserRequirements) {
        let roles = requirements.roles.map(Auth.Role.init(name:))
        let consents = requirements.consents.map(Auth.ConsentKind.init(name:))
        let plan = requirements.plan.isEmpty ? Auth.Plan.basic : Auth.Plan(name: requirements.plan)
        self.roles = Set(roles.compactMap(\.self))
        self.consents = consents.compactMap(\.self)
        self.plan = plan ?? .unspecified
        isBeforeTerms = requirements.isBeforeTerms
        needsSecondFactor = requirements.needsSecondFactor
        isClosed = roles.contains(nil) || consents.contains(nil) || plan == nil
    }

    /// Why a user may not call; nil when they may. What is hidden from the user comes before what the user can change.
    /// - Parameter time: Now, by which a plan may have expired.
    func refusal(of user: VerifiedUser, at time: Date) -> Status? {
        if isClosed || (!roles.isEmpty && roles.isDisjoint(with: user.roles)) { return AccessControl.notForCaller }
        if user.isTermsPending, !isBeforeTerms { return Self.termsPending }
        if needsSecondFactor, !user.hasSecondFactor { return Self.lacksSecondFactor }
        if let missing = consents.first(where: { !user.consents.contains($0) }) { return Self.lacks(missing) }
        if plan != .basic, user.plan(at: time).rawValue < plan.rawValue { return Self.lacks(plan) }
        return nil
    }

    private static let termsPending = Status(.permissionDenied, .services.termsPending, reason: .termsNotAccepted)

    private static let addingFactors = "larder factors add-app"
    private static let lacksSecondFactor = Status(
        .permissionDenied,
        .services.secondFactorMissing(command: addingFactors),
        reason: .secondFactorMissing
    )

    /// PERMISSION_DENIED for a user who has not given a consent, which the details name.
    package static func lacks(_ consent: Auth.ConsentKind) -> Status {
        Status(
            .permissionDenied,
            .services.consentRequired(what: consent.text),
            reason: .consentRequired,
            entries: ["consent": consent.name ?? ""]
        )
    }

    private static func lacks(_ plan: Auth.Plan) -> Status {
        Status(
            .permissionDenied,
            .services.planRequired,
            reason: .planRequired,
            entries: ["plan": plan.name ?? ""]
        )
    }
}
