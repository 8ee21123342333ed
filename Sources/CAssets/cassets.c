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

extern const unsigned char *const hearth_generated_rates __attribute__((weak));
extern const size_t hearth_generated_rates_count __attribute__((weak));

size_t hearth_rates_count(void) {
  return &hearth_generated_rates_count != NULL ? hearth_generated_rates_count : 0;
}

const unsigned char *hearth_rates(void) {
  return hearth_rates_count() > 0 ? hearth_generated_rates : NULL;
}
