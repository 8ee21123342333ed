#define _GNU_SOURCE
#include "cbench.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// The settings of the product's own connections.
static int open_file(const char *path, int cache_kibibytes, sqlite3 **db) {
  int code = sqlite3_open_v2(path, db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
  if (code != SQLITE_OK) return code;
  char pragmas[256];
  sqlite3_snprintf(
      sizeof pragmas, pragmas,
      "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
      "PRAGMA cache_size=-%d; PRAGMA temp_store=MEMORY",
      cache_kibibytes);
  return sqlite3_exec(*db, pragmas, NULL, NULL, NULL);
}

int bench_insert(
    const char *path, const char *sql, const bench_value *values, int64_t rows, int32_t columns,
    double *seconds) {
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;
  int code = open_file(path, 4096, &db);
  if (code == SQLITE_OK) code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  double start = now();
  if (code == SQLITE_OK) code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
  for (int64_t row = 0; code == SQLITE_OK && row < rows; row++) {
    for (int32_t column = 0; column < columns; column++) {
      const bench_value *value = &values[row * columns + column];
      switch (value->kind) {
        case 0: sqlite3_bind_null(statement, column + 1); break;
        case 1: sqlite3_bind_int64(statement, column + 1, value->integer); break;
        default:
          sqlite3_bind_text(statement, column + 1, value->bytes, value->count, SQLITE_STATIC);
      }
    }
    code = sqlite3_step(statement);
    if (code == SQLITE_DONE) code = sqlite3_reset(statement);
  }
  if (code == SQLITE_OK) code = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  *seconds = now() - start;
  sqlite3_finalize(statement);
  sqlite3_close(db);
  return code;
}

enum { max_columns = 64 };

// One decoded row: integers as they are, texts in memory of their own.
typedef struct {
  int64_t integers[max_columns];
  char *texts[max_columns];
} record;

static void decode(sqlite3_stmt *statement, int columns, record *row) {
  for (int column = 0; column < columns; column++) {
    row->texts[column] = NULL;
    row->integers[column] = 0;
    int type = sqlite3_column_type(statement, column);
    if (type == SQLITE_INTEGER) {
      row->integers[column] = sqlite3_column_int64(statement, column);
    } else if (type == SQLITE_TEXT) {
      const unsigned char *text = sqlite3_column_text(statement, column);
      int count = sqlite3_column_bytes(statement, column);
      row->integers[column] = count;
      if (count == 0) continue;
      char *copy = malloc((size_t)count + 1);
      if (copy == NULL) continue;
      memcpy(copy, text, (size_t)count + 1);
      row->texts[column] = copy;
    }
  }
}

static void release(record *row, int columns) {
  for (int column = 0; column < columns; column++) free(row->texts[column]);
}

int bench_point_reads(
    const char *path, const char *sql, const char *const *keys, int64_t count, double *seconds,
    int64_t *checksum) {
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL, *begin = NULL, *commit = NULL;
  int code = open_file(path, 2048, &db);
  if (code == SQLITE_OK) code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  if (code == SQLITE_OK) code = sqlite3_prepare_v2(db, "BEGIN", -1, &begin, NULL);
  if (code == SQLITE_OK) code = sqlite3_prepare_v2(db, "COMMIT", -1, &commit, NULL);
  int columns = statement == NULL ? 0 : sqlite3_column_count(statement);
  record row;
  double start = now();
  for (int64_t index = 0; code == SQLITE_OK && index < count; index++) {
    sqlite3_step(begin);
    sqlite3_reset(begin);
    sqlite3_bind_text(statement, 1, keys[index], -1, SQLITE_STATIC);
    code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
      decode(statement, columns, &row);
      *checksum += row.integers[0];
      release(&row, columns);
    }
    code = sqlite3_reset(statement);
    sqlite3_step(commit);
    sqlite3_reset(commit);
  }
  *seconds = now() - start;
  sqlite3_finalize(statement);
  sqlite3_finalize(begin);
  sqlite3_finalize(commit);
  sqlite3_close(db);
  return code;
}

int bench_range_read(
    const char *path, const char *sql, const char *parameter, double *seconds, int64_t *rows) {
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;
  int code = open_file(path, 2048, &db);
  if (code == SQLITE_OK) code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  int columns = statement == NULL ? 0 : sqlite3_column_count(statement);
  record *list = NULL;
  int64_t used = 0, size = 0;
  double start = now();
  if (code == SQLITE_OK) {
    sqlite3_bind_text(statement, 1, parameter, -1, SQLITE_STATIC);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
      if (used == size) {
        size = size == 0 ? 64 : size * 2;
        record *grown = realloc(list, (size_t)size * sizeof *list);
        if (grown == NULL) break;
        list = grown;
      }
      decode(statement, columns, &list[used++]);
    }
    if (code == SQLITE_DONE) code = SQLITE_OK;
  }
  *seconds = now() - start;
  *rows = used;
  for (int64_t index = 0; index < used; index++) release(&list[index], columns);
  free(list);
  sqlite3_finalize(statement);
  sqlite3_close(db);
  return code;
}

const void *bench_find(const void *bytes, size_t count, const void *wanted, size_t wanted_count) {
  return memmem(bytes, count, wanted, wanted_count);
}
