#define _GNU_SOURCE 1
#include "worker_process.h"
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

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

int hearth_enter_sandbox(void) {
#ifdef THIS_ARCHITECTURE
  static const struct sock_filter instructions[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCHITECTURE, 1, 0),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      /* Open files and the socket. */
      ALLOW(read), ALLOW(write), ALLOW(readv), ALLOW(writev), ALLOW(pread64), ALLOW(pwrite64),
      ALLOW(lseek), ALLOW(ftruncate), ALLOW(fstat), ALLOW(newfstatat), ALLOW(close), ALLOW(recvmsg), ALLOW(sendmsg),
      /* Memory. */
      ALLOW(mmap), ALLOW(munmap), ALLOW(mremap), ALLOW(mprotect), ALLOW(madvise), ALLOW(brk),
      /* Threads of decoders; a clone without CLONE_THREAD would be a process. */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
      LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
      ANSWER(SECCOMP_RET_ALLOW),
      REFUSE(EPERM),
      /* Its flags are in memory, out of reach here; with this answer the C library uses clone. */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
      REFUSE(ENOSYS),
      ALLOW(futex), ALLOW(set_robust_list), ALLOW(rseq), ALLOW(gettid), ALLOW(getpid),
      ALLOW(sched_yield), ALLOW(sched_getaffinity), ALLOW(sched_setscheduler),
      ALLOW(sched_getparam), ALLOW(sched_getscheduler), ALLOW(membarrier),
      /* Time, limits, signals and the end. */
      ALLOW(clock_gettime), ALLOW(gettimeofday), ALLOW(clock_nanosleep), ALLOW(nanosleep),
      ALLOW(getrandom), ALLOW(getrusage), ALLOW(prlimit64), ALLOW(rt_sigaction),
      ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(sigaltstack), ALLOW(restart_syscall),
      ALLOW(tgkill), ALLOW(exit), ALLOW(exit_group),
      REFUSE(EPERM),
  };
  struct sock_fprog program = {
      .len = sizeof instructions / sizeof *instructions,
      .filter = (struct sock_filter *)instructions,
  };
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
#else
  errno = ENOSYS;
  return -1;
#endif
}
