import Foundation
import Texts

/// The content of a `client.json`.
struct ProfileFile: Decodable {
    var gateway: String?
    var authority: String?
    var operatorCertificate: String?
    var operatorKey: String?
    var servers: [String: String]?
    var trustDomain: String?
    private var credentials: String?
    private var folder = URL(filePath: "/")
    private var isOfProject = false

    private enum CodingKeys: String, CodingKey {
        case gateway, authority, credentials, operatorCertificate, operatorKey, servers, trustDomain
    }

    /// The file's path.
    var path: String { folder.appending(path: ProfileFile.name).path }

    private static let name = "client.json"

    /// A path of the file, relative to its folder.
    func path(_ value: String?) -> String? {
        guard let value, !value.isEmpty else { return nil }
        return (value.hasPrefix("/") ? URL(filePath: value) : folder.appending(path: value)).standardizedFileURL.path
    }

    /// The file of the session; nil when it names none.
    ///
    /// A project may be anybody's work, copied here, so its file has no say over files elsewhere.
    /// - Throws: `Failure` (configuration) when a project's file names a file outside its own folder.
    var credentialsPath: String? {
        get throws {
            guard let file = path(credentials), isOfProject else { return path(credentials) }
            guard URL(filePath: file).deletingLastPathComponent().standardizedFileURL.path == folder.path else {
                throw Failure(
                    .configuration,
                    .cli.profileCredentialsOutside(file: path, path: file),
                    hint: .cli.profileHintCredentials
                )
            }
            return file
        }
    }

    /// The nearest project's file, or else the user's own; nil when there is none.
    /// - Returns: the file, and a sentence about each nearer one that another user could have written.
    static func find(in environment: ClientProfile.Environment) throws -> (file: ProfileFile?, notices: [String]) {
        var notices: [String] = []
        var folder = environment.workingFolder.standardizedFileURL
        while true {
            let candidate = folder.appending(path: ".larder")
            var content: Data?
            do {
                content = try TrustedFile.content(of: name, in: candidate.path)
            } catch {
                notices.append(
                    LocalizedText.cli.profileNotUsed(
                        file: candidate.appending(path: name).path,
                        reason: error.reason.shown
                    ).shown
                )
            }
            if let content { return (try decode(content, in: candidate, isOfProject: true), notices) }
            let parent = folder.deletingLastPathComponent().standardizedFileURL
            guard parent.path != folder.path, folder.path != "/" else { break }
            folder = parent
        }
        return (try readOwn(environment.configurationFolder), notices)
    }

    private static func readOwn(_ folder: URL) throws -> ProfileFile? {
        let url = folder.appending(path: name)
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        guard let content = try? Data(contentsOf: url) else {
            throw Failure(.configuration, .cli.profileUnreadable(file: url.path))
        }
        return try decode(content, in: folder, isOfProject: false)
    }

    private static func decode(_ content: Data, in folder: URL, isOfProject: Bool) throws -> ProfileFile {
        guard var file = try? JSONDecoder().decode(ProfileFile.self, from: content) else {
            throw Failure(
                .configuration,
                .cli.profileMalformed(
                    file: folder.appending(path: name).path,
                    strings: "gateway, authority, credentials, operatorCertificate, operatorKey",
                    last: "trustDomain",
                    object: "servers"
                )
            )
        }
        file.folder = folder
        file.isOfProject = isOfProject
        return file
    }
}
