// Any bytes as the attributes of a kernel.
#include "binary/cubin/cubin_functions.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace whet;
  if (size > fuzz::k_largest_input) return -1;
  const auto records = read_nv_info(fuzz::as_view(data, size));
  if (!records) {
    fuzz::require_clear(records.error());
    return 0;
  }
  CubinFunction function;
  apply_kernel_records(*records, {ElfSymbol{}, ElfSymbol{.name = "vprintf"}}, function);
  for (const IndirectBranch& branch : function.indirect_branches) fuzz::require(branch.targets.size() * 4 <= size);
  return 0;
}
