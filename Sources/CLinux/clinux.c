#define _GNU_SOURCE 1
#include "clinux.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int hearth_limit_address_space(uint64_t bytes) {
  struct rlimit limit = {bytes, bytes};
  return setrlimit(RLIMIT_AS, &limit);
}

int hearth_limit_cpu_seconds(uint64_t seconds) {
  struct rlimit limit = {seconds, seconds};
  return setrlimit(RLIMIT_CPU, &limit);
}

void hearth_share_heaps(void) { mallopt(M_ARENA_MAX, 2); }

void hearth_return_memory(void) { malloc_trim(0); }

int hearth_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

int hearth_open_unnamed(const char *directory) {
  int descriptor = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return descriptor;
  /* The file system has no unnamed files: make one and take its name away. It cannot be linked. */
  char path[4096];
  int length = snprintf(path, sizeof path, "%s/.unnamed-XXXXXX", directory);
  if (length < 0 || (size_t)length >= sizeof path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  descriptor = mkostemp(path, O_CLOEXEC);
  if (descriptor >= 0) unlink(path);
  return descriptor;
}

int hearth_link_unnamed(int descriptor, const char *path) {
  char source[64];
  snprintf(source, sizeof source, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

void hearth_go_last(void) { setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), 15); }
