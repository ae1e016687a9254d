#include "device/device.h"

#include "problem/data/array_content.h"
#include "util/hash.h"

namespace whet {

Result<DeviceIdentity> Device::identity() {
  return DeviceIdentity{.name = facts().name};
}

Result<std::string> Device::read(uint64_t address, uint64_t bytes) {
  std::string content(bytes, '\0');
  TRY_VOID(read_to(content, address));
  return content;
}

Result<SharedArray> Device::allocate_shared(uint64_t /*bytes*/) {
  return missing("this device shares no memory between processes");
}

Result<uint64_t> Device::map_shared(int /*descriptor*/, uint64_t /*bytes*/, bool /*writable*/) {
  return missing("this device shares no memory between processes");
}

Result<uint64_t> Device::digest(uint64_t address, uint64_t bytes, uint64_t key) {
  TRY(content, read(address, bytes));
  return quick_digest(content, key);
}

Result<void> Device::copy(uint64_t to, uint64_t from, uint64_t bytes) {
  TRY(content, read(from, bytes));
  return write(to, content);
}

Result<bool> Device::make(uint64_t address, const ArrayContent& content) {
  if (maker_ && maker_->takes(content.size())) {
    if (const auto place = place_for_maker(address, content.size())) {
      TRY_VOID(maker_->make(content, *place));
      return true;
    }
  }
  TRY_VOID(write(address, content));
  return false;
}

Result<ArrayContent> Device::keep(uint64_t address, uint64_t bytes) {
  if (maker_ && maker_->takes(bytes)) {
    if (const auto place = place_for_maker(address, bytes)) return maker_->keep(*place, bytes);
  }
  TRY(content, read(address, bytes));
  return ArrayContent(std::move(content));
}

Result<ArrayContent> Device::take(uint64_t address, uint64_t bytes) {
  if (maker_ && maker_->takes(bytes) && place_for_maker(address, bytes)) {
    TRY(place, surrender(address));
    return maker_->adopt(place, bytes);
  }
  TRY(content, keep(address, bytes));
  TRY_VOID(free(address));
  return content;
}

std::optional<uint64_t> Device::place_for_maker(uint64_t address, uint64_t /*bytes*/) {
  return address;
}

Result<void> Device::put_back(const std::vector<SamplingPlan::Reset>& resets, int set) {
  for (const SamplingPlan::Reset& reset : resets) {
    if (reset.set != set) continue;
    TRY_VOID(reset.from == 0 ? fill(reset.to, reset.value, reset.bytes) : copy(reset.to, reset.from, reset.bytes));
  }
  return {};
}

Result<VariablePlace> Device::variable(DeviceModule& /*module*/, const std::string& name) {
  return bad_input("the module has no variable `" + name + "`", {}, "declare it __constant__ or __device__");
}

const char* name_of(Origin origin) {
  switch (origin) {
    case Origin::measured:
      return "measured";
    case Origin::counted:
      return "counted";
    case Origin::modelled:
      return "modelled";
    case Origin::declared:
      return "declared";
    case Origin::sourced:
      return "sourced";
    case Origin::derived:
      return "derived";
  }
  return "";
}

}  // namespace whet
