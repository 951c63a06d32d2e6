import AuthMessages
import Foundations
import RPC
import ServiceKit

extension FieldValidator {
    /// Personal details, in the form in which they are stored.
    mutating func details(_ given: Auth.PersonalDetails, today: CalendarDay) -> Auth.PersonalDetails {
        var details = given
        if case .displayName(let written)? = given.name, !written.isEmpty {
            if let name = DisplayName(written) {
                details.name = .displayName(name.text)
            } else {
                reject("details.display_name", .auth.ruleDisplayName(highest: DisplayName.maximumLength))
            }
        }
        details.department = text(given.department, "details.department", length: 0...100)
        if !given.phone.isEmpty {
            if let phone = PhoneNumber(given.phone) {
                details.phone = phone.text
            } else {
                reject("details.phone", .auth.rulePhone(example: "+16045550123"))
            }
        }
        if !given.birthdate.isEmpty {
            let oldest = today.adding(months: -120 * 12)
            if let day = CalendarDay(given.birthdate), day.dayNumber <= today.dayNumber,
                day.dayNumber >= oldest?.dayNumber ?? 0
            {
                details.birthdate = day.text
            } else {
                reject("details.birthdate", .auth.ruleBirthdate(example: "1990-02-28"))
            }
        }
        if case .unrecognized = given.gender { reject("details.gender", .auth.ruleGender) }
        return details
    }

    /// Height and weight; 0 for what is not said.
    mutating func body(_ given: Auth.BodyDetails) -> Auth.BodyDetails {
        if given.heightCentimetres != 0 { _ = number(given.heightCentimetres, "body.height_centimetres", in: 50...250) }
        if given.weightKilograms != 0 { _ = number(given.weightKilograms, "body.weight_kilograms", in: 10...400) }
        return given
    }

    /// A place on the earth with what is near it.
    mutating func home(_ given: Auth.HomePlace) -> Auth.HomePlace {
        _ = point(given.location, "home.location")
        _ = number(given.radiusMetres, "home.radius_metres", in: 100...100_000)
        return given
    }

    /// Ids of stores, each once in each list.
    mutating func stores(_ given: Auth.StoreChoices) -> Auth.StoreChoices {
        Auth.StoreChoices(
            preferred: storeIDs(given.preferred, "stores.preferred"),
            ignored: storeIDs(given.ignored, "stores.ignored")
        )
    }

    private mutating func storeIDs(_ given: [String], _ path: String) -> [String] {
        guard given.count <= 100 else {
            reject(path, .services.ruleCountedAtMost(highest: 100, number: given.count))
            return []
        }
        var ids: [String] = []
        for (index, text) in given.enumerated() {
            let id = uuid(text, "\(path)[\(index)]").canonical
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    /// Known tags, each once.
    mutating func diet(_ given: Auth.DietaryPreferences) -> Auth.DietaryPreferences {
        guard given.tags.count <= 100 else {
            reject("diet.tags", .services.ruleCountedAtMost(highest: 100, number: given.tags.count))
            return given
        }
        for (index, tag) in given.tags.enumerated() {
            switch tag {
            case .unspecified, .unrecognized: reject("diet.tags[\(index)]", .auth.ruleDietaryTag)
            default: break
            }
        }
        let numbers = Set(given.tags.map(\.rawValue)).sorted()
        return Auth.DietaryPreferences(tags: numbers.map(Auth.DietaryTag.init(rawValue:)))
    }
}

extension Auth.StoreChoices {
    /// - Throws: FAILED_PRECONDITION when a store is preferred and ignored.
    func requireNoConflict() throws(Status) {
        let both = Set(preferred).intersection(ignored)
        guard let index = ignored.firstIndex(where: both.contains) else { return }
        throw Status(
            .failedPrecondition,
            .auth.storeConflict,
            fieldViolations: [.init("stores.ignored[\(index)]", .auth.storeConflict)],
            reason: .storeChoiceConflict
        )
    }
}

extension StatusReason {
    /// A store is preferred and ignored at the same time.
    static let storeChoiceConflict: StatusReason = "STORE_CHOICE_CONFLICT"
}
