#include "source/text/marks.h"

#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr WordList k_device_marks("__device__ __constant__ __shared__ __managed__");

}  // namespace

void add_marks(const Token& token, const MacroMarks& macros, Marks& marks) {
  if (!token.is_identifier()) return;
  marks.global |= token.is("__global__");
  marks.device |= k_device_marks.holds(token.text);
  if (const auto macro = macros.find(token.text); macro != macros.end() && !macro->second.whole) {
    marks.global |= macro->second.global;
    marks.device |= macro->second.device;
  }
}

MacroMarks find_macros(const std::vector<Token>& tokens) {
  MacroMarks macros;
  for (const Token& token : tokens) {
    if (token.kind != TokenKind::directive) continue;
    const Directive line = directive(token);
    if (line.name != "define" || line.tokens.empty()) continue;
    Marks marks;
    for (size_t i = 1; i < line.tokens.size(); ++i) add_marks(line.tokens[i], macros, marks);
    const bool has_parameters =
        line.tokens.size() > 1 && line.tokens[1].is("(") && line.tokens[1].offset == line.tokens[0].end();
    marks.whole = has_parameters && (marks.global || marks.device) && line.tokens.back().is("}");
    macros[line.tokens[0].text] = marks;
  }
  return macros;
}

}  // namespace whet
