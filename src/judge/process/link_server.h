// The other side of a DeviceLink, in the process of the virtual GPU: carries out what host code requests during a call
// of the judge, and keeps account of it. Host code and everything it sends may be hostile.
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

// What one call of host code did and cost.
struct LinkAccount {
  double seconds = 0, low_seconds = 0, high_seconds = 0;  // kernels and copies, one after another; modelled
  double order_error = 0;
  double busy_seconds = 0;   // elapsed while its requests were served
  std::string finding = {};  // the first finding, if checks are on
  uint64_t requests = 0;     // each costs its process some time that a GPU would not
  uint64_t launches = 0;     // among the requests; they cost more
  uint64_t moved_bytes = 0;  // through the connection
  uint64_t read_bytes = 0;   // those from the GPU to the host, which it may compute with
};
Json to_json(const LinkAccount& account);
Result<LinkAccount> link_account_from(const Json& json);

class LinkServer {
 public:
  explicit LinkServer(VirtualDevice& device);

  // Requests are served from now on until `end`. Only kernels of `module`, which the judge compiled, can run. With
  // `counted`, times are modelled.
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

  std::map<uint64_t, uint64_t> placed_;  // memory of the host, at the same addresses here, with its size
  std::map<uint64_t, int> pages_;        // pages mapped for it, with the number of pieces of memory in each
  std::shared_ptr<DeviceModule> module_;
  bool is_open_ = false, counted_ = false;
  LinkAccount account_;
};

}  // namespace whet
