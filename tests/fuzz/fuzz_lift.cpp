// Any text as PTX from which the meaning of every kernel is read: a meaning that can be printed, studied and written as
// a reference, or one clear error; never more than the budget of nodes.
#include "fuzz_input.h"
#include "lift/meaning/meaning.h"
#include "lift/reference/cpp_reference.h"
#include "lift/study/pattern.h"
#include "lift/study/work.h"
#include "ptx/reader/parser.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace whet;
  if (size > fuzz::k_largest_input) return -1;
  const auto module = ptx::parse(std::string(reinterpret_cast<const char*>(data), size), "fuzz.ptx");
  if (!module) return 0;
  for (const ptx::Function& function : module->functions) {
    if (!function.is_entry || function.is_declaration) continue;
    lift::Arena arena(20'000);
    const auto meaning = lift::find_meaning(*module, function.name, {}, arena);
    if (!meaning) {
      fuzz::require(!meaning.error().what.empty());
      continue;
    }
    fuzz::require(meaning->statements.empty() == lift::print(arena, *meaning).empty());
    lift::derive_work(arena, *meaning);
    lift::patterns(arena, *meaning);
    if (const auto reference = lift::cpp_reference(arena, *meaning, {}); !reference)
      fuzz::require_clear(reference.error());
  }
  return 0;
}
