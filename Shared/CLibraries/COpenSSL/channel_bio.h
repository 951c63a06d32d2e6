// A BIO without storage of its own: OpenSSL reads from bytes that the caller lends for one call, and writes straight
// into the caller's buffer. What doesn't fit there goes to a growing spill buffer that the caller collects.

#ifndef LARDER_COPENSSL_CHANNEL_BIO_H
#define LARDER_COPENSSL_CHANNEL_BIO_H

#include <openssl/bio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const uint8_t *input;
    size_t input_length;
    uint8_t *output;
    size_t output_capacity;
    size_t output_length;
    uint8_t *spill;
    size_t spill_capacity;
    size_t spill_length;
} larder_channel_io;

static inline int larder_channel_bio_read(BIO *bio, char *target, size_t wanted, size_t *read) {
    larder_channel_io *io = (larder_channel_io *)BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    if (io->input_length == 0) {
        *read = 0;
        BIO_set_retry_read(bio);
        return 0;
    }
    size_t count = wanted < io->input_length ? wanted : io->input_length;
    memcpy(target, io->input, count);
    io->input += count;
    io->input_length -= count;
    *read = count;
    return 1;
}

static inline int larder_channel_bio_write(BIO *bio, const char *source, size_t count, size_t *written) {
    larder_channel_io *io = (larder_channel_io *)BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    *written = 0;
    if (io->spill_length == 0 && io->output_capacity - io->output_length >= count) {
        memcpy(io->output + io->output_length, source, count);
        io->output_length += count;
        *written = count;
        return 1;
    }
    if (io->spill_capacity - io->spill_length < count) {
        size_t capacity = io->spill_capacity < 512 ? 512 : io->spill_capacity;
        while (capacity - io->spill_length < count) capacity *= 2;
        uint8_t *grown = (uint8_t *)realloc(io->spill, capacity);
        if (grown == NULL) return 0;
        io->spill = grown;
        io->spill_capacity = capacity;
    }
    memcpy(io->spill + io->spill_length, source, count);
    io->spill_length += count;
    *written = count;
    return 1;
}

static inline long larder_channel_bio_control(BIO *bio, int command, long number, void *pointer) {
    (void)bio, (void)number, (void)pointer;
    return command == BIO_CTRL_FLUSH ? 1 : 0;
}

static inline int larder_channel_bio_create(BIO *bio) {
    BIO_set_init(bio, 1);
    return 1;
}

// Made once a process. NULL when OpenSSL is out of memory or BIO types.
static inline BIO_METHOD *larder_channel_bio_method(void) {
    int type = BIO_get_new_index();
    if (type == -1) return NULL;
    BIO_METHOD *method = BIO_meth_new(type | BIO_TYPE_SOURCE_SINK, "channel");
    if (method == NULL) return NULL;
    if (BIO_meth_set_read_ex(method, larder_channel_bio_read) != 1
        || BIO_meth_set_write_ex(method, larder_channel_bio_write) != 1
        || BIO_meth_set_ctrl(method, larder_channel_bio_control) != 1
        || BIO_meth_set_create(method, larder_channel_bio_create) != 1) {
        BIO_meth_free(method);
        return NULL;
    }
    return method;
}

// `io` must outlive the BIO.
static inline BIO *larder_channel_bio_new(const BIO_METHOD *method, larder_channel_io *io) {
    BIO *bio = BIO_new(method);
    if (bio != NULL) BIO_set_data(bio, io);
    return bio;
}

static inline void larder_channel_io_release_spill(larder_channel_io *io) {
    free(io->spill);
    io->spill = NULL;
    io->spill_capacity = 0;
    io->spill_length = 0;
}

#endif
