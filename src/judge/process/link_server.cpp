#include "judge/process/link_server.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "device/device_link.h"
#include "device/virtual/fault_error.h"
#include "device/virtual/virtual_module.h"
#include "judge/process/message_members.h"
#include "util/text/record.h"

namespace whet {

namespace {

constexpr uint64_t k_most_requests = 1'000'000;  // per call
constexpr uint64_t k_most_read_bytes = 1ull << 30;
constexpr uint64_t k_piece_bytes = 16ull << 20;  // copied at a time
constexpr size_t k_most_arguments = 4096;

uint64_t next(Unpacker& unpacker) {
  return static_cast<uint64_t>(unpacker.number());
}

Error malformed() {
  return failed("host code asked its GPU for something that is not a request");
}

CopyRows rows_of(Unpacker& request) {
  CopyRows rows;
  for (uint64_t* each :
       {&rows.width, &rows.height, &rows.depth, &rows.to_pitch, &rows.from_pitch, &rows.to_slice, &rows.from_slice})
    *each = next(request);
  return rows;
}

// Calls `row` for each row until one fails.
template <typename Row>
Result<void> each_row(const CopyRows& rows, const Row& row) {
  if (rows.width == 0) return {};
  for (uint64_t z = 0; z < rows.depth; ++z) {
    for (uint64_t y = 0; y < rows.height; ++y)
      TRY_VOID(row(z * rows.to_slice + y * rows.to_pitch, z * rows.from_slice + y * rows.from_pitch));
  }
  return {};
}

std::string bytes_of(uint64_t value) {
  Packer packer;
  packer.number(static_cast<int64_t>(value));
  return packer.bytes();
}

std::string describe_finding(const Error& error) {
  return error.where.empty() ? error.what : error.what + " at " + error.where;
}

Extent extent_of(Unpacker& request) {
  Extent extent;
  extent.x = static_cast<uint32_t>(request.number());
  extent.y = static_cast<uint32_t>(request.number());
  extent.z = static_cast<uint32_t>(request.number());
  return extent;
}

}  // namespace

template <>
struct Record<LinkAccount> {
  static constexpr auto fields =
      std::tuple(required("seconds", &LinkAccount::seconds), required("low", &LinkAccount::low_seconds),
                 required("high", &LinkAccount::high_seconds), required("order_error", &LinkAccount::order_error),
                 required("busy", &LinkAccount::busy_seconds), required("finding", &LinkAccount::finding),
                 required("requests", &LinkAccount::requests), required("launches", &LinkAccount::launches),
                 required("moved", &LinkAccount::moved_bytes), required("read", &LinkAccount::read_bytes));
};

Json to_json(const LinkAccount& account) {
  return record_json(account);
}

Result<LinkAccount> link_account_from(const Json& json) {
  return read_record<LinkAccount>(json, "a message between processes");
}

// The limit of the heap is fixed here: what host code sets stays in its own process.
LinkServer::LinkServer(VirtualDevice& device) : device_(device), rates_(device.transfer_rates()) {
  constexpr uint64_t k_heap_bytes = 1ull << 30;
  device.memory().limit_heap(k_heap_bytes);
}

void LinkServer::begin(std::shared_ptr<DeviceModule> module, bool counted) {
  module_ = std::move(module);
  counted_ = counted;
  is_open_ = true;
  account_ = {};
}

LinkAccount LinkServer::end() {
  is_open_ = false;
  module_.reset();
  return account_;
}

void LinkServer::charge(double seconds) {
  account_.seconds += seconds;
  account_.low_seconds += seconds;
  account_.high_seconds += seconds;
}

std::string LinkServer::answer(std::string_view bytes) {
  Unpacker request(bytes);
  const auto begun = std::chrono::steady_clock::now();
  const auto result = dispatch(request);
  account_.busy_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  Packer packer;
  if (result) {
    packer.number(-1);
    return packer.bytes() + *result;
  }
  return refusal(result.error());
}

Result<std::string> LinkServer::dispatch(Unpacker& request) {
  using Call = Result<std::string> (LinkServer::*)(Unpacker&);
  static constexpr Call k_calls[] = {
      &LinkServer::find, &LinkServer::allocate, &LinkServer::place, &LinkServer::free,     &LinkServer::write,
      &LinkServer::read, &LinkServer::fill,     &LinkServer::copy,  &LinkServer::variable, &LinkServer::run};
  const uint64_t number = next(request);
  if (!request.good() || number >= std::size(k_calls)) return malformed();
  if (!is_open_) return failed("the call of this host code has ended");
  if (++account_.requests > k_most_requests) return failed("host code asked its GPU for too much in one call");
  return (this->*k_calls[number])(request);
}

Result<std::string> LinkServer::find(Unpacker& request) {
  const uint64_t address = next(request);
  const vgpu::Allocation* const found = device_.memory().find(address);
  Packer packer;
  const bool is_live = found && !found->freed && address - found->base < std::max<uint64_t>(found->bytes, 1);
  packer.number(is_live);
  if (!is_live) return packer.bytes();
  packer.number(static_cast<int64_t>(found->base));
  packer.number(static_cast<int64_t>(found->bytes));
  packer.text(found->name);
  return packer.bytes();
}

Result<std::string> LinkServer::allocate(Unpacker& request) {
  const uint64_t bytes = next(request);
  const std::string name = request.text();
  if (!request.good()) return malformed();
  TRY(address, device_.allocate(bytes, shown_text(name)));
  return bytes_of(address);
}

Result<std::string> LinkServer::write(Unpacker& request) {
  const uint64_t address = next(request);
  const CopyRows rows = rows_of(request);
  const std::string bytes = request.text();
  if (!request.good() || !rows.fits(bytes.size()) || rows.bytes() != bytes.size()) return malformed();
  const char* next_row = bytes.data();
  TRY_VOID(each_row(rows, [&](uint64_t to, uint64_t) {
    return device_.write(address + to, {std::exchange(next_row, next_row + rows.width), rows.width});
  }));
  account_.moved_bytes += bytes.size();
  charge(rates_.link_seconds(rows));
  return std::string();
}

Result<std::string> LinkServer::read(Unpacker& request) {
  const uint64_t address = next(request);
  const CopyRows rows = rows_of(request);
  if (!request.good() || !rows.fits(k_most_read_bytes)) return malformed();
  std::string bytes(rows.bytes(), '\0');
  char* next_row = bytes.data();
  TRY_VOID(each_row(rows, [&](uint64_t, uint64_t from) {
    return device_.read_to({std::exchange(next_row, next_row + rows.width), rows.width}, address + from);
  }));
  account_.moved_bytes += bytes.size();
  account_.read_bytes += bytes.size();
  charge(rates_.link_seconds(rows));
  return bytes;
}

Result<std::string> LinkServer::fill(Unpacker& request) {
  const uint64_t address = next(request);
  const CopyRows rows = rows_of(request);
  const std::string element = request.text();
  if (!request.good() || element.empty() || !rows.fits(device_.memory().capacity_bytes())) return malformed();
  charge(rates_.fill_seconds(rows));
  if (element.size() == 1) {
    const auto value = static_cast<uint8_t>(element.front());
    TRY_VOID(each_row(rows, [&](uint64_t to, uint64_t) { return device_.fill(address + to, value, rows.width); }));
    return std::string();
  }
  std::string piece;
  while (piece.size() < std::min(rows.width, k_piece_bytes)) piece += element;
  TRY_VOID(each_row(rows, [&](uint64_t to, uint64_t) -> Result<void> {
    for (uint64_t at = 0; at < rows.width; at += piece.size())
      TRY_VOID(device_.write(address + to + at, std::string_view(piece).substr(0, rows.width - at)));
    return {};
  }));
  return std::string();
}

Result<std::string> LinkServer::copy(Unpacker& request) {
  const uint64_t to = next(request);
  const CopyRows rows = rows_of(request);
  const uint64_t from = next(request);
  if (!request.good() || !rows.fits(device_.memory().capacity_bytes())) return malformed();
  charge(rates_.copy_seconds(rows));
  std::string buffer(std::min(rows.width, k_piece_bytes), '\0');
  TRY_VOID(each_row(rows, [&](uint64_t to_offset, uint64_t from_offset) -> Result<void> {
    for (uint64_t at = 0; at < rows.width; at += buffer.size()) {
      const std::span<char> piece(buffer.data(), std::min<uint64_t>(buffer.size(), rows.width - at));
      TRY_VOID(device_.read_to(piece, from + from_offset + at));
      TRY_VOID(device_.write(to + to_offset + at, {piece.data(), piece.size()}));
    }
    return {};
  }));
  return std::string();
}

Result<VirtualModule*> LinkServer::module() const {
  auto* const mine = dynamic_cast<VirtualModule*>(module_.get());
  if (!mine) return failed("host code launches a kernel, and the judge compiled none of it");
  return mine;
}

Result<std::string> LinkServer::variable(Unpacker& request) {
  const std::string name = request.text();
  TRY(code, module());
  const auto address = code->loaded().address(name);
  if (!address) return bad_input("the program's PTX has no variable `" + shown_text(name) + "`");
  return bytes_of(*address);
}

Result<std::string> LinkServer::run(Unpacker& request) {
  Launch launch;
  launch.module = module_;
  launch.kernel = request.text();
  launch.shape.grid = extent_of(request);
  launch.shape.block = extent_of(request);
  launch.shape.dynamic_shared_bytes = next(request);
  launch.shape.cooperative = request.number() != 0;
  const bool has_cluster = request.number() != 0;
  const Extent cluster = extent_of(request);
  if (has_cluster) launch.shape.cluster = cluster;
  VirtualRun how;
  how.counted = request.number() != 0 || counted_;
  const size_t arguments = request.count();
  if (!request.good() || arguments > k_most_arguments) return malformed();
  for (size_t i = 0; i < arguments; ++i) launch.arguments.push_back(request.text());
  if (!request.good()) return malformed();
  TRY_VOID(module());
  ++account_.launches;
  how.checks = device_.checks();
  TRY(report, device_.run(launch, how));
  if (how.checks.any() && account_.finding.empty() && !report.result.faults.empty())
    account_.finding = describe_finding(fault_error(*report.program, report.result.faults.front()));
  LinkedRun ran{report.result.faults, report.result.printed, report.result.finished, report.time};
  if (report.time) {
    account_.seconds += report.time->seconds;
    account_.low_seconds += report.time->low_seconds;
    account_.high_seconds += report.time->high_seconds;
    account_.order_error = std::max(account_.order_error, report.time->order_error);
  }
  Packer packer;
  pack(packer, ran);
  return packer.bytes();
}

}  // namespace whet
