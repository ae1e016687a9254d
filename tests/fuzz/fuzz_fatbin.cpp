// Any bytes as a file that may hold device images: fatbin, host ELF, archive, PTX, cubin.
#include "binary/container/device_image.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace whet;
  if (size > fuzz::k_largest_input) return -1;
  // Small inputs may unpack to much; the visitor's budget keeps each run short.
  size_t unpacked = 0;
  const auto count = for_each_device_image(fuzz::as_view(data, size), [&](DeviceImage image) -> Result<void> {
    unpacked += image.content.size();
    if (unpacked > 64 << 20) return bad_input("enough for one run");
    return {};
  });
  if (!count) fuzz::require_clear(count.error());
  return 0;
}
