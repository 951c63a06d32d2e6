import Foundation

/// What the system tells about processes, and which core they may use.
enum RunningProcess {
    static func children(of parent: Int32) -> [Int32] {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap(Int32.init) ?? []
        return processes.filter { status($0)["PPid"] == String(parent) }
    }

    static func residentMegabytes(_ process: Int32) -> Double {
        let kilobytes = status(process)["VmRSS"]?.split(separator: " ").first.flatMap { Double($0) } ?? 0
        return kilobytes / 1_024
    }

    /// Keeps all threads of a process, and those that they start, on one core.
    static func pin(_ process: Int32, to core: Int) async throws {
        let taskset = Process()
        taskset.executableURL = URL(filePath: "/usr/bin/taskset")
        taskset.arguments = ["--all-tasks", "--cpu-list", "--pid", String(core), String(process)]
        taskset.standardOutput = FileHandle.nullDevice
        try await withCheckedThrowingContinuation { continuation in
            taskset.terminationHandler = { _ in continuation.resume() }
            do { try taskset.run() } catch { continuation.resume(throwing: error) }
        }
    }

    private static func status(_ process: Int32) -> [String: String] {
        let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").reduce(into: [:]) { fields, line in
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
    }
}
