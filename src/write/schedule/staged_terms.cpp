#include "write/schedule/staged_terms.h"

#include <fmt/format.h>

namespace whet::write {

int64_t StagedTerms::Pack::width() const {
  int64_t power = 1;
  while (power < static_cast<int64_t>(loads.size())) power *= 2;
  return power;
}

void StagedTerms::add(Expr load, const SubjectParameter& array) {
  const size_t most = 16 / bytes_of(array.type);
  for (Pack& pack : packs_) {
    if (pack.type == array.type && pack.loads.size() < most) return pack.loads.push_back(load);
  }
  const std::string name = text_.fresh(array.name + "_tile");
  packs_.push_back({array.type, {load}, name.substr(0, name.size() - 5), name});
}

int64_t StagedTerms::bytes() const {
  int64_t bytes = 0;
  for (const Pack& pack : packs_) bytes += pack.width() * static_cast<int64_t>(bytes_of(pack.type));
  return bytes;
}

void StagedTerms::declare() {
  for (const Pack& pack : packs_)
    lines_.add(fmt::format("__shared__ Pack<{}, {}> {}[kTile];", cuda_name(pack.type), pack.width(), pack.name));
}

void StagedTerms::write_loads(Expr term) {
  lines_.open("for (int j = threadIdx.x; j < terms_here; j += kThreads)");
  const size_t before = text_.mark();
  text_.bind(term, "(start + j)");
  for (const Pack& pack : packs_) {
    for (size_t e = 0; e < static_cast<size_t>(pack.width()); ++e) {
      if (e >= pack.loads.size()) {
        lines_.add(fmt::format("{}[j].at[{}] = {};", pack.name, e, zero_of(pack.type)));
        continue;
      }
      const lift::Node node = arena_[pack.loads[e]];
      lines_.add(
          fmt::format("{}[j].at[{}] = *({});", pack.name, e, text_.address(node.args[0], node.args[1], node.bytes)));
    }
  }
  text_.release(before);
  lines_.close();
}

void StagedTerms::bind_term() {
  for (const Pack& pack : packs_) {
    const std::string name = text_.fresh(pack.stem + "_term");
    lines_.add(fmt::format("const Pack<{}, {}> {} = {}[j];", cuda_name(pack.type), pack.width(), name, pack.name));
    for (size_t e = 0; e < pack.loads.size(); ++e) text_.bind(pack.loads[e], fmt::format("{}.at[{}]", name, e));
  }
}

}  // namespace whet::write
