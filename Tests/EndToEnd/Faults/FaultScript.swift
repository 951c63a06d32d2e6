import FaultTestSupport
import Foundation
import Foundations
import LocalDeployment
import RPC

/// A fault at one moment of a run.
enum Fault: Equatable, CustomStringConvertible {
    /// SIGKILL.
    case killProgram(String)
    /// Ends the database.
    case endDatabase(DatabaseEnd)
    /// Resets all connections to a program.
    case cutProgram(String)
    /// Resets all connections of a program to the database.
    case cutDatabase(String)
    /// Nothing comes through to a program for some time, after which all connections are reset.
    case vanish(String, Duration)
    /// What a program commits for some time is answered by broken connections.
    case loseCommits(String, Duration)
    /// Everything to and from a program comes later for some time.
    case slow(String, by: Duration, Duration)

    var description: String {
        switch self {
        case .killProgram(let program): "kill \(program)"
        case .endDatabase(let end): "database \(end)"
        case .cutProgram(let program): "cut \(program)"
        case .cutDatabase(let program): "cut \(program) from the database"
        case .vanish(let program, let time): "nothing reaches \(program) for \(time)"
        case .loseCommits(let program, let time): "commits of \(program) are not answered for \(time)"
        case .slow(let program, let delay, let time): "\(program) is \(delay) away for \(time)"
        }
    }

    /// The next fault of a seeded run.
    static func next(using random: inout TraceRandom) -> Fault {
        let program = LocalPrograms.all.randomElement(using: &random) ?? "budget"
        let store = LocalPrograms.all.dropFirst().randomElement(using: &random) ?? "budget"
        let time = Duration.milliseconds(Int.random(in: 300...1_500, using: &random))
        return switch Int.random(in: 0..<10, using: &random) {
        case 0..<3: .killProgram(program)
        case 3: .endDatabase(DatabaseEnd.allCases.randomElement(using: &random) ?? .kill)
        case 4: .cutProgram(program)
        case 5: .cutDatabase(store)
        case 6: .vanish(program, time)
        case 7, 8: .loseCommits(Bool.random(using: &random) ? "budget" : store, time)
        default: .slow(program, by: .milliseconds(Int.random(in: 5...100, using: &random)), time)
        }
    }
}

/// Carries out faults.
struct FaultInjector {
    let deployment: TestDeployment
    let proxies: DeploymentProxies

    func inject(_ fault: Fault) async throws {
        switch fault {
        case .killProgram(let program):
            // The supervisor starts it again.
            deployment.local.process(program)?.signal(SIGKILL)
        case .endDatabase(let end):
            let server = try deployment.endDatabase(by: end)
            // The supervisor starts the next one.
            _ = try await eventually { deployment.local.database === server ? nil : true }
        case .cutProgram(let program): proxies.programs[program]?.cut()
        case .cutDatabase(let program): proxies.databases[program]?.cut()
        case .vanish(let program, let time):
            proxies.programs[program]?.setHalfOpen(true)
            try await ContinuousClock().sleep(for: time)
            proxies.programs[program]?.cut()
            proxies.programs[program]?.heal()
        case .loseCommits(let program, let time):
            proxies.databases[program]?.dropCommitAnswers(.max)
            try await ContinuousClock().sleep(for: time)
            proxies.databases[program]?.heal()
        case .slow(let program, let delay, let time):
            proxies.programs[program]?.delay(by: delay)
            try await ContinuousClock().sleep(for: time)
            proxies.programs[program]?.heal()
        }
    }
}
