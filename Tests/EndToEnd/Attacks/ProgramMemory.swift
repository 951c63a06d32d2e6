import Foundation
import LocalDeployment

/// The resident memory of every program of a deployment, in bytes.
struct ProgramMemory: Sendable {
    private let ofPrograms: [String: Int]

    /// Measures the programs now.
    static func measure(_ deployment: TestDeployment) throws -> ProgramMemory {
        var memory: [String: Int] = [:]
        for program in LocalPrograms.all {
            guard let process = deployment.local.process(program) else { continue }
            let status = try String(contentsOfFile: "/proc/\(process.identifier)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            memory[program] = (line?.split(separator: " ").dropLast().last.flatMap { Int($0) } ?? 0) << 10
        }
        return ProgramMemory(ofPrograms: memory)
    }

    /// The programs that use over a fifth more than before, with the factor.
    func grown(since before: ProgramMemory) -> [String: Double] {
        ofPrograms.reduce(into: [:]) { grown, entry in
            let factor = Double(entry.value) / Double(max(1, before.ofPrograms[entry.key] ?? 0))
            if factor > 1.2 { grown[entry.key] = factor }
        }
    }

    /// The program that has grown most, such as "budget 40 → 90 MiB".
    func largestGrowth(since before: ProgramMemory) -> String {
        let growth = ofPrograms.map { ($0, before.ofPrograms[$0] ?? 0, $1) }.max { $0.2 - $0.1 < $1.2 - $1.1 }
        return growth.map { "\($0.0) \($0.1 >> 20) → \($0.2 >> 20) MiB" } ?? ""
    }
}
