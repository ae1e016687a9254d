// The connection of a CUDA runtime to a virtual GPU in another process: kernels run and are timed there, out of reach
// of the host code that launches them. Messages are frames of `u64 length | bytes of a Packer`, one answer per request.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compile/source/packing.h"
#include "device/device.h"
#include "device/rows.h"
#include "vgpu/program/fault.h"
#include "vgpu/time/time_model.h"

namespace whet {

enum class LinkCall : int64_t { find, allocate, place, free, write, read, fill, copy, variable, run };

struct LinkedExtent {
  uint64_t base = 0, bytes = 0;
  std::string name;
};

// The result of a launch.
struct LinkedRun {
  std::vector<vgpu::Fault> faults;
  std::string printed;
  bool finished = false;
  std::optional<vgpu::TimeEstimate> time;  // if it was counted; only its seconds
};

// The answer to a request that failed.
std::string refusal(const Error& error);

void pack(Packer& packer, const LinkedRun& run);
LinkedRun unpack_run(Unpacker& unpacker);

// Nothing at the end of the connection, or when the frame exceeds the limit.
std::optional<std::string> receive_frame(int socket, uint64_t most_bytes);
bool send_frame(int socket, std::string_view bytes);

class DeviceLink {
 public:
  explicit DeviceLink(int socket) : socket_(socket) {}

  // The live allocation that contains the address.
  Result<std::optional<LinkedExtent>> find(uint64_t address);
  Result<uint64_t> allocate(uint64_t bytes, const std::string& name);
  // Registers memory for kernels at a given host address.
  Result<void> place(uint64_t address, uint64_t bytes, const std::string& name);
  Result<void> free(uint64_t address);
  Result<void> write(uint64_t address, std::string_view bytes);
  Result<void> read(std::span<char> to, uint64_t address);
  // Copies of rows on the host; only the bytes of the rows are transferred.
  Result<void> write(uint64_t to, const char* from, const CopyRows& rows);
  Result<void> read(char* to, uint64_t from, const CopyRows& rows);
  // Fills with copies of `element`.
  Result<void> fill(uint64_t address, std::string_view element, const CopyRows& rows);
  Result<void> copy(uint64_t to, uint64_t from, const CopyRows& rows);
  // In the module that the other process has loaded.
  Result<uint64_t> variable(const std::string& name);
  Result<LinkedRun> run(const Launch& launch, bool counted);

 private:
  // Returns what follows the status of a successful answer.
  Result<std::string> ask(const Packer& request);
  Result<void> tell(const Packer& request);

  int socket_;
};

}  // namespace whet
