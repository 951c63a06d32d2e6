import Foundation
import Logging
import ServiceKit

@main
struct AuthProgram: ServiceProgram {
    static let name = "auth"
    static let migrations = Bundle.module.path(forResource: "Migrations", ofType: nil)
    static let configurationKeys = AuthSettings.keys

    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly {
        let settings = try AuthSettings(runtime.configuration)
        let parts = AuthComponents(
            database: try runtime.database,
            masterKeys: try MasterKeys(contentsOf: settings.masterKeyFile),
            settings: settings,
            terms: try Terms(newestIn: Bundle.module.path(forResource: "Terms", ofType: nil)),
            hasher: PasswordHasher(cost: settings.passwordCost),
            log: runtime.log
        )
        return ServiceAssembly(
            providers: parts.providers,
            background: [
                EventOutbox.relay(runtime),
                {
                    while true {
                        do {
                            try await parts.tidy()
                        } catch let error where !(error is CancellationError) {
                            runtime.log.error("tidying failed; it is tried again", metadata: ["error": "\(error)"])
                        }
                        try await Task.sleep(for: .seconds(3_600))
                    }
                },
            ],
            prepare: { try await parts.prepare() },
            verificationKeys: { try await parts.keys.store.verificationKeys() }
        )
    }
}
