// Tells the thread sanitizer of the synchronization within Swift's libraries, which are not instrumented. Without this,
// what a mutex or a continuation hands from one thread to another looks like a race. Preloaded before these libraries, whose
// functions of these names are wrapped.
//
// - Synchronization.Mutex is taken and given back without a wait by atomic operations that are compiled into its callers,
//   where the sanitizer sees them. Whoever has to wait does so in the library.
// - The concurrency runtime tells the sanitizer of jobs that it enqueues and runs once it knows that there is one. On Linux it
//   is never told, as the sanitizer is part of the program and doesn't find the function in a library.
// - A continuation that was resumed before its task has come to wait for it is no such job; see also continuation_hooks.swift.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// In the tested program; absent in all others that run with it.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *
#define ASYNC __attribute__((swiftasynccall))

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

// What happened before a release has happened for whoever acquires the same address later.
void larder_acquire(void *address) {
    if (__tsan_acquire) __tsan_acquire(address);
}

static void release(void *address) {
    if (__tsan_release) __tsan_release(address);
}

// Mutexes.

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT bool try_lock_slow(SELF mutex) __asm__(TRY_LOCK);
SWIFT void unlock_slow(SELF mutex) __asm__(UNLOCK);

typedef SWIFT void (*lock_function)(uint32_t, SELF);
typedef SWIFT bool (*try_lock_function)(SELF);
typedef SWIFT void (*unlock_function)(SELF);

SWIFT void lock_slow(uint32_t thread, SELF mutex) {
    NEXT(lock_function, LOCK)(thread, mutex);
    larder_acquire(mutex);
}

SWIFT bool try_lock_slow(SELF mutex) {
    bool is_taken = NEXT(try_lock_function, TRY_LOCK)(mutex);
    if (is_taken) larder_acquire(mutex);
    return is_taken;
}

SWIFT void unlock_slow(SELF mutex) {
    release(mutex);
    NEXT(unlock_function, UNLOCK)(mutex);
}

// Continuations: what resumes one releases, what has waited for it acquires.

typedef SWIFT void (*resume_function)(void *);
typedef SWIFT void (*fail_function)(void *, void *);
typedef ASYNC void (*await_function)(void *);
typedef SWIFT void (*checked_function)(void *, void *, void *, SELF);

SWIFT void *swift_task_getCurrent(void) __attribute__((weak));

SWIFT void swift_continuation_resume(void *task) {
    release(task);
    NEXT(resume_function, "swift_continuation_resume")(task);
}

SWIFT void swift_continuation_throwingResume(void *task) {
    release(task);
    NEXT(resume_function, "swift_continuation_throwingResume")(task);
}

SWIFT void swift_continuation_throwingResumeWithError(void *task, void *error) {
    release(task);
    NEXT(fail_function, "swift_continuation_throwingResumeWithError")(task, error);
}

ASYNC void swift_continuation_await(void *continuation) {
    await_function next = NEXT(await_function, "swift_continuation_await");
    larder_acquire(swift_task_getCurrent());
    return next(continuation);
}

// CheckedContinuation.resume(returning:) and resume(throwing:), whatever they are generic over. A checked continuation is one
// reference, by which continuation_hooks.swift knows it.

#define RETURNING "$sScC6resume9returningyxn_tF"
#define THROWING "$sScC6resume8throwingyq_n_tF"

SWIFT void resume_returning(void *value, void *a, void *b, SELF continuation) __asm__(RETURNING);
SWIFT void resume_throwing(void *error, void *a, void *b, SELF continuation) __asm__(THROWING);

SWIFT void resume_returning(void *value, void *a, void *b, SELF continuation) {
    release(continuation);
    NEXT(checked_function, RETURNING)(value, a, b, continuation);
}

SWIFT void resume_throwing(void *error, void *a, void *b, SELF continuation) {
    release(continuation);
    NEXT(checked_function, THROWING)(error, a, b, continuation);
}

__attribute__((constructor)) static void enable_swift_runtime(void) {
    if (!__tsan_acquire) return;
    void (*enable)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "__tsan_on_initialize");
    if (enable) enable();
}
