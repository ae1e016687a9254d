#include "write/subject_writer.h"

#include <algorithm>
#include <iterator>

#include "write/kernels_apart.h"
#include "write/map_schedules.h"
#include "write/product_list.h"
#include "write/product_schedules.h"
#include "write/reduction_list.h"
#include "write/reduction_schedules.h"
#include "write/subject/nest.h"

namespace whet::write {

namespace {

bool is_chain(const WrittenKernels& found) {
  return std::any_of(found.kernels.begin(), found.kernels.end(),
                     [](const WrittenKernel& each) { return each.schedule.find("chain") != std::string::npos; });
}

// Constant memory has no address that a copy to shared memory takes.
bool reads_constants(const Subject& subject) {
  return std::any_of(subject.parameters.begin(), subject.parameters.end(),
                     [](const SubjectParameter& each) { return each.is_constant && each.is_array; });
}

void add_all(WrittenKernels& more, WrittenKernels& found) {
  std::move(more.kernels.begin(), more.kernels.end(), std::back_inserter(found.kernels));
  std::move(more.refused.begin(), more.refused.end(), std::back_inserter(found.refused));
}

}  // namespace

WrittenKernels write_nested(const Subject& subject) {
  WrittenKernels found;
  const auto nest = find_nest(subject);
  const bool is_plain = nest && !nest->crosses && !nest->changes_rows && nest->per_row.empty();
  if (!is_plain || reads_constants(subject)) return found;
  add_attention(subject, *nest, found);
  if (found.kernels.empty()) add_chains(subject, *nest, found);
  return found;
}

WrittenKernels write_kernels(const Subject& subject) {
  WrittenKernels found;
  const auto nest = find_nest(subject);
  if (!nest) {
    found.refused.push_back({"all", nest.error().what});
    add_apart(subject, found);
    return found;
  }
  if (nest->crosses) {
    found.refused.push_back({"others", "only maps keep the order of loads and stores in place"});
    add_map(subject, *nest, found);
    if (found.kernels.empty()) add_serial_map(subject, *nest, found);
    return found;
  }
  if (nest->changes_rows || !nest->per_row.empty()) {
    found.refused.push_back({"others", nest->changes_rows ? "only `rows` reads a row whole before it stores to it"
                                                          : "only `rows` stores once for a row beside its elements"});
    add_rows(subject, *nest, found);
    if (found.kernels.empty()) add_apart(subject, found);
    return found;
  }
  const bool is_staged = !reads_constants(subject);
  const bool is_split_first = is_worth_splitting(subject, *nest);
  const bool is_product_first = is_staged && is_worth_tiling(subject, *nest);
  if (is_staged) add_attention(subject, *nest, found);
  if (is_staged && found.kernels.empty()) add_chains(subject, *nest, found);
  if (is_chain(found)) {
    found.refused.push_back({"others", "they would repeat the inner sum of a chain of products for every element"});
    return found;
  }
  WrittenKernels apart;
  const bool is_apart_first = is_staged && add_products_apart(subject, *nest, apart);
  if (is_apart_first) add_all(apart, found);
  if (is_product_first) add_products(subject, *nest, found);
  if (is_staged) add_thin(subject, *nest, found);
  add_columns(subject, *nest, found);
  if (is_split_first) add_split(subject, *nest, found);
  add_moves(subject, *nest, found);
  add_updates(subject, *nest, found);
  add_pairs(subject, *nest, found);
  add_rows(subject, *nest, found);
  if (!is_split_first) add_split(subject, *nest, found);
  if (!is_product_first && is_staged) add_products(subject, *nest, found);
  if (!is_apart_first) add_all(apart, found);
  add_map(subject, *nest, found);
  if (found.kernels.empty()) add_apart(subject, found);
  if (found.kernels.empty()) add_serial_map(subject, *nest, found);
  return found;
}

}  // namespace whet::write
