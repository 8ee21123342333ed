#pragma once
#include <curl/curl.h>

/* C-variadic functions are not imported into Swift: one static inline per use. */
static inline CURLcode hearth_curl_set_long(CURL *h, CURLoption o, long v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode hearth_curl_set_offset(CURL *h, CURLoption o, curl_off_t v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode hearth_curl_set_string(CURL *h, CURLoption o, const char *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode hearth_curl_set_pointer(CURL *h, CURLoption o, void *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode hearth_curl_set_list(CURL *h, CURLoption o, struct curl_slist *v) { return curl_easy_setopt(h, o, v); }
typedef size_t (*hearth_curl_data)(char *, size_t, size_t, void *);
static inline CURLcode hearth_curl_set_data(CURL *h, CURLoption o, hearth_curl_data v) { return curl_easy_setopt(h, o, v); }
typedef int (*hearth_curl_progress)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t);
static inline CURLcode hearth_curl_set_progress(CURL *h, hearth_curl_progress v) { return curl_easy_setopt(h, CURLOPT_XFERINFOFUNCTION, v); }
static inline CURLcode hearth_curl_get_long(CURL *h, CURLINFO i, long *v) { return curl_easy_getinfo(h, i, v); }
