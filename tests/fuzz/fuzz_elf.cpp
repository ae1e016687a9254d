// Any bytes as a cubin: read_cubin gives functions that keep their promises, or one clear error.
#include "binary/cubin/cubin.h"
#include "fuzz_input.h"

namespace {

using namespace whet;
using fuzz::require;

void require_sound_rows(const std::vector<LineEntry>& rows, const CubinFunction& function) {
  for (size_t i = 0; i < rows.size(); ++i) {
    require(rows[i].offset < function.code.size() && (i == 0 || rows[i - 1].offset <= rows[i].offset));
    require(rows[i].inlined_at < static_cast<int32_t>(rows.size()));
    size_t steps = 0;
    for (int32_t at = rows[i].inlined_at; at >= 0; at = rows[static_cast<size_t>(at)].inlined_at)
      require(++steps <= rows.size());
  }
}

void require_sound(const CubinFunction& function) {
  for (const Subroutine& subroutine : function.subroutines)
    require(uint64_t{subroutine.offset} + subroutine.bytes <= function.code.size());
  for (size_t i = 1; i < function.parameters.size(); ++i)
    require(function.parameters[i - 1].ordinal <= function.parameters[i].ordinal);
  for (const LineEntry& row : function.lines.source) require(row.file < function.lines.files.size());
  require_sound_rows(function.lines.source, function);
  require_sound_rows(function.lines.ptx, function);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > fuzz::k_largest_input) return -1;
  const auto cubin = read_cubin(fuzz::as_view(data, size));
  if (!cubin)
    fuzz::require_clear(cubin.error());
  else
    for (const CubinFunction& function : cubin->functions) require_sound(function);
  return 0;
}
