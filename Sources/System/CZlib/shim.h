#pragma once
#include <zlib.h>

/* A macro in zlib's header. The stream writes gzip (RFC 1952): 15 bits of window and 16 for the
   format, with the usual memory. */
static inline int hearth_gzip_init(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

/* A macro as well. The stream writes deflate alone (RFC 1951), as it stands in a ZIP. */
static inline int hearth_deflate_init(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
}
