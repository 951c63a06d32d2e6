import AuthMessages
import RPC
import ServiceKit

/// Keeps one user's settings; knows the languages `en` and `fr`.
struct SettingsAnswers: Auth.SettingsProvider {
    let gateway: TestGateway

    func getSettings(_ request: Auth.GetSettingsRequest, context: CallContext) async throws -> Auth.UserSettings {
        gateway.state { $0.sessions.settings }
    }

    func updateSettings(_ request: Auth.UpdateSettingsRequest, context: CallContext) async throws -> Auth.UserSettings {
        let values = request.settings ?? .init()
        guard ["", "en", "fr"].contains(values.language) else {
            throw Status.invalid([.init("settings.language", "settings.language must be en or fr.")])
        }
        return gateway.state { state in
            for field in request.fields {
                switch field {
                case "units": state.sessions.settings.units = values.units
                case "currency": state.sessions.settings.currency = values.currency
                case "language": state.sessions.settings.language = values.language
                case "time_zone": state.sessions.settings.timeZone = values.timeZone
                case "theme": state.sessions.settings.theme = values.theme
                case "palette": state.sessions.settings.palette = values.palette
                case "text_size": state.sessions.settings.textSize = values.textSize
                default: state.sessions.settings.forgetsChoices = values.forgetsChoices
                }
            }
            state.sessions.settings.version += 1
            return state.sessions.settings
        }
    }
}
