#pragma once
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#define SQLITE_ENABLE_COLUMN_METADATA 1
#include <sqlite3.h>

/* C-variadic functions are not imported into Swift: one static inline per use. */
static inline int hearth_sqlite3_config_int(int op, int value) {
  return sqlite3_config(op, value);
}
static inline int hearth_sqlite3_config_malloc(sqlite3_mem_methods *methods) {
  return sqlite3_config(SQLITE_CONFIG_MALLOC, methods);
}
static inline int hearth_sqlite3_db_config_lookaside(sqlite3 *db, int bytes, int count) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_LOOKASIDE, (void *)0, bytes, count);
}
static inline int hearth_sqlite3_db_config_int(sqlite3 *db, int op, int value, int *out) {
  return sqlite3_db_config(db, op, value, out);
}
