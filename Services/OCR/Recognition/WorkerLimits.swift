import CProcess
import Glibc

/// The restrictions that a worker process applies to itself before the first image.
package struct WorkerLimits: Sendable {
    /// Address space in bytes. The networks reserve much more than they use; the supervisor limits actual use.
    package var memory: UInt64 = 2 << 30
    /// The maximum number of open files.
    package var openFiles: UInt64 = 16
    /// The increase of the nice value, so that service calls take precedence over recognition.
    package var niceness: Int32 = 10

    /// The default limits.
    package init() {}

    /// Applies the limits, before anything is loaded. Failures are reported to operators.
    func apply() {
        let network = separate()
        let calls = restrict()
        // Either of the two blocks the network.
        if calls != 0 { Self.check("cannot leave the network namespace", network) }
    }

    /// Leaves other processes and the network, and gives up privileges.
    /// - Returns: the error number of leaving the network; else 0.
    func separate() -> Int32 {
        // The supervisor may have exited before the parent-death signal was requested.
        let parent = getppid()
        _ = larder_die_with_parent()
        if getppid() != parent { exit(0) }
        _ = nice(niceness)
        Self.check("cannot drop privileges", larder_forbid_new_privileges())
        // Without it the filter of system calls stands alone, which the supervisor logs.
        if larder_has_landlock_scopes() != 0 {
            Self.check("cannot leave other processes", larder_leave_other_processes())
        }
        let network = larder_leave_network()
        Self.check("cannot drop capabilities", larder_drop_capabilities())
        return network
    }

    /// Limits resources and system calls.
    /// - Returns: the error number of limiting system calls; else 0.
    func restrict() -> Int32 {
        Self.check("cannot disable core dumps", larder_forbid_core_dumps())
        Self.check("cannot limit memory", larder_limit_memory(memory))
        Self.check("cannot limit open files", larder_limit_open_files(openFiles))
        let calls = larder_allow_computing_only()
        Self.check("cannot restrict system calls", calls)
        return calls
    }

    /// Revokes file access, after everything is loaded.
    func close() { Self.check("cannot revoke file access", larder_forbid_opening_files()) }

    private static func check(_ what: String, _ code: Int32) {
        guard code != 0 else { return }
        let line = "larder-receipt-reader: \(what): \(String(cString: strerror(code)))\n"
        _ = line.withCString { write(2, $0, strlen($0)) }
    }
}
