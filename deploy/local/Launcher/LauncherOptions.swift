import Foundation
import LocalDeployment

/// The options of the launcher's command line.
struct LauncherOptions {
    /// The folder that the deployment's data lie in.
    var data = URL(filePath: ".larder")
    /// The folder with the scripts beside this program's source.
    var scripts = URL(filePath: "deploy/local")
    /// The app's files, as `make web` puts them together.
    var web = URL(filePath: ".build/web")
    /// The photo to send once all is up; nil for none.
    var receipt: URL?
    /// The photo that a new demonstration user sends when there is no other; nil for none.
    var sample: URL?
    /// The gateway's port; the services take those above it, further instances the ports that are 10, 20 and so on
    /// higher, metrics those that are 100 higher.
    var port = 7_443
    /// Instances of each program.
    var replicas = 1
    /// Whether receipts are read with the models that were fetched, if there are any.
    var usesModels = true
    /// The SPIFFE trust domain of the programs' certificates.
    var trustDomain = "larder"
    /// The user name of an account that is to be made an administrator, which is all that is done then; nil for none.
    var administrator: String?

    /// - Throws: `DeploymentError` that names the wrong option.
    init(arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw DeploymentError("The option \(option) needs a value.") }
            switch option {
            case "--data": data = URL(filePath: value)
            case "--scripts": scripts = URL(filePath: value)
            case "--web": web = URL(filePath: value)
            case "--receipt": receipt = value.isEmpty ? nil : URL(filePath: value)
            case "--sample": sample = URL(filePath: value)
            case "--trust-domain": trustDomain = value
            case "--administrator": administrator = value
            case "--models": usesModels = try LauncherOptions.choice(value, of: "models")
            case "--port": port = try LauncherOptions.number(value, of: "port", in: 1...65_000)
            case "--replicas": replicas = try LauncherOptions.number(value, of: "replicas", in: Ports.replicaRange)
            default: throw DeploymentError("There is no option \(option).")
            }
        }
        for photo in [receipt, sample].compactMap(\.self) {
            guard FileManager.default.isReadableFile(atPath: photo.path) else {
                throw DeploymentError("The photo \(photo.path) cannot be read.")
            }
        }
    }

    /// What the options mean, for users.
    static let help = """
        Runs a whole Larder on this machine until Ctrl-C. "make run" builds it and runs it.

          --data FOLDER          where everything is stored (.larder)
          --scripts FOLDER       the folder with postgres.sh and certificates.sh (deploy/local)
          --web FOLDER           the app's files, as make web puts them together (.build/web)
          --receipt PHOTO        a photo to send once all is up, as the user who is signed in
          --sample PHOTO         the photo that a new demonstration user sends without --receipt
          --port NUMBER          the gateway's port (7443); the services use those above it
          --replicas NUMBER      instances of each program, 1 to 9 (1)
          --models yes|no        whether receipts are read with the models of make deps (yes)
          --trust-domain NAME    the SPIFFE trust domain of the certificates (larder)
          --administrator NAME   make this user of the Larder that runs on the data an administrator, and end

        The variables LARDER_WEB_TILES, LARDER_WEB_TILES_CREDIT, LARDER_WEB_CONTACT and
        LARDER_LIMITS_REGISTRATION_PER_MINUTE are passed to the gateway.
        """

    /// The configuration that the launcher passes from its own environment to the gateway: of the web app, and of how many
    /// users may register from one address, as here all do.
    static func passedSettings(_ environment: [String: String]) -> [String: String] {
        let passed: Set = [
            "LARDER_WEB_TILES", "LARDER_WEB_TILES_CREDIT", "LARDER_WEB_CONTACT",
            "LARDER_LIMITS_REGISTRATION_PER_MINUTE",
        ]
        return environment.filter { passed.contains($0.key) && !$0.value.isEmpty }
    }

    private static func choice(_ text: String, of name: String) throws -> Bool {
        switch text {
        case "yes": return true
        case "no": return false
        default: throw DeploymentError("The \(name) must be yes or no, not \(text).")
        }
    }

    private static func number(_ text: String, of name: String, in range: ClosedRange<Int>) throws -> Int {
        guard let number = Int(text), range.contains(number) else {
            let limits = "\(range.lowerBound) to \(range.upperBound)"
            throw DeploymentError("The \(name) must be a number from \(limits), not \(text).")
        }
        return number
    }
}
