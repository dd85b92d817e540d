// SPDX-License-Identifier: Apache-2.0
// The program beside which Perdure is measured: PerdureBaseline LEVEL WORK FILE [ARGUMENT...], where LEVEL is that of
// `synchronous`. It does one piece of work once, and prints what it took as JSON. It is a process of its own, so that
// nothing of Swift's is in it. Next: connection.c.
#include "baseline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measuring.h"

// Raw SQLite is the yardstick only if it is compiled as a release is: with -O2 (Package.swift).
#ifdef __OPTIMIZE__
static const int is_optimized = 1;
#else
static const int is_optimized = 0;
#endif

static const struct {
    const char *name;
    work_function function;
} works[] = {
    {"read-all", work_read_all},
    {"read-keys", work_read_keys},
    {"ask", work_ask},
    {"insert", work_insert},
    {"insert-rows", work_insert_rows},
    {"read-rows", work_read_rows},
    {"update", work_update},
    {"delete", work_delete},
    {"save-one", work_save_one},
    {"update-and-read", work_update_and_read},
    {"insert-tasks", work_insert_tasks},
    {"increment", work_increment},
    {"read-beside-writer", work_read_beside_writer},
    {"walk-by-key", work_walk_by_key},
    {"walk-alone", work_walk_alone},
    {"walk-by-joins", work_walk_by_joins},
    {"walk-structs", work_walk_structs},
    {"open", work_open},
    {"first-row", work_first_row},
    {"migrate", work_migrate},
};

int64_t number_argument(char **arguments, int count, int place) {
    return place < count ? strtoll(arguments[place], NULL, 10) : 0;
}

const char *text_argument(char **arguments, int count, int place) { return place < count ? arguments[place] : ""; }

static int64_t peak_before;

void start_clock(struct report *report) {
    measuring_forget_peak();
    peak_before = measuring_peak_bytes();
    report->processor_nanoseconds = measuring_process_nanoseconds();
    report->nanoseconds = measuring_nanoseconds();
}

void stop_clock(struct report *report) {
    report->nanoseconds = measuring_nanoseconds() - report->nanoseconds;
    report->processor_nanoseconds = measuring_process_nanoseconds() - report->processor_nanoseconds;
    report->peak_bytes = measuring_peak_bytes() - peak_before;
}

static void print_list(const char *name, const int64_t *values, int64_t count) {
    printf(", \"%s\": [", name);
    for (int64_t i = 0; i < count; i++) printf("%s%lld", i == 0 ? "" : ", ", (long long)values[i]);
    printf("]");
}

static void print(const struct report *report) {
    printf("{\"nanoseconds\": %lld, \"rows\": %lld, \"checksum\": %lld, \"peakBytes\": %lld",
           (long long)report->nanoseconds, (long long)report->rows, (long long)report->checksum,
           (long long)report->peak_bytes);
    printf(", \"processorNanoseconds\": %lld", (long long)report->processor_nanoseconds);
    printf(", \"sqlite\": \"%s\"", sqlite3_libversion());
    if (report->quiet_count > 0) {
        print_list("quietRanges", report->quiet[0], report->quiet_count);
        print_list("quietRows", report->quiet[1], report->quiet_count);
        print_list("busyRanges", report->busy[0], report->busy_count);
        print_list("busyRows", report->busy[1], report->busy_count);
    }
    printf("}\n");
}

int main(int count, char **arguments) {
    if (!is_optimized) fprintf(stderr, "PerdureBaseline: compiled without optimization; its times say nothing\n");
    if (count > 3) synchronous = arguments[1];
    for (size_t i = 0; count > 3 && i < sizeof works / sizeof works[0]; i++) {
        if (strcmp(works[i].name, arguments[2]) != 0) continue;
        struct report report = {0};
        int code = works[i].function(arguments + 3, count - 3, &report);
        if (code == SQLITE_OK) {
            print(&report);
            return 0;
        }
        fprintf(stderr, "PerdureBaseline %s: %s (code %d)\n", arguments[2], sqlite3_errstr(code), code);
        return 1;
    }
    fprintf(stderr, "usage: PerdureBaseline LEVEL WORK FILE [ARGUMENT...]\n");
    return 2;
}
