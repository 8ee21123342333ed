#define ZX_USE_UTF8 1
#include "barcodes.h"

#include <ZXing/ReadBarcode.h>

#include <algorithm>
#include <cstring>
#include <exception>

namespace {

int kind_of(ZXing::BarcodeFormat format) {
  using ZXing::BarcodeFormat;
  switch (format) {
    case BarcodeFormat::QRCode:
    case BarcodeFormat::MicroQRCode: return HEARTH_CODE_QR;
    case BarcodeFormat::EAN8:
    case BarcodeFormat::EAN13:
    case BarcodeFormat::UPCA:
    case BarcodeFormat::UPCE: return HEARTH_CODE_PRODUCT;
    default: return HEARTH_CODE_OTHER;
  }
}

bool is_known(const hearth_code *codes, int count, int kind, const std::string &text) {
  return std::any_of(codes, codes + count, [&](const hearth_code &code) {
    return code.kind == kind && code.length == text.size() &&
           std::memcmp(code.text, text.data(), text.size()) == 0;
  });
}

}  // namespace

int hearth_read_codes(const unsigned char *rgb, int width, int height,
                      hearth_code codes[HEARTH_MAX_CODES]) {
  using ZXing::BarcodeFormat;
  try {
    ZXing::DecodeHints hints;
    hints.setFormats(BarcodeFormat::QRCode | BarcodeFormat::EAN13 | BarcodeFormat::EAN8 |
                     BarcodeFormat::UPCA | BarcodeFormat::UPCE | BarcodeFormat::Code128 |
                     BarcodeFormat::DataMatrix);
    hints.setTryHarder(true);
    hints.setTryRotate(true);
    int count = 0;
    for (const auto &found :
         ZXing::ReadBarcodes({rgb, width, height, ZXing::ImageFormat::RGB}, hints)) {
      if (!found.isValid() || count == HEARTH_MAX_CODES) continue;
      std::string text = found.text();
      if (text.size() > HEARTH_MAX_CODE_BYTES) text.resize(HEARTH_MAX_CODE_BYTES);
      const int kind = kind_of(found.format());
      if (text.empty() || is_known(codes, count, kind, text)) continue;
      codes[count].kind = kind;
      codes[count].length = text.size();
      std::memcpy(codes[count].text, text.data(), text.size());
      count++;
    }
    return count;
  } catch (const std::exception &) {
    /* The library reports what it cannot read as no code; what it throws is a lack of memory. */
    return -1;
  }
}
