// What libpq gained over time is asked for by its own macros, which Swift does not see.
#ifndef PERDURE_CPOSTGRESQL_SHIM_H
#define PERDURE_CPOSTGRESQL_SHIM_H

#include <libpq-fe.h>

// Cancelling without blocking came with libpq 17. Before, the first function gives null, and nobody calls the others.
static inline void *perdure_pq_cancel_create(PGconn *connection) {
#ifdef LIBPQ_HAS_ASYNC_CANCEL
    return PQcancelCreate(connection);
#else
    (void)connection;
    return (void *)0;
#endif
}

static inline int perdure_pq_cancel_start(void *request) {
#ifdef LIBPQ_HAS_ASYNC_CANCEL
    return PQcancelStart((PGcancelConn *)request);
#else
    (void)request;
    return 0;
#endif
}

static inline PostgresPollingStatusType perdure_pq_cancel_poll(void *request) {
#ifdef LIBPQ_HAS_ASYNC_CANCEL
    return PQcancelPoll((PGcancelConn *)request);
#else
    (void)request;
    return PGRES_POLLING_FAILED;
#endif
}

static inline int perdure_pq_cancel_socket(void *request) {
#ifdef LIBPQ_HAS_ASYNC_CANCEL
    return PQcancelSocket((PGcancelConn *)request);
#else
    (void)request;
    return -1;
#endif
}

static inline void perdure_pq_cancel_finish(void *request) {
#ifdef LIBPQ_HAS_ASYNC_CANCEL
    PQcancelFinish((PGcancelConn *)request);
#else
    (void)request;
#endif
}

// Rows come in chunks with libpq 17; before, one by one.
static inline int perdure_pq_stream_rows(PGconn *connection) {
#ifdef LIBPQ_HAS_CHUNK_MODE
    return PQsetChunkedRowsMode(connection, 1000);
#else
    return PQsetSingleRowMode(connection);
#endif
}

static inline int perdure_pq_is_part(ExecStatusType status) {
#ifdef LIBPQ_HAS_CHUNK_MODE
    if (status == PGRES_TUPLES_CHUNK) return 1;
#endif
    return status == PGRES_SINGLE_TUPLE;
}

static void perdure_pq_ignore_notice(void *context, const PGresult *notice) {
    (void)context;
    (void)notice;
}

// libpq prints what a server remarks on standard error, with values of rows in it, unless it is told not to.
static inline void perdure_pq_ignore_notices(PGconn *connection) {
    PQsetNoticeReceiver(connection, perdure_pq_ignore_notice, (void *)0);
}

#endif
