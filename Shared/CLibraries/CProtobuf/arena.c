#include "CProtobuf.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALIGNMENT = 16,
    // Every allocation is preceded by its size, so that the length of an unpacked string is known.
    HEADER = sizeof(size_t),
    // Holds a small call with its strings; most calls never need a second block.
    FIRST_BLOCK = 4096,
    LARGEST_STEP = 1 << 20,
    // What an idle arena keeps: enough for the 256 KiB pieces of an upload.
    KEPT = 640 * 1024,
};

typedef struct block {
    struct block *next;
    size_t capacity;
    _Alignas(ALIGNMENT) unsigned char bytes[];
} block;

struct larder_arena {
    block *first;
    block *current;
    size_t offset;
    size_t used;
    size_t budget;
    size_t held;
    bool exhausted;
    ProtobufCAllocator allocator;
};

static block *block_create(size_t capacity) {
    if (capacity > SIZE_MAX - sizeof(block)) return NULL;
    block *created = malloc(sizeof(block) + capacity);
    if (created == NULL) return NULL;
    created->next = NULL;
    created->capacity = capacity;
    return created;
}

static void *allocate(void *arena, size_t size) {
    return larder_arena_allocate(arena, size);
}

static void leave(void *arena, void *allocation) {
    (void)arena;
    (void)allocation;
}

larder_arena *larder_arena_create(void) {
    larder_arena *arena = calloc(1, sizeof(larder_arena));
    if (arena == NULL) return NULL;
    arena->first = block_create(FIRST_BLOCK);
    if (arena->first == NULL) {
        free(arena);
        return NULL;
    }
    arena->held = FIRST_BLOCK;
    arena->allocator = (ProtobufCAllocator){.alloc = allocate, .free = leave, .allocator_data = arena};
    larder_arena_begin(arena, 0);
    return arena;
}

static void free_blocks(block *each) {
    while (each != NULL) {
        block *next = each->next;
        free(each);
        each = next;
    }
}

void larder_arena_destroy(larder_arena *arena) {
    if (arena == NULL) return;
    free_blocks(arena->first);
    free(arena);
}

static void release_surplus(larder_arena *arena) {
    block *last = arena->first;
    size_t held = last->capacity;
    while (last->next != NULL && held + last->next->capacity <= KEPT) {
        last = last->next;
        held += last->capacity;
    }
    free_blocks(last->next);
    last->next = NULL;
    arena->held = held;
}

void larder_arena_begin(larder_arena *arena, size_t budget) {
    if (arena->held > KEPT) release_surplus(arena);
    arena->current = arena->first;
    arena->offset = 0;
    arena->used = 0;
    arena->budget = budget;
    arena->exhausted = false;
}

static size_t align(size_t size) {
    return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

/// Makes a block current that has room for `needed` bytes: a kept one that is large enough, else a new one.
static bool advance(larder_arena *arena, size_t needed) {
    block *next = arena->current->next;
    if (next == NULL || next->capacity < needed) {
        size_t capacity = arena->current->capacity < LARGEST_STEP / 2 ? arena->current->capacity * 2 : LARGEST_STEP;
        if (capacity < needed) capacity = needed;
        block *created = block_create(capacity);
        if (created == NULL) return false;
        created->next = next;
        arena->current->next = created;
        arena->held += capacity;
        next = created;
    }
    arena->current = next;
    arena->offset = 0;
    return true;
}

void *larder_arena_allocate(larder_arena *arena, size_t size) {
    if (size > SIZE_MAX / 2) {
        arena->exhausted = true;
        return NULL;
    }
    size_t cost = align(size + HEADER);
    if (cost > arena->budget - arena->used) {
        arena->exhausted = true;
        return NULL;
    }
    // An allocation starts one alignment step after the offset, so that its header fits before it.
    size_t needed = cost + (ALIGNMENT - HEADER);
    if (needed > arena->current->capacity - arena->offset && !advance(arena, needed)) {
        arena->exhausted = true;
        return NULL;
    }
    unsigned char *start = arena->current->bytes + arena->offset + ALIGNMENT;
    memcpy(start - HEADER, &size, sizeof(size));
    arena->offset += cost;
    arena->used += cost;
    return start;
}

size_t larder_arena_size_of(const void *allocation) {
    size_t size;
    memcpy(&size, (const unsigned char *)allocation - HEADER, sizeof(size));
    return size;
}

bool larder_arena_is_exhausted(const larder_arena *arena) {
    return arena->exhausted;
}

size_t larder_arena_used(const larder_arena *arena) {
    return arena->used;
}

size_t larder_arena_held(const larder_arena *arena) {
    return arena->held;
}

char *larder_arena_string(larder_arena *arena, const char *bytes, size_t length) {
    char *copy = larder_arena_allocate(arena, length + 1);
    if (copy == NULL) return NULL;
    memcpy(copy, bytes, length);
    copy[length] = 0;
    return copy;
}

bool larder_contains_nul(const char *bytes, size_t length) {
    return memchr(bytes, 0, length) != NULL;
}

ProtobufCMessage *larder_arena_message(larder_arena *arena, const ProtobufCMessageDescriptor *descriptor) {
    ProtobufCMessage *message = larder_arena_allocate(arena, descriptor->sizeof_message);
    if (message != NULL) protobuf_c_message_init(descriptor, message);
    return message;
}

larder_unpack_result larder_message_unpack(
    const ProtobufCMessageDescriptor *descriptor, larder_arena *arena, size_t length, const uint8_t *bytes,
    ProtobufCMessage **message) {
    ProtobufCMessage *unpacked = protobuf_c_message_unpack(descriptor, &arena->allocator, length, bytes);
    if (unpacked == NULL) return arena->exhausted ? LARDER_BUDGET_EXCEEDED : LARDER_MALFORMED;
    *message = unpacked;
    return LARDER_UNPACKED;
}

size_t larder_unpacked_string_length(const char *string) {
    return string == protobuf_c_empty_string ? 0 : larder_arena_size_of(string) - 1;
}

// One idle arena a thread. The key exists to free it when the thread ends; the variable makes finding it cheap.
static _Thread_local larder_arena *idle;
static _Thread_local larder_arena *registered;
static pthread_key_t idle_key;
static pthread_once_t idle_key_once = PTHREAD_ONCE_INIT;
static bool has_idle_key;

static void destroy_idle(void *arena) {
    idle = NULL;
    registered = NULL;
    larder_arena_destroy(arena);
}

static void create_idle_key(void) {
    has_idle_key = pthread_key_create(&idle_key, destroy_idle) == 0;
}

larder_arena *larder_arena_borrow(void) {
    larder_arena *arena = idle;
    if (arena == NULL) return larder_arena_create();
    idle = NULL;
    return arena;
}

void larder_arena_return(larder_arena *arena) {
    if (idle != NULL) {
        larder_arena_destroy(arena);
        return;
    }
    larder_arena_begin(arena, 0);
    if (registered != arena) {
        pthread_once(&idle_key_once, create_idle_key);
        if (!has_idle_key || pthread_setspecific(idle_key, arena) != 0) {
            larder_arena_destroy(arena);
            return;
        }
        registered = arena;
    }
    idle = arena;
}
