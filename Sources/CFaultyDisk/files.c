#include "disk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int error_of(int code) {
  switch (code) {
    case SQLITE_OK: return 0;
    case SQLITE_FULL: return ENOSPC;
    case SQLITE_IOERR_DELETE_NOENT: return ENOENT;
    default: return EIO;
  }
}

static int make_file(hearth_disk *disk, const char *name) {
  enum verdict verdict = judge(disk, HEARTH_DISK_CREATE);
  if (verdict == GOES_ON || verdict == HALTS) {
    volume_set_one(disk, volume_name(&disk->volume, name), node_make(disk));
  }
  return verdict == GOES_ON ? 0 : EIO;
}

int hearth_disk_write_file(
    hearth_disk *disk, const char *name, const void *bytes, size_t count) {
  disk_lock(disk);
  struct node *node = volume_node(&disk->volume, name);
  int error = 0;
  if (node == NULL) {
    error = make_file(disk, name);
    node = volume_node(&disk->volume, name);
  } else if (node->current.size > 0) {
    error = error_of(disk_truncate(disk, node, 0));
  }
  if (error == 0) error = error_of(disk_write(disk, node, bytes, count, 0));
  disk_unlock(disk);
  return error;
}

int hearth_disk_sync_file(hearth_disk *disk, const char *name) {
  disk_lock(disk);
  struct node *node = volume_node(&disk->volume, name);
  int error = node == NULL ? ENOENT : error_of(disk_sync(disk, node));
  disk_unlock(disk);
  return error;
}

int hearth_disk_rename(hearth_disk *disk, const char *name, const char *new_name) {
  disk_lock(disk);
  struct volume *volume = &disk->volume;
  struct node *node = volume_node(volume, name);
  int error = node == NULL ? ENOENT : 0;
  if (error == 0 && strcmp(name, new_name) != 0) {
    enum verdict verdict = judge(disk, HEARTH_DISK_RENAME);
    if (verdict == GOES_ON || verdict == HALTS) {
      struct naming naming = {
          .count = 2,
          .names = {volume_name(volume, name), volume_name(volume, new_name)},
          .nodes = {NULL, node}};
      volume_set(disk, naming);
    }
    if (verdict != GOES_ON) error = EIO;
  }
  disk_unlock(disk);
  return error;
}

int hearth_disk_delete(hearth_disk *disk, const char *name) {
  disk_lock(disk);
  int error = error_of(disk_delete(disk, name, false));
  disk_unlock(disk);
  return error;
}

int hearth_disk_sync_directory(hearth_disk *disk) {
  disk_lock(disk);
  int error = judge(disk, HEARTH_DISK_SYNC) == GOES_ON ? 0 : EIO;
  if (error == 0 && !disk->is_lying) volume_sync_until(&disk->volume, disk->sequence);
  disk_unlock(disk);
  return error;
}

static void look(
    const struct node *node, size_t offset, void *bytes, size_t capacity, size_t *count) {
  *count = 0;
  if (offset >= node->current.size) return;
  size_t there = node->current.size - offset;
  *count = there < capacity ? there : capacity;
  if (*count > 0) memcpy(bytes, node->current.bytes + offset, *count);
}

int hearth_disk_read_file(
    hearth_disk *disk, const char *name, size_t offset, void *bytes, size_t capacity,
    size_t *count) {
  disk_lock(disk);
  struct node *node = volume_node(&disk->volume, name);
  int error = node == NULL ? ENOENT : judge(disk, HEARTH_DISK_READ) == GOES_ON ? 0 : EIO;
  *count = 0;
  if (error == 0) look(node, offset, bytes, capacity, count);
  disk_unlock(disk);
  return error;
}

int hearth_disk_look(
    hearth_disk *disk, const char *name, size_t offset, void *bytes, size_t capacity,
    size_t *count) {
  disk_lock(disk);
  struct node *node = volume_node(&disk->volume, name);
  *count = 0;
  if (node != NULL) look(node, offset, bytes, capacity, count);
  disk_unlock(disk);
  return node == NULL ? ENOENT : 0;
}

int64_t hearth_disk_file_size(hearth_disk *disk, const char *name) {
  disk_lock(disk);
  const struct node *node = volume_node(&disk->volume, name);
  int64_t size = node == NULL ? -1 : (int64_t)node->current.size;
  disk_unlock(disk);
  return size;
}

int hearth_disk_file_mark(
    hearth_disk *disk, const char *name, uint64_t *file, uint64_t *changed) {
  disk_lock(disk);
  const struct node *node = volume_node(&disk->volume, name);
  if (node != NULL) {
    *file = node->file;
    *changed = node->changed;
  }
  disk_unlock(disk);
  return node == NULL ? ENOENT : 0;
}

char *hearth_disk_file_name(hearth_disk *disk, size_t index) {
  char *copy = NULL;
  disk_lock(disk);
  for (size_t at = 0; at < disk->volume.name_count && copy == NULL; at++) {
    const struct name *name = &disk->volume.names[at];
    if (name->current == NULL) continue;
    if (index-- > 0) continue;
    size_t bytes = strlen(name->text) + 1;
    copy = allocate(bytes);
    memcpy(copy, name->text, bytes);
  }
  disk_unlock(disk);
  return copy;
}

int hearth_disk_copy(hearth_disk *disk, const char *from, const char *to) {
  disk_lock(disk);
  struct volume *volume = &disk->volume;
  struct node *source = volume_node(volume, from);
  if (source != NULL && strcmp(from, to) != 0) {
    struct node *copy = node_make(disk);
    buffer_copy(&copy->current, &source->current);
    buffer_copy(&copy->durable, &source->current);
    volume_set_one(disk, volume_name(volume, to), copy);
    volume_sync_names(volume, copy);
  }
  disk_unlock(disk);
  return source == NULL ? ENOENT : 0;
}

int hearth_disk_damage(
    hearth_disk *disk, const char *name, size_t offset, const void *bytes, size_t count) {
  disk_lock(disk);
  struct node *node = volume_node(&disk->volume, name);
  int error = node == NULL ? ENOENT : 0;
  if (error == 0 && (offset > node->current.size || count > node->current.size - offset)) {
    error = ERANGE;
  }
  if (error == 0) {
    size_t durable = offset < node->durable.size ? node->durable.size - offset : 0;
    buffer_write(&node->current, bytes, count, offset);
    buffer_write(&node->durable, bytes, count < durable ? count : durable, offset);
  }
  disk_unlock(disk);
  return error;
}
