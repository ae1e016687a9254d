// The device code inside any file: a cubin, a fatbin, PTX text, a host ELF (.o, .so, executable) that holds fatbins, or
// an archive of those.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "binary/container/architecture.h"
#include "util/bytes.h"
#include "util/result.h"

namespace whet {

enum class ImageKind { cubin, ptx };

// One image, decompressed; owns its bytes.
struct DeviceImage {
  ImageKind kind = ImageKind::cubin;
  Architecture architecture;  // of a cubin its sm; of PTX its target
  std::string content;
  std::string origin;  // "entry 3", ".nv_fatbin + 0x40, entry 1", "gemm.o: .nv_fatbin + 0x0, entry 2"
};

enum class FileKind { cubin, fatbin, host_elf, archive, ptx, unknown };

FileKind detect_kind(ByteView bytes);

// All images of a file, in order. Of a file that holds none, one error that says what the file is.
Result<std::vector<DeviceImage>> read_device_images(ByteView bytes);

struct ImageCount {
  size_t images = 0;
  size_t skipped = 0;  // fatbin entries that are neither cubin nor PTX
};

// Hands the images to `visit` one at a time, so that a library of gigabytes needs the memory of its largest image.
// Stops at the first error, of the file or of `visit`. A file without images is not an error here.
Result<ImageCount> for_each_device_image(ByteView bytes, const std::function<Result<void>(DeviceImage)>& visit);

}  // namespace whet
