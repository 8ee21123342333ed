#define _GNU_SOURCE 1
#include "worker_process.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

int hearth_limit_more_cpu_seconds(uint64_t seconds) {
  struct rusage usage;
  struct rlimit limit;
  if (getrusage(RUSAGE_SELF, &usage) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0) return -1;
  /* One second for the fractions that both sums leave out. */
  limit.rlim_cur = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1 + seconds;
  return setrlimit(RLIMIT_CPU, &limit);
}

int hearth_limit_side_effects(uint64_t max_file_bytes) {
  struct rlimit none = {0, 0}, file = {max_file_bytes, max_file_bytes};
  if (setrlimit(RLIMIT_CORE, &none) != 0 || setrlimit(RLIMIT_FSIZE, &file) != 0) return -1;
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

int hearth_limit_more_memory(uint64_t bytes, uint64_t mapped_bytes) {
  unsigned long mapped, resident, shared, text, library, data;
  FILE *file = fopen("/proc/self/statm", "re");
  if (file == NULL) return -1;
  int fields = fscanf(
      file, "%lu %lu %lu %lu %lu %lu", &mapped, &resident, &shared, &text, &library, &data);
  fclose(file);
  if (fields != 6) {
    errno = EINVAL;
    return -1;
  }
  uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  struct rlimit most = {data * page + bytes, data * page + bytes};
  struct rlimit space = {mapped * page + mapped_bytes, mapped * page + mapped_bytes};
  return setrlimit(RLIMIT_DATA, &most) != 0 ? -1 : setrlimit(RLIMIT_AS, &space);
}

int hearth_pipe(int ends[2]) {
  int low[2];
  if (pipe2(low, O_CLOEXEC) != 0) return -1;
  ends[0] = fcntl(low[0], F_DUPFD_CLOEXEC, 3);
  ends[1] = fcntl(low[1], F_DUPFD_CLOEXEC, 3);
  int error = errno;
  close(low[0]);
  close(low[1]);
  if (ends[0] >= 0 && ends[1] >= 0) return 0;
  if (ends[0] >= 0) close(ends[0]);
  if (ends[1] >= 0) close(ends[1]);
  errno = error;
  return -1;
}

void hearth_use_one_allocation_arena(void) { mallopt(M_ARENA_MAX, 1); }

int hearth_message_sockets(int sockets[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets);
}

int hearth_spawn(
    pid_t *pid, const char *path, int socket, int output, char *const arguments[],
    char *const environment[]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  if ((error = posix_spawnattr_init(&attributes)) != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  sigemptyset(&none);
  sigfillset(&all);
  /* The order matters: the socket may be any number, and closing begins at 3. */
  if ((error = posix_spawn_file_actions_adddup2(&actions, socket, 0)) == 0 &&
      (error = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)) == 0 &&
      (error = posix_spawn_file_actions_adddup2(&actions, output < 0 ? 2 : output, 1)) == 0 &&
      (error = posix_spawn_file_actions_addclosefrom_np(&actions, 3)) == 0 &&
      (error = posix_spawnattr_setsigmask(&attributes, &none)) == 0 &&
      (error = posix_spawnattr_setsigdefault(&attributes, &all)) == 0 &&
      (error = posix_spawnattr_setflags(
           &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)) == 0) {
    error = posix_spawn(pid, path, &actions, &attributes, arguments, environment);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int hearth_send_message(
    int socket, const void *bytes, size_t length, const int *files, int file_count) {
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int) * HEARTH_MAX_FILES)];
  } control;
  struct iovec part = {(void *)bytes, length};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (file_count < 0 || file_count > HEARTH_MAX_FILES) {
    errno = EINVAL;
    return -1;
  }
  if (file_count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.space;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * file_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * file_count);
    memcpy(CMSG_DATA(header), files, sizeof(int) * file_count);
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent < 0 ? -1 : 0;
}

ssize_t hearth_receive_message(
    int socket, void *bytes, size_t capacity, int *files, int *file_count) {
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int) * HEARTH_MAX_FILES)];
  } control;
  struct iovec part = {bytes, capacity};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control.space,
                           .msg_controllen = sizeof control.space};
  *file_count = 0;
  ssize_t received;
  do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received < 0) return -1;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    int count = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    memcpy(files + *file_count, CMSG_DATA(header), sizeof(int) * count);
    *file_count += count;
  }
  if (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) {
    for (int index = 0; index < *file_count; index++) close(files[index]);
    *file_count = 0;
    errno = EBADMSG;
    return -1;
  }
  return received;
}
