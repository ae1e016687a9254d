// The other half of a DeviceLink, in the process of the virtual GPU: does what host code asks for while a call of the
// judge is under way, and keeps account of it. Host code is hostile, and so is all it sends.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "compile/source/packing.h"
#include "device/transfer_rates.h"
#include "device/virtual/virtual_device.h"
#include "device/virtual/virtual_module.h"
#include "util/text/json.h"

namespace whet {

// What one call of host code came to.
struct LinkAccount {
  double seconds = 0, low_seconds = 0, high_seconds = 0;  // kernels and copies, one behind the other; modelled
  double order_error = 0;
  double busy_seconds = 0;   // on the clock, with its requests
  std::string finding = {};  // the first of the checks, where they watch
  uint64_t requests = 0;     // each of which costs its process some time that no GPU would
  uint64_t launches = 0;     // among them, which cost more
  uint64_t moved_bytes = 0;  // through the connection
  uint64_t read_bytes = 0;   // of them, from the GPU to the host: what it may compute with
};
Json to_json(const LinkAccount& account);
Result<LinkAccount> link_account_from(const Json& json);

class LinkServer {
 public:
  explicit LinkServer(VirtualDevice& device);

  // From now on until `end` requests are served. Kernels are those of `module`, which the judge compiled: nothing else
  // can be run. Times are taken with `counted`.
  void begin(std::shared_ptr<DeviceModule> module, bool counted);
  LinkAccount end();

  std::string answer(std::string_view request);

 private:
  Result<std::string> dispatch(Unpacker& request);
  Result<std::string> find(Unpacker& request);
  Result<std::string> allocate(Unpacker& request);
  Result<std::string> place(Unpacker& request);
  Result<std::string> free(Unpacker& request);
  Result<std::string> write(Unpacker& request);
  Result<std::string> read(Unpacker& request);
  Result<std::string> fill(Unpacker& request);
  Result<std::string> copy(Unpacker& request);
  Result<std::string> variable(Unpacker& request);
  Result<std::string> run(Unpacker& request);
  Result<VirtualModule*> module() const;
  void charge(double seconds);

  VirtualDevice& device_;
  TransferRates rates_;
  Result<void> map_pages(uint64_t address, uint64_t bytes);
  void unmap_pages(uint64_t address, uint64_t bytes);

  std::map<uint64_t, uint64_t> placed_;  // memory of the host, at the same addresses here: bytes
  std::map<uint64_t, int> pages_;        // mapped for it, by address: how many pieces of memory lie in them
  std::shared_ptr<DeviceModule> module_;
  bool is_open_ = false, counted_ = false;
  LinkAccount account_;
};

}  // namespace whet
