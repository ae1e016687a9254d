#include "lift/reference/gpu_reference.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/evaluate/parameter_use.h"
#include "lift/expression/substitute.h"
#include "lift/reference/cpp_expression.h"
#include "lift/reference/gpu_statement.h"
#include "lift/reference/reference_parts.h"
#include "util/text.h"

namespace whet::lift {
namespace {

constexpr const char* k_launch = "grid = [1024]\nblock = [256]\n";  // any would do: its loops have the sizes

constexpr const char* k_begin = R"(#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>

template <typename T>
__device__ T largest_of(T a, T b) {
  return a < b ? b : a;
}
template <typename T, typename... More>
__device__ T largest_of(T a, T b, More... more) {
  return largest_of<T>(largest_of<T>(a, b), more...);
}
template <typename T>
__device__ T smallest_of(T a, T b) {
  return b < a ? b : a;
}
template <typename T, typename... More>
__device__ T smallest_of(T a, T b, More... more) {
  return smallest_of<T>(smallest_of<T>(a, b), more...);
}

// What the threads of a block or of a warp have, combined; every one of them gets it.
template <typename T, typename Combine>
__device__ T of_block(T mine, Combine combine) {
  __shared__ T kept[256];
  __syncthreads();
  kept[threadIdx.x] = mine;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) kept[threadIdx.x] = combine(kept[threadIdx.x], kept[threadIdx.x + half]);
  }
  __syncthreads();
  return kept[0];
}
template <typename T, typename Combine>
__device__ T of_warp(T mine, Combine combine) {
  for (int away = 16; away > 0; away /= 2) mine = combine(mine, __shfl_xor_sync(0xffffffffu, mine, away));
  return mine;
}
#define WHET_COMBINED(name, formula)                          \
  template <typename T>                                       \
  __device__ T name##_of_block(T mine) {                      \
    return of_block(mine, [](T a, T b) { return formula; });  \
  }                                                           \
  template <typename T>                                       \
  __device__ T name##_of_warp(T mine) {                       \
    return of_warp(mine, [](T a, T b) { return formula; });   \
  }
WHET_COMBINED(sum, a + b)
WHET_COMBINED(product, a * b)
WHET_COMBINED(largest, largest_of(a, b))
WHET_COMBINED(smallest, smallest_of(a, b))

)";

std::string integer_type(int bytes, bool is_unsigned) {
  return fmt::format("{}int{}_t", is_unsigned ? "u" : "", 8 * bytes);
}

// Nothing for elements of a type that nobody names.
std::string type_text(const ParameterUse& use) {
  const bool is_known = use.bytes == 1 || use.bytes == 2 || use.bytes == 4 || use.bytes == 8;
  if (!is_known || use.has_mixed_widths || use.has_members || (use.is_copied && use.has_alias)) return {};
  if (use.is_bool) return "bool";
  if (!use.is_real) return integer_type(use.bytes, use.is_unsigned);
  if (use.bytes == 1) return {};
  if (use.bytes == 2) return use.is_bfloat ? "__nv_bfloat16" : "__half";
  return use.bytes == 4 ? "float" : "double";
}

std::string size_text(const std::string& name) {
  return fmt::format("{{ type = \"i64\", value = \"{}\" }}", name);
}

struct Head {
  std::vector<std::string> parameters, passed;
};

Head head_of(const std::vector<ParameterUse>& uses, const std::vector<Parameter>& parameters, const ReferenceForm& form,
             CppExpression& text) {
  Head head;
  for (size_t i = 0; i < uses.size(); ++i) {
    const bool is_declared = i < parameters.size();
    const bool is_array = uses[i].is_array || (is_declared && parameters[i].is_pointer());
    const std::string name = text.parameter(static_cast<int>(i));
    std::string type = type_text(uses[i]);
    if (!is_array && is_declared && !uses[i].has_alias) type = parameters[i].base;
    if (type.empty() && is_array && uses[i].bytes == 0) type = "char";  // it is not used
    if (type.empty()) (void)text.fail("elements of a type that is not known here");
    head.parameters.push_back((is_array && !uses[i].is_written ? "const " : "") + type + (is_array ? "* " : " ") +
                              name);
    head.passed.push_back(i < form.first_size ? fmt::format("\"{}\"", name) : size_text(name));
  }
  for (const std::string& dim : form.further_dims) {
    head.parameters.push_back("int64_t " + dim);
    head.passed.push_back(size_text(dim));
  }
  return head;
}

