#define _GNU_SOURCE 1
#include "clinux.h"
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Only what may be called in a signal handler: no heap, no locks, no stdio. */

static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
enum { signal_count = sizeof signals / sizeof signals[0], line_bytes = 1024 };

static struct {
  int descriptor;
  const char *slots;
  size_t count, size;
  struct sigaction before[signal_count];
  atomic_flag is_telling;
  atomic_flag is_set;
} state = {.is_telling = ATOMIC_FLAG_INIT, .is_set = ATOMIC_FLAG_INIT};

struct line {
  char bytes[line_bytes];
  size_t count;
};

static void add(struct line *line, const char *text, size_t count) {
  if (count > line_bytes - line->count) count = line_bytes - line->count;
  memcpy(line->bytes + line->count, text, count);
  line->count += count;
}

static void add_text(struct line *line, const char *text) { add(line, text, strlen(text)); }

static void add_number(struct line *line, unsigned long long number) {
  char digits[24];
  size_t start = sizeof digits;
  do digits[--start] = (char)('0' + number % 10);
  while (number /= 10);
  add(line, digits + start, sizeof digits - start);
}

static void tell(int number, const char *request, size_t count) {
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_REALTIME, &now);
  struct line line = {.count = 0};
  add_text(&line, "{\"time\":");
  add_number(&line, (unsigned long long)now.tv_sec * 1000 + (unsigned long long)now.tv_nsec / 1000000);
  add_text(&line, ",\"event\":\"error\",\"error\":\"ended by signal ");
  add_number(&line, (unsigned long long)number);
  add_text(&line, count ? "\",\"whileAnswering\":\"" : "\",\"whileAnswering\":\"nothing");
  add(&line, request, count);
  add_text(&line, "\"}\n");
  size_t written = 0;
  while (written < line.count) {
    ssize_t result = write(state.descriptor, line.bytes + written, line.count - written);
    if (result < 0 && errno == EINTR) continue;
    if (result <= 0) return;
    written += (size_t)result;
  }
}

static void handle(int number, siginfo_t *info, void *context) {
  /* Other threads may fall in the same moment; one tells for all. */
  if (!atomic_flag_test_and_set(&state.is_telling)) {
    int has_told = 0;
    for (size_t index = 0; index < state.count; index++) {
      const char *slot = state.slots + index * state.size;
      size_t count = strnlen(slot, state.size);
      if (count == 0 || count > line_bytes / 2) continue;
      tell(number, slot, count);
      has_told = 1;
    }
    if (!has_told) tell(number, "", 0);
  }
  /* What was there before, such as the runtime's traces, and then the end: whoever sent the signal
     from outside does not send it again. */
  for (int index = 0; index < signal_count; index++) {
    const struct sigaction *before = &state.before[index];
    if (signals[index] != number) continue;
    if (before->sa_flags & SA_SIGINFO)
      before->sa_sigaction(number, info, context);
    else if (before->sa_handler != SIG_DFL && before->sa_handler != SIG_IGN)
      before->sa_handler(number);
  }
  signal(number, SIG_DFL);
  sigset_t all;
  sigemptyset(&all);
  sigaddset(&all, number);
  pthread_sigmask(SIG_UNBLOCK, &all, NULL);
  raise(number);
}

int hearth_tell_crashes(int descriptor, const char *slots, size_t count, size_t size) {
  if (atomic_flag_test_and_set(&state.is_set)) {
    errno = EALREADY;
    return -1;
  }
  state.descriptor = descriptor;
  state.slots = slots;
  state.count = count;
  state.size = size;
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_ONSTACK | SA_SIGINFO};
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < signal_count; index++)
    if (sigaction(signals[index], &action, &state.before[index]) != 0) return -1;
  return 0;
}
