// Any text either parses or is refused with a place; what parses can be evaluated, copied and gives finite values only.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "util/text/expression.h"
#include "util/text/template_text.h"

namespace {

void check(bool condition) {
  if (!condition) std::abort();
}

std::optional<double> number_of(std::string_view name) {
  if (name.size() % 3 == 0) return std::nullopt;
  return static_cast<double>(name.size()) - 2;
}

void check_expression(std::string_view text) {
  const auto parsed = whet::Expression::parse(text);
  if (!parsed) return check(!parsed.error().where.empty() && !parsed.error().mend.empty());
  const whet::Expression copy = *parsed;
  const whet::Evaluation evaluation = copy.evaluate(number_of);
  if (evaluation.value) {
    check(std::isfinite(*evaluation.value) && evaluation.absent.empty() && evaluation.undefined.empty());
  } else {
    check(!evaluation.absent.empty() || !evaluation.undefined.empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_expression(text);
  if (const auto sentence = whet::TemplateText::parse(text)) (void)sentence->fill(number_of);
  return 0;
}
