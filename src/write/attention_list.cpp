#include "write/attention_list.h"

#include <algorithm>

#include "write/product_prediction.h"

namespace whet::write {

namespace {

constexpr int64_t k_usual_head = 128;  // elements of a row whose length is not known
constexpr int64_t k_step = 16;         // terms of an instruction
constexpr int64_t k_few_queries = 8;
constexpr int64_t k_least_keys = 128;   // of a part
constexpr int64_t k_usual_keys = 4096;  // where their number is not known
constexpr int64_t k_most_key_parts = 64;
constexpr int64_t k_usual_batch = 16;  // heads, where their number is not known

// The length that a kernel is made for.
int64_t padded_length(const Subject& subject, Expr count) {
  const int64_t length = std::max<int64_t>(1, subject.size(count).value_or(k_usual_head));
  return (length + k_step - 1) / k_step * k_step;
}

int64_t size_or(const Subject& subject, Expr count, int64_t usual) {
  return std::max<int64_t>(1, subject.size(count).value_or(usual));
}

// Blocks that a multiprocessor has one after another, and the time of one beside that of a block with one consumer
// warpgroup: measured on an H200.
double relative_time(const WarpgroupAttentionNumbers& numbers, int64_t rows, int64_t batch) {
  constexpr double k_time_of_groups[] = {1.0, 1.3, 1.7};
  const int64_t blocks = batch * ((rows + numbers.rows() - 1) / numbers.rows());
  const int64_t rounds = (blocks + k_processors - 1) / k_processors;
  return static_cast<double>(rounds) * k_time_of_groups[numbers.groups - 1];
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

std::vector<WarpgroupAttentionNumbers> warpgroup_attention_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_tensor_attention(subject, nest);
  if (!plan) return {WarpgroupAttentionNumbers{}};  // the schedule says what is wrong
  const int64_t terms = padded_length(subject, plan->terms), columns = padded_length(subject, plan->column.count);
  const int64_t longest = std::max(terms, columns);
  std::vector<WarpgroupAttentionNumbers> list;
  if (longest > k_usual_head) return list;
  const auto add = [&](int64_t groups, int64_t keys) { list.push_back({groups, keys, 2, terms, columns}); };
  if (longest <= 64) {
    add(3, 128);
    add(3, 96);
    add(2, 176);
    add(2, 128);
  } else {
    add(2, 160);
    add(2, 176);
    add(2, 128);
  }
  add(1, 128);
  int64_t batch = 1;
  for (const lift::SpaceIndex& index : plan->batch) batch *= size_or(subject, index.count, k_usual_batch);
  const int64_t rows = size_or(subject, plan->row.count, k_usual_keys);
  std::stable_sort(list.begin(), list.end(), [&](const auto& a, const auto& b) {
    return relative_time(a, rows, batch) < relative_time(b, rows, batch);
  });
  return list;
}

namespace {

// Lanes have a word of 16 bytes each, or several of them where a row is longer.
SplitKeysNumbers fitting_numbers(const Subject& subject, const SplitKeysPlan& plan, int64_t rows) {
  const AttentionPlan& attention = plan.attention;
  const int64_t longest =
      std::max(size_or(subject, attention.terms, k_usual_head), size_or(subject, attention.column.count, k_usual_head));
  const int64_t vector = 16 / std::min(plan.key_bytes, plan.value_bytes);
  SplitKeysNumbers numbers;
  numbers.rows = power_of_two(rows);
  numbers.lanes = std::min<int64_t>(32, power_of_two((longest + vector - 1) / vector));
  const int64_t step = numbers.lanes * vector;
  numbers.terms = numbers.columns = (longest + step - 1) / step * step;
  return numbers;
}

}  // namespace

std::vector<SplitKeysNumbers> split_keys_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_split_keys(subject, nest);
  if (!plan) return {SplitKeysNumbers{}};  // the schedule says what is wrong
  const int64_t rows = size_or(subject, plan->attention.row.count, 2 * k_few_queries);
  if (rows > k_few_queries) return {};
  int64_t batch = 1;
  for (const lift::SpaceIndex& index : plan->attention.batch) batch *= size_or(subject, index.count, 1);
  const int64_t keys = size_or(subject, plan->attention.count, k_usual_keys);
  const auto parts_for = [&](int64_t blocks) {  // of a multiprocessor
    return std::clamp<int64_t>(std::min(blocks * k_processors / batch, keys / k_least_keys), 1, k_most_key_parts);
  };
  SplitKeysNumbers numbers = fitting_numbers(subject, *plan, rows);
  std::vector<SplitKeysNumbers> list;
  const auto add = [&](int64_t unroll, int64_t threads, int64_t parts) {
    numbers.unroll = unroll, numbers.threads = threads, numbers.parts = parts;
    list.push_back(numbers);
  };
  add(4, 256, parts_for(2));
  add(4, 128, parts_for(4));
  add(2, 256, parts_for(4));
  add(8, 128, parts_for(2));
  add(4, 256, 1);
  return list;
}

namespace {

constexpr int64_t k_lane_columns = 32;  // columns that the lanes of a row have packs of
constexpr int64_t k_long_head = 64;     // sums of more columns leave no room for as many rows

}  // namespace

std::vector<PlainAttentionNumbers> plain_attention_numbers(const Subject& subject, const Nest& nest) {
  const auto plan = plan_attention(subject, nest);
  if (!plan) return {PlainAttentionNumbers{}};  // the schedule says what is wrong
  const int64_t terms = padded_length(subject, plan->terms);
  const int64_t columns = pieces(padded_length(subject, plan->column.count), k_lane_columns) * k_lane_columns;
  int64_t batch = 1;
  for (const lift::SpaceIndex& index : plan->batch) batch *= size_or(subject, index.count, 1);
  const int64_t rows = batch * size_or(subject, plan->row.count, k_usual_keys);
  std::vector<PlainAttentionNumbers> list;
  const auto add = [&](int64_t block_rows, int64_t thread_rows, int64_t groups) {
    list.push_back({block_rows, thread_rows, groups, terms, columns});
  };
  if (std::max(terms, columns) > k_usual_head) {
    add(16, 4, 1);
    add(32, 4, 1);
  } else if (std::max(terms, columns) > k_long_head) {
    add(64, 4, 1);
    add(32, 4, 2);
    add(16, 4, 2);
  } else {
    add(64, 8, 2);
    add(32, 4, 4);
    add(32, 8, 4);
    add(64, 4, 1);
    add(64, 4, 2);
  }
  // Few rows: many groups share a block's keys, so that there are blocks for every multiprocessor.
  const auto is_filling = [&](const PlainAttentionNumbers& each) {
    return pieces(rows, each.rows) >= k_processors * 3 / 4;
  };
  std::stable_partition(list.begin(), list.end(), is_filling);
  return list;
}

}  // namespace whet::write
