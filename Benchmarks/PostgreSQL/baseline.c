// SPDX-License-Identifier: Apache-2.0
// What a careful programmer writes with libpq: arrays of 1,000 rows, single rows or chunks, prepared statements (PG-160).
// baseline CONNINFO ROWS; prints processor time of client and server, and the time on the wall, in microseconds per row.
#include <endian.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static PGconn *connection;
static char schedstat[64];
static double client0, server0, wall0;

static void check(int good, const char *what) {
    if (good) return;
    fprintf(stderr, "%s: %s\n", what, PQerrorMessage(connection));
    exit(1);
}

static double client(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return u.ru_utime.tv_sec + u.ru_stime.tv_sec + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static double server(void) {
    double ns = 0;
    FILE *file = fopen(schedstat, "r");
    check(file && fscanf(file, "%lf", &ns) == 1, schedstat);
    fclose(file);
    return ns * 1e-9;
}

static double wall(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void start(void) { client0 = client(); server0 = server(); wall0 = wall(); }

static void report(const char *what, int count) {
    double w = wall() - wall0, c = client() - client0, s = server() - server0;
    printf("%-16s C        client %6.2f server %6.2f both %6.2f us, wall %6.2f us\n", what, c * 1e6 / count, s * 1e6 / count,
           (c + s) * 1e6 / count, w * 1e6 / count);
}

static void run(const char *text) {
    PGresult *r = PQexec(connection, text);
    check(PQresultStatus(r) == PGRES_COMMAND_OK || PQresultStatus(r) == PGRES_TUPLES_OK, text);
    PQclear(r);
}

static void prepare(const char *name, const char *text) {
    PGresult *r = PQprepare(connection, name, text, 0, NULL);
    check(PQresultStatus(r) == PGRES_COMMAND_OK, text);
    PQclear(r);
}

typedef struct { char *bytes; size_t count, capacity; } Buffer;

static void put(Buffer *b, const void *bytes, size_t count) {
    if (b->count + count > b->capacity) {
        b->capacity = (b->count + count) * 2;
        b->bytes = realloc(b->bytes, b->capacity);
    }
    memcpy(b->bytes + b->count, bytes, count);
    b->count += count;
}
static void put32(Buffer *b, uint32_t v) { v = htobe32(v); put(b, &v, 4); }
static void begin(Buffer *b, int count, uint32_t oid) {
    b->count = 0;
    put32(b, 1); put32(b, 0); put32(b, oid); put32(b, count); put32(b, 1);
}
static void element(Buffer *b, const void *bytes, int count) { put32(b, count); put(b, bytes, count); }
static void put64(Buffer *b, uint64_t v) { v = htobe64(v); element(b, &v, 8); }
static void putDouble(Buffer *b, double d) { uint64_t v; memcpy(&v, &d, 8); put64(b, v); }

static void sendArrays(const char *name, Buffer *b, int count) {
    const char *values[8];
    int lengths[8], formats[8];
    for (int k = 0; k < count; k++) { values[k] = b[k].bytes; lengths[k] = b[k].count; formats[k] = 1; }
    check(PQsendQueryPrepared(connection, name, count, values, lengths, formats, 1), name);
}

static void sendText(const char *text) {
    check(PQsendQueryParams(connection, text, 0, 0, 0, 0, 0, 1), text);
}

// Takes the answers of some statements.
static void drain(int count) {
    PQsendFlushRequest(connection);
    PQflush(connection);
    while (count > 0) {
        PGresult *r = PQgetResult(connection);
        if (!r) { count--; continue; }
        check(PQresultStatus(r) == PGRES_COMMAND_OK, "a statement");
        PQclear(r);
    }
}

static void endPipeline(void) {
    PQpipelineSync(connection);
    for (int done = 0; !done;) {
        PGresult *r = PQgetResult(connection);
        if (!r) continue;
        done = PQresultStatus(r) == PGRES_PIPELINE_SYNC;
        PQclear(r);
    }
    PQexitPipelineMode(connection);
}

static void insertRows(int rows) {
    Buffer b[8] = {0};
    const uint32_t oids[8] = {20, 20, 25, 25, 20, 701, 701, 16};
    char name[64], note[96];
    PQenterPipelineMode(connection);
    sendText("BEGIN");
    drain(1);
    for (int id = 1; id <= rows;) {
        int count = rows - id + 1 < 1000 ? rows - id + 1 : 1000;
        for (int k = 0; k < 8; k++) begin(&b[k], count, oids[k]);
        for (int j = 0; j < count; j++, id++) {
            char flag = id & 1;
            put64(&b[0], id); put64(&b[1], 1);
            element(&b[2], name, sprintf(name, "name of item %d", id));
            element(&b[3], note, sprintf(note, "a longer note about the item with number %d", id));
            put64(&b[4], id % 1000); putDouble(&b[5], id * 0.25); putDouble(&b[6], 7e8 + id * 0.001);
            element(&b[7], &flag, 1);
        }
        sendArrays("insert", b, 8);
        drain(1);
    }
    sendText("COMMIT");
    endPipeline();
    for (int k = 0; k < 8; k++) free(b[k].bytes);
}

static void updateRows(int rows) {
    Buffer b[3] = {0};
    PQenterPipelineMode(connection);
    sendText("BEGIN");
    drain(1);
    for (int id = 1; id <= rows;) {
        int count = rows - id + 1 < 1000 ? rows - id + 1 : 1000;
        for (int k = 0; k < 3; k++) begin(&b[k], count, 20);
        for (int j = 0; j < count; j++, id++) { put64(&b[0], id); put64(&b[1], 1); put64(&b[2], id * 7L % 1000); }
        sendArrays("update", b, 3);
        drain(1);
    }
    sendText("COMMIT");
    endPipeline();
    for (int k = 0; k < 3; k++) free(b[k].bytes);
}

typedef struct { int64_t id, version, rank; double price, made; char flag, *name, *note; } Item;
static Item *items;
static char *arena;
static size_t used;

static uint64_t get64(const char *p) { uint64_t v; memcpy(&v, p, 8); return be64toh(v); }
static double getDouble(const char *p) { uint64_t v = get64(p); double d; memcpy(&d, &v, 8); return d; }
static char *copy(PGresult *r, int row, int column) {
    int length = PQgetlength(r, row, column);
    char *text = memcpy(arena + used, PQgetvalue(r, row, column), length);
    used += length;
    return text;
}
static void keep(PGresult *r, int base) {
    for (int row = 0, count = PQntuples(r); row < count; row++) {
        Item *item = &items[base + row];
        item->id = get64(PQgetvalue(r, row, 0)); item->version = get64(PQgetvalue(r, row, 1));
        item->name = copy(r, row, 2); item->note = copy(r, row, 3);
        item->rank = get64(PQgetvalue(r, row, 4)); item->price = getDouble(PQgetvalue(r, row, 5));
        item->made = getDouble(PQgetvalue(r, row, 6)); item->flag = *PQgetvalue(r, row, 7);
    }
}

#define SELECT "SELECT id, version, name, note, rank, price, made, flag FROM baseline.item"

static void fetchRows(void) {
    int count = 0;
    used = 0;
    sendText(SELECT);
#ifdef LIBPQ_HAS_CHUNK_MODE
    PQsetChunkedRowsMode(connection, 1000);
#else
    PQsetSingleRowMode(connection);
#endif
    for (PGresult *r; (r = PQgetResult(connection)); PQclear(r)) {
        keep(r, count);
        count += PQntuples(r);
    }
}

static void fetchByKeys(int rows, int count) {
    for (int index = 0; index < count; index++) {
        uint64_t key = htobe64(1 + index * 7919L % rows);
        const char *values[1] = {(char *)&key};
        int lengths[1] = {8}, formats[1] = {1};
        PGresult *r = PQexecPrepared(connection, "key", 1, values, lengths, formats, 1);
        used = 0;
        keep(r, 0);
        PQclear(r);
    }
}

// The least that a call with a deadline costs: a pipeline on a connection that never blocks, and one poll for the answer.
static void pollByKeys(int rows, int count) {
    for (int index = 0; index < count; index++) {
        uint64_t key = htobe64(1 + index * 7919L % rows);
        const char *values[1] = {(char *)&key};
        int lengths[1] = {8}, formats[1] = {1}, synced = 0;
        PQenterPipelineMode(connection);
        check(PQsendQueryPrepared(connection, "key", 1, values, lengths, formats, 1), "key");
        check(PQpipelineSync(connection), "key");
        used = 0;
        while (!synced) {
            while (PQflush(connection) == 1 || PQisBusy(connection)) {
                struct pollfd socket = {PQsocket(connection), POLLIN, 0};
                if (poll(&socket, 1, 60000) > 0) check(PQconsumeInput(connection), "key");
            }
            PGresult *r = PQgetResult(connection);
            if (!r) continue;
            synced = PQresultStatus(r) == PGRES_PIPELINE_SYNC;
            if (PQntuples(r) > 0) keep(r, 0);
            PQclear(r);
        }
        PQexitPipelineMode(connection);
    }
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    int rows = atoi(argv[2]);
    connection = PQconnectdb(argv[1]);
    check(PQstatus(connection) == CONNECTION_OK, "connecting");
    sprintf(schedstat, "/proc/%d/schedstat", PQbackendPID(connection));
    run("SET client_min_messages = warning");
    run("SET jit = off");
    run("DROP SCHEMA IF EXISTS baseline CASCADE");
    run("CREATE SCHEMA baseline");
    run("CREATE TABLE baseline.item (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, version bigint NOT NULL, "
        "name text COLLATE \"C\", note text COLLATE \"C\", rank bigint, price float8, made float8, flag boolean)");
    items = calloc(rows, sizeof(Item));
    arena = malloc((size_t)rows * 160);
    prepare("insert", "INSERT INTO baseline.item SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], "
                      "$4::text[], $5::bigint[], $6::float8[], $7::float8[], $8::boolean[])");
    prepare("update", "UPDATE baseline.item t SET rank = u.r, version = t.version + 1 FROM unnest($1::bigint[], "
                      "$2::bigint[], $3::bigint[]) u(k, v, r) WHERE t.id = u.k AND t.version = u.v");
    prepare("key", SELECT " WHERE id = $1");
    start(); insertRows(rows); report("insert", rows);
    run("VACUUM ANALYZE baseline.item");
    start(); updateRows(rows); report("update", rows);
    run("VACUUM ANALYZE baseline.item");
    for (int pass = 0; pass < 2; pass++) { start(); fetchRows(); report("fetch", rows); }
    for (int pass = 0; pass < 2; pass++) { start(); fetchByKeys(rows, 20000); report("by key", 20000); }
    PQsetnonblocking(connection, 1);
    for (int pass = 0; pass < 2; pass++) { start(); pollByKeys(rows, 20000); report("by key, polling", 20000); }
    PQsetnonblocking(connection, 0);
    run("DROP SCHEMA baseline CASCADE");
    PQfinish(connection);
}
