// A virtual GPU in another process, as a CUDA runtime asks it: kernels run and are timed there, out of reach of the
// host code that launches them. Frames of `u64 length | bytes of a Packer`, asked and answered in turn.
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

// What became of a launch.
struct LinkedRun {
  std::vector<vgpu::Fault> faults;
  std::string printed;
  bool finished = false;
  std::optional<vgpu::TimeEstimate> time;  // where it was counted: its seconds alone
};

// The answer to a request that failed.
std::string refusal(const Error& error);

void pack(Packer& packer, const LinkedRun& run);
LinkedRun unpack_run(Unpacker& unpacker);

// Nothing at the end of the connection, or beyond the limit.
std::optional<std::string> receive_frame(int socket, uint64_t most_bytes);
bool send_frame(int socket, std::string_view bytes);

class DeviceLink {
 public:
  explicit DeviceLink(int socket) : socket_(socket) {}

  // The live allocation that holds the address.
  Result<std::optional<LinkedExtent>> find(uint64_t address);
  Result<uint64_t> allocate(uint64_t bytes, const std::string& name);
  // Memory for kernels at an address of the host's own.
  Result<void> place(uint64_t address, uint64_t bytes, const std::string& name);
  Result<void> free(uint64_t address);
  Result<void> write(uint64_t address, std::string_view bytes);
  Result<void> read(std::span<char> to, uint64_t address);
  // CopyRows of the host, of which only their own bytes travel.
  Result<void> write(uint64_t to, const char* from, const CopyRows& rows);
  Result<void> read(char* to, uint64_t from, const CopyRows& rows);
  // `element` again and again.
  Result<void> fill(uint64_t address, std::string_view element, const CopyRows& rows);
  Result<void> copy(uint64_t to, uint64_t from, const CopyRows& rows);
  // Of the module that the other process was given.
  Result<uint64_t> variable(const std::string& name);
  Result<LinkedRun> run(const Launch& launch, bool counted);

 private:
  // What follows the status of a good answer.
  Result<std::string> ask(const Packer& request);
  Result<void> tell(const Packer& request);

  int socket_;
};

}  // namespace whet
