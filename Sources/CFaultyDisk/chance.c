#include "disk.h"

/* SplitMix64. */
uint64_t random_next(hearth_disk *disk) {
  disk->random += 0x9e3779b97f4a7c15u;
  uint64_t mixed = disk->random;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 31);
}

uint64_t random_below(hearth_disk *disk, uint64_t limit) {
  return limit == 0 ? 0 : random_next(disk) % limit;
}

static const uint32_t changing = HEARTH_DISK_CREATE | HEARTH_DISK_WRITE | HEARTH_DISK_TRUNCATE
    | HEARTH_DISK_SYNC | HEARTH_DISK_DELETE | HEARTH_DISK_RENAME;

static enum verdict judge_faults(hearth_disk *disk, uint32_t operation) {
  for (int index = 0; index < disk->fault_count; index++) {
    struct fault *fault = &disk->faults[index];
    if ((fault->operations & operation) == 0) continue;
    if (fault->skip > 0) {
      fault->skip--;
      continue;
    }
    if (--fault->times == 0) disk->faults[index] = disk->faults[--disk->fault_count];
    disk->counters.faults++;
    return FAILS;
  }
  return GOES_ON;
}

/* Counts an operation and says whether it goes on. */
enum verdict judge(hearth_disk *disk, uint32_t operation) {
  if (disk->is_halted) return DEAD;
  disk->counters.operations[__builtin_ctz(operation)]++;
  if (disk->will_halt && (operation & changing) != 0) {
    if (disk->halt_skip == 0) {
      disk->will_halt = false;
      disk->is_halted = true;
      return HALTS;
    }
    disk->halt_skip--;
  }
  return disk->fault_count == 0 ? GOES_ON : judge_faults(disk, operation);
}
