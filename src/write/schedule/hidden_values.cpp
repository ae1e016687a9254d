#include "write/schedule/hidden_values.h"

#include <fmt/format.h>

#include "lift/expression/substitute.h"

namespace whet::write {

HiddenValues::HiddenValues(const Subject& subject, const ContractionPlan& inner, HiddenSide side,
                           TileStaging::Shape shape, int64_t slice, std::string number_type, int64_t number_bytes,
                           Lines& lines, CudaExpression& text)
    : subject_(subject),
      arena_(subject.arena),
      inner_(inner),
      side_(std::move(side)),
      slice_(slice),
      number_type_(std::move(number_type)),
      number_bytes_(number_bytes),
      lines_(lines),
      text_(text),
      staging_(subject, inner, std::move(shape),
               {{inner.left, "inner_left", "kSlice", "slice", "slice_here", "of_slice", slice},
                {inner.right, "inner_right", side_.tile, side_.first, side_.here, side_.index, side_.length}},
               number_type_, number_bytes, lines, text) {}

int64_t HiddenValues::shared_bytes() const {
  return staging_.shared_bytes() + slice_ * (side_.length + 16 / number_bytes_) * number_bytes_;
}

void HiddenValues::declare_tiles() {
  staging_.declare_tiles();
  lines_.add(fmt::format("__shared__ alignas(16) {} hidden_tile[kSlice][{} + kVector];", number_type_, side_.tile));
}

void HiddenValues::write_place() {
  lines_.add(fmt::format("const long long inner_terms = {};", text_.integer(inner_.count)));
  lines_.add("long long slice = 0;  // the first hidden value");
  lines_.add("int slice_here = 0;   // how many of the slice there are");
}

void HiddenValues::write() {
  lines_.section("Hidden values");
  write_first_of_thread(tile_, lines_);
  staging_.write();
  lines_.add("");
  lines_.open("const auto make_hidden = [&]");
  write_multiplication(tile_, {"inner_left_tile[buffer][k]", "inner_right_tile[buffer][k]"},
                       "const auto add_hidden = [&](int buffer)", number_type_, lines_);
  staging_.write_loop({"0", "inner_terms"}, "add_hidden(buffer);");
  write_map();
  lines_.close("};");
}

// Indices beyond the last are those of the last, so that nothing outside of an array is read.
void HiddenValues::write_map() {
  const size_t before = text_.mark();
  lines_.add("#pragma unroll");
  lines_.open("for (int s = 0; s < kSliceM; ++s)");
  lines_.add("const int line = " + tile_.row_of_sum() + ";");
  lines_.add("const long long of_slice = min(slice + line, terms - 1);");
  text_.bind(inner_.row().variable, "of_slice");
  write_fixed_loads();
  lines_.add("#pragma unroll");
  lines_.open("for (int p = 0; p < kSliceN / kVector; ++p)");
  lines_.add("const int place = " + tile_.column_of_pack() + ";");
  lines_.add(fmt::format("Pack<{}, kVector> values;", number_type_));
  lines_.add("#pragma unroll");
  lines_.open("for (int e = 0; e < kVector; ++e)");
  const Expr value = inner_.statements[0].value;
  const Expr of_sum = lift::substitute(arena_, value, {{inner_.total, arena_.fresh_variable()}});
  if (arena_.contains(of_sum, inner_.column().variable))
    lines_.add(fmt::format("const long long {} = min({} + place + e, {} - 1);", side_.index, side_.first, side_.count));
  text_.bind(inner_.column().variable, side_.index);
  text_.bind(inner_.total, "hidden_sums[s][p * kVector + e]");
  text_.count_uses({value});
  lines_.add(fmt::format("values.at[e] = line < slice_here && place + e < {} ? {} : {};", side_.here, text_.real(value),
                         text_.number(0)));
  lines_.close();
  lines_.add(fmt::format("*reinterpret_cast<Pack<{}, kVector>*>(&hidden_tile[line][place]) = values;", number_type_));
  lines_.close();
  lines_.close();
  text_.release(before);
}

// Loads that are the same for all rows or columns of a block.
void HiddenValues::write_fixed_loads() {
  for (const Expr load : unconditional_loads(arena_, {inner_.statements[0].value})) {
    if (arena_.contains(load, inner_.column().variable)) continue;
    const lift::Node node = arena_[load];
    const SubjectParameter& array = subject_.parameter(node.args[0]);
    const std::string name = text_.fresh(array.name + "_at");
    lines_.add(fmt::format("const {} {} = *({});", cuda_name(array.type), name,
                           text_.address(node.args[0], node.args[1], node.bytes)));
    text_.bind(load, name);
  }
}

}  // namespace whet::write
