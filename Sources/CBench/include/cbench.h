#ifndef HEARTH_CBENCH_H
#define HEARTH_CBENCH_H

#include <stddef.h>
#include <stdint.h>

// The reference that replicas are measured against: what a careful C program does with the same
// file, without capture and without decoding into Swift.

// One value to be bound; `bytes` is NULL for integers and nulls.
typedef struct {
  const char *bytes;
  int64_t integer;
  int32_t count;
  // 0 null, 1 integer, 2 text.
  int32_t kind;
} bench_value;

// Inserts `rows` rows of `columns` values by one prepared statement in one transaction. Returns 0,
// or SQLite's code.
int bench_insert(
    const char *path, const char *sql, const bench_value *values, int64_t rows, int32_t columns,
    double *seconds);

// Reads rows by a key into structs, one transaction for each read, and frees them again.
int bench_point_reads(
    const char *path, const char *sql, const char *const *keys, int64_t count, double *seconds,
    int64_t *checksum);

// Reads all rows of a query into an array of structs.
int bench_range_read(
    const char *path, const char *sql, const char *parameter, double *seconds, int64_t *rows);

// Where `wanted` begins in `bytes`, or NULL: memmem, which Swift does not see.
const void *bench_find(const void *bytes, size_t count, const void *wanted, size_t wanted_count);

#endif
