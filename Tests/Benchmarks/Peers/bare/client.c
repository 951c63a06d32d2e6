// The client of the bare loop: keeps a number of frames in flight on each connection and measures their way and back.
#include "common.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

// Latencies in buckets of at most 1/64 of their value: 64 of 1 ns, then 64 for each power of two.
#define SUB_BUCKETS 64
static uint64_t buckets[59 * SUB_BUCKETS];

static uint64_t warm_up_end, end_time, measured, total, errors;
static uint32_t frame_size;
static uint8_t *frame;

// Answers come in the order of the questions.
typedef struct {
    uint64_t *started;
    size_t capacity, next;
    size_t in_flight;
} flight;

static void record(uint64_t value) {
    size_t index = value;
    if (value >= SUB_BUCKETS) {
        int shift = 63 - __builtin_clzll(value) - 6;
        index = (size_t)(shift + 1) * SUB_BUCKETS + (size_t)(value >> shift) - SUB_BUCKETS;
    }
    buckets[index]++;
    measured++;
}

static double microseconds_at(double share) {
    uint64_t rank = (uint64_t)((double)measured * share + 0.999999), seen = 0;
    if (measured == 0) return 0;
    for (size_t i = 0; i < sizeof buckets / sizeof *buckets; i++) {
        seen += buckets[i];
        if (seen < rank) continue;
        if (i < SUB_BUCKETS) return (double)i / 1000;
        int shift = (int)(i / SUB_BUCKETS) - 1;
        return ((double)((uint64_t)(i % SUB_BUCKETS + SUB_BUCKETS) << shift) + (double)(1ull << shift) / 2) / 1000;
    }
    return 0;
}

static void ask(connection *c, uint64_t time) {
    flight *f = c->user;
    f->started[(f->next + f->in_flight) % f->capacity] = time;
    f->in_flight++;
    connection_append(c, frame, frame_size);
}

static void answered(connection *c, const uint8_t *bytes, uint32_t length) {
    flight *f = c->user;
    if (length != frame_size || memcmp(bytes, frame, length) != 0) errors++;
    uint64_t now = now_nanoseconds();
    uint64_t started = f->started[f->next];
    f->next = (f->next + 1) % f->capacity;
    f->in_flight--;
    total++;
    if (now > warm_up_end && now <= end_time) record(now - started);
    if (now < end_time) ask(c, now);
}

static int connect_to(int port) {
    int socket_ = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, (struct sockaddr *)&address, sizeof address) != 0) {
        perror("connect");
        exit(1);
    }
    int on = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return socket_;
}

static connection *open_connection(int port, SSL_CTX *context, bool gathers, flight *f) {
    int socket_ = connect_to(port);
    SSL *ssl = SSL_new(context);
    SSL_set_connect_state(ssl);
    SSL_set1_host(ssl, "localhost");
    SSL_set_tlsext_host_name(ssl, "localhost");
    connection *c = connection_new(ssl, socket_, gathers, f);
    if (SSL_do_handshake(ssl) != 1) {
        fprintf(stderr, "the handshake failed\n");
        exit(1);
    }
    connection_established(c);
    fcntl(socket_, F_SETFL, O_NONBLOCK);
    return c;
}

int main(int count, char **values) {
    int port = atoi(argument(count, values, "port"));
    size_t connections = (size_t)atoi(argument(count, values, "conns"));
    size_t concurrency = (size_t)atoi(argument(count, values, "conc"));
    frame_size = (uint32_t)atoi(argument(count, values, "bytes"));
    double warm_up = atof(argument(count, values, "warmup"));
    double seconds = atof(argument(count, values, "seconds"));
    bool gathers = gathers_records(count, values);
    if (connections == 0 || concurrency == 0 || frame_size > FRAME_LIMIT) return 64;
    frame = malloc(frame_size);
    for (uint32_t i = 0; i < frame_size; i++) frame[i] = (uint8_t)i;

    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    restrict_tls(context);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    if (SSL_CTX_load_verify_locations(context, argument(count, values, "cert"), NULL) != 1) {
        fprintf(stderr, "the certificate cannot be read\n");
        return 1;
    }

    int poll = epoll_create1(0);
    connection **all = calloc(connections, sizeof *all);
    for (size_t i = 0; i < connections; i++) {
        flight *f = calloc(1, sizeof *f);
        f->capacity = concurrency / connections + 1;
        f->started = calloc(f->capacity, sizeof *f->started);
        all[i] = open_connection(port, context, gathers, f);
        struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = all[i]};
        epoll_ctl(poll, EPOLL_CTL_ADD, all[i]->socket, &event);
    }

    uint64_t begin = now_nanoseconds();
    warm_up_end = begin + (uint64_t)(warm_up * 1e9);
    end_time = warm_up_end + (uint64_t)(seconds * 1e9);
    for (size_t i = 0; i < concurrency; i++) ask(all[i % connections], begin);
    for (size_t i = 0; i < connections; i++)
        if (!connection_flush(all[i])) errors++;

    struct epoll_event events[64];
    uint64_t in_flight = concurrency;
    // Whatever has not come ten seconds after the end is lost.
    while (in_flight > 0 && errors == 0 && now_nanoseconds() < end_time + 10000000000u) {
        int ready = epoll_wait(poll, events, 64, 1000);
        for (int i = 0; i < ready; i++)
            if (!connection_work(events[i].data.ptr, answered)) errors++;
        in_flight = 0;
        for (size_t i = 0; i < connections; i++) in_flight += ((flight *)all[i]->user)->in_flight;
    }
    errors += in_flight;
    printf("{\"rps\":%.1f,\"p50_us\":%.1f,\"p99_us\":%.1f,\"total_calls\":%" PRIu64 ",\"errors\":%" PRIu64 "}\n",
        seconds > 0 ? (double)measured / seconds : 0, microseconds_at(0.5), microseconds_at(0.99), total, errors);
    return errors == 0 ? 0 : 1;
}
