#pragma once
/* Linux calls that Swift's Glibc overlay does not import. No _GNU_SOURCE here: the overlay is built
   without it, and clang would see two shapes of the same structs. GNU-only calls go into clinux.c. */
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/types.h>

/* Sets a resource limit of this process: 0, or -1 and errno. `resource` is a RLIMIT_ constant. */
int hearth_limit_address_space(uint64_t bytes);
int hearth_limit_cpu_seconds(uint64_t seconds);
/* Lets threads share few heaps: less memory is held, and two cores hardly wait for each other. */
void hearth_share_heaps(void);
/* Gives pages back to the system in which nothing is allocated any more. */
void hearth_return_memory(void);
/* Lets all other work on the machine go before this thread's. Where that is refused it stays as it is. */
void hearth_go_last(void);
/* Makes this process die with its parent. */
int hearth_die_with_parent(void);
/* Opens a file without a name in `directory`, read and write, closed on exec: a descriptor, or -1 and errno. */
int hearth_open_unnamed(const char *directory);
/* Gives the file behind a descriptor of hearth_open_unnamed the name `path`: 0, or -1 and errno. */
int hearth_link_unnamed(int descriptor, const char *path);
/* When a signal ends this process (an arithmetic overflow, a bad index, an abort), writes a line of
   JSON to `descriptor` for each of the `count` slots that holds text, one line when none does, and
   lets the signal do what it did before, and ends the process.

   Slots are `size` bytes each and lie one after the other; each holds printable ASCII without
   quotes and backslashes and a NUL, and is empty while nothing is in it. They must stay. Once in a
   process: 0, or -1 and errno. */
int hearth_tell_crashes(int descriptor, const char *slots, size_t count, size_t size);
