/* generated.c holds the files and is written by the build; until then the program has none. */
#include "cassets.h"

extern const struct hearth_asset hearth_generated_assets[] __attribute__((weak));
extern const size_t hearth_generated_asset_count __attribute__((weak));

size_t hearth_asset_count(void) {
  return &hearth_generated_asset_count != NULL ? hearth_generated_asset_count : 0;
}

const struct hearth_asset *hearth_asset_at(size_t index) {
  return index < hearth_asset_count() ? &hearth_generated_assets[index] : NULL;
}
