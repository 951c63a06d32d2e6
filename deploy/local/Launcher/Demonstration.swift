import Foundation
import LocalDeployment
import MailFolder

/// Sends a receipt once all programs run.
///
/// As the user who is signed in. When nobody is, a demonstration user does, who is made once and stays signed in, so that a
/// newcomer can go on with the purchase.
struct Demonstration {
    let client: ClientProgram
    let folder: DeploymentFolder
    let options: LauncherOptions
    /// Gets each sentence for the user.
    let say: @Sendable (String) -> Void

    /// Sends the receipt, if there is one to send.
    /// - Throws: `DeploymentError` when a command fails.
    func run(unless isStopping: () -> Bool) async throws {
        if let name = try await client.signedInUser() {
            guard let receipt = options.receipt else { return say("\nYou are signed in as \(name).") }
            say("\n\(name), who is signed in, sends \(receipt.relativePath):\n")
            return try await client.run(["receipt", "add", receipt.path])
        }
        let begin = ContinuousClock.now
        let known = try DemonstrationUser.stored(in: folder)
        guard let receipt = options.receipt ?? (known == nil ? options.sample : nil) else {
            return say("\nNobody is signed in: larder sign-in, or larder register for a new account.")
        }
        let user = try known ?? DemonstrationUser.create(in: folder)
        let what = known == nil ? "A new demonstration user" : "The demonstration user"
        say("\nNobody is signed in. \(what), \(user.name), sends \(receipt.relativePath):\n")
        try await signIn(user, isNew: known == nil)
        if isStopping() { return }
        try await client.run(["receipt", "add", receipt.path])
        if known == nil {
            let time = (ContinuousClock.now - begin).formatted(
                .units(allowed: [.seconds], fractionalPart: .show(length: 1))
            )
            say("\nFrom sign-up to purchase in \(time).")
        }
        say("\(user.name) stays signed in. For an account of your own: larder register")
    }

    private func signIn(_ user: DemonstrationUser, isNew: Bool) async throws {
        if !isNew {
            do {
                return try await client.runSilently(["sign-in", user.name, "--password-stdin"], input: user.password)
            } catch is DeploymentError {
                // An earlier run was stopped before the account was made, or complete.
            }
        }
        let address = "\(user.name)@example.org"
        let register = ["register", "--username", user.name, "--email", address]
        try await client.runSilently(register + ["--accept-terms", "latest", "--password-stdin"], input: user.password)
        // The mail is read as a person would read it: there is no other way to complete a registration.
        let token = try await MailFolder(folder.mail).token(for: "/verify", to: address)
        try await client.runSilently(["verify", "--link-stdin"], input: "\(token)\n\(user.password)")
        try await client.runSilently(["sign-in", user.name, "--password-stdin"], input: user.password)
    }
}

/// The user that shows a newcomer what Larder does.
struct DemonstrationUser: Codable, Equatable {
    let name: String
    let password: String

    private static func file(in folder: DeploymentFolder) -> URL {
        folder.secrets.appending(path: "demonstration.json")
    }

    /// The user of an earlier run on the same data; nil when there is none.
    /// - Throws: `DeploymentError` when its file cannot be read.
    static func stored(in folder: DeploymentFolder) throws -> DemonstrationUser? {
        let file = file(in: folder)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        do {
            return try JSONDecoder().decode(DemonstrationUser.self, from: Data(contentsOf: file))
        } catch {
            throw DeploymentError("The demonstration user's file \(file.path) cannot be read. Delete it for a new one.")
        }
    }

    /// Chooses a name and a password, and stores them for later runs.
    static func create(in folder: DeploymentFolder) throws -> DemonstrationUser {
        let user = DemonstrationUser(
            name: "demo" + String(Int(Date().timeIntervalSince1970), radix: 36),
            password: "Larder-" + String(UInt64.random(in: 1 << 40...1 << 48), radix: 36) + "1!"
        )
        let file = file(in: folder)
        let isStored = FileManager.default.createFile(
            atPath: file.path,
            contents: try JSONEncoder().encode(user),
            attributes: [.posixPermissions: 0o600]
        )
        guard isStored else { throw DeploymentError("The file \(file.path) cannot be written.") }
        return user
    }
}
