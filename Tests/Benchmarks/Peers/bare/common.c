#include "common.h"

#include <errno.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define READ_SIZE 65536

const char *argument(int count, char **values, const char *name) {
    for (int i = 1; i + 1 < count; i += 2)
        if (strncmp(values[i], "--", 2) == 0 && strcmp(values[i] + 2, name) == 0) return values[i + 1];
    fprintf(stderr, "--%s is missing\n", name);
    exit(64);
}

bool gathers_records(int count, char **values) {
    for (int i = 1; i + 1 < count; i += 2)
        if (strcmp(values[i], "--gather") == 0) return strcmp(values[i + 1], "1") == 0;
    return false;
}

uint64_t now_nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

double now_seconds(void) { return (double)now_nanoseconds() / 1e9; }

void restrict_tls(SSL_CTX *context) {
    SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
    SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256");
    SSL_CTX_set_num_tickets(context, 0);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    // One read of the socket for many records instead of two for each.
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_default_read_buffer_len(context, READ_SIZE);
}

// Takes what OpenSSL writes: behind what is sealed already.
static int gather(BIO *bio, const char *bytes, int count) {
    connection *c = BIO_get_data(bio);
    size_t needed = c->sealed_end + (size_t)count;
    if (needed > c->sealed_capacity) {
        c->sealed_capacity = needed * 2;
        c->sealed = realloc(c->sealed, c->sealed_capacity);
    }
    memcpy(c->sealed + c->sealed_end, bytes, (size_t)count);
    c->sealed_end = needed;
    return count;
}

static long gather_control(BIO *bio, int command, long number, void *pointer) {
    (void)bio, (void)number, (void)pointer;
    return command == BIO_CTRL_FLUSH;
}

static const BIO_METHOD *gathering_method(void) {
    static BIO_METHOD *method;
    if (method == NULL) {
        method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "gathering");
        BIO_meth_set_write(method, gather);
        BIO_meth_set_ctrl(method, gather_control);
    }
    return method;
}

connection *connection_new(SSL *ssl, int socket, bool gathers, void *user) {
    connection *c = calloc(1, sizeof *c);
    c->ssl = ssl;
    c->socket = socket;
    c->gathers = gathers;
    c->user = user;
    c->in = malloc(4 + FRAME_LIMIT + READ_SIZE);
    SSL_set_fd(ssl, socket);
    return c;
}

void connection_established(connection *c) {
    c->established = true;
    if (!c->gathers) return;
    BIO *bio = BIO_new(gathering_method());
    BIO_set_data(bio, c);
    BIO_set_init(bio, 1);
    SSL_set0_wbio(c->ssl, bio);
}

void connection_free(connection *c) {
    SSL_free(c->ssl);
    close(c->socket);
    free(c->in);
    free(c->out);
    free(c->sealed);
    free(c);
}

void connection_append(connection *c, const uint8_t *bytes, uint32_t length) {
    size_t needed = c->out_end + 4 + length;
    if (needed > c->out_capacity) {
        c->out_capacity = needed * 2;
        c->out = realloc(c->out, c->out_capacity);
    }
    memcpy(c->out + c->out_end, &length, 4);
    memcpy(c->out + c->out_end + 4, bytes, length);
    c->out_end = needed;
}

// Writes what is sealed as far as the socket takes it.
static bool write_sealed(connection *c) {
    while (c->sealed_start < c->sealed_end) {
        ssize_t count = write(c->socket, c->sealed + c->sealed_start, c->sealed_end - c->sealed_start);
        if (count < 0) {
            if (errno == EINTR) continue;
            return errno == EAGAIN;
        }
        c->sealed_start += (size_t)count;
    }
    c->sealed_start = c->sealed_end = 0;
    return true;
}

bool connection_flush(connection *c) {
    while (c->out_start < c->out_end) {
        size_t written = 0;
        ERR_clear_error();
        int result = SSL_write_ex(c->ssl, c->out + c->out_start, c->out_end - c->out_start, &written);
        if (result != 1) {
            int error = SSL_get_error(c->ssl, result);
            return error == SSL_ERROR_WANT_WRITE || error == SSL_ERROR_WANT_READ;
        }
        c->out_start += written;
    }
    c->out_start = c->out_end = 0;
    return write_sealed(c);
}

// Hands on the whole frames that are there. False for a frame beyond the limit.
static bool take_frames(connection *c, on_frame handle) {
    size_t position = 0;
    while (c->in_count - position >= 4) {
        uint32_t length;
        memcpy(&length, c->in + position, 4);
        if (length > FRAME_LIMIT) return false;
        if (c->in_count - position - 4 < length) break;
        handle(c, c->in + position + 4, length);
        position += 4 + (size_t)length;
    }
    c->in_count -= position;
    if (position > 0 && c->in_count > 0) memmove(c->in, c->in + position, c->in_count);
    return true;
}

bool connection_work(connection *c, on_frame handle) {
    ERR_clear_error();
    if (!c->established) {
        int result = SSL_do_handshake(c->ssl);
        if (result != 1) {
            int error = SSL_get_error(c->ssl, result);
            return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
        }
        connection_established(c);
    }
    bool open = true;
    for (;;) {
        size_t count = 0;
        ERR_clear_error();
        int result = SSL_read_ex(c->ssl, c->in + c->in_count, READ_SIZE, &count);
        if (result != 1) {
            open = SSL_get_error(c->ssl, result) == SSL_ERROR_WANT_READ;
            break;
        }
        c->in_count += count;
        if (!take_frames(c, handle)) return false;
        // A peer that sends without end must not keep the answers from leaving.
        if (c->out_end - c->out_start > 4 * READ_SIZE) {
            if (!connection_flush(c)) return false;
        }
    }
    return connection_flush(c) && open;
}
