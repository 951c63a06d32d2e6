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
