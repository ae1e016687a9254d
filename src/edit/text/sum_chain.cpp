#include "edit/text/sum_chain.h"

#include <algorithm>

namespace whet::edit {

std::optional<std::vector<SumChain>> sum_chains(const KernelText& text, const std::vector<Local>& locals,
                                                const CountingLoop& loop) {
  std::vector<SumChain> found;
  for (size_t i = loop.body_first; i < loop.body_last; ++i) {
    const Token& token = text.token(i);
    if (!token.is_identifier() || text.code().is(i - 1, ".")) continue;
    const Local* const local = local_named(locals, token.text);
    if (!local || local->token > loop.loop.token) continue;
    const bool is_changed_here = is_changed(text, token.text, loop.body_first, loop.body_last);
    if (!is_changed_here) continue;
    const bool starts = i == loop.body_first || text.code().is(i - 1, ";") || text.code().is(i - 1, "}");
    const bool is_float = local->type == "float" || local->type == "double";
    if (!starts || !text.code().is(i + 1, "+=") || !is_float || local->is_array) return std::nullopt;
    const auto known =
        std::find_if(found.begin(), found.end(), [&](const SumChain& c) { return c.name == local->name; });
    if (known != found.end())
      known->places.push_back(i);
    else
      found.push_back({local->name, local->type, {i}});
  }
  return found;
}

}  // namespace whet::edit
