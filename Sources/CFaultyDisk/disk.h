#pragma once
#include "cfaultydisk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>

/* Unsynced bytes of one file that are kept apart; then the older half is written back, as systems
   do after a while. */
#define MAX_UNSYNCED_BYTES (64u << 20)
/* Unsynced changes of names that are kept apart. */
#define MAX_UNSYNCED_NAMES 1000
#define MAX_FAULTS 8

struct buffer {
  uint8_t *bytes;
  size_t size, capacity;
};

/* One unsynced change of a file. */
struct change {
  /* In the order of all changes of the disk. */
  uint64_t sequence;
  size_t offset;
  /* What is written; SIZE_MAX for a truncation to `offset`. */
  size_t count;
  /* Where the bytes begin in `change_bytes`. */
  size_t position;
};

struct handle;
struct shared_memory;

/* A file, whatever its names. */
struct node {
  int references;
  uint64_t file, changed;
  /* When its name or length was changed last. */
  uint64_t resized;
  /* What the system shows. */
  struct buffer current;
  /* What is on the disk for certain. */
  struct buffer durable;
  struct change *changes;
  size_t change_count, change_capacity;
  struct buffer change_bytes;

  int shared_count;
  struct handle *reserved, *pending, *exclusive;
  struct shared_memory *shared_memory;
  /* Used while a volume is copied. */
  struct node *copy;
};

struct name {
  char *text;
  struct node *current, *durable;
};

/* An unsynced change of one name, or of two at once. */
struct naming {
  /* In the order of all changes of the disk. */
  uint64_t sequence;
  int count;
  /* -1: done already by something later. */
  int names[2];
  struct node *nodes[2];
};

/* Everything that is on a disk. */
struct volume {
  struct name *names;
  size_t name_count, name_capacity;
  struct naming *namings;
  size_t naming_count, naming_capacity;
};

struct fault {
  uint32_t operations;
  uint64_t skip, times;
};

struct hearth_disk {
  sqlite3_vfs vfs;
  char vfs_name[32];
  pthread_mutex_t mutex;
  struct volume volume;
  uint64_t random;
  uint32_t sector_bytes;
  int64_t time_milliseconds, time_microseconds;
  int64_t capacity;
  uint64_t sequence;
  uint64_t last_file;
  /* Files of an older one are dead. */
  uint64_t generation;
  bool is_lying, is_halted, is_released, will_halt, has_loose_names;
  uint64_t halt_skip;
  int fault_count;
  struct fault faults[MAX_FAULTS];
  hearth_disk_counters counters;
  size_t open_count;
};

struct handle {
  sqlite3_file base;
  hearth_disk *disk;
  struct node *node;
  uint64_t generation;
  int lock;
  struct shared_memory *shared_memory;
  uint16_t shared_mask, exclusive_mask;
};

enum verdict {
  GOES_ON,
  FAILS,
  /* It is under way when the disk stops. */
  HALTS,
  DEAD,
};

/* What becomes of the unsynced changes of one file. */
struct fate {
  int kind;
  /* All that was written before `limit` is kept, nothing after it. */
  bool is_ordered;
  uint64_t limit;
  /* Of 256. */
  unsigned survival;
};

/* memory.c */
void *allocate(size_t bytes);
void *reallocate(void *memory, size_t bytes);
void buffer_resize(struct buffer *buffer, size_t size);
void buffer_write(struct buffer *buffer, const void *bytes, size_t count, size_t offset);
void buffer_copy(struct buffer *to, const struct buffer *from);
void buffer_free(struct buffer *buffer);

/* chance.c */
uint64_t random_next(hearth_disk *disk);
uint64_t random_below(hearth_disk *disk, uint64_t limit);
enum verdict judge(hearth_disk *disk, uint32_t operation);

/* node.c */
struct node *node_make(hearth_disk *disk);
struct node *node_retain(struct node *node);
void node_release(struct node *node);
void node_write(
    hearth_disk *disk, struct node *node, const void *bytes, size_t count, size_t offset);
void node_truncate(hearth_disk *disk, struct node *node, size_t size);
void node_sync(struct node *node);
void node_clear_changes(struct node *node);
void node_unlock_all(struct node *node);
struct node *node_copy(const struct node *node);

/* fate.c */
struct fate fate_draw(hearth_disk *disk, int kind);
void node_fail_sync(hearth_disk *disk, struct node *node);
void volume_cut(hearth_disk *disk, int kind);

/* volume.c */
int volume_find(const struct volume *volume, const char *text);
int volume_name(struct volume *volume, const char *text);
struct node *volume_node(const struct volume *volume, const char *text);
/* Gives one name, or two at once, to files or to none. */
void volume_set(hearth_disk *disk, struct naming naming);
void volume_set_one(hearth_disk *disk, int name, struct node *node);
/* Makes the names of a file durable, and nothing else. */
void volume_sync_names(struct volume *volume, struct node *node);
/* Makes durable what was changed in the names until then. */
void volume_sync_until(struct volume *volume, uint64_t sequence);
void volume_apply(struct volume *volume, const struct naming *naming);
void volume_free(struct volume *volume);
void volume_copy(struct volume *to, const struct volume *from);
int64_t volume_used(const struct volume *volume);

/* handle.c */
extern const sqlite3_io_methods handle_methods;
int disk_write(
    hearth_disk *disk, struct node *node, const void *bytes, size_t count, size_t offset);
int disk_truncate(hearth_disk *disk, struct node *node, size_t size);
int disk_sync(hearth_disk *disk, struct node *node);

/* locks.c */
int handle_lock(sqlite3_file *file, int wanted);
int handle_unlock(sqlite3_file *file, int wanted);
int handle_check_reserved(sqlite3_file *file, int *is_reserved);
void handle_drop_lock(struct handle *handle);

/* shared_memory.c */
int handle_map(sqlite3_file *file, int index, int bytes, int extend, void volatile **memory);
int handle_lock_map(sqlite3_file *file, int offset, int count, int flags);
void handle_map_barrier(sqlite3_file *file);
int handle_unmap(sqlite3_file *file, int delete_flag);
int64_t shared_memory_used(const struct node *node);
void shared_memory_release(struct shared_memory *memory);

/* vfs.c */
void disk_fill_vfs(hearth_disk *disk);
int disk_delete(hearth_disk *disk, const char *name, bool sync_directory);

/* disk.c */
void disk_lock(hearth_disk *disk);
void disk_unlock(hearth_disk *disk);
/* Locks too. Whether the file can no longer be used. */
bool handle_enter(struct handle *handle);
/* Unlocks, and frees the disk with its last file when nobody has it any more. */
void disk_close_one(hearth_disk *disk);
int64_t disk_room(hearth_disk *disk);
