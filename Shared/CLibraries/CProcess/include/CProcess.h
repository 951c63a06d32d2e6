#ifndef LARDER_CPROCESS_H
#define LARDER_CPROCESS_H

// Calls that Swift cannot make itself because they are variadic or have other types on each platform.

#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/types.h>

/// Has the kernel send SIGKILL to the calling process when the thread that started it ends.
/// Returns 0, or the error number.
int larder_die_with_parent(void);

/// Forbids the calling process and its children to gain privileges. Returns 0, or the error number.
int larder_forbid_new_privileges(void);

/// Moves the calling process to a network namespace of its own that has no interface. Where the system denies it to
/// unprivileged processes a user namespace is tried too. Returns 0, or the error number.
int larder_leave_network(void);

/// Has the kernel reject (EACCES; ENOSYS for calls that are younger than 2019) whatever a process that only computes does
/// not need: it may use memory, threads, clocks and files, and end. It keeps limits, priority and other processes as they
/// are, and can forbid itself more. Privileges must be forbidden before. Returns 0, or the error number.
int larder_allow_computing_only(void);

/// Whether the kernel has what ``larder_leave_other_processes`` needs: Landlock's scopes, since Linux 6.12.
int larder_has_landlock_scopes(void);

/// Has the kernel reject (EPERM) signals of the calling thread, and of those that it starts afterwards, to processes that
/// this one did not start, tracing them, and connections to their abstract sockets. Unlike a user namespace, in which a process
/// remains its user's, it does so for the same user too. Privileges must be forbidden before. Returns 0, or the error number.
int larder_leave_other_processes(void);

/// Has the calling thread, and those that it starts afterwards, give up what the system lets an administrator do, all but
/// reading files. Returns 0, or the error number.
int larder_drop_capabilities(void);

/// Has the kernel reject attempts to open more files, and further filters, in all threads. Returns 0, or the error number.
int larder_forbid_opening_files(void);

/// Limits the address space. Returns 0, or the error number.
int larder_limit_memory(uint64_t bytes);

/// Limits how many files may be open. Returns 0, or the error number.
int larder_limit_open_files(uint64_t count);

/// Gives a process the limit of open files that the calling one has; 0 for itself. Returns 0, or the error number.
int larder_repeat_limit(pid_t process);

/// Has a crash leave no memory image. Returns 0, or the error number.
int larder_forbid_core_dumps(void);

/// Makes a system call, further arguments of which are 0. If it starts a process, that ends at once. Returns 0, or the
/// error number.
int larder_call(long number, long first, long second, long third);

/// Has the C library keep freed memory for what comes next instead of giving it back to the system at once: up to
/// `kept` bytes at the end of each of its heaps, and blocks of less than `mapped` bytes. Returns 0, or the error number.
int larder_keep_freed_memory(int kept, int mapped);

/// The bytes that the program has allocated and not freed; 0 where the C library can't say.
size_t larder_allocated_memory(void);

/// Gives memory that is free back to the system.
void larder_return_freed_memory(void);

/// A counter to wake a thread that polls; non-blocking, closed on exec. Returns -1 and sets errno on failure.
int larder_event_descriptor(void);

/// Starts a program with a socket as standard input and output, its caller's standard error, nothing else open, "/" as
/// folder, default signals, and a process group of its own so that a key press in a terminal does not reach it.
/// Both lists end with NULL. Returns 0, or the error number.
int larder_start_worker(pid_t *process, const char *path, char *const arguments[], char *const environment[], int socket);

#endif
