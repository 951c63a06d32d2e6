import LarderClient
import Texts

extension CommandContext {
    /// The currency of the user's settings; nil where none is chosen.
    func preferredCurrency() async throws -> String? {
        let currency = try await client.settings.getSettings(.init(), options: callOptions).currency
        return currency.isEmpty ? nil : currency
    }

    /// The currency of typed amounts: the one that was given, or else that of the user's settings.
    /// - Throws: `Failure` (usage) where there is neither.
    func currency(_ given: String?) async throws -> String {
        if let given { return given.uppercased() }
        guard let preferred = try await preferredCurrency() else {
            throw Failure(
                .usage,
                .cli.settingsNoCurrency(option: "--currency"),
                reason: "NO_CURRENCY",
                hint: .cli.settingsNoCurrencyHint(command: "larder settings set currency CAD")
            )
        }
        return preferred
    }
}
