#pragma once
/* A process that decodes untrusted files: starting it, limiting it and talking to it. */
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Most open files that one message carries. */
#define HEARTH_MAX_FILES 8

/* Lets this process use `seconds` more of processor time; then SIGXCPU ends it. 0, or -1 and errno. */
int hearth_limit_more_cpu_seconds(uint64_t seconds);
/* Forbids core dumps, files over `max_file_bytes` and new privileges. 0, or -1 and errno. */
int hearth_limit_side_effects(uint64_t max_file_bytes);
/* Keeps one allocation arena: every further one would reserve 64 MB of address space per thread. */
void hearth_use_one_allocation_arena(void);

/* From here on this process can use its open files, memory and threads, and nothing else: every call
   that opens, connects, starts or signals others fails with EPERM. Needs hearth_limit_side_effects
   before. 0, or -1 and errno (EINVAL or ENOSYS where the kernel or the processor has no filters). */
int hearth_enter_sandbox(void);

/* The same for a process that draws with fonts: it may also open files to read them, and where the
   kernel knows Landlock, only those below `readable`, a list that ends with NULL. Folders that are
   not there are passed over. 0, or -1 and errno. */
int hearth_enter_drawing_sandbox(const char *const readable[]);
/* Limits what this process allocates to `bytes` more than it has now, and what it maps in all,
   files included, to `mapped_bytes` more. 0, or -1 and errno. */
int hearth_limit_more_memory(uint64_t bytes, uint64_t mapped_bytes);
/* Makes a pipe, closed on exec; neither end is one of the standard files. 0, or -1 and errno. */
int hearth_pipe(int ends[2]);

/* Makes two connected sockets that keep message boundaries, closed on exec. 0, or -1 and errno. */
int hearth_message_sockets(int sockets[2]);
/* Starts the program at `path` with `socket` as its standard input and `output` as its standard
   output; -1 for none. What it has none of, and standard error, goes nowhere: libraries would write
   there what a file tells them to. Every other file is closed. 0, or an errno. */
int hearth_spawn(
    pid_t *pid, const char *path, int socket, int output, char *const arguments[],
    char *const environment[]);
/* Sends one message with up to HEARTH_MAX_FILES open files. 0, or -1 and errno. No SIGPIPE. */
int hearth_send_message(
    int socket, const void *bytes, size_t length, const int *files, int file_count);
/* Receives one message: its length, 0 when the other side is gone, or -1 and errno (EBADMSG when it
   did not fit). `files` holds HEARTH_MAX_FILES; they are closed on exec. */
ssize_t hearth_receive_message(
    int socket, void *bytes, size_t capacity, int *files, int *file_count);
