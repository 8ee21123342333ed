#include "disk.h"

#include <stdlib.h>
#include <string.h>

int volume_find(const struct volume *volume, const char *text) {
  for (size_t index = 0; index < volume->name_count; index++) {
    if (strcmp(volume->names[index].text, text) == 0) return (int)index;
  }
  return -1;
}

int volume_name(struct volume *volume, const char *text) {
  int found = volume_find(volume, text);
  if (found >= 0) return found;
  if (volume->name_count == volume->name_capacity) {
    volume->name_capacity = volume->name_capacity < 8 ? 8 : volume->name_capacity * 2;
    volume->names = reallocate(volume->names, volume->name_capacity * sizeof *volume->names);
  }
  size_t bytes = strlen(text) + 1;
  volume->names[volume->name_count] = (struct name){.text = allocate(bytes)};
  memcpy(volume->names[volume->name_count].text, text, bytes);
  return (int)volume->name_count++;
}

struct node *volume_node(const struct volume *volume, const char *text) {
  int name = volume_find(volume, text);
  return name < 0 ? NULL : volume->names[name].current;
}

static void replace(struct node **place, struct node *node) {
  node_retain(node);
  node_release(*place);
  *place = node;
}

/* Makes a change of names durable. */
void volume_apply(struct volume *volume, const struct naming *naming) {
  for (int part = 0; part < naming->count; part++) {
    if (naming->names[part] < 0) continue;
    replace(&volume->names[naming->names[part]].durable, naming->nodes[part]);
  }
}

static void drop_first(struct volume *volume, size_t count) {
  if (count == 0) return;
  for (size_t index = 0; index < count; index++) {
    struct naming *naming = &volume->namings[index];
    for (int part = 0; part < naming->count; part++) node_release(naming->nodes[part]);
  }
  volume->naming_count -= count;
  memmove(
      volume->namings, volume->namings + count, volume->naming_count * sizeof *volume->namings);
}

void volume_set(hearth_disk *disk, struct naming naming) {
  struct volume *volume = &disk->volume;
  if (volume->naming_count == volume->naming_capacity) {
    volume->naming_capacity = volume->naming_capacity < 8 ? 8 : volume->naming_capacity * 2;
    volume->namings =
        reallocate(volume->namings, volume->naming_capacity * sizeof *volume->namings);
  }
  naming.sequence = ++disk->sequence;
  volume->namings[volume->naming_count++] = naming;
  for (int part = 0; part < naming.count; part++) {
    if (naming.nodes[part] != NULL) {
      naming.nodes[part]->changed = naming.nodes[part]->resized = naming.sequence;
    }
    node_retain(naming.nodes[part]);
    replace(&volume->names[naming.names[part]].current, naming.nodes[part]);
  }
  if (volume->naming_count <= MAX_UNSYNCED_NAMES) return;
  volume_sync_until(volume, volume->namings[volume->naming_count / 2].sequence);
}

void volume_set_one(hearth_disk *disk, int name, struct node *node) {
  volume_set(disk, (struct naming){.count = 1, .names = {name}, .nodes = {node}});
}

/* What was to become of a name before its change number `limit` no longer matters. */
static void supersede(struct volume *volume, size_t limit, int name) {
  for (size_t index = 0; index < limit; index++) {
    struct naming *naming = &volume->namings[index];
    for (int part = 0; part < naming->count; part++) {
      if (naming->names[part] == name) naming->names[part] = -1;
    }
  }
}

static bool is_done(const struct naming *naming) {
  for (int part = 0; part < naming->count; part++) {
    if (naming->names[part] >= 0) return false;
  }
  return true;
}

void volume_sync_names(struct volume *volume, struct node *node) {
  if (volume->naming_count == 0) return;
  for (size_t index = 0; index < volume->naming_count; index++) {
    struct naming *naming = &volume->namings[index];
    bool is_about_it = false;
    for (int part = 0; part < naming->count; part++) {
      if (naming->names[part] >= 0 && naming->nodes[part] == node) is_about_it = true;
    }
    if (!is_about_it) continue;
    volume_apply(volume, naming);
    for (int part = 0; part < naming->count; part++) {
      int name = naming->names[part];
      if (name >= 0) supersede(volume, index + 1, name);
    }
  }
  size_t kept = 0;
  for (size_t index = 0; index < volume->naming_count; index++) {
    struct naming naming = volume->namings[index];
    if (!is_done(&naming)) {
      volume->namings[kept++] = naming;
      continue;
    }
    for (int part = 0; part < naming.count; part++) node_release(naming.nodes[part]);
  }
  volume->naming_count = kept;
}

void volume_sync_until(struct volume *volume, uint64_t sequence) {
  size_t count = 0;
  while (count < volume->naming_count && volume->namings[count].sequence <= sequence) {
    volume_apply(volume, &volume->namings[count++]);
  }
  drop_first(volume, count);
}

void volume_free(struct volume *volume) {
  drop_first(volume, volume->naming_count);
  for (size_t index = 0; index < volume->name_count; index++) {
    node_release(volume->names[index].current);
    node_release(volume->names[index].durable);
    free(volume->names[index].text);
  }
  free(volume->names);
  free(volume->namings);
  *volume = (struct volume){0};
}

static struct node *copy_once(struct node *node) {
  if (node == NULL) return NULL;
  if (node->copy == NULL) node->copy = node_copy(node);
  return node_retain(node->copy);
}

static void forget_copy(struct node *node) {
  if (node != NULL) node->copy = NULL;
}

void volume_copy(struct volume *to, const struct volume *from) {
  *to = (struct volume){0};
  for (size_t index = 0; index < from->name_count; index++) {
    const struct name *name = &from->names[index];
    int place = volume_name(to, name->text);
    struct name *copy = &to->names[place];
    copy->current = copy_once(name->current);
    copy->durable = copy_once(name->durable);
  }
  to->naming_count = to->naming_capacity = from->naming_count;
  if (from->naming_count > 0) {
    to->namings = allocate(from->naming_count * sizeof *to->namings);
  }
  for (size_t index = 0; index < from->naming_count; index++) {
    struct naming naming = from->namings[index];
    for (int part = 0; part < naming.count; part++) {
      naming.nodes[part] = copy_once(naming.nodes[part]);
    }
    to->namings[index] = naming;
  }
  for (size_t index = 0; index < from->name_count; index++) {
    forget_copy(from->names[index].current);
    forget_copy(from->names[index].durable);
  }
  for (size_t index = 0; index < from->naming_count; index++) {
    const struct naming *naming = &from->namings[index];
    for (int part = 0; part < naming->count; part++) forget_copy(naming->nodes[part]);
  }
}

/* Bytes of all files that have a name, and of what is mapped beside them. */
int64_t volume_used(const struct volume *volume) {
  int64_t used = 0;
  for (size_t index = 0; index < volume->name_count; index++) {
    const struct node *node = volume->names[index].current;
    if (node != NULL) used += (int64_t)node->current.size + shared_memory_used(node);
  }
  return used;
}
