import Configuration
import Foundation
import ServiceKit

/// The configuration of this program alone.
struct OCRSettings: Sendable {
    static let keys = ["reader.executable", "reader.models", "reader.workers", "instance", "keepImages"]

    /// The program that reads photos; by default `larder-receipt-reader` beside this one.
    var readerExecutable: String
    /// The folder of models that readers use beside Debian's packages.
    var models: String
    /// Photos that are read at a time.
    var workers: Int
    /// Name by which this instance knows its work again after a restart.
    var instance: String
    /// Whether photos stay after their purchase is recorded when their owners left that to the installation.
    var keepsImages: Bool

    init(_ configuration: ServiceConfiguration) throws {
        let values = configuration.values
        readerExecutable = values.string(forKey: "reader.executable") ?? OCRSettings.defaultReader
        models = OCRSettings.absolute(values.string(forKey: "reader.models") ?? ".larder/models")
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

    /// Readers run in another folder.
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
        // Without a known port two instances on one machine could not be told apart: each start is another one.
        port == 0 ? UUID().uuidString.lowercased() : "\(ProcessInfo.processInfo.hostName):\(port)"
    }
}
