import Foundation

/// Programs that outlived a launcher which was killed. Each process that is started leaves a file with its number as the
/// name and its program as the content; who finds such files later ends those processes that still run that program.
struct Strays {
    let folder: URL

    /// Leaves word of a process.
    func note(_ process: ServiceProcess) {
        let manager = FileManager.default
        try? manager.createDirectory(at: folder, withIntermediateDirectories: true)
        // Without the file a stray is left alone, which the next start tells as a port that is taken.
        try? Data(program(of: process.identifier).utf8).write(to: folder.appending(path: String(process.identifier)))
    }

    /// Takes back the word of a process that has ended.
    func forget(_ process: ServiceProcess) {
        try? FileManager.default.removeItem(at: folder.appending(path: String(process.identifier)))
    }

    /// Ends the processes that are noted and forgets them.
    func end() async {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for number in names.compactMap(Int32.init) {
            let file = folder.appending(path: String(number))
            let noted = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            if !noted.isEmpty, program(of: number) == noted { await end(number, noted) }
            try? FileManager.default.removeItem(at: file)
        }
    }

    private func end(_ number: Int32, _ noted: String) async {
        kill(number, SIGTERM)
        let deadline = ContinuousClock.now + .seconds(10)
        while program(of: number) == noted {
            if ContinuousClock.now > deadline { kill(number, SIGKILL) }
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    private func program(of number: Int32) -> String {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(number)/exe")
        // A program that was built anew since it was started.
        return (link ?? "").replacing(" (deleted)", with: "")
    }
}
