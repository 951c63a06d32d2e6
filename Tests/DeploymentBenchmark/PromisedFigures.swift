import Foundation
import LocalDeployment
import RPC

/// Measures what the product promises, on the running programs and through the gateway, as a user's program would.
struct PromisedFigures {
    let deployment: LocalDeployment
    let photo: [UInt8]
    let rounds: Int
    let report: (String) -> Void

    /// A figure that is promised to stay within a bar.
    struct Figure {
        let name: String
        let value: Double
        let bar: Double
        let unit: String

        /// The sentence about a figure over its bar; nil for one within it.
        var violation: String? {
            value <= bar
                ? nil : "\(name): \(FigureLine.text(value)) \(unit) is over the bar of \(FigureLine.text(bar)) \(unit)"
        }
    }

    /// Prints the figures beside their bars.
    /// - Returns: A sentence for each figure over its bar; the worst value counts, not the median.
    func run(timeToHealth: Duration) async throws -> [String] {
        let channel = try deployment.gatewayChannel()
        defer { channel.close() }
        let memory = residentMegabytes()
        let user = try await BenchmarkUser.signUp(at: deployment, on: channel)
        var acknowledged: [Double] = []
        var recorded: [Double] = []
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            let receipt = try await user.upload(photo)
            acknowledged.append((ContinuousClock.now - start) / .milliseconds(1))
            try await user.waitForPurchase(receipt)
            recorded.append((ContinuousClock.now - start) / .seconds(1))
        }
        report(FigureLine.of("upload acknowledged", acknowledged, "ms", bar: "300 ms"))
        report(FigureLine.of("receipt in the purchase log", recorded, "s", bar: "5 s"))
        let health = FigureLine.text(timeToHealth / .seconds(1)) + " s"
        report(FigureLine.row("all programs healthy after start", health, bar: "10 s"))
        reportMemory("resident when idle after start", memory)
        let later = residentMegabytes()
        reportMemory("resident when idle after \(rounds) receipts", later)
        let figures = [
            Figure(name: "upload acknowledged", value: acknowledged.max() ?? 0, bar: 300, unit: "ms"),
            Figure(name: "receipt in the purchase log", value: recorded.max() ?? 0, bar: 5, unit: "s"),
            Figure(name: "healthy after start", value: timeToHealth / .seconds(1), bar: 10, unit: "s"),
            Figure(name: "resident memory", value: memory.values.reduce(0, +), bar: 400, unit: "MB"),
            Figure(name: "resident memory after receipts", value: later.values.reduce(0, +), bar: 400, unit: "MB"),
        ]
        return figures.compactMap(\.violation)
    }

    private func reportMemory(_ name: String, _ memory: [String: Double]) {
        let sum = FigureLine.text(memory.values.reduce(0, +)) + " MB, workers included"
        report(FigureLine.row(name, sum, bar: "400 MB"))
        let programs = memory.sorted { $0.key < $1.key }.map { "\($0.key) \(FigureLine.text($0.value))" }
        report("    " + programs.joined(separator: ", "))
    }

    /// Resident memory of each program with its children, in MB.
    private func residentMegabytes() -> [String: Double] {
        var result: [String: Double] = [:]
        for instance in deployment.instances {
            guard let parent = deployment.process(instance)?.identifier else { continue }
            let family = [parent] + RunningProcess.children(of: parent)
            result["\(instance)"] = family.map(RunningProcess.residentMegabytes).reduce(0, +)
        }
        return result
    }
}
