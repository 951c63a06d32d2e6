import AuthMessages
import RPC
import ServiceKit

/// The service for a user's settings on every device.
struct SettingsService: Auth.SettingsProvider {
    let store: SettingsStore

    func getSettings(_ request: Auth.GetSettingsRequest, context: CallContext) async throws -> Auth.UserSettings {
        try await store.settings(of: context.userID)
    }

    func updateSettings(
        _ request: Auth.UpdateSettingsRequest,
        context: CallContext
    ) async throws -> Auth.UserSettings {
        let account = try context.userID
        return try await store.change(try SettingsChange(validating: request), of: account)
    }
}
