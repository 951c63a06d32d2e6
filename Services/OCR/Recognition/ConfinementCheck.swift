import CProcess
import Glibc

/// Attempts everything a worker must not be able to do, in this process.
package enum ConfinementCheck {
    /// Runs all attempts and writes a line for each to standard output.
    /// - Returns: the process's exit code: 0 when every attempt was denied.
    package static func run() -> Int32 {
        let limits = WorkerLimits()
        limits.apply()
        // Descriptors that are already open stay open.
        let outside = open("/", O_RDONLY | O_DIRECTORY)
        limits.close()
        let results = (reaching(outside) + changing(outside) + meddling + growing(limits)).map { what, attempt in
            (what, attempt() ? "possible" : "denied")
        }
        for (what, result) in results { print("\(what): \(result)") }
        return results.contains { $0.1 == "possible" } ? 1 : 0
    }

    /// An attempt that returns whether it succeeded.
    private typealias Attempt = (what: String, succeeds: () -> Bool)

    private static let file = "/tmp/larder-confinement"

    /// Attempts to reach the network, files and programs.
    private static func reaching(_ outside: Int32) -> [Attempt] {
        [
            ("opening a connection", { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0 }),
            ("connecting to local services", { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0 }),
            ("opening a file", { open("/etc/passwd", O_RDONLY) >= 0 }),
            ("opening a file in an open folder", { openat(outside, "etc/passwd", O_RDONLY) >= 0 }),
            ("starting a program", startsProgram),
            ("executing another program", { execv("/bin/true", [nil]) == 0 }),
        ]
    }

    private static func changing(_ outside: Int32) -> [Attempt] {
        [
            ("writing a file", { open(file, O_WRONLY | O_CREAT, 0o600) >= 0 }),
            ("creating a hard link", { mknod(file, S_IFREG | 0o600, 0) == 0 }),
            ("creating a file in an open folder", { mknodat(outside, String(file.dropFirst()), S_IFREG, 0) == 0 }),
            ("making a folder", { mkdir(file, 0o700) == 0 }),
            ("making a link", { symlink("/etc", file) == 0 }),
            // A missing file would fail with another error than a denial.
            ("moving a file", { isAllowed(rename(file, file)) }),
            ("moving a file in an open folder", { isAllowed(renameat(outside, file, outside, file)) }),
            ("removing a file", { isAllowed(unlink(file)) }),
            ("changing a file's permissions", { isAllowed(chmod(file, 0o600)) }),
            ("calling what newer kernels have", callsNewer),
            ("changing a file's owner", { isAllowed(chown(file, getuid(), getgid())) }),
        ]
    }

    /// Attempts to affect other processes of the same user, above all the service.
    private static var meddling: [Attempt] {
        [
            ("sending a signal to its parent", { kill(getppid(), 0) == 0 }),
            ("sending a signal to a thread of its parent", { larder_signal_thread(getppid(), getppid(), 0) == 0 }),
            (
                "lowering its parent's priority",
                { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(getppid()), 0) == 0 }
            ),
            ("setting its parent's limits", { larder_repeat_limit(getppid()) == 0 }),
            ("creating shared memory", sharesMemory),
            ("injecting terminal input", { larder_type(2, 10) != EACCES }),
        ]
    }

    private static func growing(_ limits: WorkerLimits) -> [Attempt] {
        [
            ("raising its limits", { larder_repeat_limit(0) == 0 }),
            ("allocating more memory than its limit", { takesMemory(Int(limits.memory)) }),
        ]
    }

    private static func isAllowed(_ result: Int32) -> Bool { result == 0 || errno != EACCES }

    /// open_tree, move_mount, fsopen, fspick, process_madvise, mount_setattr, fchmodat2, setxattrat, removexattrat,
    /// open_tree_attr, file_setattr, and some that do not exist yet.
    private static let newer = [428, 429, 430, 433, 440, 442, 452, 463, 466, 467, 469, 480, 500]

    private static func callsNewer() -> Bool {
        // Whatever they would say to wrong arguments, it is not that they do not exist.
        newer.contains { larder_call($0) != ENOSYS }
    }

    private static func startsProgram() -> Bool {
        var process: Int32 = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        defer { free(arguments[0]) }
        guard posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil) == 0 else { return false }
        var status: Int32 = 0
        // When only execution is denied, the child process exits with 127.
        return waitpid(process, &status, 0) == process && status & 0xFF == 0 && status >> 8 & 0xFF == 0
    }

    private static func sharesMemory() -> Bool {
        let memory = shmget(IPC_PRIVATE, 4096, 0o600)
        guard memory >= 0 else { return false }
        shmctl(memory, IPC_RMID, nil)
        return true
    }

    private static func takesMemory(_ bytes: Int) -> Bool {
        let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        return memory != MAP_FAILED
    }
}
