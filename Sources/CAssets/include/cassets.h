#pragma once
/* Static files of the web app and the exchange rates, compiled into the program by
   tools/embed-assets (see Makefile). */
#include <stddef.h>

struct hearth_asset {
  const char *path;              /* "hearth.css" */
  const char *content_type;      /* "text/css; charset=utf-8" */
  const char *hash;              /* first 16 hex digits of the SHA-256, for the URL */
  const unsigned char *bytes;
  size_t count;
  const unsigned char *gzip;     /* NULL when compression does not pay */
  size_t gzip_count;
};

/* How many files there are; 0 in a build that was made without `make assets`. */
size_t hearth_asset_count(void);

/* The file at an index below the count. */
const struct hearth_asset *hearth_asset_at(size_t index);

/* The European Central Bank's file of exchange rates, unmodified (see rates/README.md). */
const unsigned char *hearth_rates(void);

/* Its length in bytes; 0 in a build that was made without `make assets`. */
size_t hearth_rates_count(void);
