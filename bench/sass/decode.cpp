// Times the decoder over files: reading, and decoding every function of every cubin.
//
//   sass_decode [--sm N] FILE...       only cubins of that sm; prints instructions, seconds, instructions per second
//   (best of 5 passes)
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string_view>

#include "binary/container/device_image.h"
#include "binary/cubin/cubin.h"
#include "binary/sass/sass.h"
#include "util/system/files.h"

int main(int argc, char** argv) {
  using namespace whet;
  using Clock = std::chrono::steady_clock;
  int only = 0;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--sm" && i + 1 < argc) {
      only = std::atoi(argv[++i]);
      continue;
    }
    double best = 1e30;
    uint64_t instructions = 0;
    for (int pass = 0; pass < 5; ++pass) {
      const auto start = Clock::now();
      const auto content = DiskFileSystem().read(argv[i]);
      if (!content) return 3;
      const auto images = read_device_images(as_bytes(*content));
      if (!images) return 3;
      instructions = 0;
      for (const DeviceImage& image : *images) {
        if (image.kind != ImageKind::cubin || (only != 0 && image.architecture.sm != only)) continue;
        const auto cubin = read_cubin(as_bytes(image.content));
        if (!cubin) continue;
        for (const CubinFunction& function : cubin->functions) {
          const auto decoded = decode_function(function.code, cubin->architecture);
          if (decoded) instructions += decoded->size();
        }
      }
      best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
    }
    fmt::print("{} {} instructions {:.6f} s {:.2f} M/s\n", argv[i], instructions, best,
               static_cast<double>(instructions) / best / 1e6);
  }
}
