#include "write/writer.h"

#include <algorithm>
#include <chrono>

#include "describe/lift_order.h"
#include "describe/problem_words.h"
#include "lift/confirm/confirm.h"
#include "lift/meaning/meaning.h"
#include "ptx/reader/parser.h"
#include "util/system/forked.h"
#include "util/text/json.h"
#include "write/attention_list.h"
#include "write/chain_list.h"
#include "write/problem_subject.h"
#include "write/product_list.h"
#include "write/schedule_list.h"
#include "write/schedule_neighbours.h"
#include "write/sequence_writer.h"
#include "write/subject/nest.h"
#include "write/subject/same_place.h"
#include "write/subject/statements_apart.h"
#include "write/text/joined_kernels.h"
#include "write/written_json.h"

namespace whet::write {

namespace {

constexpr std::chrono::milliseconds k_longest{20'000};
constexpr size_t k_node_budget = 2'000'000;
constexpr size_t k_thin_tensor = 4;     // products on tensor cores of which one side is short
constexpr size_t k_tensor_first = 2;    // kernels for every GPU before those that one kind alone can run
constexpr size_t k_most_further = 160;  // kernels beside those of the lists
constexpr size_t k_most_apart = 8;      // files of several kernels
constexpr size_t k_kept_further = 40;   // of these, where times are predicted
constexpr double k_worth_trying = 1.3;  // times what is predicted of the best

bool is_among(const WrittenKernel& kernel, const std::vector<WrittenKernel>& kernels) {
  return std::any_of(kernels.begin(), kernels.end(), [&](const WrittenKernel& known) {
    return known.source == kernel.source && known.sidecar() == kernel.sidecar();
  });
}

// What a schedule writes with numbers beside those of its list. The lists of products are whole.
template <typename Numbers, typename Write>
void add_neighbours(const std::vector<Numbers>& list, const Write& write, WrittenKernels& found) {
  for (const Numbers& numbers : list) {
    for (const Numbers& neighbour : neighbours(numbers)) {
      if (found.further.size() >= k_most_further) return;
      auto kernel = write(neighbour);
      if (kernel && !is_among(*kernel, found.kernels) && !is_among(*kernel, found.further))
        found.further.push_back(std::move(*kernel));
    }
  }
}

// Adds what a schedule writes with each of its numbers; equal files are kept once. Each file may take as long as
// another.
template <typename Numbers, typename Write>
void add_schedule(const Subject& subject, const char* name, const std::vector<Numbers>& list, const Write& write,
                  WrittenKernels& found) {
  std::vector<Numbers> written;
  const auto write_afresh = [&](const Numbers& numbers) {
    subject.arena.begin_work();
    return write(numbers);
  };
  for (const Numbers& numbers : list) {
    auto kernel = write_afresh(numbers);
    if (!kernel) {
      const bool is_new = std::none_of(found.refused.begin(), found.refused.end(), [&](const RefusedSchedule& known) {
        return known.schedule == name && known.reason == kernel.error().what;
      });
      if (is_new) found.refused.push_back({name, kernel.error().what});
      continue;
    }
    written.push_back(numbers);
    if (!is_among(*kernel, found.kernels)) found.kernels.push_back(std::move(*kernel));
  }
  if constexpr (requires(const Numbers& numbers) { neighbours(numbers); }) add_neighbours(written, write_afresh, found);
}

// A thread of a map loads and stores all that belongs to an element.
void note_places(const std::vector<SamePlace>& places, WrittenKernels& written) {
  for (auto* kernels : {&written.kernels, &written.further}) {
    for (WrittenKernel& kernel : *kernels) {
      if (kernel.schedule == "map") kernel.in_place = places;
    }
  }
}

Result<WrittenKernels> write_confirmed(const Problem& problem, const lift::ExplainRequest& request) {
  lift::Arena arena(k_node_budget);
  TRY(module, ptx::parse(request.ptx, problem.kernel));
  TRY(meaning, lift::find_meaning(module, request.kernel, request.parameters, arena));
  const auto confirmation =
      lift::confirm(arena, meaning, request.parameters, request.ptx, request.kernel, request.confirm);
  if (confirmation.verdict != lift::Confirmation::Verdict::confirmed)
    return bad_input("what the kernel computes is not confirmed: " + confirmation.reason, problem.kernel,
                     "edits and the tuner still apply");
  arena.begin_work();
  TRY(parameters, subject_parameters(arena, meaning, request.parameters));
  const auto passed = passed_arguments(problem);
  for (size_t i = 0; i < parameters.size() && i < passed->size(); ++i)
    note_argument(problem, *(*passed)[i], parameters[i]);
  const lift::SizeWords words = size_words(problem, *passed);
  Subject subject{arena,
                  meaning,
                  written_name(problem.entry),
                  lift::print(arena, meaning),
                  std::move(parameters),
                  words,
                  sizes_of(arena, words, problem),
                  cases_of(problem),
                  allows_tf32(problem)};
  WrittenKernels written = write_kernels(subject);
  if (!arena.exhausted().empty()) return bad_input(arena.exhausted(), problem.kernel);
  const ptx::Function* const original = module.function(request.kernel);
  if (original && loads_before_stores(*original)) note_places(same_places(subject), written);
  for (const SubjectCase& each : subject.cases) written.weights.push_back(each.weight);
  return written;
}

void add_columns(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  add_schedule(
      subject, "columns", columns_numbers(subject, nest),
      [&](const ColumnsNumbers& numbers) {
        auto whole = numbers.parts > 1 ? Result<WrittenKernel>(bad_input("")) : write_columns(subject, nest, numbers);
        return whole ? whole : write_split_columns(subject, nest, numbers);
      },
      found);
}

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
  add_tensor(k_tensor_first);
  const bool is_bulk_first = is_bulk_likeliest(subject, nest);
  if (is_bulk_first) add_bulk();
  add_schedule(
      subject, "warpgroup", warpgroup_numbers(subject, nest),
      [&](const WarpgroupNumbers& numbers) { return write_warpgroup(subject, nest, numbers); }, found);
  if (!is_bulk_first) add_bulk();
  add_tensor(SIZE_MAX);
  add_schedule(
      subject, "product", product_numbers(subject, nest),
      [&](const ProductNumbers& numbers) { return write_product(subject, nest, numbers); }, found);
}

// Products of which one side is short.
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

// Products of products, of which other schedules repeat the inner sum for each element of the result.
void add_chains(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  const ChainList list = chain_list(subject, nest);
  const auto add_whole = [&] {
    add_schedule(
        subject, "chain", list.whole, [&](const ChainNumbers& numbers) { return write_chain(subject, nest, numbers); },
        found);
  };
  if (list.is_whole_first) add_whole();
  add_schedule(
      subject, "chain_apart", list.apart,
      [&](const ChainApartNumbers& numbers) { return write_chain_apart(subject, nest, numbers); }, found);
  if (!list.is_whole_first) add_whole();
}

void add_attention(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  add_schedule(
      subject, "split_keys", split_keys_numbers(subject, nest),
      [&](const SplitKeysNumbers& numbers) { return write_split_keys(subject, nest, numbers); }, found);
  add_schedule(
      subject, "attention", attention_numbers(subject, nest),
      [&](const AttentionNumbers& numbers) { return write_attention(subject, nest, numbers); }, found);
  add_schedule(
      subject, "plain_attention", plain_attention_numbers(subject, nest),
      [&](const PlainAttentionNumbers& numbers) { return write_plain_attention(subject, nest, numbers); }, found);
}

void add_split(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  add_schedule(
      subject, "split", split_numbers(subject, nest),
      [&](const SplitNumbers& numbers) { return write_split(subject, nest, numbers); }, found);
}

// Maps that read other elements than those along the one they store.
void add_moves(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  add_schedule(
      subject, "tiles", tiles_numbers(subject, nest),
      [&](const TilesNumbers& numbers) { return write_tiles(subject, nest, numbers); }, found);
  add_schedule(
      subject, "stencil", stencil_numbers(subject, nest),
      [&](const StencilNumbers& numbers) { return write_stencil(subject, nest, numbers); }, found);
}

// Counters in shared memory come first, where updates cost least.
void add_updates(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  const auto histograms = histogram_numbers(subject, nest);
  const auto add_histogram = [&] {
    add_schedule(
        subject, "histogram", histograms,
        [&](const HistogramNumbers& numbers) { return write_histogram(subject, nest, numbers); }, found);
  };
  const bool has_counters = histograms.front().bins > 0;
  if (has_counters) add_histogram();
  add_schedule(
      subject, "scatter", scatter_numbers(subject, nest),
      [&](const ScatterNumbers& numbers) { return write_scatter(subject, nest, numbers); }, found);
  if (!has_counters) add_histogram();
}

// Reductions whose range or terms are those of another element.
void add_pairs(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  add_schedule(
      subject, "scan", scan_numbers(subject, nest),
      [&](const ScanNumbers& numbers) { return write_scan(subject, nest, numbers); }, found);
  const auto expanded = find_expanded_nest(subject);
  if (!expanded) return;
  add_schedule(
      subject, "pairwise", pairwise_numbers(subject, *expanded),
      [&](const PairwiseNumbers& numbers) { return write_pairwise(subject, *expanded, numbers); }, found);
}

struct SerialMapNumbers {
  int64_t threads;  // of a block
};

void add_map(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  add_schedule(
      subject, "map", map_numbers(subject, nest),
      [&](const MapNumbers& numbers) { return write_map(subject, nest, numbers); }, found);
}

// Reductions that no schedule shares out among threads: windows at the edges of an image, triangles, terms that a
// condition on the index chooses.
void add_serial_map(const Subject& subject, const Nest& nest, WrittenKernels& found) {
  add_schedule(
      subject, "map", std::vector<SerialMapNumbers>{{256}, {128}, {64}},
      [&](const SerialMapNumbers& each) { return write_map(subject, nest, {each.threads, 1, 1, true}); }, found);
}

struct PredictedKernel {
  double seconds = 0;
  WrittenKernel kernel;
};

// Takes those of the kernels that can be predicted, the fastest first, and leaves the others empty.
std::vector<PredictedKernel> take_predicted(std::vector<WrittenKernel>& kernels, const std::vector<double>& weights,
                                            const PredictionRates& rates) {
  std::vector<PredictedKernel> found;
  for (WrittenKernel& kernel : kernels) {
    const auto seconds = predicted_over_cases(kernel, weights, rates);
    if (!seconds) continue;
    kernel.predicted_overall = seconds;
    kernel.predicted_seconds = predicted_seconds(kernel, 0, rates);
    found.push_back({*seconds, std::move(kernel)});
    kernel = {};
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const PredictedKernel& a, const PredictedKernel& b) { return a.seconds < b.seconds; });
  return found;
}

// Statements that no schedule takes together, in kernels of their own.
void add_apart(const Subject& subject, WrittenKernels& found) {
  auto apart = statements_apart(subject);
  if (!apart) return found.refused.push_back({"apart", apart.error().what});
  std::vector<WrittenKernels> written;
  size_t most = 0;
  for (const Subject& part : apart->subjects) {
    written.push_back(write_kernels(part));
    if (written.back().kernels.empty()) {
      for (RefusedSchedule& each : written.back().refused) found.refused.push_back(std::move(each));
      return;
    }
    most = std::max(most, written.back().kernels.size());
  }
  for (size_t i = 0; i < std::min(most, k_most_apart); ++i) {
    std::vector<KernelPart> parts;
    for (size_t p = 0; p < written.size(); ++p) {
      const auto& kernels = written[p].kernels;
      parts.push_back({apart->subjects[p], kernels[std::min(i, kernels.size() - 1)]});
    }
    auto whole = joined(std::move(parts));
    if (whole) found.kernels.push_back(std::move(*whole));
    if (!whole) found.refused.push_back({"apart", whole.error().what});
  }
}

bool is_chain(const WrittenKernels& found) {
  return std::any_of(found.kernels.begin(), found.kernels.end(),
                     [](const WrittenKernel& each) { return each.schedule.starts_with("chain"); });
}

// Constant memory has no address that a copy to shared memory takes.
bool reads_constants(const Subject& subject) {
  return std::any_of(subject.parameters.begin(), subject.parameters.end(),
                     [](const SubjectParameter& each) { return each.is_constant && each.is_array; });
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
  const auto add_rows = [&] {
    add_schedule(
        subject, "rows", rows_numbers(subject, *nest),
        [&](const RowsNumbers& numbers) { return write_rows(subject, *nest, numbers); }, found);
  };
  if (nest->changes_rows || !nest->per_row.empty()) {
    found.refused.push_back({"others", nest->changes_rows ? "only `rows` reads a row whole before it stores to it"
                                                          : "only `rows` stores once for a row beside its elements"});
    add_rows();
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
  if (is_product_first) add_products(subject, *nest, found);
  if (is_staged) add_thin(subject, *nest, found);
  add_columns(subject, *nest, found);
  if (is_split_first) add_split(subject, *nest, found);
  add_moves(subject, *nest, found);
  add_updates(subject, *nest, found);
  add_pairs(subject, *nest, found);
  add_rows();
  if (!is_split_first) add_split(subject, *nest, found);
  if (!is_product_first && is_staged) add_products(subject, *nest, found);
  add_map(subject, *nest, found);
  if (found.kernels.empty()) add_apart(subject, found);
  if (found.kernels.empty()) add_serial_map(subject, *nest, found);
  return found;
}

Result<WrittenKernels> write_kernels(const Problem& tunable, Compiler& compiler) {
  if (tunable.is_host_function)
    return bad_input("a function that launches kernels itself is not written anew", tunable.kernel,
                     "describe its launches: docs/problem.md, [[launch]]");
  TRY(problem, settled(tunable));
  if (!passed_arguments(problem)) return write_sequence(problem, compiler);
  TRY(request, lift_order(problem, compiler));
  // In a process of its own: it may need more time or memory than there is.
  const auto work = [&] {
    request.confirm.most_work = lift::k_usual_work;
    return written_json(write_confirmed(problem, request)).dump(-1);
  };
  TRY(text, run_forked(work, WorkLimit::of_processor(k_longest)));
  TRY(json, Json::parse(text));
  return written_from_json(json);
}

void order_by_prediction(WrittenKernels& written, const PredictionRates& rates) {
  std::vector<PredictedKernel> predicted = take_predicted(written.kernels, written.weights, rates);
  std::vector<PredictedKernel> further = take_predicted(written.further, written.weights, rates);
  written.further.clear();
  for (PredictedKernel& each : further) {
    if (predicted.empty() || each.seconds > k_worth_trying * predicted.front().seconds) break;
    if (written.further.size() < k_kept_further) written.further.push_back(std::move(each.kernel));
  }
  if (!predicted.empty()) written.predicted_for = rates.gpu;
  auto next = predicted.begin();
  for (WrittenKernel& kernel : written.kernels) {
    if (kernel.schedule.empty()) kernel = std::move((next++)->kernel);
  }
}

}  // namespace whet::write
