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
        Self.check("an administrator's rights cannot be given up", larder_drop_capabilities())
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
