#include <algorithm>
#include <set>
#include <utility>

#include "binary/cubin/cubin_functions.h"

namespace whet {

namespace {

constexpr std::string_view k_info = ".nv.info";
constexpr int k_no_register_limit = 255;

int as_int(uint32_t value) {
  return static_cast<int>(std::min<uint32_t>(value, INT32_MAX));
}

std::vector<uint32_t> words(ByteView payload) {
  std::vector<uint32_t> values(payload.size() / sizeof(uint32_t));
  for (size_t i = 0; i < values.size(); ++i) values[i] = *read_at<uint32_t>(payload, i * sizeof(uint32_t));
  return values;
}

std::optional<std::array<int, 3>> extents(ByteView payload) {
  const auto x = read_at<uint32_t>(payload, 0), y = read_at<uint32_t>(payload, 4), z = read_at<uint32_t>(payload, 8);
  if (!z) return std::nullopt;
  return std::array{as_int(*x), as_int(*y), as_int(*z)};
}

// {u32 0, u16 ordinal, u16 offset, u32 size}; the older form packs the size into bits 31..18.
void add_parameter(const NvInfoRecord& record, CubinFunction& function) {
  const auto ordinal = read_at<uint16_t>(record.payload, 4), offset = read_at<uint16_t>(record.payload, 6);
  const auto size = read_at<uint32_t>(record.payload, 8);
  if (!size) return;
  const int bytes = record.attribute == NvAttribute::parameter_info ? static_cast<int>(*size >> 18) : as_int(*size);
  function.parameters.push_back({*ordinal, *offset, bytes});
}

// Repeated {u32 branch, u32 0, u32 count, count x u32 target}.
void add_indirect_branches(ByteView payload, CubinFunction& function) {
  const std::vector<uint32_t> values = words(payload);
  for (size_t at = 0; at + 3 <= values.size();) {
    const size_t count = values[at + 2];
    if (count > values.size() - at - 3) return;
    const auto first = values.begin() + static_cast<ptrdiff_t>(at + 3);
    function.indirect_branches.push_back({values[at], {first, first + static_cast<ptrdiff_t>(count)}});
    at += 3 + count;
  }
}

void add_externs(ByteView payload, const std::vector<ElfSymbol>& symbols, CubinFunction& function) {
  std::set<uint32_t> seen;
  for (const uint32_t symbol : words(payload)) {
    if (symbol < symbols.size() && seen.insert(symbol).second) function.externs.emplace_back(symbols[symbol].name);
  }
}

void apply_kernel_record(const NvInfoRecord& record, const std::vector<ElfSymbol>& symbols, CubinFunction& function) {
  switch (record.attribute) {
    case NvAttribute::max_threads:
      function.max_threads = extents(record.payload);
      break;
    case NvAttribute::required_threads:
      function.required_threads = extents(record.payload);
      break;
    case NvAttribute::blocks_per_cluster:
      function.cluster = extents(record.payload);
      break;
    case NvAttribute::parameter_bank:
      function.parameter_base = read_at<uint16_t>(record.payload, 4).value_or(0);
      break;
    case NvAttribute::parameter_bytes:
      function.parameter_bytes = record.value;
      break;
    case NvAttribute::parameter_info:
    case NvAttribute::parameter_info_v2:
      add_parameter(record, function);
      break;
    case NvAttribute::exit_offsets:
      function.exit_offsets = words(record.payload);
      break;
    case NvAttribute::indirect_branch_targets:
      add_indirect_branches(record.payload, function);
      break;
    case NvAttribute::barrier_count:
      function.barriers = record.value;
      break;
    case NvAttribute::max_registers:
      if (record.value != k_no_register_limit) function.max_registers = record.value;
      break;
    case NvAttribute::externs:
      add_externs(record.payload, symbols, function);
      break;
    default:
      break;
  }
}

// Records of .nv.info begin with their symbol; those of subroutines are skipped.
void apply_module_record(const NvInfoRecord& record, FunctionTable& table) {
  const auto symbol = read_at<uint32_t>(record.payload, 0), value = read_at<uint32_t>(record.payload, 4);
  if (!value) return;
  const auto found = table.by_symbol.find(*symbol);
  if (found == table.by_symbol.end()) return;
  CubinFunction& function = table.functions[found->second];
  if (record.attribute == NvAttribute::register_count) function.registers = as_int(*value);
  if (record.attribute == NvAttribute::frame_size) function.stack_bytes = as_int(*value);
}

}  // namespace

void apply_kernel_records(const std::vector<NvInfoRecord>& records, const std::vector<ElfSymbol>& symbols,
                          CubinFunction& function) {
  for (const NvInfoRecord& record : records) apply_kernel_record(record, symbols, function);
  std::sort(function.parameters.begin(), function.parameters.end(), [](const auto& a, const auto& b) {
    return std::pair(a.ordinal, a.offset) < std::pair(b.ordinal, b.offset);
  });
}

Result<int> apply_attributes(const Elf& elf, const std::vector<ElfSymbol>& symbols, FunctionTable& table) {
  int unknown = 0;
  for (const ElfSection& section : elf.sections) {
    if (!section.name.starts_with(k_info)) continue;
    TRY(records, read_nv_info(section.content));
    unknown += static_cast<int>(
        std::count_if(records.begin(), records.end(), [](const auto& r) { return !is_known(r.attribute); }));
    if (section.name == k_info) {
      for (const NvInfoRecord& record : records) apply_module_record(record, table);
    } else if (const auto found = table.by_section.find(section.info); found != table.by_section.end()) {
      apply_kernel_records(records, symbols, table.functions[found->second]);
    }
  }
  return unknown;
}

}  // namespace whet
