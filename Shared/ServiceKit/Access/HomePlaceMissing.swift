package import RPC

extension Status {
    /// Something goes by where the user lives, and that isn't known.
    package static var homePlaceMissing: Status {
        Status(.failedPrecondition, .services.homePlaceMissing, reason: .homePlaceMissing)
    }
}

extension StatusReason {
    /// The user has no home place.
    package static let homePlaceMissing: StatusReason = "HOME_PLACE_MISSING"
}