// The statements with the indices of the first, where they pass through the same ranges.
Meaning with_shared_indices(Arena& arena, Meaning meaning) {
  for (Statement& statement : meaning.statements) {
    const std::vector<SpaceIndex>& first = meaning.statements.front().space;
    if (statement.space.size() != first.size()) continue;
    Replacements names;
    for (size_t i = 0; i < first.size(); ++i) names[statement.space[i].variable] = first[i].variable;
    const auto renamed = [&](Expr e) { return substitute(arena, e, names); };
    statement.value = renamed(statement.value), statement.offset = renamed(statement.offset);
    for (Expr& condition : statement.guard) condition = renamed(condition);
    for (SpaceIndex& index : statement.space)
      index.count = renamed(index.count), index.variable = renamed(index.variable);
  }
  return meaning;
}

bool have_same_indices(const Meaning& meaning) {
  const std::vector<SpaceIndex>& first = meaning.statements.front().space;
  return std::all_of(meaning.statements.begin(), meaning.statements.end(), [&](const Statement& statement) {
    return !statement.update && std::equal(statement.space.begin(), statement.space.end(), first.begin(), first.end(),
                                           [](const SpaceIndex& a, const SpaceIndex& b) {
                                             return a.variable == b.variable && a.count == b.count;
                                           });
  });
}

// Whether what is read of arrays that are stored to is the element that is stored at these indices.
bool read_own_elements(const Arena& arena, const Meaning& meaning) {
  for (const Statement& reader : meaning.statements) {
    for (const Expr root : roots_of(reader)) {
      for (const Expr part : arena.all_parts(root)) {
        const Node& node = arena[part];
        if (node.kind != Kind::load) continue;
        const bool is_other =
            std::any_of(meaning.statements.begin(), meaning.statements.end(),
                        [&](const Statement& s) { return s.array == node.args[0] && s.offset != node.args[1]; });
        if (is_other) return false;
      }
    }
  }
  return true;
}

using Group = std::vector<const Statement*>;

// Each for itself, where none reads what another stores; else all together, if each reads its own elements alone.
std::vector<Group> groups_of(const Arena& arena, const Meaning& meaning, CppExpression& text) {
  std::vector<Group> each;
  Group all;
  for (const Statement& statement : meaning.statements) {
    each.push_back({&statement});
    all.push_back(&statement);
  }
  if (all.empty() || !stores_must_wait(arena, meaning)) return each;
  if (!have_same_indices(meaning) || !read_own_elements(arena, meaning))
    (void)text.fail("stores that have to wait for each other");
  return {all};
}

}  // namespace

Result<std::string> gpu_reference(Arena& arena, const Meaning& original, const std::vector<Parameter>& parameters,
                                  const ReferenceForm& form) {
  const Meaning meaning = with_shared_indices(arena, original);
  if (!meaning.module_variables.empty()) return bad_input("module variables are not read on a GPU's reference");
  const std::vector<ParameterUse> uses = parameter_uses(arena, meaning, parameters);
  CppExpression text(arena, meaning, uses, form, CppTarget::device);
  for (const auto& group : groups_of(arena, meaning, text)) write_gpu_statements(arena, group, uses, text);
  const Head head = head_of(uses, parameters, form, text);
  if (!text.failure().empty() || text.dependence().overflows())
    return bad_input("there is no reference for a GPU for " + text.failure());
  const std::string& body = text.scopes().text();
  if (body.size() > k_longest_reference) return bad_input("the reference would be too long");
  std::string file =
      fmt::format("/* whet\n[[launch]]\nentry = \"reference\"\nargs = [{}]\n{}*/\n", join(head.passed, ", "), k_launch);
  for (const auto line : split(form.comment, '\n')) {
    if (!line.empty()) file += "// " + std::string(line) + "\n";
  }
  return file + k_begin + "extern \"C\" __global__ void reference(" + join(head.parameters, ", ") + ") {\n" + body +
         "}\n";
}

}  // namespace whet::lift
