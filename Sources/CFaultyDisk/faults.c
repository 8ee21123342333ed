#include "disk.h"

int hearth_disk_fail(hearth_disk *disk, uint32_t operations, uint64_t skip, uint64_t times) {
  if (times == 0) return 0;
  disk_lock(disk);
  bool has_room = disk->fault_count < MAX_FAULTS;
  if (has_room) {
    disk->faults[disk->fault_count++] =
        (struct fault){.operations = operations, .skip = skip, .times = times};
  }
  disk_unlock(disk);
  return has_room ? 0 : -1;
}

void hearth_disk_halt(hearth_disk *disk, uint64_t skip) {
  disk_lock(disk);
  disk->will_halt = true;
  disk->halt_skip = skip;
  disk_unlock(disk);
}

int hearth_disk_is_halted(hearth_disk *disk) {
  disk_lock(disk);
  int is_halted = disk->is_halted;
  disk_unlock(disk);
  return is_halted;
}

void hearth_disk_forget_faults(hearth_disk *disk) {
  disk_lock(disk);
  disk->fault_count = 0;
  disk->will_halt = false;
  disk_unlock(disk);
}

void hearth_disk_set_capacity(hearth_disk *disk, int64_t bytes) {
  disk_lock(disk);
  disk->capacity = bytes;
  disk_unlock(disk);
}

int64_t hearth_disk_used(hearth_disk *disk) {
  disk_lock(disk);
  int64_t used = volume_used(&disk->volume);
  disk_unlock(disk);
  return used;
}

void hearth_disk_set_loose_names(hearth_disk *disk, int are_loose) {
  disk_lock(disk);
  disk->has_loose_names = are_loose != 0;
  disk_unlock(disk);
}

void hearth_disk_set_lying(hearth_disk *disk, int is_lying) {
  disk_lock(disk);
  disk->is_lying = is_lying != 0;
  disk_unlock(disk);
}
