// The device code in any file: a cubin, a fatbin, PTX text, a host ELF (.o, .so, executable) that contains fatbins, or
// an archive of these.
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

// One decompressed image with its own bytes.
struct DeviceImage {
  ImageKind kind = ImageKind::cubin;
  Architecture architecture;  // the sm of a cubin, the target of PTX
  std::string content;
  std::string origin;  // "entry 3", ".nv_fatbin + 0x40, entry 1", "gemm.o: .nv_fatbin + 0x0, entry 2"
};

enum class FileKind { cubin, fatbin, host_elf, archive, ptx, unknown };

FileKind detect_kind(ByteView bytes);

// All images of a file, in order. A file without images gives an error that says what kind of file it is.
Result<std::vector<DeviceImage>> read_device_images(ByteView bytes);

struct ImageCount {
  size_t images = 0;
  size_t skipped = 0;  // fatbin entries that are neither cubin nor PTX
};

// Passes the images to `visit` one at a time, so that memory is needed for the largest image only. Stops at the first
// error, of the file or of `visit`. A file without images is not an error here.
Result<ImageCount> for_each_device_image(ByteView bytes, const std::function<Result<void>(DeviceImage)>& visit);

}  // namespace whet
