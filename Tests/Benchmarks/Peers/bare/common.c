#include "common.h"

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

connection *connection_new(SSL *ssl, int socket, void *user) {
    connection *c = calloc(1, sizeof *c);
    c->ssl = ssl;
    c->socket = socket;
    c->user = user;
    c->in = malloc(4 + FRAME_LIMIT + READ_SIZE);
    SSL_set_fd(ssl, socket);
    return c;
}

void connection_free(connection *c) {
    SSL_free(c->ssl);
    close(c->socket);
    free(c->in);
    free(c->out);
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
    return true;
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
        c->established = true;
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
