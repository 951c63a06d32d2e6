import LarderClient
import Texts

extension Failure {
    /// The command that sets the home place.
    static let homePlaceCommand = "larder profile home --at LATITUDE,LONGITUDE"

    /// Runs `body`, and adds a hint to its failure where the user has no home place.
    static func hintingHomePlace<Result>(
        _ hint: LocalizedText = .cli.homeHint(command: Failure.homePlaceCommand),
        _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let status as Status where status.isHomePlaceMissing {
            var failure = Failure(status)
            failure.hint = hint
            throw failure
        }
    }
}

extension Status {
    /// Whether the call failed since the user has no home place.
    var isHomePlaceMissing: Bool { code == .failedPrecondition && reason == "HOME_PLACE_MISSING" }
}
