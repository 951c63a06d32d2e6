import Foundation
import LocalDeployment
import RPC

/// Measures what the product promises, on the running programs and through the gateway, as a user's program would.
struct PromisedFigures {
    let deployment: LocalDeployment
    let photo: [UInt8]
    let rounds: Int
    let report: (String) -> Void

    /// Prints the figures beside their bars.
    func run(timeToHealth: Duration) async throws {
        let channel = try deployment.gatewayChannel()
        defer { channel.close() }
        let memory = residentMegabytes()
        let user = try await BenchmarkUser.signUp(on: channel)
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
        reportMemory("resident when idle after \(rounds) receipts", residentMegabytes())
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
