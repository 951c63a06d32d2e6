#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>

int larder_die_with_parent(void) {
    return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 ? 0 : errno;
}

int larder_forbid_new_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
}

int larder_leave_network(void) {
    if (unshare(CLONE_NEWNET) == 0) {
        return 0;
    }
    return unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0 ? 0 : errno;
}

#include <sys/resource.h>

static int limit(int resource, uint64_t value) {
    struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
    return setrlimit(resource, &limit) == 0 ? 0 : errno;
}

int larder_limit_memory(uint64_t bytes) { return limit(RLIMIT_AS, bytes); }

int larder_limit_open_files(uint64_t count) { return limit(RLIMIT_NOFILE, count); }

int larder_repeat_limit(pid_t process) {
    struct rlimit limit;
    if (prlimit(0, RLIMIT_NOFILE, NULL, &limit) != 0) {
        return errno;
    }
    return prlimit(process, RLIMIT_NOFILE, &limit, NULL) == 0 ? 0 : errno;
}

int larder_forbid_core_dumps(void) { return limit(RLIMIT_CORE, 0); }

#include <spawn.h>
#include <sys/eventfd.h>

int larder_event_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int larder_start_worker(pid_t *process, const char *path, char *const arguments[], char *const environment[], int socket) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) {
        return code;
    }
    code = posix_spawnattr_init(&attributes);
    if (code != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return code;
    }
    sigset_t all;
    sigset_t none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    if ((code = posix_spawn_file_actions_adddup2(&actions, socket, 0)) == 0 &&
        (code = posix_spawn_file_actions_adddup2(&actions, socket, 1)) == 0 &&
        (code = posix_spawn_file_actions_addclosefrom_np(&actions, 3)) == 0 &&
        (code = posix_spawn_file_actions_addchdir_np(&actions, "/")) == 0) {
        code = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

int larder_keep_freed_memory(int kept, int mapped) {
#ifdef __GLIBC__
    return mallopt(M_TRIM_THRESHOLD, kept) == 1 && mallopt(M_MMAP_THRESHOLD, mapped) == 1 ? 0 : EINVAL;
#else
    return kept > 0 && mapped > 0 ? 0 : EINVAL;
#endif
}

#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// The lower half of an argument; both supported architectures keep it first.
#define DATA(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define UPPER_HALF(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field) + 4)
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)
// Goes on with the next instruction, or leaves it out.
#define IF_EQUAL(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1)
#define ALLOW(value) IF_EQUAL(value), ANSWER(SECCOMP_RET_ALLOW)
#define REJECT(call) IF_EQUAL(call), ANSWER(SECCOMP_RET_ERRNO | EACCES)
// Goes on with the next instructions for one call, or leaves out so many.
#define FOR(call, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, count)
// pidfd_send_signal: calls from here on are younger than 2019.
#define FIRST_LATER_CALL 424
// ARCH_GET_XCOMP_SUPP, ARCH_GET_XCOMP_PERM and ARCH_REQ_XCOMP_PERM, which older headers lack.
#define GET_SUPPORTED_REGISTERS 0x1021
#define GET_PERMITTED_REGISTERS 0x1022
#define REQUEST_REGISTERS 0x1023

static int filter(const struct sock_filter *instructions, size_t count) {
    struct sock_fprog program = {.len = (unsigned short)count, .filter = (struct sock_filter *)instructions};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ? 0 : errno;
}

