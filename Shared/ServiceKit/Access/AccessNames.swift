package import AuthMessages
import RPC

// The names of roles, consents and plans in access rules, in tables and in the details of failures: those of the `.proto` file
// in lower case and without the prefix.

extension Auth.Role {
    /// Every role beside that of a user.
    package static let all: [Auth.Role] = [.operator, .moderator, .administrator, .healthcareProvider]

    /// The role with a name; nil when this version knows none.
    package init?(name: String) {
        guard let role = Self.all.first(where: { $0.name == name }) else { return nil }
        self = role
    }

    /// The name; nil for a role that this version does not know.
    package var name: String? {
        switch self {
        case .operator: "operator"
        case .moderator: "moderator"
        case .administrator: "administrator"
        case .healthcareProvider: "healthcare_provider"
        case .unspecified, .unrecognized: nil
        }
    }
}

extension Auth.Plan {
    /// The plan with a name; nil when this version knows none.
    package init?(name: String) {
        guard let plan = [Auth.Plan.basic, .pro].first(where: { $0.name == name }) else { return nil }
        self = plan
    }

    /// The name; nil for a plan that this version does not know.
    package var name: String? {
        switch self {
        case .basic: "basic"
        case .pro: "pro"
        case .unspecified, .unrecognized: nil
        }
    }
}

extension Auth.ConsentKind {
    /// Every kind of consent.
    package static let all: [Auth.ConsentKind] = [
        .location, .healthData, .communityPrices, .learningFromPhotos, .personalSuggestions, .promotionalMail,
        .supportAccess, .communityMappings,
    ]

    /// The kind with a name; nil when this version knows none.
    package init?(name: String) {
        guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
        self = kind
    }

    /// The name; nil for a kind that this version does not know.
    package var name: String? {
        switch self {
        case .location: "location"
        case .healthData: "health_data"
        case .communityPrices: "community_prices"
        case .learningFromPhotos: "learning_from_photos"
        case .personalSuggestions: "personal_suggestions"
        case .promotionalMail: "promotional_mail"
        case .supportAccess: "support_access"
        case .communityMappings: "community_mappings"
        case .unspecified, .unrecognized: nil
        }
    }

    /// What the user allows, as part of a sentence.
    var text: LocalizedText {
        switch self {
        case .location: .services.consentToLocation
        case .healthData: .services.consentToHealthData
        case .communityPrices: .services.consentToCommunityPrices
        case .learningFromPhotos: .services.consentToLearningFromPhotos
        case .personalSuggestions: .services.consentToPersonalSuggestions
        case .promotionalMail: .services.consentToPromotionalMail
        case .supportAccess: .services.consentToSupportAccess
        case .communityMappings: .services.consentToCommunityMappings
        case .unspecified, .unrecognized: .services.consentToOther
        }
    }
}
