#define _GNU_SOURCE 1
#include "clinux.h"
#include <signal.h>
#include <sys/prctl.h>

int hearth_limit_address_space(uint64_t bytes) {
  struct rlimit limit = {bytes, bytes};
  return setrlimit(RLIMIT_AS, &limit);
}

int hearth_limit_cpu_seconds(uint64_t seconds) {
  struct rlimit limit = {seconds, seconds};
  return setrlimit(RLIMIT_CPU, &limit);
}

int hearth_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }
