#include "disk.h"

#include <stdlib.h>
#include <string.h>

/* More than this is given back after a sync. */
static const size_t max_idle_bytes = 8u << 20;

struct node *node_make(hearth_disk *disk) {
  struct node *node = allocate(sizeof *node);
  *node = (struct node){.file = ++disk->last_file, .changed = ++disk->sequence};
  node->resized = node->changed;
  return node;
}

struct node *node_retain(struct node *node) {
  if (node != NULL) node->references++;
  return node;
}

void node_release(struct node *node) {
  if (node == NULL || --node->references > 0) return;
  node_unlock_all(node);
  buffer_free(&node->current);
  buffer_free(&node->durable);
  buffer_free(&node->change_bytes);
  free(node->changes);
  free(node);
}

/* Makes a change durable. */
static void settle(struct node *node, const struct change *change) {
  if (change->count == SIZE_MAX) {
    buffer_resize(&node->durable, change->offset);
  } else {
    buffer_write(
        &node->durable, node->change_bytes.bytes + change->position, change->count,
        change->offset);
  }
}

/* The older half goes to the disk. */
static void write_back(struct node *node) {
  size_t half = (node->change_count + 1) / 2;
  for (size_t index = 0; index < half; index++) settle(node, &node->changes[index]);
  node->change_count -= half;
  memmove(node->changes, node->changes + half, node->change_count * sizeof *node->changes);
  size_t first = node->change_count > 0 ? node->changes[0].position : node->change_bytes.size;
  node->change_bytes.size -= first;
  memmove(node->change_bytes.bytes, node->change_bytes.bytes + first, node->change_bytes.size);
  for (size_t index = 0; index < node->change_count; index++) {
    node->changes[index].position -= first;
  }
}

static void remember(
    hearth_disk *disk, struct node *node, const void *bytes, size_t count, size_t offset) {
  if (node->change_count == node->change_capacity) {
    node->change_capacity = node->change_capacity < 32 ? 32 : node->change_capacity * 2;
    node->changes = reallocate(node->changes, node->change_capacity * sizeof *node->changes);
  }
  size_t position = node->change_bytes.size;
  node->changes[node->change_count++] = (struct change){
      .sequence = ++disk->sequence, .offset = offset, .count = count, .position = position};
  node->changed = disk->sequence;
  if (bytes != NULL) buffer_write(&node->change_bytes, bytes, count, position);
  if (node->change_bytes.size > MAX_UNSYNCED_BYTES) write_back(node);
}

void node_write(
    hearth_disk *disk, struct node *node, const void *bytes, size_t count, size_t offset) {
  if (count == 0) return;
  bool is_larger = offset + count > node->current.size;
  buffer_write(&node->current, bytes, count, offset);
  remember(disk, node, bytes, count, offset);
  if (is_larger) node->resized = disk->sequence;
  disk->counters.bytes_written += count;
}

void node_truncate(hearth_disk *disk, struct node *node, size_t size) {
  buffer_resize(&node->current, size);
  remember(disk, node, NULL, SIZE_MAX, size);
  node->resized = disk->sequence;
}

void node_sync(struct node *node) {
  for (size_t index = 0; index < node->change_count; index++) {
    settle(node, &node->changes[index]);
  }
  node_clear_changes(node);
}

void node_clear_changes(struct node *node) {
  node->change_count = 0;
  node->change_bytes.size = 0;
  if (node->change_bytes.capacity > max_idle_bytes) buffer_free(&node->change_bytes);
}

/* For when nobody has the file open any more. */
void node_unlock_all(struct node *node) {
  node->shared_count = 0;
  node->reserved = node->pending = node->exclusive = NULL;
  shared_memory_release(node->shared_memory);
  node->shared_memory = NULL;
}

/* The same file with nobody who has it open. */
struct node *node_copy(const struct node *node) {
  struct node *copy = allocate(sizeof *copy);
  *copy = (struct node){.file = node->file, .changed = node->changed, .resized = node->resized};
  buffer_copy(&copy->current, &node->current);
  buffer_copy(&copy->durable, &node->durable);
  buffer_copy(&copy->change_bytes, &node->change_bytes);
  copy->change_count = copy->change_capacity = node->change_count;
  if (copy->change_count > 0) {
    copy->changes = allocate(copy->change_count * sizeof *copy->changes);
    memcpy(copy->changes, node->changes, copy->change_count * sizeof *copy->changes);
  }
  return copy;
}
