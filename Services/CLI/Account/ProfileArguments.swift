import ArgumentParser
import LarderClient

/// A detail as written on the command line.
enum ProfileDetail: String, CaseIterable, ExpressibleByArgument {
    case name, phone, department, birthdate, gender, height, weight

    /// Whether it is stored with the consent to health data only.
    var isBody: Bool { self == .height || self == .weight }
}

/// A gender as written on the command line.
enum GenderName: String, CaseIterable {
    case female, male, other

    init?(_ gender: Auth.Gender) {
        guard let known = Self.allCases.first(where: { $0.gender == gender }) else { return nil }
        self = known
    }

    var gender: Auth.Gender {
        switch self {
        case .female: .female
        case .male: .male
        case .other: .other
        }
    }
}

/// A dietary preference as written on the command line.
enum DietName: String, CaseIterable, ExpressibleByArgument {
    case vegetarian, vegan, pescatarian, halal, kosher
    case glutenFree = "gluten-free"
    case lactoseFree = "lactose-free"
    case nutFree = "nut-free"
    case eggFree = "egg-free"
    case shellfishFree = "shellfish-free"

    /// The preference of a tag; nil for one unknown to this version.
    init?(_ tag: Auth.DietaryTag) {
        guard let known = Self.allCases.first(where: { $0.tag == tag }) else { return nil }
        self = known
    }

    var tag: Auth.DietaryTag {
        switch self {
        case .vegetarian: .vegetarian
        case .vegan: .vegan
        case .pescatarian: .pescatarian
        case .halal: .halal
        case .kosher: .kosher
        case .glutenFree: .glutenFree
        case .lactoseFree: .lactoseFree
        case .nutFree: .nutFree
        case .eggFree: .eggFree
        case .shellfishFree: .shellfishFree
        }
    }
}

extension Auth.HomePlace {
    /// The place in degrees, and how far its owner goes.
    var text: String { "\((location ?? .init()).degrees) ± \(radiusMetres) m" }
}
