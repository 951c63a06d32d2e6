import CProcess
import Glibc

/// Attempts everything a worker must not be able to do, in this process.
package enum ConfinementCheck {
    /// Runs all attempts and writes a line for each to standard output.
    /// - Returns: the process's exit code: 0 when every attempt was denied.
    package static func run() -> Int32 {
        let limits = WorkerLimits()
        _ = limits.separate()
        // What the filter of system calls would deny too.
        let scoped = [("signalling its parent but for the filter", signalsUnfiltered())]
        _ = limits.restrict()
        // Descriptors that are already open stay open.
        let outside = open("/", O_RDONLY | O_DIRECTORY)
        limits.close()
        let attempts = reaching(outside) + changing(outside) + meddling + growing(limits) + unlisted
        let results = scoped + attempts.map { what, attempt in (what, attempt() ? "possible" : "denied") }
        for (what, result) in results { print("\(what): \(result)") }
        return results.contains { $0.1 == "possible" } ? 1 : 0
    }

    /// An attempt that returns whether it succeeded.
    private typealias Attempt = (what: String, succeeds: () -> Bool)

    private static let file = "/tmp/larder-confinement"

    /// Asked for before it may no longer be.
    private static let parent = getppid()

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
            ("sending a signal to its parent", { kill(parent, 0) == 0 }),
            (
                "sending a signal to a thread of its parent",
                { isAllowed(SYS_tgkill, Int(parent), Int(parent), 0) }
            ),
            ("having a descriptor signal its parent", { isAllowed(SYS_fcntl, 0, Int(F_SETOWN), Int(parent)) }),
            ("choosing a descriptor's signal", { isAllowed(SYS_fcntl, 0, setSignal, Int(SIGKILL)) }),
            ("having a descriptor send signals", { isAllowed(SYS_fcntl, 0, Int(F_SETFL), Int(O_ASYNC)) }),
            ("having a socket signal its parent", { isAllowed(SYS_ioctl, 0, Int(FIOSETOWN), 0) }),
            ("having a socket's group signalled", { isAllowed(SYS_ioctl, 0, Int(SIOCSPGRP), 0) }),
            (
                "lowering its parent's priority",
                { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(parent), 0) == 0 }
            ),
            ("setting its parent's limits", { larder_repeat_limit(parent) == 0 }),
            ("creating shared memory", sharesMemory),
            ("injecting terminal input", { isAllowed(SYS_ioctl, 2, Int(TIOCSTI), 0) }),
        ]
    }

    /// F_SETSIG, which is Linux's alone.
    private static let setSignal = 10

    private static func signalsUnfiltered() -> String {
        if kill(parent, 0) != 0 { return "denied" }
        return larder_has_landlock_scopes() == 0 ? "the kernel cannot deny it" : "possible"
    }

    /// Attempts to make calls that are on no list. The arguments are invalid, so that a call which isn't denied does nothing
    /// or fails with another error.
    private static var unlisted: [Attempt] {
        calls.map { name, number in ("calling \(name)", { isAllowed(number, -1, 0, -1) }) }
            + [("calling clone for a process", { isAllowed(SYS_clone, Int(SIGCHLD), 0, 0) })]
    }

    private static let calls: [(name: String, number: Int32)] =
        [
            ("ptrace", SYS_ptrace), ("process_vm_readv", SYS_process_vm_readv), ("kcmp", SYS_kcmp),
            ("process_vm_writev", SYS_process_vm_writev), ("tkill", SYS_tkill),
            ("rt_sigqueueinfo", SYS_rt_sigqueueinfo),
            ("execve", SYS_execve), ("execveat", SYS_execveat), ("setsid", SYS_setsid), ("setpgid", SYS_setpgid),
            ("prctl", SYS_prctl), ("personality", SYS_personality), ("seccomp", SYS_seccomp), ("capset", SYS_capset),
            ("setuid", SYS_setuid), ("setgid", SYS_setgid), ("setgroups", SYS_setgroups), ("unshare", SYS_unshare),
            ("setns", SYS_setns), ("chroot", SYS_chroot), ("pivot_root", SYS_pivot_root), ("mount", SYS_mount),
            ("umount2", SYS_umount2), ("swapon", SYS_swapon), ("reboot", SYS_reboot), ("syslog", SYS_syslog),
            ("init_module", SYS_init_module), ("delete_module", SYS_delete_module), ("kexec_load", SYS_kexec_load),
            ("keyctl", SYS_keyctl), ("add_key", SYS_add_key), ("request_key", SYS_request_key), ("bpf", SYS_bpf),
            ("perf_event_open", SYS_perf_event_open), ("userfaultfd", SYS_userfaultfd), ("io_setup", SYS_io_setup),
            ("memfd_create", SYS_memfd_create), ("name_to_handle_at", SYS_name_to_handle_at),
            ("open_by_handle_at", SYS_open_by_handle_at), ("inotify_add_watch", SYS_inotify_add_watch),
            ("fanotify_init", SYS_fanotify_init), ("timer_create", SYS_timer_create), ("eventfd2", SYS_eventfd2),
            ("epoll_create1", SYS_epoll_create1), ("pipe2", SYS_pipe2), ("dup", SYS_dup), ("splice", SYS_splice),
            ("fallocate", SYS_fallocate), ("ftruncate", SYS_ftruncate), ("socketpair", SYS_socketpair),
            ("connect", SYS_connect), ("sendmsg", SYS_sendmsg), ("sched_setscheduler", SYS_sched_setscheduler),
            ("settimeofday", SYS_settimeofday), ("sethostname", SYS_sethostname), ("mlockall", SYS_mlockall),
        ] + ofProcessor

    #if arch(x86_64)
        private static let ofProcessor = [("fork", SYS_fork), ("modify_ldt", SYS_modify_ldt), ("iopl", SYS_iopl)]
    #else
        private static let ofProcessor: [(String, Int32)] = []
    #endif

    private static func growing(_ limits: WorkerLimits) -> [Attempt] {
        [
            ("raising its limits", { larder_repeat_limit(0) == 0 }),
            ("allocating more memory than its limit", { takesMemory(Int(limits.memory)) }),
        ]
    }

    private static func isAllowed(_ result: Int32) -> Bool { result == 0 || errno != EACCES }

    private static func isAllowed(_ call: Int32, _ first: Int, _ second: Int, _ third: Int) -> Bool {
        larder_call(Int(call), first, second, third) != EACCES
    }

    /// open_tree, move_mount, fsopen, fspick, process_madvise, mount_setattr, fchmodat2, setxattrat, removexattrat,
    /// open_tree_attr, file_setattr, and some that do not exist yet.
    private static let newer = [428, 429, 430, 433, 440, 442, 452, 463, 466, 467, 469, 480, 500]

    private static func callsNewer() -> Bool {
        // Whatever they would say to wrong arguments, it is not that they do not exist.
        newer.contains { larder_call($0, -1, 0, -1) != ENOSYS }
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
