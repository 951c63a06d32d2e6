import Configuration
import Foundation
import Foundations
import ServiceKit

/// The configuration of the ocr service.
struct OCRSettings: Sendable {
    static let keys = ["keys.master", "reader.executable", "reader.models", "reader.workers", "instance", "keepImages"]

    /// The file of master keys.
    var masterKeyFile: String
    /// The path of the reader program; by default `larder-receipt-reader` beside this program.
    var readerExecutable: String
    /// The model folder of readers that need more than Debian's packages; nil for those that don't alone.
    var models: String?
    /// The number of photos read in parallel.
    var workers: Int
    /// The name by which this instance finds its claimed work after a restart.
    var instance: String
    /// Whether photos are kept after their purchase is recorded, when their owners left the choice to the installation.
    var keepsImages: Bool

    init(_ configuration: ServiceConfiguration) throws {
        let values = configuration.values
        masterKeyFile = try configuration.requiredText("keys.master")
        readerExecutable = values.string(forKey: "reader.executable") ?? OCRSettings.defaultReader
        let models = values.string(forKey: "reader.models") ?? ".larder/models"
        self.models = models == "none" ? nil : OCRSettings.absolute(models)
        workers = try OCRSettings.workers(values.string(forKey: "reader.workers"))
        instance = values.string(forKey: "instance") ?? OCRSettings.defaultInstance(port: configuration.listenPort)
        switch values.string(forKey: "keepImages") ?? "false" {
        case "true": keepsImages = true
        case "false": keepsImages = false
        default: throw ConfigurationError("keepImages must be true or false.")
        }
        guard (1...200).contains(instance.utf8.count) else {
            throw ConfigurationError("instance must be a name of 1 to 200 characters.")
        }
    }

    /// The absolute path, since readers run in another folder.
    private static func absolute(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }

    private static func workers(_ text: String?) throws -> Int {
        guard let text else { return 1 }
        guard let number = Int(text), (1...64).contains(number) else {
            throw ConfigurationError("reader.workers must be a number from 1 to 64.")
        }
        return number
    }

    private static var defaultReader: String {
        let folder = Bundle.main.executableURL?.deletingLastPathComponent() ?? URL(fileURLWithPath: ".")
        return folder.appendingPathComponent("larder-receipt-reader").path
    }

    private static func defaultInstance(port: Int) -> String {
        // Without a fixed port, instances on one machine cannot be distinguished, so each start is a new instance.
        port == 0 ? UUID().canonical : "\(ProcessInfo.processInfo.hostName):\(port)"
    }
}
