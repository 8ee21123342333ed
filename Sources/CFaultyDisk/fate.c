#include "disk.h"

enum sector { LOST, KEPT, TORN };

/* Real disks write back in all kinds of order: often one file and not the other, sometimes all in
   the order of writing, mostly neither. */
struct fate fate_draw(hearth_disk *disk, int kind) {
  struct fate fate = {.kind = kind, .survival = 256};
  if (kind != HEARTH_DISK_KEEP_SOME && kind != HEARTH_DISK_TEAR_SOME) return fate;
  static const unsigned survivals[] = {0, 16, 128, 128, 240, 256};
  fate.survival = survivals[random_below(disk, sizeof survivals / sizeof survivals[0])];
  return fate;
}

static enum sector decide(hearth_disk *disk, const struct fate *fate, uint64_t sequence) {
  if (fate->kind == HEARTH_DISK_LOSE_ALL) return LOST;
  if (fate->kind == HEARTH_DISK_KEEP_ALL) return KEPT;
  if (fate->kind == HEARTH_DISK_TEAR_SOME && random_below(disk, 8) == 0) return TORN;
  bool is_kept =
      fate->is_ordered ? sequence < fate->limit : random_below(disk, 256) < fate->survival;
  return is_kept ? KEPT : LOST;
}

/* Writes one end of a sector: a disk starts at one end and stops anywhere. */
static void tear(
    hearth_disk *disk, struct node *node, const uint8_t *bytes, size_t count, size_t offset) {
  size_t cut = random_below(disk, count + 1);
  if (random_below(disk, 2) == 0) {
    buffer_write(&node->durable, bytes, cut, offset);
  } else {
    buffer_write(&node->durable, bytes + cut, count - cut, offset + cut);
  }
}

static void keep_some(
    hearth_disk *disk, struct node *node, const struct change *change, const struct fate *fate) {
  const uint8_t *bytes = node->change_bytes.bytes + change->position;
  size_t offset = change->offset, end = change->offset + change->count;
  while (offset < end) {
    size_t next = (offset / disk->sector_bytes + 1) * disk->sector_bytes;
    size_t count = (next < end ? next : end) - offset;
    switch (decide(disk, fate, change->sequence)) {
      case LOST: disk->counters.sectors_lost++; break;
      case KEPT:
        disk->counters.sectors_kept++;
        buffer_write(&node->durable, bytes, count, offset);
        break;
      case TORN:
        disk->counters.sectors_torn++;
        tear(disk, node, bytes, count, offset);
        break;
    }
    bytes += count;
    offset += count;
  }
}

/* Moves a part of what is unsynced to the disk and forgets the rest. */
static void node_settle(hearth_disk *disk, struct node *node, const struct fate *fate) {
  if (node->change_count == 0) return;
  for (size_t index = 0; index < node->change_count; index++) {
    const struct change *change = &node->changes[index];
    if (change->count != SIZE_MAX) {
      keep_some(disk, node, change, fate);
    } else if (decide(disk, fate, change->sequence) == KEPT) {
      buffer_resize(&node->durable, change->offset);
    }
  }
  node_clear_changes(node);
  // A file's new length may be safe before what is in it.
  bool is_partial = fate->kind == HEARTH_DISK_KEEP_SOME || fate->kind == HEARTH_DISK_TEAR_SOME;
  bool has_grown = node->current.size > node->durable.size;
  if (is_partial && has_grown && random_below(disk, 4) == 0) {
    buffer_resize(&node->durable, node->current.size);
  }
}

/* As in Linux: the system believes that all is written, and does not try again. */
void node_fail_sync(hearth_disk *disk, struct node *node) {
  struct fate fate = fate_draw(disk, HEARTH_DISK_KEEP_SOME);
  node_settle(disk, node, &fate);
}

static void node_cut(hearth_disk *disk, struct node *node, const struct fate *fate) {
  if (node == NULL) return;
  // Names are dealt with one after the other, and a file may have two.
  struct fate own = *fate;
  if (!fate->is_ordered) own = fate_draw(disk, fate->kind);
  node_settle(disk, node, &own);
}

static void node_reread(struct node *node) {
  if (node != NULL) buffer_copy(&node->current, &node->durable);
}

static void cut_names(hearth_disk *disk, int kind, bool is_partial) {
  struct volume *volume = &disk->volume;
  bool is_kept = kind == HEARTH_DISK_KEEP_ALL;
  uint64_t until = is_partial ? random_below(disk, volume->naming_count + 1) : 0;
  for (size_t index = 0; index < volume->naming_count; index++) {
    struct naming *naming = &volume->namings[index];
    if (is_partial) is_kept = disk->has_loose_names ? random_below(disk, 2) == 0 : index < until;
    if (is_kept) volume_apply(volume, naming);
    for (int part = 0; part < naming->count; part++) node_release(naming->nodes[part]);
  }
  volume->naming_count = 0;
}

/* Decides about all files and names; what the system shows is then what is on the disk. */
void volume_cut(hearth_disk *disk, int kind) {
  struct volume *volume = &disk->volume;
  struct fate fate = fate_draw(disk, kind);
  bool is_partial = kind == HEARTH_DISK_KEEP_SOME || kind == HEARTH_DISK_TEAR_SOME;
  if (is_partial && random_below(disk, 4) == 0) {
    uint64_t oldest = disk->sequence;
    for (size_t index = 0; index < volume->name_count; index++) {
      struct node *node = volume->names[index].current;
      if (node != NULL && node->change_count > 0 && node->changes[0].sequence < oldest) {
        oldest = node->changes[0].sequence;
      }
    }
    fate.is_ordered = true;
    fate.limit = oldest + random_below(disk, disk->sequence - oldest + 2);
  }
  for (size_t index = 0; index < volume->name_count; index++) {
    node_cut(disk, volume->names[index].durable, &fate);
    node_cut(disk, volume->names[index].current, &fate);
  }
  for (size_t index = 0; index < volume->naming_count; index++) {
    struct naming *naming = &volume->namings[index];
    for (int part = 0; part < naming->count; part++) node_cut(disk, naming->nodes[part], &fate);
  }
  cut_names(disk, kind, is_partial);
  for (size_t index = 0; index < volume->name_count; index++) {
    struct name *name = &volume->names[index];
    struct node *survivor = node_retain(name->durable);
    node_release(name->current);
    name->current = survivor;
    node_reread(survivor);
  }
}
