// The device code inside any file: a cubin, a fatbin, PTX text, or a host ELF (.o, .so, executable) that holds fatbins.
#pragma once

#include <string>
#include <vector>

#include "binary/architecture.h"
#include "util/bytes.h"
#include "util/result.h"

namespace whet {

enum class ImageKind { cubin, ptx };

// One image, decompressed; owns its bytes.
struct DeviceImage {
  ImageKind kind = ImageKind::cubin;
  Architecture architecture;  // of a cubin its sm; of PTX its target
  std::string content;
  std::string origin;  // "fatbin entry 3", ".nv_fatbin + 0x40"
};

enum class FileKind { cubin, fatbin, host_elf, archive, ptx, unknown };

FileKind detect_kind(ByteView bytes);

// All images of a file, in order. Of a file that holds none, one error that says what the file is.
Result<std::vector<DeviceImage>> read_device_images(ByteView bytes);

}  // namespace whet
