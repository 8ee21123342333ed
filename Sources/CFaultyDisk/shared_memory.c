#include "disk.h"

#include <stdlib.h>
#include <string.h>

#define MAX_REGIONS 1024

/* The index of a write-ahead log. Its file has it, and so has each handle that has mapped it, also
   a dead one: SQLite reads from it until it closes. */
struct shared_memory {
  int references;
  /* Living handles that have mapped it. */
  int users;
  int region_count, region_bytes;
  void **regions;
  int shared_counts[SQLITE_SHM_NLOCK];
  struct handle *exclusive[SQLITE_SHM_NLOCK];
};

void shared_memory_release(struct shared_memory *memory) {
  if (memory == NULL || --memory->references > 0) return;
  for (int index = 0; index < memory->region_count; index++) free(memory->regions[index]);
  free(memory->regions);
  free(memory);
}

int64_t shared_memory_used(const struct node *node) {
  const struct shared_memory *memory = node->shared_memory;
  return memory == NULL ? 0 : (int64_t)memory->region_count * memory->region_bytes;
}

static void attach(struct handle *handle) {
  struct node *node = handle->node;
  if (node->shared_memory == NULL) {
    node->shared_memory = allocate(sizeof *node->shared_memory);
    *node->shared_memory = (struct shared_memory){.references = 1};
  }
  handle->shared_memory = node->shared_memory;
  handle->shared_memory->references++;
  handle->shared_memory->users++;
}

static int extend_to(hearth_disk *disk, struct shared_memory *memory, int count, int bytes) {
  if (count > MAX_REGIONS) return SQLITE_IOERR_SHMSIZE;
  memory->region_bytes = bytes;
  while (memory->region_count < count) {
    // On a real disk it is a file, too.
    if (disk->capacity >= 0 && bytes > disk_room(disk)) {
      disk->counters.refusals++;
      return SQLITE_IOERR_SHMSIZE;
    }
    memory->regions =
        reallocate(memory->regions, (size_t)(memory->region_count + 1) * sizeof(void *));
    void *region = allocate((size_t)bytes);
    memset(region, 0, (size_t)bytes);
    memory->regions[memory->region_count++] = region;
  }
  return SQLITE_OK;
}

int handle_map(sqlite3_file *file, int index, int bytes, int extend, void volatile **memory) {
  struct handle *handle = (struct handle *)file;
  bool is_dead = handle_enter(handle);
  *memory = NULL;
  int code = SQLITE_IOERR_SHMMAP;
  if (!is_dead && judge(handle->disk, HEARTH_DISK_SHARED_MEMORY) == GOES_ON) {
    if (handle->shared_memory == NULL) attach(handle);
    struct shared_memory *mapped = handle->shared_memory;
    code = SQLITE_OK;
    if (extend) code = extend_to(handle->disk, mapped, index + 1, bytes);
    if (code == SQLITE_OK && index < mapped->region_count) *memory = mapped->regions[index];
  }
  disk_unlock(handle->disk);
  return code;
}

static void unlock_slots(struct handle *handle, uint16_t mask) {
  struct shared_memory *memory = handle->shared_memory;
  for (int slot = 0; slot < SQLITE_SHM_NLOCK; slot++) {
    uint16_t bit = (uint16_t)(1u << slot);
    if ((mask & bit) == 0) continue;
    if (handle->shared_mask & bit) memory->shared_counts[slot]--;
    if (handle->exclusive_mask & bit) memory->exclusive[slot] = NULL;
  }
  handle->shared_mask &= (uint16_t)~mask;
  handle->exclusive_mask &= (uint16_t)~mask;
}

static int lock_slots(struct handle *handle, uint16_t mask, bool is_exclusive) {
  struct shared_memory *memory = handle->shared_memory;
  for (int slot = 0; slot < SQLITE_SHM_NLOCK; slot++) {
    uint16_t bit = (uint16_t)(1u << slot);
    if ((mask & bit) == 0) continue;
    if (memory->exclusive[slot] != NULL && memory->exclusive[slot] != handle) return SQLITE_BUSY;
    int others = memory->shared_counts[slot] - ((handle->shared_mask & bit) != 0);
    if (is_exclusive && others > 0) return SQLITE_BUSY;
  }
  for (int slot = 0; slot < SQLITE_SHM_NLOCK; slot++) {
    uint16_t bit = (uint16_t)(1u << slot);
    if ((mask & bit) == 0) continue;
    if (is_exclusive) {
      memory->exclusive[slot] = handle;
      handle->exclusive_mask |= bit;
    } else if ((handle->shared_mask & bit) == 0) {
      memory->shared_counts[slot]++;
      handle->shared_mask |= bit;
    }
  }
  return SQLITE_OK;
}

int handle_lock_map(sqlite3_file *file, int offset, int count, int flags) {
  struct handle *handle = (struct handle *)file;
  uint16_t mask = (uint16_t)(((1u << count) - 1) << offset);
  bool is_dead = handle_enter(handle);
  int code = SQLITE_OK;
  if (flags & SQLITE_SHM_UNLOCK) {
    if (!is_dead && handle->shared_memory != NULL) unlock_slots(handle, mask);
  } else if (
      is_dead || handle->shared_memory == NULL
      || judge(handle->disk, HEARTH_DISK_SHARED_MEMORY) != GOES_ON) {
    code = SQLITE_IOERR_SHMLOCK;
  } else {
    code = lock_slots(handle, mask, (flags & SQLITE_SHM_EXCLUSIVE) != 0);
  }
  disk_unlock(handle->disk);
  return code;
}

void handle_map_barrier(sqlite3_file *file) {
  (void)file;
  __sync_synchronize();
}

/* After the last one, whoever maps it begins with an empty one, whatever `delete_flag` says. */
int handle_unmap(sqlite3_file *file, int delete_flag) {
  (void)delete_flag;
  struct handle *handle = (struct handle *)file;
  bool is_dead = handle_enter(handle);
  struct shared_memory *memory = handle->shared_memory;
  if (memory != NULL) {
    if (!is_dead) {
      unlock_slots(handle, UINT16_MAX);
      if (--memory->users == 0) {
        handle->node->shared_memory = NULL;
        shared_memory_release(memory);
      }
    }
    handle->shared_memory = NULL;
    shared_memory_release(memory);
  }
  disk_unlock(handle->disk);
  return SQLITE_OK;
}
