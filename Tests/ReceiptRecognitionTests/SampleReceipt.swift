import Foundation
import ReceiptRecognition

/// The receipt in deploy/sample, and its content.
enum SampleReceipt {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../deploy/sample")
        .standardized

    static func image() throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: "receipt.jpg"))) }

    static func data() throws -> Content {
        try JSONDecoder().decode(Content.self, from: Data(contentsOf: folder.appending(path: "receipt.json")))
    }

    struct Content: Decodable {
        struct Store: Decodable { var name: String }
        struct Item: Decodable {
            var name: String
            var amount: String
            var quantity: String?
            var weight: String?
        }
        struct Tax: Decodable { var amount: String }
        var store: Store
        var date: String
        var time: String
        var currency: String
        var items: [Item]
        var subtotal: String
        var taxes: [Tax]
        var total: String
    }

    static func cents(_ text: String) -> Int64? { Int64(text.filter { $0 != "." }) }
}

/// The worker's executable, built beside the tests.
enum WorkerExecutable {
    static let path: String = {
        let tests =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "larder-receipt-reader").path
    }()

    static var configuration: WorkerSupervisor.Configuration {
        var configuration = WorkerSupervisor.Configuration(executable: path)
        // Test machines are slow at times; the tests of limits set their own.
        configuration.timeLimit = .seconds(120)
        configuration.hangLimit = .seconds(400)
        configuration.firstPause = .milliseconds(1)
        return configuration
    }
}
