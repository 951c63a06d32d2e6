import Foundation

/// Programs that outlived a launcher which was killed.
///
/// Each process that is started leaves a file with its number as the name and its program as the content. A later launcher
/// terminates those of the processes that still run that program.
struct OrphanProcesses {
    let folder: URL

    /// Records a process that was started.
    func record(_ process: ServiceProcess) {
        let manager = FileManager.default
        try? manager.createDirectory(at: folder, withIntermediateDirectories: true)
        // Without the file an orphan keeps running; the next start then reports that its port is taken.
        try? Data(program(of: process.identifier).utf8).write(to: folder.appending(path: String(process.identifier)))
    }

    /// Removes the record of a process that has ended.
    func remove(_ process: ServiceProcess) {
        try? FileManager.default.removeItem(at: folder.appending(path: String(process.identifier)))
    }

    /// Terminates the recorded processes and removes their records.
    func terminate() async {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for number in names.compactMap(Int32.init) {
            let file = folder.appending(path: String(number))
            let recorded = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            if !recorded.isEmpty, program(of: number) == recorded { await terminate(number, recorded) }
            try? FileManager.default.removeItem(at: file)
        }
    }

    private func terminate(_ number: Int32, _ recorded: String) async {
        kill(number, SIGTERM)
        let deadline = ContinuousClock.now + .seconds(10)
        while program(of: number) == recorded {
            if ContinuousClock.now > deadline { kill(number, SIGKILL) }
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    private func program(of number: Int32) -> String {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(number)/exe")
        // A program that was rebuilt since it was started.
        return (link ?? "").replacing(" (deleted)", with: "")
    }
}
