#include "edit/kind/private_counters.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "edit/text/atomic_update.h"
#include "edit/text/rewrite.h"
#include "problem/data/resolve.h"
#include "source/kernel/constants.h"

namespace whet::edit {

namespace {

constexpr uint64_t k_most_bytes = 24 * 1024;

// The number of elements, if all cases agree on it and the copy fits in shared memory.
std::optional<uint64_t> elements_of(const Problem& problem, const ProblemArgument& array) {
  std::optional<uint64_t> count;
  for (const ProblemCase& each : problem.cases) {
    const auto resolved = resolve_case(problem, each);
    if (!resolved) return std::nullopt;
    for (const ResolvedArgument& argument : resolved->arguments) {
      if (argument.name != array.name) continue;
      if (count && *count != argument.count) return std::nullopt;
      count = argument.count;
    }
  }
  return count && *count > 0 && *count * 4 <= k_most_bytes ? count : std::nullopt;
}

bool is_counter_type(const KernelText& text, const KernelParameter& parameter) {
  const ElementType type = parameter.argument->type;
  return type == ElementType::i32 || type == ElementType::u32 ||
         (type == ElementType::f32 && allows_rounding(text.problem()));
}

// The only `return` of the body: `if (...) return;` between its outermost statements. 0: there is none;
// nothing: returns of another form.
std::optional<size_t> early_return(const KernelText& text) {
  size_t found = 0;
  for (size_t at = text.body_first(); at < text.body_last(); at = statement_end(text, at)) {
    if (!text.mentions("return", at, statement_end(text, at))) continue;
    const size_t close = text.code().is(at, "if") ? text.code().partner[at + 1] : 0;
    const bool is_plain = close > 0 && text.code().is(close + 1, "return") && statement_end(text, at) == close + 3;
    if (!is_plain || found > 0) return std::nullopt;
    found = at;
  }
  return found;
}

std::string thread_text(const KernelText& text) {
  const auto& block = text.block();
  return block[1] == 1 && block[2] == 1 ? "threadIdx.x"
                                        : "threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)";
}

std::string threads_text(const KernelText& text) {
  const auto& block = text.block();
  return block[1] == 1 && block[2] == 1 ? "blockDim.x" : "blockDim.x * blockDim.y * blockDim.z";
}

struct Counters {
  std::string array, here, bins, type, bin;
  uint64_t count = 0;
};

std::string opening(const KernelText& text, const Counters& c, const std::string& in) {
  return fmt::format(
      "\n{0}constexpr unsigned {1} = {2};  // of `{3}`; each block adds to its own copy first\n"
      "{0}__shared__ {4} {5}[{1}];\n"
      "{0}for (unsigned {8} = {6}; {8} < {1}; {8} += {7}) {5}[{8}] = 0;\n{0}__syncthreads();",
      in, c.bins, c.count, c.array, c.type, c.here, thread_text(text), threads_text(text), c.bin);
}

std::string closing(const KernelText& text, const Counters& c, const std::string& in) {
  return fmt::format(
      "{0}__syncthreads();\n{0}for (unsigned {6} = {4}; {6} < {1}; {6} += {5}) {{\n"
      "{0}  if ({2}[{6}] != 0) atomicAdd(&{3}[{6}], {2}[{6}]);\n{0}}}\n",
      in, c.bins, c.here, c.array, thread_text(text), threads_text(text), c.bin);
}

// The first array that can have a copy.
std::optional<Counters> counters_of(const KernelText& text, const AtomicUpdates& found) {
  for (const AtomicUpdate& update : found.updates) {
    const KernelParameter& parameter = *text.parameter(update.array);
    const auto count = elements_of(text.problem(), *parameter.argument);
    if (!count || !found.is_only_updated(update.array) || !is_counter_type(text, parameter)) continue;
    return Counters{update.array,
                    text.fresh_name(update.array + "_here"),
                    text.fresh_name("kBins"),
                    parameter.declared.base,
                    text.fresh_name("bin_here"),
                    *count};
  }
  return std::nullopt;
}

Result<Draft> make_private(const KernelText& text, int64_t) {
  const AtomicUpdates found = find_atomic_updates(text);
  const auto counters = counters_of(text, found);
  if (!counters) return unfit(text, "no array of a fixed size that fits in shared memory is only added to");
  const auto leaves = early_return(text);
  if (!leaves) return unfit(text, "threads return before the end in a way that is not known");
  if (text.block()[0] == 0) return unfit(text, "the shape of the block is not known");
  Rewrite rewrite;
  const std::string in = text.indent(text.kernel().first) + "  ";
  rewrite.insert(text.token(text.kernel().head_end).end(), opening(text, *counters, in));
  for (const AtomicUpdate& update : found.updates) {
    if (update.array != counters->array) continue;
    const auto number = whole_number(update.index);
    if (number && *number >= 0 && static_cast<uint64_t>(*number) < counters->count) {
      rewrite.replace(text.token(update.call).offset, text.token(update.end - 1).end(),
                      fmt::format("atomicAdd(&{}[{}], {});", counters->here, *number, update.value));
      continue;
    }
    rewrite.replace(text.token(update.call).offset, text.token(update.end - 1).end(),
                    fmt::format("{{\n{0}  const auto {6} = {1};\n{0}  if (static_cast<unsigned long long>({6}) < {2}) "
                                "atomicAdd(&{3}[{6}], {4});\n{0}  else atomicAdd(&{5}[{6}], {4});\n{0}}}",
                                text.indent(update.call), update.index, counters->bins, counters->here, update.value,
                                counters->array, counters->bin));
  }
  std::string end = closing(text, *counters, in);
  if (*leaves > 0) {
    const size_t open = *leaves + 1, close = text.code().partner[open];
    rewrite.replace(text.token(*leaves).offset, text.token(close + 2).end(),
                    "if (!" + text.text(open, close + 1) + ") {");
    end = in + "}\n" + end;
  }
  const size_t brace = text.token(text.body_last()).offset;
  const size_t line = text.draft().source.find_last_not_of(" \t", brace - 1) + 1;
  const bool is_own_line = text.draft().source[line - 1] == '\n';
  rewrite.insert(is_own_line ? line : brace, (is_own_line ? "" : "\n") + end);
  Draft draft = text.draft();
  draft.source = rewrite.applied_to(draft.source);
  return draft;
}

}  // namespace

Edit private_counters_edit() {
  return {"private counters",
          "atomics",
          "each block adds to a copy in shared memory, and adds that to the array once",
          "latency.atomic_optimize",
          true,
          make_private,
          0};
}

}  // namespace whet::edit
