#pragma once
/* A file system in memory that SQLite uses as a VFS, and that fails like a real disk: what was not
   synced may be lost, kept or torn; single operations fail; it runs full. All that is random comes
   from its seed. Calls lock the disk, so that any thread may make them. Running out of memory ends
   the process. */
#include <stddef.h>
#include <stdint.h>

typedef struct hearth_disk hearth_disk;
typedef struct hearth_disk_snapshot hearth_disk_snapshot;

/* What is done with a disk: one bit each, and an index of `operations` in the counters. */
enum {
  HEARTH_DISK_OPEN = 1 << 0,
  HEARTH_DISK_CREATE = 1 << 1,
  HEARTH_DISK_READ = 1 << 2,
  HEARTH_DISK_WRITE = 1 << 3,
  HEARTH_DISK_TRUNCATE = 1 << 4,
  HEARTH_DISK_SYNC = 1 << 5,
  HEARTH_DISK_DELETE = 1 << 6,
  HEARTH_DISK_RENAME = 1 << 7,
  HEARTH_DISK_SIZE = 1 << 8,
  HEARTH_DISK_ACCESS = 1 << 9,
  HEARTH_DISK_LOCK = 1 << 10,
  HEARTH_DISK_SHARED_MEMORY = 1 << 11,
};
#define HEARTH_DISK_OPERATION_COUNT 12

/* What becomes of unsynced sectors and names when the power is cut. */
enum {
  HEARTH_DISK_LOSE_ALL,
  HEARTH_DISK_KEEP_ALL,
  /* Any part of them survives, each sector as a whole. */
  HEARTH_DISK_KEEP_SOME,
  /* The same, and some sectors are half new, half old. */
  HEARTH_DISK_TEAR_SOME,
};

/* Since the disk was made or reset. */
typedef struct {
  uint64_t operations[HEARTH_DISK_OPERATION_COUNT];
  uint64_t bytes_written;
  /* Operations that were made to fail, and those for which there was no room. */
  uint64_t faults;
  uint64_t refusals;
  uint64_t power_cuts;
  uint64_t process_crashes;
  /* Of unsynced sectors, at power cuts and failed syncs. */
  uint64_t sectors_kept;
  uint64_t sectors_lost;
  uint64_t sectors_torn;
} hearth_disk_counters;

/* A new, empty disk, registered with SQLite under a name of its own. `sector_bytes`: what survives
   or is lost as one. */
hearth_disk *hearth_disk_make(uint64_t seed, uint32_t sector_bytes);
/* Ends the disk; its memory goes with the last file that a connection still has open. */
void hearth_disk_release(hearth_disk *disk);
/* The name of its VFS, valid as long as the disk is. */
const char *hearth_disk_vfs_name(const hearth_disk *disk);
/* Empties the disk, forgets faults and counters, and begins with another seed. */
void hearth_disk_reset(hearth_disk *disk, uint64_t seed);

/* The clock that SQLite sees, in milliseconds since 1970. It moves only here and when SQLite waits
   for a lock. */
void hearth_disk_set_time(hearth_disk *disk, int64_t milliseconds);
int64_t hearth_disk_time(hearth_disk *disk);

/* From here on `times` operations of these kinds fail, after `skip` of them that do not. A failed
   write may have written its beginning; after a failed sync a part of what was unsynced is safe,
   and the rest looks written but will never be. 0, or -1 when too many faults wait already. */
int hearth_disk_fail(hearth_disk *disk, uint32_t operations, uint64_t skip, uint64_t times);
/* After `skip` operations that change the disk everything stops, in the middle of the next one;
   from there on all fails until hearth_disk_power_cut or hearth_disk_process_crash. */
void hearth_disk_halt(hearth_disk *disk, uint64_t skip);
int hearth_disk_is_halted(hearth_disk *disk);
/* Forgets the faults that wait, and a stop that has not come. */
void hearth_disk_forget_faults(hearth_disk *disk);
/* Room for all files together; negative: no limit. */
void hearth_disk_set_capacity(hearth_disk *disk, int64_t bytes);
int64_t hearth_disk_used(hearth_disk *disk);
/* Names are changed in order, as file systems with a journal do: a sync of a file that was renamed,
   made or resized also makes durable what was done to other names before. With loose names it makes
   durable its own alone, and others survive a power cut in any order. */
void hearth_disk_set_loose_names(hearth_disk *disk, int are_loose);
/* A lying disk says that it has synced, and has not. */
void hearth_disk_set_lying(hearth_disk *disk, int is_lying);

/* The power is cut and comes back: open files are dead, unsynced sectors and names are kept or lost
   as `fate` says. */
void hearth_disk_power_cut(hearth_disk *disk, int fate);
/* All processes end and start again: open files are dead, locks are gone, all that was written is
   there. */
void hearth_disk_process_crash(hearth_disk *disk);
/* Makes all that was written durable, as after a quiet minute. */
void hearth_disk_settle(hearth_disk *disk);

hearth_disk_snapshot *hearth_disk_take_snapshot(hearth_disk *disk);
/* Puts back all files as they were, synced or not. Open files are dead. */
void hearth_disk_restore(hearth_disk *disk, const hearth_disk_snapshot *snapshot);
void hearth_disk_free_snapshot(hearth_disk_snapshot *snapshot);

hearth_disk_counters hearth_disk_count(hearth_disk *disk);

/* Files beside a database, as other code has them. 0 or an errno: ENOENT, EIO, ENOSPC. */
/* Makes the file or empties it, and writes to it. */
int hearth_disk_write_file(
    hearth_disk *disk, const char *name, const void *bytes, size_t count);
int hearth_disk_sync_file(hearth_disk *disk, const char *name);
int hearth_disk_rename(hearth_disk *disk, const char *name, const char *new_name);
int hearth_disk_delete(hearth_disk *disk, const char *name);
/* Makes durable which names there are. */
int hearth_disk_sync_directory(hearth_disk *disk);
/* Copies up to `capacity` bytes from `offset` on and stores how many there were. */
int hearth_disk_read_file(
    hearth_disk *disk, const char *name, size_t offset, void *bytes, size_t capacity,
    size_t *count);

/* The rest is done to the disk from outside: never fails for a fault and counts as nothing. */
/* The size of a file, or -1. */
int64_t hearth_disk_file_size(hearth_disk *disk, const char *name);
/* Which file this is, and when it was changed last: no two files or times have the same. */
int hearth_disk_file_mark(
    hearth_disk *disk, const char *name, uint64_t *file, uint64_t *changed);
/* Like hearth_disk_read_file. */
int hearth_disk_look(
    hearth_disk *disk, const char *name, size_t offset, void *bytes, size_t capacity,
    size_t *count);
/* The name of a file, by its place in the order in which the names were first used; NULL after the
   last. Free it. */
char *hearth_disk_file_name(hearth_disk *disk, size_t index);
/* Copies a file, as it is now, to another name or over another file; the copy is durable. */
int hearth_disk_copy(hearth_disk *disk, const char *from, const char *to);
/* Overwrites bytes inside a file, on the disk and in what the system has of it. ERANGE beyond it.
   What is unsynced there may still be written over it. */
int hearth_disk_damage(
    hearth_disk *disk, const char *name, size_t offset, const void *bytes, size_t count);

/* Makes SQLite's own random numbers (salts of logs, random rowids) follow from a seed, in the whole
   process: for one that simulates on one thread. 0 makes them random again. */
void hearth_disk_seed_sqlite(uint32_t seed);
