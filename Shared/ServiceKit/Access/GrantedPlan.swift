package import AuthMessages
import CommonMessages
package import Foundation

/// A plan as a token says it: until its end, and Basic from then on.
package struct GrantedPlan: Sendable, Hashable {
    /// What everybody has.
    package static let basic = GrantedPlan(.basic, until: nil)

    private let plan: Auth.Plan
    /// Nil for no end.
    package let expiry: Date?

    /// A plan until its end.
    /// - Parameter expiry: Nil for no end.
    package init(_ plan: Auth.Plan, until expiry: Date?) {
        self.plan = plan
        self.expiry = expiry
    }

    /// The plan at a time.
    package func plan(at time: Date) -> Auth.Plan {
        if let expiry, expiry <= time { return .basic }
        return plan == .unspecified ? .basic : plan
    }

    /// The plan of an account, or of an identity; nil for Basic.
    package init(_ message: Auth.PlanState?) {
        self.init(message?.plan ?? .basic, until: message?.expiresAt?.date)
    }

    /// As services get it; nil for Basic.
    var message: Auth.PlanState? {
        self == .basic ? nil : Auth.PlanState(plan: plan, expiresAt: expiry.map { Common.Timestamp($0) })
    }
}
