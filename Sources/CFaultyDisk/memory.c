#include "disk.h"

#include <stdlib.h>
#include <string.h>

void *allocate(size_t bytes) { return reallocate(NULL, bytes); }

void *reallocate(void *memory, size_t bytes) {
  void *result = realloc(memory, bytes > 0 ? bytes : 1);
  if (result == NULL) abort();
  return result;
}

/* What is new is zero. */
void buffer_resize(struct buffer *buffer, size_t size) {
  if (size > buffer->capacity) {
    size_t capacity = buffer->capacity < 4096 ? 4096 : buffer->capacity;
    while (capacity < size) capacity *= 2;
    buffer->bytes = reallocate(buffer->bytes, capacity);
    buffer->capacity = capacity;
  }
  if (size > buffer->size) memset(buffer->bytes + buffer->size, 0, size - buffer->size);
  buffer->size = size;
}

void buffer_write(struct buffer *buffer, const void *bytes, size_t count, size_t offset) {
  if (count == 0) return;
  if (offset + count > buffer->size) buffer_resize(buffer, offset + count);
  memcpy(buffer->bytes + offset, bytes, count);
}

void buffer_copy(struct buffer *to, const struct buffer *from) {
  to->size = 0;
  buffer_write(to, from->bytes, from->size, 0);
}

void buffer_free(struct buffer *buffer) {
  free(buffer->bytes);
  *buffer = (struct buffer){0};
}
