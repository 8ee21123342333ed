#include "disk.h"

static int take(struct handle *handle, int wanted) {
  struct node *node = handle->node;
  if (handle->lock >= wanted) return SQLITE_OK;
  if (wanted == SQLITE_LOCK_SHARED) {
    if (node->pending != NULL || node->exclusive != NULL) return SQLITE_BUSY;
    node->shared_count++;
    handle->lock = SQLITE_LOCK_SHARED;
    return SQLITE_OK;
  }
  if (node->reserved != NULL && node->reserved != handle) return SQLITE_BUSY;
  if (node->pending != NULL && node->pending != handle) return SQLITE_BUSY;
  if (wanted == SQLITE_LOCK_RESERVED) {
    node->reserved = handle;
    handle->lock = SQLITE_LOCK_RESERVED;
    return SQLITE_OK;
  }
  // Nobody begins to read any more; those who do already may end.
  node->pending = handle;
  handle->lock = SQLITE_LOCK_PENDING;
  if (node->shared_count > 1) return SQLITE_BUSY;
  node->exclusive = handle;
  handle->lock = SQLITE_LOCK_EXCLUSIVE;
  return SQLITE_OK;
}

static void lower(struct handle *handle, int wanted) {
  struct node *node = handle->node;
  if (handle->lock <= wanted) return;
  if (node->reserved == handle) node->reserved = NULL;
  if (node->pending == handle) node->pending = NULL;
  if (node->exclusive == handle) node->exclusive = NULL;
  if (wanted == SQLITE_LOCK_NONE) node->shared_count--;
  handle->lock = wanted;
}

void handle_drop_lock(struct handle *handle) { lower(handle, SQLITE_LOCK_NONE); }

int handle_lock(sqlite3_file *file, int wanted) {
  struct handle *handle = (struct handle *)file;
  bool is_dead = handle_enter(handle);
  int code = SQLITE_IOERR_LOCK;
  if (!is_dead && judge(handle->disk, HEARTH_DISK_LOCK) == GOES_ON) code = take(handle, wanted);
  disk_unlock(handle->disk);
  return code;
}

/* Never fails: the locks of the dead are gone. */
int handle_unlock(sqlite3_file *file, int wanted) {
  struct handle *handle = (struct handle *)file;
  bool is_dead = handle_enter(handle);
  if (!is_dead) lower(handle, wanted);
  disk_unlock(handle->disk);
  return SQLITE_OK;
}

int handle_check_reserved(sqlite3_file *file, int *is_reserved) {
  struct handle *handle = (struct handle *)file;
  bool is_dead = handle_enter(handle);
  int code = SQLITE_IOERR_CHECKRESERVEDLOCK;
  if (!is_dead && judge(handle->disk, HEARTH_DISK_LOCK) == GOES_ON) {
    *is_reserved = handle->node->reserved != NULL;
    code = SQLITE_OK;
  }
  disk_unlock(handle->disk);
  return code;
}
