import ServiceKit

/// The sort key of accounts with roles: their user names.
struct RoleHolderKey: PageKey {
    static let list = "role holders"

    /// In lower case.
    let username: String

    init(_ username: String) { self.username = username.lowercased() }

    init?(fields: [String]) {
        guard fields.count == 1, let name = Username(fields[0]) else { return nil }
        self.init(name.text)
    }

    var fields: [String] { [username] }
}
