// What server and client of the bare loop share: command line, sockets, and a connection that echoes frames.
//
// A frame is a length of four bytes, lowest first, and so many bytes. There is nothing else: no metadata, no deadline, no
// status, no flow control. What this loop takes is the limit for anything that does more over the same TLS library.
#ifndef BARE_COMMON_H
#define BARE_COMMON_H

#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whole frames are handed on from here; larger frames than this are rejected.
#define FRAME_LIMIT (1u << 20)

typedef struct {
    SSL *ssl;
    int socket;
    bool established;
    // What came and is not taken yet.
    uint8_t *in;
    size_t in_count;
    // What is to be sent: from out_start to out_end.
    uint8_t *out;
    size_t out_start, out_end, out_capacity;
    // Whether the records of a flush gather here and leave with one write; else OpenSSL writes each by itself.
    bool gathers;
    uint8_t *sealed;
    size_t sealed_start, sealed_end, sealed_capacity;
    void *user;
} connection;

// The value behind --name; ends the process when it is missing.
const char *argument(int count, char **values, const char *name);
// Whether --gather 1 is there: all records of a flush leave with one write(2). Without it OpenSSL writes record by record.
bool gathers_records(int count, char **values);
double now_seconds(void);
uint64_t now_nanoseconds(void);

// TLS 1.3 with AES-128-GCM and nothing else, as in all programs that are compared.
void restrict_tls(SSL_CTX *context);

connection *connection_new(SSL *ssl, int socket, bool gathers, void *user);
void connection_free(connection *c);

// Marks the handshake as done; from here on records gather where that is asked for.
void connection_established(connection *c);

// Appends a frame to what is to be sent.
void connection_append(connection *c, const uint8_t *bytes, uint32_t length);

// Takes one frame that has come; called for each in turn.
typedef void (*on_frame)(connection *c, const uint8_t *bytes, uint32_t length);

// Goes on with the handshake, reads all that is there, hands on its frames, then sends all that they led to at once.
// False when the connection is over.
bool connection_work(connection *c, on_frame handle);

// Sends what is to be sent as far as the socket takes it. False when the connection is over.
bool connection_flush(connection *c);

#endif
