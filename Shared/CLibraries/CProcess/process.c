#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
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
#include <sys/ioctl.h>
#include <sys/syscall.h>
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
#define ALLOW(call) IF_EQUAL(call), ANSWER(SECCOMP_RET_ALLOW)
// pidfd_send_signal; what is before it is known, and what is after it is younger than 2019.
#define FIRST_LATER_CALL 424
#define REJECT(call) IF_EQUAL(call), ANSWER(SECCOMP_RET_ERRNO | EACCES)
// Whether what was loaded, compared with a value, lets the call pass.
#define ALLOW_IF(comparison, value) \
    BPF_JUMP(BPF_JMP | comparison | BPF_K, value, 1, 0), ANSWER(SECCOMP_RET_ERRNO | EACCES), ANSWER(SECCOMP_RET_ALLOW)
#define ALLOW_UNLESS(value) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), ANSWER(SECCOMP_RET_ERRNO | EACCES)
// Goes on with the next instructions for one call, or leaves out so many.
#define FOR(call, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, count)

static int filter(const struct sock_filter *instructions, size_t count) {
    struct sock_fprog program = {.len = (unsigned short)count, .filter = (struct sock_filter *)instructions};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ? 0 : errno;
}

int larder_forbid_reaching_out(void) {
#ifdef OWN_ARCHITECTURE
    const struct sock_filter instructions[] = {
        DATA(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
        ANSWER(SECCOMP_RET_KILL_PROCESS),
        DATA(nr),
#ifdef __x86_64__
        // The same calls under other numbers.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
        REJECT(SYS_fork), REJECT(SYS_vfork), REJECT(SYS_rename), REJECT(SYS_unlink), REJECT(SYS_mkdir),
        REJECT(SYS_rmdir), REJECT(SYS_link), REJECT(SYS_symlink), REJECT(SYS_chmod), REJECT(SYS_creat),
        REJECT(SYS_mknod), REJECT(SYS_chown), REJECT(SYS_lchown), REJECT(SYS_utime), REJECT(SYS_utimes),
        REJECT(SYS_futimesat), REJECT(SYS_iopl), REJECT(SYS_ioperm), REJECT(SYS_modify_ldt),
#endif
        REJECT(SYS_socket), REJECT(SYS_socketpair), REJECT(SYS_connect), REJECT(SYS_bind), REJECT(SYS_listen),
        REJECT(SYS_accept), REJECT(SYS_accept4), REJECT(SYS_sendto), REJECT(SYS_sendmsg), REJECT(SYS_sendmmsg),
        REJECT(SYS_recvmsg), REJECT(SYS_recvmmsg), REJECT(SYS_execve), REJECT(SYS_execveat), REJECT(SYS_ptrace),
        REJECT(SYS_kill), REJECT(SYS_tkill), REJECT(SYS_rt_sigqueueinfo), REJECT(SYS_rt_tgsigqueueinfo),
        REJECT(SYS_pidfd_open), REJECT(SYS_pidfd_send_signal), REJECT(SYS_pidfd_getfd), REJECT(SYS_kcmp),
        REJECT(SYS_setrlimit), REJECT(SYS_setpriority), REJECT(SYS_sched_setscheduler), REJECT(SYS_sched_setparam),
        REJECT(SYS_sched_setattr), REJECT(SYS_ioprio_set), REJECT(SYS_migrate_pages), REJECT(SYS_move_pages),
        REJECT(SYS_shmget), REJECT(SYS_shmat), REJECT(SYS_shmctl), REJECT(SYS_semget), REJECT(SYS_semop),
        REJECT(SYS_semtimedop), REJECT(SYS_semctl), REJECT(SYS_msgget), REJECT(SYS_msgsnd), REJECT(SYS_msgrcv),
        REJECT(SYS_msgctl), REJECT(SYS_mq_open), REJECT(SYS_mq_unlink),
        REJECT(SYS_process_vm_readv), REJECT(SYS_process_vm_writev), REJECT(SYS_mount), REJECT(SYS_umount2),
        REJECT(SYS_pivot_root), REJECT(SYS_chroot), REJECT(SYS_setns), REJECT(SYS_unshare), REJECT(SYS_keyctl),
        REJECT(SYS_add_key), REJECT(SYS_request_key), REJECT(SYS_bpf), REJECT(SYS_perf_event_open),
        REJECT(SYS_userfaultfd), REJECT(SYS_io_uring_setup), REJECT(SYS_open_by_handle_at), REJECT(SYS_init_module),
        REJECT(SYS_finit_module), REJECT(SYS_kexec_load), REJECT(SYS_renameat), REJECT(SYS_renameat2),
        REJECT(SYS_unlinkat), REJECT(SYS_mkdirat), REJECT(SYS_mknodat), REJECT(SYS_linkat), REJECT(SYS_symlinkat),
        REJECT(SYS_fchmod), REJECT(SYS_fchmodat), REJECT(SYS_fchown), REJECT(SYS_fchownat), REJECT(SYS_utimensat),
        REJECT(SYS_truncate), REJECT(SYS_ftruncate), REJECT(SYS_setxattr), REJECT(SYS_lsetxattr),
        REJECT(SYS_fsetxattr), REJECT(SYS_removexattr), REJECT(SYS_lremovexattr), REJECT(SYS_fremovexattr),
        // Standard error may be a terminal, and whatever is typed there is somebody else's command.
        FOR(SYS_ioctl, 6), DATA(args[1]), ALLOW_UNLESS(TIOCSTI), ALLOW_UNLESS(TIOCLINUX), ANSWER(SECCOMP_RET_ALLOW),
        // Limits may be read, its own threads may be signalled.
        FOR(SYS_prlimit64, 6), DATA(args[2]), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2), UPPER_HALF(args[2]),
        ALLOW_IF(BPF_JEQ, 0),
        FOR(SYS_tgkill, 4), DATA(args[0]), ALLOW_IF(BPF_JEQ, (uint32_t)getpid()),
        // The C library then starts threads by the older call, whose flags can be seen here.
        IF_EQUAL(SYS_clone3), ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
        FOR(SYS_clone, 4), DATA(args[0]), ALLOW_IF(BPF_JSET, CLONE_THREAD),
        // Later calls, which have the same numbers everywhere, are known one by one: whatever a newer kernel adds is as if
        // it were not there. close_range, openat2, faccessat2, epoll_pwait2, futex_waitv, futex_wake, _wait and _requeue.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_LATER_CALL, 0, 17), ALLOW(436), ALLOW(437), ALLOW(439), ALLOW(441),
        ALLOW(449), ALLOW(454), ALLOW(455), ALLOW(456), ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
        ANSWER(SECCOMP_RET_ALLOW),
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
        REJECT(SYS_openat), REJECT(SYS_openat2),
        // Readers may set this for their threads as they start.
        REJECT(SYS_sched_setaffinity), ANSWER(SECCOMP_RET_ALLOW),
    };
    return filter(instructions, sizeof instructions / sizeof *instructions);
#else
    return ENOSYS;
#endif
}

int larder_signal_thread(pid_t process, pid_t thread, int signal) {
    return syscall(SYS_tgkill, process, thread, signal) == 0 ? 0 : errno;
}

int larder_call(long number) { return syscall(number, -1, 0, -1, 0, 0) >= 0 ? 0 : errno; }

int larder_type(int terminal, char character) { return ioctl(terminal, TIOCSTI, &character) == 0 ? 0 : errno; }

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
