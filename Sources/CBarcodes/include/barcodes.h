#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Codes of one picture, and bytes of one code: what is beyond is left out. */
#define HEARTH_MAX_CODES 4
#define HEARTH_MAX_CODE_BYTES 512

enum { HEARTH_CODE_QR = 1, HEARTH_CODE_PRODUCT = 2, HEARTH_CODE_OTHER = 3 };

typedef struct {
  int kind;
  size_t length;
  unsigned char text[HEARTH_MAX_CODE_BYTES];
} hearth_code;

/* Reads the codes of a picture: rows of RGB without padding, 8 bits a channel. Turned codes are
   found as well. Returns how many there are, or -1 when memory ran out. Each is there once, and has
   UTF-8 or what was meant to be it. */
int hearth_read_codes(const unsigned char *rgb, int width, int height,
                      hearth_code codes[HEARTH_MAX_CODES]);

#ifdef __cplusplus
}
#endif
