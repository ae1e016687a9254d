// ContractionFrame: results of 16 bits that nothing but the sum decides. Two of them are a word before lanes exchange
// them, which takes half of the exchanges.
#include <fmt/format.h>

#include <algorithm>

#include "lift/expression/real.h"
#include "lift/expression/substitute.h"
#include "write/schedule/contraction_frame.h"
#include "write/subject/rough_results.h"

namespace whet::write {

using lift::Kind;

bool ContractionFrame::has_paired_results() const {
  if (plan_.further || plan_.statements.size() != 1 || !loads_.empty() || !fixed_.empty()) return false;
  const lift::Statement& only = plan_.statements[0];
  const ElementType type = subject_.parameter(only.array).type;
  if ((type != ElementType::f16 && type != ElementType::bf16) || !is_packed(only) || only.update) return false;
  // The sum itself depends on its indices; what else is there must not.
  const auto alone = lift::substitute(arena_, only.value, {{plan_.total, lift::real(arena_, 0)}});
  std::vector<lift::SpaceIndex> all{plan_.row(), plan_.column()};
  for (const auto* more : {&plan_.batch, &plan_.left.parts, &plan_.right.parts})
    all.insert(all.end(), more->begin(), more->end());
  return parts_of_kind(arena_, {alone}, Kind::load).empty() &&
         std::none_of(all.begin(), all.end(),
                      [&](const lift::SpaceIndex& index) { return arena_.contains(alone, index.variable); });
}

void ContractionFrame::declare_words() {
  lines_.add(fmt::format("Pack<{}, kVector> pack;", cuda_name(subject_.parameter(plan_.statements[0].array).type)));
  lines_.add("unsigned(&words)[4] = reinterpret_cast<unsigned(&)[4]>(pack);  // each two neighbouring results");
}

void ContractionFrame::write_word(const std::string& sum, const std::string& word) {
  const size_t before = text_.mark();
  const ElementType type = subject_.parameter(plan_.statements[0].array).type;
  const Expr value = before_rounding(arena_, plan_.statements[0].value, type);
  lines_.add("float pair[2];");
  lines_.add("#pragma unroll");
  lines_.open("for (int e = 0; e < 2; ++e)");
  text_.bind(plan_.total, sum);
  text_.count_uses({value});
  text_.set_rough(are_results_rough(subject_, plan_.statements, plan_.total));
  const std::string computed = text_.real(value);
  text_.set_rough(false);
  lines_.add(fmt::format("pair[e] = {};", computed));
  lines_.close();
  lines_.add(
      fmt::format("{} = {}(pair[0], pair[1]);", word, type == ElementType::f16 ? "pack_halves" : "pack_bfloats"));
  text_.release(before);
}

void ContractionFrame::store_words() {
  const size_t before = text_.mark();
  const lift::Statement& only = plan_.statements[0];
  text_.bind(plan_.row().variable, "i");
  text_.bind(plan_.column().variable, "j");
  write_parts(plan_.left, "i");
  write_parts(plan_.right, "j");
  lines_.add(fmt::format("store_pack({}, pack, count_across - j, {});",
                         text_.address(only.array, only.offset, only.bytes), store_wide_[0]));
  text_.release(before);
}

}  // namespace whet::write
