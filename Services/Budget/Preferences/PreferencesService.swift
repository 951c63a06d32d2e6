import BudgetMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// What things may cost that users are recommended.
struct PreferencesService: Budget.PreferencesProvider {
    let store: PreferenceStore
    /// What catalog calls products.
    let names: ProductNames

    func listPreferences(
        _ request: Budget.ListPreferencesRequest,
        context: CallContext
    ) async throws -> Budget.ListPreferencesResponse {
        let user = try context.userID
        return .init(preferences: try await store.preferences(of: user).map { $0.message(names) })
    }

    func setPreference(
        _ request: Budget.SetPreferenceRequest,
        context: CallContext
    ) async throws -> Budget.PricePreference {
        let user = try context.userID
        var validator = FieldValidator()
        let preference = PricePreference(validating: request.preference ?? .init(), &validator)
        try validator.finish()
        try await store.set(preference, of: user)
        return preference.message(names)
    }

    func removePreference(
        _ request: Budget.RemovePreferenceRequest,
        context: CallContext
    ) async throws -> Budget.RemovePreferenceResponse {
        let user = try context.userID
        var validator = FieldValidator()
        let target = validator.target(request.category, request.productID, path: "")
        let currency = validator.knownCurrency(request.currency, "currency")
        try validator.finish()
        try await store.remove(target, currency, of: user)
        return .init()
    }
}

extension PricePreference {
    fileprivate init(validating message: Budget.PricePreference, _ validator: inout FieldValidator) {
        let path = "preference."
        target = validator.target(message.category, message.productID, path: path)
        currency = validator.knownCurrency(message.currency, "\(path)currency")
        if message.lowestMinor < 0 { validator.reject("\(path)lowest_minor", .budget.ruleNotNegative) }
        if message.highestMinor < 0 { validator.reject("\(path)highest_minor", .budget.ruleNotNegative) }
        if message.lowestMinor == 0, message.highestMinor == 0 {
            validator.reject("\(path)highest_minor", .budget.ruleBound)
        } else if message.highestMinor != 0, message.lowestMinor > message.highestMinor {
            validator.reject("\(path)lowest_minor", .budget.ruleRange)
        }
        lowest = message.lowestMinor == 0 ? nil : message.lowestMinor
        highest = message.highestMinor == 0 ? nil : message.highestMinor
    }

    fileprivate func message(_ names: ProductNames) -> Budget.PricePreference {
        Budget.PricePreference(
            category: target.category ?? "",
            productID: target.product?.canonical ?? "",
            currency: currency,
            lowestMinor: lowest ?? 0,
            highestMinor: highest ?? 0,
            productName: target.product.map { names.name(ofProduct: $0) } ?? ""
        )
    }
}
