#include "disk.h"

#include <string.h>

int disk_write(
    hearth_disk *disk, struct node *node, const void *bytes, size_t count, size_t offset) {
  switch (judge(disk, HEARTH_DISK_WRITE)) {
    case DEAD: return SQLITE_IOERR_WRITE;
    case HALTS: node_write(disk, node, bytes, count, offset); return SQLITE_IOERR_WRITE;
    case FAILS:
      node_write(disk, node, bytes, random_below(disk, count + 1), offset);
      return SQLITE_IOERR_WRITE;
    case GOES_ON: break;
  }
  if (disk->capacity >= 0 && offset + count > node->current.size) {
    int64_t growth = (int64_t)(offset + count - node->current.size), room = disk_room(disk);
    if (growth > room) {
      // What there is room for is written, as a system does.
      size_t excess = (size_t)(growth - room);
      if (excess < count) node_write(disk, node, bytes, count - excess, offset);
      disk->counters.refusals++;
      return SQLITE_FULL;
    }
  }
  node_write(disk, node, bytes, count, offset);
  return SQLITE_OK;
}

int disk_truncate(hearth_disk *disk, struct node *node, size_t size) {
  enum verdict verdict = judge(disk, HEARTH_DISK_TRUNCATE);
  if (verdict == GOES_ON || verdict == HALTS) node_truncate(disk, node, size);
  return verdict == GOES_ON ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

int disk_sync(hearth_disk *disk, struct node *node) {
  switch (judge(disk, HEARTH_DISK_SYNC)) {
    case DEAD:
    // Any part of it may be done: all is still unsynced when it is decided what survives.
    case HALTS: return SQLITE_IOERR_FSYNC;
    case FAILS: node_fail_sync(disk, node); return SQLITE_IOERR_FSYNC;
    case GOES_ON: break;
  }
  if (disk->is_lying) return SQLITE_OK;
  node_sync(node);
  if (disk->has_loose_names) {
    volume_sync_names(&disk->volume, node);
  } else {
    volume_sync_until(&disk->volume, node->resized);
  }
  return SQLITE_OK;
}

static int handle_close(sqlite3_file *file) {
  struct handle *handle = (struct handle *)file;
  hearth_disk *disk = handle->disk;
  handle_unmap(file, 0);
  bool is_dead = handle_enter(handle);
  if (!is_dead) handle_drop_lock(handle);
  node_release(handle->node);
  handle->node = NULL;
  disk_close_one(disk);
  return SQLITE_OK;
}

static int handle_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  struct handle *handle = (struct handle *)file;
  bool is_dead = handle_enter(handle);
  const struct buffer *content = &handle->node->current;
  int code = SQLITE_OK;
  if (is_dead || judge(handle->disk, HEARTH_DISK_READ) != GOES_ON) {
    code = SQLITE_IOERR_READ;
  } else {
    size_t start = (size_t)offset, wanted = (size_t)count;
    size_t there = start < content->size ? content->size - start : 0;
    if (there > wanted) there = wanted;
    if (there > 0) memcpy(bytes, content->bytes + start, there);
    if (there < wanted) {
      memset((uint8_t *)bytes + there, 0, wanted - there);
      code = SQLITE_IOERR_SHORT_READ;
    }
  }
  disk_unlock(handle->disk);
  return code;
}

static int handle_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  struct handle *handle = (struct handle *)file;
  bool is_dead = handle_enter(handle);
  int code = is_dead
      ? SQLITE_IOERR_WRITE
      : disk_write(handle->disk, handle->node, bytes, (size_t)count, (size_t)offset);
  disk_unlock(handle->disk);
  return code;
}

static int handle_truncate(sqlite3_file *file, sqlite3_int64 size) {
  struct handle *handle = (struct handle *)file;
  bool is_dead = handle_enter(handle);
  int code = is_dead
      ? SQLITE_IOERR_TRUNCATE : disk_truncate(handle->disk, handle->node, (size_t)size);
  disk_unlock(handle->disk);
  return code;
}

static int handle_sync(sqlite3_file *file, int flags) {
  (void)flags;
  struct handle *handle = (struct handle *)file;
  bool is_dead = handle_enter(handle);
  int code = is_dead ? SQLITE_IOERR_FSYNC : disk_sync(handle->disk, handle->node);
  disk_unlock(handle->disk);
  return code;
}

static int handle_size(sqlite3_file *file, sqlite3_int64 *size) {
  struct handle *handle = (struct handle *)file;
  bool is_dead = handle_enter(handle);
  int code = SQLITE_IOERR_FSTAT;
  if (!is_dead && judge(handle->disk, HEARTH_DISK_SIZE) == GOES_ON) {
    *size = (sqlite3_int64)handle->node->current.size;
    code = SQLITE_OK;
  }
  disk_unlock(handle->disk);
  return code;
}

static int handle_control(sqlite3_file *file, int operation, void *argument) {
  (void)file, (void)operation, (void)argument;
  return SQLITE_NOTFOUND;
}

/* Both as SQLite's own VFS says on Linux, so that it does the same as there. */
static int handle_sector_size(sqlite3_file *file) {
  (void)file;
  return 4096;
}

static int handle_characteristics(sqlite3_file *file) {
  (void)file;
  return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

/* Version 2: nothing is mapped but the shared memory. */
const sqlite3_io_methods handle_methods = {
    .iVersion = 2,
    .xClose = handle_close,
    .xRead = handle_read,
    .xWrite = handle_write,
    .xTruncate = handle_truncate,
    .xSync = handle_sync,
    .xFileSize = handle_size,
    .xLock = handle_lock,
    .xUnlock = handle_unlock,
    .xCheckReservedLock = handle_check_reserved,
    .xFileControl = handle_control,
    .xSectorSize = handle_sector_size,
    .xDeviceCharacteristics = handle_characteristics,
    .xShmMap = handle_map,
    .xShmLock = handle_lock_map,
    .xShmBarrier = handle_map_barrier,
    .xShmUnmap = handle_unmap,
};
