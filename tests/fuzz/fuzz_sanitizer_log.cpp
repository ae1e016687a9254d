// Any text as compute-sanitizer's output: findings of bounded number and size, each with words of its own.
#include "fuzz_input.h"
#include "judge/sanitizer/sanitizer_log.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace whet;
  if (size > fuzz::k_largest_input) return -1;
  const SanitizerLog log = parse_sanitizer_log({reinterpret_cast<const char*>(data), size});
  fuzz::require(log.findings.size() <= 64);
  for (const SanitizerFinding& finding : log.findings) {
    fuzz::require(!finding.what.empty() && finding.reports > 0);
    fuzz::require(describe(finding).size() < 2000);
  }
  return 0;
}
