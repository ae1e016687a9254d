#include "write/attention_list.h"

#include <algorithm>

namespace whet::write {

namespace {

constexpr int64_t k_usual_head = 128;  // elements of a row whose length is not known
constexpr int64_t k_step = 16;         // terms of an instruction

// The length that a kernel is made for.
int64_t padded_length(const Subject& subject, Expr count) {
  const int64_t length = std::max<int64_t>(1, subject.size(count).value_or(k_usual_head));
  return (length + k_step - 1) / k_step * k_step;
}

}  // namespace

std::vector<AttentionNumbers> attention_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_tensor_attention(subject, nest);
  if (!plan) return {AttentionNumbers{}};  // the schedule says what is wrong
  const int64_t terms = padded_length(subject, plan->terms), columns = padded_length(subject, plan->column.count);
  std::vector<AttentionNumbers> list;
  const auto add = [&](int64_t rows, int64_t keys, int64_t warp_rows, int64_t stages, bool is_held) {
    list.push_back({rows, keys, warp_rows, stages, is_held, terms, columns});
  };
  const int64_t longest = std::max(terms, columns);
  if (longest > k_usual_head) {
    add(64, 32, 16, 2, false);
    add(128, 32, 16, 2, false);
    return list;
  }
  add(128, 64, 32, 2, false);
  add(128, 64, 16, 2, true);
  add(64, 64, 16, 2, true);
  if (longest <= 64) {
    add(128, 128, 16, 2, true);
    add(128, 64, 32, 3, true);
    add(256, 64, 32, 2, false);
  } else {
    add(128, 32, 32, 3, false);
    add(64, 64, 32, 2, false);
  }
  return list;
}

std::vector<PlainAttentionNumbers> plain_attention_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_attention(subject, nest);
  if (!plan) return {PlainAttentionNumbers{}};  // the schedule says what is wrong
  const int64_t terms = padded_length(subject, plan->terms), columns = padded_length(subject, plan->column.count);
  if (std::max(terms, columns) > k_usual_head) return {{32, 16, terms, columns}, {16, 16, terms, columns}};
  if (std::max(terms, columns) > 64) return {{64, 32, terms, columns}, {32, 32, terms, columns}};
  return {{64, 64, terms, columns}, {64, 32, terms, columns}, {128, 32, terms, columns}, {32, 32, terms, columns}};
}

}  // namespace whet::write
