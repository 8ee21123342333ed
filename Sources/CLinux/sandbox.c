#define _GNU_SOURCE 1
#include "worker_process.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, action)
#define REFUSE(error) ANSWER(SECCOMP_RET_ERRNO | (error))
#define ALLOW(name) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), ANSWER(SECCOMP_RET_ALLOW)

/* Open files, sockets, memory, threads, time and the end: what every worker needs. */
#define COMMON                                                                                     \
  ALLOW(read), ALLOW(write), ALLOW(readv), ALLOW(writev), ALLOW(pread64), ALLOW(pwrite64),         \
      ALLOW(lseek), ALLOW(ftruncate), ALLOW(fstat), ALLOW(newfstatat), ALLOW(close),               \
      ALLOW(recvmsg), ALLOW(sendmsg), ALLOW(mmap), ALLOW(munmap), ALLOW(mremap), ALLOW(mprotect),  \
      ALLOW(madvise), ALLOW(brk), /* A clone without CLONE_THREAD would be a process. */           \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4), LOAD(args[0]),                         \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1), ANSWER(SECCOMP_RET_ALLOW),         \
      REFUSE(EPERM), /* Its flags are in memory; with this answer the C library uses clone. */     \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1), REFUSE(ENOSYS), ALLOW(futex),         \
      ALLOW(set_robust_list), ALLOW(rseq), ALLOW(gettid), ALLOW(getpid), ALLOW(sched_yield),       \
      ALLOW(sched_getaffinity), ALLOW(sched_setscheduler), ALLOW(sched_getparam),                  \
      ALLOW(sched_getscheduler), ALLOW(membarrier), ALLOW(clock_gettime), ALLOW(gettimeofday),     \
      ALLOW(clock_nanosleep), ALLOW(nanosleep), ALLOW(getrandom), ALLOW(getrusage),                \
      ALLOW(prlimit64), ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn),           \
      ALLOW(sigaltstack), ALLOW(restart_syscall), ALLOW(tgkill), ALLOW(exit), ALLOW(exit_group)

#define ENTER(instructions)                                                                        \
  struct sock_fprog program = {                                                                    \
      .len = sizeof instructions / sizeof *instructions,                                           \
      .filter = (struct sock_filter *)instructions,                                                \
  };                                                                                               \
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0)

int hearth_enter_sandbox(void) {
#ifdef THIS_ARCHITECTURE
  static const struct sock_filter instructions[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCHITECTURE, 1, 0),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      COMMON,
      REFUSE(EPERM),
  };
  ENTER(instructions);
#else
  errno = ENOSYS;
  return -1;
#endif
}

/* Leaves this process with files to read below the folders named, and no other. */
static int allow_reading_only(const char *const readable[]) {
  /* Everything that the first version of Landlock knows; reading is what the rules give back. */
  struct landlock_ruleset_attr all = {.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
  int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all.handled_access_fs, 0);
  /* A kernel without it: the filter still keeps every open file from being written. */
  if (rules < 0) return errno == ENOSYS || errno == EOPNOTSUPP ? 0 : -1;
  for (const char *const *path = readable; *path != NULL; path++) {
    int folder = open(*path, O_PATH | O_CLOEXEC);
    if (folder < 0) continue;
    struct landlock_path_beneath_attr rule = {
        .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
        .parent_fd = folder,
    };
    int failed = (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(folder);
    if (failed != 0) {
      close(rules);
      return -1;
    }
  }
  int result = (int)syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
  return result;
}

int hearth_enter_drawing_sandbox(const char *const readable[]) {
#ifdef THIS_ARCHITECTURE
  if (allow_reading_only(readable) != 0) return -1;
  static const struct sock_filter instructions[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCHITECTURE, 1, 0),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      COMMON,
      /* Fonts, to be read: nothing that is opened can be made, written or cut. */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 4),
      LOAD(args[2]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 1, 0),
      ANSWER(SECCOMP_RET_ALLOW),
      REFUSE(EACCES),
      /* Copies and flags of descriptors; not whom signals of a file go to. */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fcntl, 0, 5),
      LOAD(args[1]),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_DUPFD_CLOEXEC, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, F_GETFL, 1, 0),
      ANSWER(SECCOMP_RET_ALLOW),
      REFUSE(EPERM),
      ALLOW(getdents64), ALLOW(statx), ALLOW(statfs), ALLOW(fstatfs), ALLOW(readlinkat),
      ALLOW(faccessat),
#ifdef SYS_access
      ALLOW(access), ALLOW(readlink), ALLOW(stat), ALLOW(lstat),
#endif
      ALLOW(getuid), ALLOW(geteuid), ALLOW(getgid), ALLOW(getegid), ALLOW(uname),
      REFUSE(EPERM),
  };
  ENTER(instructions);
#else
  errno = ENOSYS;
  return -1;
#endif
}
