#include "disk.h"

#include <sched.h>
#include <string.h>

static const int max_path_bytes = 1024;

static hearth_disk *disk_of(sqlite3_vfs *vfs) { return vfs->pAppData; }

static int find_or_make(hearth_disk *disk, const char *name, int flags, struct node **found) {
  struct volume *volume = &disk->volume;
  struct node *node = name == NULL ? NULL : volume_node(volume, name);
  bool may_create = name == NULL || (flags & SQLITE_OPEN_CREATE) != 0;
  if (node != NULL) {
    if ((flags & SQLITE_OPEN_CREATE) && (flags & SQLITE_OPEN_EXCLUSIVE)) return SQLITE_CANTOPEN;
    *found = node;
    return judge(disk, HEARTH_DISK_OPEN) == GOES_ON ? SQLITE_OK : SQLITE_CANTOPEN;
  }
  if (!may_create) return SQLITE_CANTOPEN;
  enum verdict verdict = judge(disk, HEARTH_DISK_CREATE);
  if (verdict == DEAD || verdict == FAILS) return SQLITE_CANTOPEN;
  node = node_make(disk);
  if (name != NULL) volume_set_one(disk, volume_name(volume, name), node);
  *found = node;
  return verdict == GOES_ON ? SQLITE_OK : SQLITE_CANTOPEN;
}

static int vfs_open(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags) {
  hearth_disk *disk = disk_of(vfs);
  struct handle *handle = (struct handle *)file;
  *handle = (struct handle){0};
  disk_lock(disk);
  struct node *node = NULL;
  int code = find_or_make(disk, name, flags, &node);
  node_retain(node);
  if (code == SQLITE_OK) {
    *handle = (struct handle){
        .base = {&handle_methods}, .disk = disk, .node = node, .generation = disk->generation};
    disk->open_count++;
    if (name != NULL && (flags & SQLITE_OPEN_DELETEONCLOSE)) {
      volume_set_one(disk, volume_name(&disk->volume, name), NULL);
    }
    if (out_flags != NULL) *out_flags = flags;
  } else {
    // One that was made for nobody goes, unless the disk has stopped while it was made.
    node_release(node);
  }
  disk_unlock(disk);
  return code;
}

int disk_delete(hearth_disk *disk, const char *name, bool sync_directory) {
  struct volume *volume = &disk->volume;
  if (volume_node(volume, name) == NULL) return SQLITE_IOERR_DELETE_NOENT;
  enum verdict verdict = judge(disk, HEARTH_DISK_DELETE);
  if (verdict == DEAD || verdict == FAILS) return SQLITE_IOERR_DELETE;
  volume_set_one(disk, volume_find(volume, name), NULL);
  if (verdict == HALTS) return SQLITE_IOERR_DELETE;
  if (sync_directory && !disk->is_lying) volume_sync_until(volume, disk->sequence);
  return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int sync_directory) {
  hearth_disk *disk = disk_of(vfs);
  disk_lock(disk);
  int code = disk_delete(disk, name, sync_directory != 0);
  disk_unlock(disk);
  return code;
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  hearth_disk *disk = disk_of(vfs);
  disk_lock(disk);
  int code = SQLITE_IOERR_ACCESS;
  *result = 0;
  if (judge(disk, HEARTH_DISK_ACCESS) == GOES_ON) {
    const struct node *node = volume_node(&disk->volume, name);
    // SQLite's own VFS says that an empty file is none.
    *result = node != NULL && (flags != SQLITE_ACCESS_EXISTS || node->current.size > 0);
    code = SQLITE_OK;
  }
  disk_unlock(disk);
  return code;
}

static int vfs_full_pathname(sqlite3_vfs *vfs, const char *name, int capacity, char *out) {
  (void)vfs;
  size_t bytes = strlen(name) + 1;
  if (bytes > (size_t)capacity) return SQLITE_CANTOPEN;
  memcpy(out, name, bytes);
  return SQLITE_OK;
}

static int vfs_randomness(sqlite3_vfs *vfs, int count, char *out) {
  hearth_disk *disk = disk_of(vfs);
  disk_lock(disk);
  for (int index = 0; index < count; index++) out[index] = (char)random_next(disk);
  disk_unlock(disk);
  return count;
}

/* Time passes on the disk's clock; other threads may use theirs to let go of a lock. */
static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
  hearth_disk *disk = disk_of(vfs);
  disk_lock(disk);
  disk->time_microseconds += microseconds;
  disk->time_milliseconds += disk->time_microseconds / 1000;
  disk->time_microseconds %= 1000;
  disk_unlock(disk);
  sched_yield();
  return microseconds;
}

/* Milliseconds since noon of the first Julian day. */
static int vfs_time_milliseconds(sqlite3_vfs *vfs, sqlite3_int64 *time) {
  static const sqlite3_int64 unix_epoch = 210866760000000;
  *time = unix_epoch + hearth_disk_time(disk_of(vfs));
  return SQLITE_OK;
}

static int vfs_time(sqlite3_vfs *vfs, double *days) {
  sqlite3_int64 milliseconds;
  vfs_time_milliseconds(vfs, &milliseconds);
  *days = (double)milliseconds / 86400000.0;
  return SQLITE_OK;
}

void disk_fill_vfs(hearth_disk *disk) {
  disk->vfs = (sqlite3_vfs){
      .iVersion = 2,
      .szOsFile = sizeof(struct handle),
      .mxPathname = max_path_bytes,
      .zName = disk->vfs_name,
      .pAppData = disk,
      .xOpen = vfs_open,
      .xDelete = vfs_delete,
      .xAccess = vfs_access,
      .xFullPathname = vfs_full_pathname,
      .xRandomness = vfs_randomness,
      .xSleep = vfs_sleep,
      .xCurrentTime = vfs_time,
      .xCurrentTimeInt64 = vfs_time_milliseconds,
  };
}