int larder_allow_computing_only(void) {
#ifdef OWN_ARCHITECTURE
    // What the readers, the C library and Swift's runtime call from here on, also when a photo is damaged or memory is short.
    const struct sock_filter instructions[] = {
        DATA(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
        ANSWER(SECCOMP_RET_KILL_PROCESS),
        DATA(nr),
        // The most frequent ones.
        ALLOW(SYS_futex), ALLOW(SYS_mmap), ALLOW(SYS_mprotect), ALLOW(SYS_clock_gettime), ALLOW(SYS_madvise),
        ALLOW(SYS_brk), ALLOW(SYS_munmap), ALLOW(SYS_read), ALLOW(SYS_write),
        // Memory.
        ALLOW(SYS_mremap), ALLOW(SYS_mbind),
        // Files; opening them is rejected later.
        ALLOW(SYS_openat), ALLOW(SYS_close), ALLOW(SYS_readv), ALLOW(SYS_pread64), ALLOW(SYS_writev), ALLOW(SYS_lseek),
        ALLOW(SYS_fstat), ALLOW(SYS_newfstatat), ALLOW(SYS_statx), ALLOW(SYS_faccessat), ALLOW(SYS_readlinkat),
        ALLOW(SYS_getdents64), ALLOW(SYS_getcwd),
#ifdef __x86_64__
        ALLOW(SYS_open), ALLOW(SYS_stat), ALLOW(SYS_lstat), ALLOW(SYS_access), ALLOW(SYS_readlink),
#endif
        // An owner of a descriptor is sent a signal of choice, and what is typed into a terminal is somebody else's command:
        // of both calls only what opening a file and writing to standard output takes.
        FOR(SYS_fcntl, 8), DATA(args[1]), ALLOW(F_GETFD), ALLOW(F_SETFD), ALLOW(F_GETFL),
        ANSWER(SECCOMP_RET_ERRNO | EACCES),
        FOR(SYS_ioctl, 4), DATA(args[1]), ALLOW(TCGETS), ANSWER(SECCOMP_RET_ERRNO | EACCES),
        // Threads and processors. The C library starts threads by the older call, whose flags can be seen here.
        IF_EQUAL(SYS_clone3), ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
        FOR(SYS_clone, 4), DATA(args[0]), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
        ANSWER(SECCOMP_RET_ALLOW), ANSWER(SECCOMP_RET_ERRNO | EACCES),
        ALLOW(SYS_set_robust_list), ALLOW(SYS_rseq), ALLOW(SYS_exit), ALLOW(SYS_exit_group), ALLOW(SYS_getpid),
        ALLOW(SYS_gettid), ALLOW(SYS_getcpu), ALLOW(SYS_sched_yield), ALLOW(SYS_sched_getaffinity),
        ALLOW(SYS_sched_setaffinity),
#ifdef __x86_64__
        // Whether the processor multiplies matrices.
        FOR(SYS_arch_prctl, 8), DATA(args[0]), ALLOW(GET_SUPPORTED_REGISTERS), ALLOW(GET_PERMITTED_REGISTERS),
        ALLOW(REQUEST_REGISTERS), ANSWER(SECCOMP_RET_ERRNO | EACCES),
        ALLOW(SYS_time),
#endif
        // Time, chance, and what the system is.
        ALLOW(SYS_clock_getres), ALLOW(SYS_clock_nanosleep), ALLOW(SYS_nanosleep), ALLOW(SYS_gettimeofday),
        ALLOW(SYS_restart_syscall), ALLOW(SYS_getrandom), ALLOW(SYS_sysinfo), ALLOW(SYS_uname), ALLOW(SYS_getrusage),
        ALLOW(SYS_getrlimit), ALLOW(SYS_getuid), ALLOW(SYS_geteuid), ALLOW(SYS_getgid), ALLOW(SYS_getegid),
        // Limits may be read.
        FOR(SYS_prlimit64, 6), DATA(args[2]), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3), UPPER_HALF(args[2]),
        ALLOW(0), ANSWER(SECCOMP_RET_ERRNO | EACCES),
        // Signals: handling them, and those that a process that aborts sends to itself.
        ALLOW(SYS_rt_sigaction), ALLOW(SYS_rt_sigprocmask), ALLOW(SYS_rt_sigreturn), ALLOW(SYS_sigaltstack),
        FOR(SYS_tgkill, 4), DATA(args[0]), ALLOW((uint32_t)getpid()), ANSWER(SECCOMP_RET_ERRNO | EACCES),
        // For the second filter.
        ALLOW(SYS_seccomp),
        // Calls that the C library tries first on newer kernels are as if they were not there, so that it takes the older one.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_LATER_CALL, 0, 1), ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
        // Whatever is not listed.
        ANSWER(SECCOMP_RET_ERRNO | EACCES),
    };
    return filter(instructions, sizeof instructions / sizeof *instructions);
#else
    return ENOSYS;
#endif
}

int larder_forbid_opening_files(void) {
#ifdef OWN_ARCHITECTURE
    static const struct sock_filter instructions[] = {
        DATA(nr),
#ifdef __x86_64__
        REJECT(SYS_open),
#endif
        REJECT(SYS_openat),
        // Readers may set this for their threads as they start.
        REJECT(SYS_sched_setaffinity), REJECT(SYS_seccomp), ANSWER(SECCOMP_RET_ALLOW),
    };
    return filter(instructions, sizeof instructions / sizeof *instructions);
#else
    return ENOSYS;
#endif
}

int larder_call(long number, long first, long second, long third) {
    const pid_t caller = getpid();
    const long result = syscall(number, first, second, third, 0, 0);
    if (getpid() != caller) {
        _exit(0);
    }
    return result >= 0 ? 0 : errno;
}

// The fields of version 6, which older headers lack.
struct landlock_rules {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};
#define SCOPE_ABSTRACT_SOCKETS 1
#define SCOPE_SIGNALS 2
#define VERSION_OF_SCOPES 6

int larder_has_landlock_scopes(void) {
    return syscall(SYS_landlock_create_ruleset, NULL, 0, 1) >= VERSION_OF_SCOPES;
}

int larder_leave_other_processes(void) {
    const struct landlock_rules rules = {.scopes = SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS};
    const int descriptor = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
    if (descriptor < 0) {
        return errno;
    }
    const int code = syscall(SYS_landlock_restrict_self, descriptor, 0) == 0 ? 0 : errno;
    close(descriptor);
    return code;
}

int larder_drop_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    struct __user_cap_data_struct held[2];
    if (syscall(SYS_capget, &header, held) != 0) {
        return errno;
    }
    const struct __user_cap_data_struct kept[2] = {{
        .effective = held[0].effective & CAP_TO_MASK(CAP_DAC_READ_SEARCH),
        .permitted = held[0].permitted & CAP_TO_MASK(CAP_DAC_READ_SEARCH),
    }};
    return syscall(SYS_capset, &header, kept) == 0 ? 0 : errno;
}

size_t larder_allocated_memory(void) {
#ifdef __GLIBC__
    const struct mallinfo2 memory = mallinfo2();
    return memory.uordblks + memory.hblkhd;
#else
    return 0;
#endif
}

void larder_return_freed_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
