import Foundation
import LocalDeployment

/// How much of the processors' time auth spends on hashing passwords, and on everything else.
///
/// The threads that hash passwords are those which give way to others.
struct PasswordTime {
    private let process: Int32
    private let start: (passwords: Double, others: Double)
    private let begin = ContinuousClock.now

    init(_ deployment: LocalDeployment) throws {
        guard let process = deployment.process("auth")?.identifier else { throw BenchmarkError("auth does not run.") }
        self.process = process
        start = try Self.seconds(of: process)
    }

    /// Seconds of processors since the beginning, for each second that has passed.
    func spent() throws -> (passwords: Double, others: Double) {
        let (now, passed) = (try Self.seconds(of: process), (ContinuousClock.now - begin) / .seconds(1))
        return ((now.passwords - start.passwords) / passed, (now.others - start.others) / passed)
    }

    private static func seconds(of process: Int32) throws -> (passwords: Double, others: Double) {
        let tick = Double(sysconf(Int32(_SC_CLK_TCK)))
        var seconds = (passwords: 0.0, others: 0.0)
        for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task") {
            // proc(5): after the name in parentheses, the 14th and 15th field are user and system time, the 19th the nice value.
            guard let text = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/stat", encoding: .utf8),
                let end = text.lastIndex(of: ")")
            else { continue }
            // The parenthesis stands for the second one.
            let fields: [Substring] = ["", ""] + text[end...].split(separator: " ")
            guard fields.count > 19, let user = Double(fields[14]), let system = Double(fields[15]) else { continue }
            if fields[19] == "0" {
                seconds.others += (user + system) / tick
            } else {
                seconds.passwords += (user + system) / tick
            }
        }
        return seconds
    }
}
