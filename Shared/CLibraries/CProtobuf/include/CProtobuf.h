#ifndef LARDER_CPROTOBUF_H
#define LARDER_CPROTOBUF_H

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A bump allocator with a byte budget. It is not thread-safe; every thread has its own.
typedef struct larder_arena larder_arena;

/// A new arena with one small block, or NULL when the process is out of memory.
larder_arena *_Nullable larder_arena_create(void);

/// Frees the arena and everything that was allocated from it.
void larder_arena_destroy(larder_arena *_Nullable arena);

/// Takes the calling thread's idle arena, or makes one. Give it back with larder_arena_return on the same thread.
larder_arena *_Nullable larder_arena_borrow(void);

/// Ends every allocation of the arena and keeps it for the thread's next borrower.
void larder_arena_return(larder_arena *_Nonnull arena);

/// Ends every allocation, keeps the first blocks for reuse and sets the bytes that may be allocated from now on.
void larder_arena_begin(larder_arena *_Nonnull arena, size_t budget);

/// `size` bytes aligned to 16, uninitialized; NULL when the budget doesn't allow it. 0 bytes are a valid request.
/// An allocation costs its size, an 8-byte header and padding.
void *_Nullable larder_arena_allocate(larder_arena *_Nonnull arena, size_t size);

/// The size that was asked for when `allocation` was made by larder_arena_allocate.
size_t larder_arena_size_of(const void *_Nonnull allocation);

/// Whether an allocation has failed since the arena was begun.
bool larder_arena_is_exhausted(const larder_arena *_Nonnull arena);

/// Bytes of the budget that are used, headers and padding included.
size_t larder_arena_used(const larder_arena *_Nonnull arena);

/// Bytes of memory that the arena holds now, used or kept for reuse.
size_t larder_arena_held(const larder_arena *_Nonnull arena);

/// A copy of the bytes with a NUL behind, or NULL when the budget doesn't allow it.
char *_Nullable larder_arena_string(larder_arena *_Nonnull arena, const char *_Nonnull bytes, size_t length);

/// Whether one of the bytes is 0.
bool larder_contains_nul(const char *_Nonnull bytes, size_t length);

/// An initialized message structure in the arena, or NULL when the budget doesn't allow it.
ProtobufCMessage *_Nullable larder_arena_message(
    larder_arena *_Nonnull arena, const ProtobufCMessageDescriptor *_Nonnull descriptor);

typedef enum {
    LARDER_UNPACKED,
    /// The bytes are not such a message.
    LARDER_MALFORMED,
    /// The message needs more than the arena's budget.
    LARDER_BUDGET_EXCEEDED,
} larder_unpack_result;

/// Unpacks a message whose parts all live in the arena. `message` is set only on LARDER_UNPACKED.
larder_unpack_result larder_message_unpack(
    const ProtobufCMessageDescriptor *_Nonnull descriptor, larder_arena *_Nonnull arena, size_t length,
    const uint8_t *_Nullable bytes, ProtobufCMessage *_Nullable *_Nonnull message);

/// The length of a string inside a message that larder_message_unpack made. Unlike strlen it counts past a NUL that the
/// sender put inside.
size_t larder_unpacked_string_length(const char *_Nonnull string);

#endif
