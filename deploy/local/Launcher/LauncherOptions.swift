import Foundation
import LocalDeployment

/// What the launcher is told on its command line.
struct LauncherOptions {
    /// The folder that the deployment's data lie in.
    var data = URL(filePath: ".larder")
    /// The folder with the scripts beside this program's source.
    var scripts = URL(filePath: "deploy/local")
    /// The photo to send once all is up; nil for none.
    var receipt: URL?
    /// The gateway's port; the services take the six above it, further instances of all seven the ports that are 10,
    /// 20 and so on higher, metrics those that are 100 higher.
    var port = 7_443
    /// Instances of each program.
    var replicas = 1
    /// Whether to measure, print the figures and stop.
    var measures = false
    /// Whether to measure how long printed lines are looked up, print the figures and stop.
    var measuresLines = false
    /// The folder with photos to measure many receipts with; nil for not doing so.
    var measuredPhotos: URL?
    /// The folder with photos to measure searching alone with; nil for not doing so.
    var searchedPhotos: URL?
    /// How many receipts make a full queue when measuring.
    var measuredReceipts = 200

    /// - Throws: `DeploymentError` that names the wrong option.
    init(arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            if option == "--measure" {
                measures = true
                continue
            }
            if option == "--measure-lines" {
                measuresLines = true
                continue
            }
            guard let value = rest.popFirst() else { throw DeploymentError("The option \(option) needs a value.") }
            switch option {
            case "--data": data = URL(filePath: value)
            case "--scripts": scripts = URL(filePath: value)
            case "--measure-receipts": measuredPhotos = URL(filePath: value)
            case "--measure-search": searchedPhotos = URL(filePath: value)
            case "--receipts":
                guard let number = Int(value), (20...10_000).contains(number) else {
                    throw DeploymentError("The receipts must be a number from 20 to 10000, not \(value).")
                }
                measuredReceipts = number
            case "--receipt": receipt = URL(filePath: value)
            case "--port":
                guard let number = Int(value), (1...65_000).contains(number) else {
                    throw DeploymentError("The port must be a number from 1 to 65000, not \(value).")
                }
                port = number
            case "--replicas":
                guard let number = Int(value), Ports.replicaRange.contains(number) else {
                    let range = "\(Ports.replicaRange.lowerBound) to \(Ports.replicaRange.upperBound)"
                    throw DeploymentError("The replicas must be a number from \(range), not \(value).")
                }
                replicas = number
            default: throw DeploymentError("There is no option \(option).")
            }
        }
        if let receipt, !FileManager.default.isReadableFile(atPath: receipt.path) {
            throw DeploymentError("The photo \(receipt.path) cannot be read.")
        }
    }
}
