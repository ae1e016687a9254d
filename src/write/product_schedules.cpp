#include "write/product_schedules.h"

#include <algorithm>

#include "write/attention_list.h"
#include "write/chain_list.h"
#include "write/product_list.h"
#include "write/products_apart_list.h"
#include "write/schedule_adder.h"

namespace whet::write {

namespace {

constexpr size_t k_thin_tensor = 4;   // products on tensor cores of which one side is short
constexpr size_t k_tensor_first = 2;  // kernels for every GPU before those that one kind alone can run

}  // namespace

void add_products(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  const auto add_tensor = [&](size_t most) {
    std::vector<TensorNumbers> numbers = tensor_numbers(subject, nest);
    numbers.resize(std::min(most, numbers.size()));
    add_schedule(
        subject, "tensor", numbers, [&](const TensorNumbers& each) { return write_tensor(subject, nest, each); },
        found);
  };
  const auto add_bulk = [&] {
    add_schedule(
        subject, "bulk", bulk_numbers(subject, nest),
        [&](const BulkNumbers& numbers) { return write_bulk(subject, nest, numbers); }, found);
  };
  const auto add_plain = [&] {
    add_schedule(
        subject, "product", product_numbers(subject, nest),
        [&](const ProductNumbers& numbers) { return write_product(subject, nest, numbers); }, found);
  };
  const bool is_tensor_first = is_tensor_likeliest(subject, nest);
  if (!is_tensor_first) add_plain();
  add_tensor(k_tensor_first);
  const bool is_bulk_first = is_bulk_likeliest(subject, nest);
  if (is_bulk_first) add_bulk();
  add_schedule(
      subject, "warpgroup", warpgroup_numbers(subject, nest),
      [&](const WarpgroupNumbers& numbers) { return write_warpgroup(subject, nest, numbers); }, found);
  if (!is_bulk_first) add_bulk();
  add_tensor(SIZE_MAX);
  if (is_tensor_first) add_plain();
}

void add_thin(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  const std::vector<ThinNumbers> list = thin_numbers(subject, nest);
  if (list.empty()) return;
  const auto add_of_cores = [&] {
    add_schedule(
        subject, "thin", list, [&](const ThinNumbers& numbers) { return write_thin(subject, nest, numbers); }, found);
  };
  const bool is_for_cores = is_for_plain_cores(subject, nest);
  if (is_for_cores) add_of_cores();
  std::vector<TensorNumbers> of_tensor = tensor_numbers(subject, nest);
  of_tensor.resize(std::min(k_thin_tensor, of_tensor.size()));
  add_schedule(
      subject, "tensor", of_tensor, [&](const TensorNumbers& numbers) { return write_tensor(subject, nest, numbers); },
      found);
  if (!is_for_cores) add_of_cores();
}

bool add_products_apart(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  const ProductsApartList list = products_apart_list(subject, nest);
  const auto add_apart = [&](size_t from, size_t to) {
    const auto at = [&](size_t i) {
      return list.numbers.begin() + static_cast<ptrdiff_t>(std::min(i, list.numbers.size()));
    };
    add_schedule(
        subject, "products_apart", std::vector<ProductsApartNumbers>(at(from), at(to)),
        [&](const ProductsApartNumbers& numbers) { return write_products_apart(subject, nest, numbers); }, found);
  };
  add_apart(0, k_tensor_first);
  add_schedule(
      subject, "bulk", bulk_numbers_of_two(subject, nest),
      [&](const BulkNumbers& numbers) { return write_bulk_of_two(subject, nest, numbers); }, found);
  add_apart(k_tensor_first, SIZE_MAX);
  return list.is_first;
}

void add_chains(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  const ChainList list = chain_list(subject, nest);
  const auto add_whole = [&] {
    add_schedule(
        subject, "chain", list.whole, [&](const ChainNumbers& numbers) { return write_chain(subject, nest, numbers); },
        found);
  };
  const auto add_tensor = [&] {
    add_schedule(
        subject, "tensor_chain", list.tensor,
        [&](const TensorChainNumbers& numbers) { return write_tensor_chain(subject, nest, numbers); }, found);
  };
  if (list.is_tensor_first) add_tensor();
  if (list.is_whole_first) add_whole();
  add_schedule(
      subject, "chain_apart", list.apart,
      [&](const ChainApartNumbers& numbers) { return write_chain_apart(subject, nest, numbers); }, found);
  if (!list.is_tensor_first) add_tensor();
  if (!list.is_whole_first) add_whole();
}

void add_attention(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  add_schedule(
      subject, "split_keys", split_keys_numbers(subject, nest),
      [&](const SplitKeysNumbers& numbers) { return write_split_keys(subject, nest, numbers); }, found);
  add_schedule(
      subject, "warpgroup_attention", warpgroup_attention_numbers(subject, nest),
      [&](const WarpgroupAttentionNumbers& numbers) { return write_warpgroup_attention(subject, nest, numbers); },
      found);
  add_schedule(
      subject, "attention", attention_numbers(subject, nest),
      [&](const AttentionNumbers& numbers) { return write_attention(subject, nest, numbers); }, found);
  add_schedule(
      subject, "plain_attention", plain_attention_numbers(subject, nest),
      [&](const PlainAttentionNumbers& numbers) { return write_plain_attention(subject, nest, numbers); }, found);
}

}  // namespace whet::write
