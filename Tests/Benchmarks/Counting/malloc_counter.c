// Counts the heap allocations of processes: LD_PRELOAD it and name a folder in MALLOC_COUNTER_FOLDER. Each process writes
// the number of its allocations until now to a file there, named by its process id: eight bytes in the machine's order.
//
// Every way to get memory from the C library counts once, a reallocation too; giving memory back does not.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// The C library's own functions under the names that are not replaced.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// Until the file is there, counts go nowhere.
static _Atomic uint64_t unheard;
static _Atomic(_Atomic uint64_t *) counter = &unheard;

static void count_one(void) {
    atomic_fetch_add_explicit(atomic_load_explicit(&counter, memory_order_relaxed), 1, memory_order_relaxed);
}

__attribute__((constructor)) static void open_counter(void) {
    const char *folder = getenv("MALLOC_COUNTER_FOLDER");
    char path[4096];
    if (folder == NULL) return;
    if (snprintf(path, sizeof path, "%s/%ld", folder, (long)getpid()) >= (int)sizeof path) return;
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return;
    if (ftruncate(file, sizeof(uint64_t)) == 0) {
        void *mapped = mmap(NULL, sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (mapped != MAP_FAILED) atomic_store(&counter, (_Atomic uint64_t *)mapped);
    }
    close(file);
}

void *malloc(size_t size) {
    count_one();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    count_one();
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    count_one();
    return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
    count_one();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count_one();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    count_one();
    void *memory = __libc_memalign(alignment, size);
    if (memory == NULL) return ENOMEM;
    *result = memory;
    return 0;
}
