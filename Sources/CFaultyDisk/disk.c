#include "disk.h"

#include <stdio.h>
#include <stdlib.h>

static const int64_t first_time_milliseconds = 1750000000000;

void disk_lock(hearth_disk *disk) { pthread_mutex_lock(&disk->mutex); }

void disk_unlock(hearth_disk *disk) { pthread_mutex_unlock(&disk->mutex); }

bool handle_enter(struct handle *handle) {
  disk_lock(handle->disk);
  return handle->generation != handle->disk->generation;
}

int64_t disk_room(hearth_disk *disk) {
  if (disk->capacity < 0) return INT64_MAX;
  int64_t used = volume_used(&disk->volume);
  return used < disk->capacity ? disk->capacity - used : 0;
}

static void disk_free(hearth_disk *disk) {
  volume_free(&disk->volume);
  pthread_mutex_destroy(&disk->mutex);
  free(disk);
}

void disk_close_one(hearth_disk *disk) {
  bool is_last = --disk->open_count == 0 && disk->is_released;
  disk_unlock(disk);
  if (is_last) disk_free(disk);
}

/* Everything but the lock, the registration and the files that are open. */
static void clear(hearth_disk *disk, uint64_t seed) {
  volume_free(&disk->volume);
  disk->random = seed * 0x9e3779b97f4a7c15u + 0x123456789abcdef1u;
  disk->time_milliseconds = first_time_milliseconds;
  disk->time_microseconds = 0;
  disk->capacity = -1;
  disk->sequence = disk->last_file = 0;
  disk->generation++;
  disk->is_lying = disk->is_halted = disk->will_halt = disk->has_loose_names = false;
  disk->fault_count = 0;
  disk->counters = (hearth_disk_counters){0};
}

hearth_disk *hearth_disk_make(uint64_t seed, uint32_t sector_bytes) {
  static _Atomic unsigned last_number = 0;
  // Counting its memory slows SQLite down; a path may name a disk. Refused, without harm, once
  // SQLite is in use: Debian's takes such paths anyway.
  if (last_number == 0) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3_config(SQLITE_CONFIG_URI, 1);
  }
  hearth_disk *disk = allocate(sizeof *disk);
  *disk = (hearth_disk){.sector_bytes = sector_bytes};
  pthread_mutex_init(&disk->mutex, NULL);
  clear(disk, seed);
  snprintf(disk->vfs_name, sizeof disk->vfs_name, "faulty-disk-%u", ++last_number);
  disk_fill_vfs(disk);
  if (sqlite3_vfs_register(&disk->vfs, 0) != SQLITE_OK) abort();
  return disk;
}

void hearth_disk_release(hearth_disk *disk) {
  sqlite3_vfs_unregister(&disk->vfs);
  disk_lock(disk);
  disk->is_released = true;
  bool is_unused = disk->open_count == 0;
  disk_unlock(disk);
  if (is_unused) disk_free(disk);
}

const char *hearth_disk_vfs_name(const hearth_disk *disk) { return disk->vfs_name; }

void hearth_disk_reset(hearth_disk *disk, uint64_t seed) {
  disk_lock(disk);
  clear(disk, seed);
  disk_unlock(disk);
}

void hearth_disk_set_time(hearth_disk *disk, int64_t milliseconds) {
  disk_lock(disk);
  disk->time_milliseconds = milliseconds;
  disk->time_microseconds = 0;
  disk_unlock(disk);
}

int64_t hearth_disk_time(hearth_disk *disk) {
  disk_lock(disk);
  int64_t time = disk->time_milliseconds;
  disk_unlock(disk);
  return time;
}

static void unlock_everything(hearth_disk *disk) {
  struct volume *volume = &disk->volume;
  for (size_t index = 0; index < volume->name_count; index++) {
    struct name *name = &volume->names[index];
    if (name->current != NULL) node_unlock_all(name->current);
    if (name->durable != NULL) node_unlock_all(name->durable);
  }
  for (size_t index = 0; index < volume->naming_count; index++) {
    struct naming *naming = &volume->namings[index];
    for (int part = 0; part < naming->count; part++) {
      if (naming->nodes[part] != NULL) node_unlock_all(naming->nodes[part]);
    }
  }
}

/* Nothing that is open can be used any more; what comes next runs. */
static void end_processes(hearth_disk *disk) {
  disk->generation++;
  disk->is_halted = disk->will_halt = false;
  unlock_everything(disk);
}

void hearth_disk_power_cut(hearth_disk *disk, int fate) {
  disk_lock(disk);
  end_processes(disk);
  volume_cut(disk, fate);
  disk->counters.power_cuts++;
  disk_unlock(disk);
}

void hearth_disk_process_crash(hearth_disk *disk) {
  disk_lock(disk);
  end_processes(disk);
  disk->counters.process_crashes++;
  disk_unlock(disk);
}

void hearth_disk_settle(hearth_disk *disk) {
  disk_lock(disk);
  struct volume *volume = &disk->volume;
  volume_sync_until(volume, disk->sequence);
  for (size_t index = 0; index < volume->name_count; index++) {
    if (volume->names[index].current != NULL) node_sync(volume->names[index].current);
  }
  disk_unlock(disk);
}

hearth_disk_counters hearth_disk_count(hearth_disk *disk) {
  disk_lock(disk);
  hearth_disk_counters counters = disk->counters;
  disk_unlock(disk);
  return counters;
}

struct hearth_disk_snapshot {
  pthread_mutex_t mutex;
  struct volume volume;
  uint64_t sequence, last_file;
};

hearth_disk_snapshot *hearth_disk_take_snapshot(hearth_disk *disk) {
  hearth_disk_snapshot *snapshot = allocate(sizeof *snapshot);
  pthread_mutex_init(&snapshot->mutex, NULL);
  disk_lock(disk);
  volume_copy(&snapshot->volume, &disk->volume);
  snapshot->sequence = disk->sequence;
  snapshot->last_file = disk->last_file;
  disk_unlock(disk);
  return snapshot;
}

void hearth_disk_restore(hearth_disk *disk, const hearth_disk_snapshot *snapshot) {
  // Copying notes in each file what its copy is.
  pthread_mutex_t *mutex = (pthread_mutex_t *)&snapshot->mutex;
  struct volume volume;
  pthread_mutex_lock(mutex);
  volume_copy(&volume, &snapshot->volume);
  pthread_mutex_unlock(mutex);
  disk_lock(disk);
  end_processes(disk);
  volume_free(&disk->volume);
  disk->volume = volume;
  // A file that is made or changed from here on is no file or state of the past.
  if (disk->sequence < snapshot->sequence) disk->sequence = snapshot->sequence;
  if (disk->last_file < snapshot->last_file) disk->last_file = snapshot->last_file;
  disk_unlock(disk);
}

void hearth_disk_free_snapshot(hearth_disk_snapshot *snapshot) {
  volume_free(&snapshot->volume);
  pthread_mutex_destroy(&snapshot->mutex);
  free(snapshot);
}

void hearth_disk_seed_sqlite(uint32_t seed) {
  sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, (int)seed, (sqlite3 *)NULL);
}
