// The server of the bare loop: one thread, one epoll, every frame goes back as it came.
#include "common.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static void echo(connection *c, const uint8_t *bytes, uint32_t length) { connection_append(c, bytes, length); }

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static int listen_on(int port) {
    int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    int on = 1;
    setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(socket_, (struct sockaddr *)&address, sizeof address) != 0) fail("bind");
    if (listen(socket_, 1024) != 0) fail("listen");
    return socket_;
}

static void accept_all(int listener, int poll, SSL_CTX *context, bool gathers) {
    int socket_;
    while ((socket_ = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
        int on = 1;
        setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        SSL *ssl = SSL_new(context);
        SSL_set_accept_state(ssl);
        connection *c = connection_new(ssl, socket_, gathers, NULL);
        struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = c};
        if (epoll_ctl(poll, EPOLL_CTL_ADD, socket_, &event) != 0) fail("epoll_ctl");
    }
}

int main(int count, char **values) {
    int port = atoi(argument(count, values, "port"));
    double end = now_seconds() + atof(argument(count, values, "lifetime"));
    bool gathers = gathers_records(count, values);
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    restrict_tls(context);
    if (SSL_CTX_use_certificate_chain_file(context, argument(count, values, "cert")) != 1
        || SSL_CTX_use_PrivateKey_file(context, argument(count, values, "key"), SSL_FILETYPE_PEM) != 1) {
        fprintf(stderr, "certificate and key cannot be read\n");
        return 1;
    }
    int listener = listen_on(port);
    int poll = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    if (epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event) != 0) fail("epoll_ctl");

    struct epoll_event events[64];
    double left;
    while ((left = end - now_seconds()) > 0) {
        int ready = epoll_wait(poll, events, 64, left > 1000 ? 1000000 : (int)(left * 1000) + 1);
        for (int i = 0; i < ready; i++) {
            connection *c = events[i].data.ptr;
            if (c == NULL) {
                accept_all(listener, poll, context, gathers);
            } else if (!connection_work(c, echo)) {
                connection_free(c);
            }
        }
    }
    return 0;
}
