import CProcess
import Glibc

/// What a worker process gives up before it opens the first image.
package struct WorkerLimits: Sendable {
    /// Address space in bytes. The networks reserve much more than they use; what is used is bounded by the supervisor.
    package var memory: UInt64 = 2 << 30
    package var openFiles: UInt64 = 16
    /// Added to the scheduling priority's number, so that calls to services stay ahead of recognition.
    package var niceness: Int32 = 10

    package init() {}

    /// Takes the limits on, before anything is loaded. What the system does not allow is told to operators.
    func apply() {
        // The supervisor may have ended between its start of this process and the request to follow it.
        let parent = getppid()
        _ = larder_die_with_parent()
        if getppid() != parent { exit(0) }
        _ = nice(niceness)
        Self.check("privileges cannot be given up", larder_forbid_new_privileges())
        let network = larder_leave_network()
        Self.check("core dumps cannot be forbidden", larder_forbid_core_dumps())
        Self.check("memory cannot be limited", larder_limit_memory(memory))
        Self.check("open files cannot be limited", larder_limit_open_files(openFiles))
        let calls = larder_forbid_reaching_out()
        // Either of the two keeps the network away.
        if calls != 0 { Self.check("the network cannot be left", network) }
        Self.check("system calls cannot be limited", calls)
    }

    /// Once everything is loaded no file is needed any more.
    func close() { Self.check("files cannot be closed off", larder_forbid_opening_files()) }

    private static func check(_ what: String, _ code: Int32) {
        guard code != 0 else { return }
        let line = "larder-receipt-reader: \(what): \(String(cString: strerror(code)))\n"
        _ = line.withCString { write(2, $0, strlen($0)) }
    }
}

/// Tries what a worker must not be able to do, in this very process.
package enum ConfinementCheck {
    /// Writes a line for each attempt to standard output.
    /// - Returns: the process's exit code: 0 when everything was refused.
    package static func run() -> Int32 {
        let limits = WorkerLimits()
        limits.apply()
        // What is open already stays so.
        let outside = open("/", O_RDONLY | O_DIRECTORY)
        limits.close()
        let attempts: [(String, Bool)] = [
            ("opening a connection", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0),
            ("talking to local services", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0),
            ("opening a file", open("/etc/passwd", O_RDONLY) >= 0),
            ("opening a file in an open folder", openat(outside, "etc/passwd", O_RDONLY) >= 0),
            ("writing a file", open("/tmp/larder-confinement", O_WRONLY | O_CREAT, 0o600) >= 0),
            ("starting a program", startsProgram()),
            ("sending a signal to its parent", kill(getppid(), 0) == 0),
            ("taking more memory than its limit", takesMemory(Int(limits.memory))),
        ]
        for (what, succeeded) in attempts { print("\(what): \(succeeded ? "possible" : "refused")") }
        return attempts.contains { $0.1 } ? 1 : 0
    }

    private static func startsProgram() -> Bool {
        var process: Int32 = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        defer { free(arguments[0]) }
        guard posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil) == 0 else { return false }
        var status: Int32 = 0
        // Where only the program is refused the process that was to become it ends with 127.
        return waitpid(process, &status, 0) == process && status & 0xFF == 0 && status >> 8 & 0xFF == 0
    }

    private static func takesMemory(_ bytes: Int) -> Bool {
        let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        return memory != MAP_FAILED
    }
}
