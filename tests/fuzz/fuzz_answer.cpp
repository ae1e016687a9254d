// Any text as a mind's answer: it is refused with a reason, or it has a kernel or edits, and one memo. Names that are
// redacted come back as they were.
#include <algorithm>

#include "consult/answer/answer.h"
#include "consult/answer/elision.h"
#include "consult/redact/redaction.h"
#include "consult/text/fence.h"
#include "fuzz_input.h"
#include "util/text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace whet;
  using namespace whet::consult;
  if (size > fuzz::k_largest_input) return -1;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto answer = parse_answer(text);
  if (!answer) {
    fuzz::require(!answer.error().what.empty());
  } else {
    fuzz::require(answer->kernel.empty() != answer->edits.empty());
    fuzz::require(!answer->memo.empty() && answer->memo.size() <= k_longest_memo);
    for (const AnswerEdit& edit : answer->edits) fuzz::require(!edit.search.empty());
    (void)elision_in(answer->kernel, text);
    const auto edited = apply_edits(text, answer->edits);
    fuzz::require(edited.ok() || !edited.error().what.empty());
  }
  // A fence holds any text.
  const std::string block = fenced(text, "data");
  const auto fence = opened_fence(std::string_view(block).substr(0, block.find('\n')));
  fuzz::require(fence.has_value());
  for (const std::string_view line : split(text, '\n')) fuzz::require(!closes(*fence, line));
  static const Redaction fresh = *Redaction::replacing(Knowledge(), {"secret"});
  Redaction redaction = fresh;
  const std::string shown = redaction.source(text);
  (void)redaction.source_back(shown);
  (void)redaction.words(text);
  return 0;
}
