// libpq for Swift, with functions for what Swift can't import: character macros and function-pointer defaults.
// epoll and eventfd are here because the Glibc module doesn't carry them.
#ifndef CPOSTGRES_SHIM_H
#define CPOSTGRES_SHIM_H

#include <libpq-fe.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

/// The fields of a server error that Larder reads.
enum CPostgresErrorField {
    CPostgresErrorFieldState,
    CPostgresErrorFieldMessage,
    CPostgresErrorFieldTable,
    CPostgresErrorFieldColumn,
    CPostgresErrorFieldConstraint,
};

/// One field of a server error, or NULL when the server didn't send it.
static inline const char *_Nullable CPostgres_errorField(const PGresult *_Nonnull result, enum CPostgresErrorField field) {
    static const char codes[] = {
        PG_DIAG_SQLSTATE,
        PG_DIAG_MESSAGE_PRIMARY,
        PG_DIAG_TABLE_NAME,
        PG_DIAG_COLUMN_NAME,
        PG_DIAG_CONSTRAINT_NAME,
    };
    return PQresultErrorField(result, codes[field]);
}

static inline void CPostgres_discardNotice(void *_Nullable context, const char *_Nonnull message) {
    (void)context;
    (void)message;
}

/// Keeps libpq from printing the server's notices to standard error.
static inline void CPostgres_silenceNotices(PGconn *_Nonnull connection) {
    PQsetNoticeProcessor(connection, CPostgres_discardNotice, NULL);
}

/// Waits for `descriptor` with `epoll`, once, under the caller's number `token`.
static inline int CPostgres_epollAddOnce(int epoll, int descriptor, uint32_t events, uint64_t token) {
    struct epoll_event event;
    memset(&event, 0, sizeof event);
    event.events = events | EPOLLONESHOT;
    event.data.u64 = token;
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

/// Waits for `descriptor` with `epoll` until it is removed, under the caller's number `token`.
static inline int CPostgres_epollAdd(int epoll, int descriptor, uint32_t events, uint64_t token) {
    struct epoll_event event;
    memset(&event, 0, sizeof event);
    event.events = events;
    event.data.u64 = token;
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

/// Stops waiting for `descriptor`; harmless when it isn't waited for.
static inline void CPostgres_epollRemove(int epoll, int descriptor) {
    (void)epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, NULL);
}

#endif
