#include "write/subject/subject.h"

#include <fmt/format.h>

#include <algorithm>

#include "problem/signature/c_type.h"
#include "write/subject/variable_text.h"

namespace whet::write {

namespace {

ElementType type_of_use(const lift::ParameterUse& use) {
  if (use.is_bool) return ElementType::boolean;
  if (use.is_real && use.bytes == 8) return ElementType::f64;
  if (use.is_real && use.bytes == 4) return ElementType::f32;
  if (use.is_real) return use.is_bfloat ? ElementType::bf16 : ElementType::f16;
  switch (use.bytes) {
    case 1:
      return use.is_unsigned ? ElementType::u8 : ElementType::i8;
    case 2:
      return use.is_unsigned ? ElementType::u16 : ElementType::i16;
    case 8:
      return use.is_unsigned ? ElementType::u64 : ElementType::i64;
    default:
      return use.is_unsigned ? ElementType::u32 : ElementType::i32;
  }
}

// Names that schedules use themselves; a parameter with one of them gets another.
constexpr std::string_view k_own_names[] = {"across",
                                            "add_hidden",
                                            "ahead",
                                            "ahead_of_lane",
                                            "all",
                                            "all_lanes",
                                            "all_packs",
                                            "all_tiles",
                                            "along",
                                            "at",
                                            "base",
                                            "before",
                                            "begin",
                                            "begun",
                                            "best",
                                            "best_found",
                                            "bin",
                                            "blocks",
                                            "blocks_x",
                                            "blocks_y",
                                            "blocks_z",
                                            "bottom",
                                            "box",
                                            "buffer",
                                            "can_map",
                                            "candidate",
                                            "carry",
                                            "chunk",
                                            "column",
                                            "columns_here",
                                            "count",
                                            "count_across",
                                            "count_down",
                                            "counts",
                                            "divide",
                                            "down",
                                            "e",
                                            "element",
                                            "elements",
                                            "empty",
                                            "end",
                                            "end_key",
                                            "end_shared",
                                            "factor",
                                            "fetch_inner_left",
                                            "fetch_inner_right",
                                            "fetch_inputs",
                                            "fetch_key",
                                            "fetch_keys",
                                            "fetch_left",
                                            "fetch_next",
                                            "fetch_queries",
                                            "fetch_query",
                                            "fetch_right",
                                            "fetch_units",
                                            "fetch_value",
                                            "fetch_values",
                                            "first",
                                            "first_column",
                                            "first_key",
                                            "first_row",
                                            "first_shared",
                                            "first_unit",
                                            "found",
                                            "free",
                                            "full",
                                            "given",
                                            "greatest",
                                            "group",
                                            "has_whole_tiles",
                                            "held",
                                            "hidden_column",
                                            "hidden_row",
                                            "hidden_sums",
                                            "hidden_tile",
                                            "i",
                                            "in_tile",
                                            "in_warp",
                                            "inner_left_tile",
                                            "inner_right_tile",
                                            "inner_terms",
                                            "input_tile",
                                            "input_tiles",
                                            "inverse",
                                            "is_aligned",
                                            "is_edge",
                                            "is_held",
                                            "is_inner_left_wide",
                                            "is_inner_right_wide",
                                            "is_key_wide",
                                            "is_keys_wide",
                                            "is_left_mapped",
                                            "is_left_wide",
                                            "is_queries_wide",
                                            "is_query_wide",
                                            "is_right_mapped",
                                            "is_right_wide",
                                            "is_row",
                                            "is_score_wide",
                                            "is_shared",
                                            "is_there",
                                            "is_value_wide",
                                            "is_values_wide",
                                            "is_wide",
                                            "j",
                                            "k",
                                            "keep_inner_left",
                                            "keep_inner_right",
                                            "keep_left",
                                            "keep_right",
                                            "key",
                                            "key_place",
                                            "key_tile",
                                            "l",
                                            "lane",
                                            "lane_column",
                                            "lane_row",
                                            "last",
                                            "left_across",
                                            "left_copy",
                                            "left_count",
                                            "left_down",
                                            "left_line",
                                            "left_matrix",
                                            "left_pitch",
                                            "left_place",
                                            "left_runs",
                                            "left_term",
                                            "left_tile",
                                            "left_tiles",
                                            "length",
                                            "line",
                                            "lines",
                                            "lines_here",
                                            "load_ahead",
                                            "load_inner_left",
                                            "load_inner_right",
                                            "load_left",
                                            "load_right",
                                            "make_hidden",
                                            "maps",
                                            "matrix",
                                            "member",
                                            "mine",
                                            "mixed",
                                            "modulo",
                                            "more",
                                            "multiply",
                                            "next",
                                            "next_slice",
                                            "next_tile",
                                            "number",
                                            "of_group",
                                            "of_hidden",
                                            "of_inputs",
                                            "of_keys",
                                            "of_lane",
                                            "of_left",
                                            "of_other",
                                            "of_queries",
                                            "of_right",
                                            "of_row",
                                            "of_slice",
                                            "of_tiles_before",
                                            "of_units",
                                            "of_values",
                                            "of_weights",
                                            "operand_copies",
                                            "other",
                                            "own",
                                            "own_weights",
                                            "p",
                                            "pack",
                                            "packs",
                                            "pair",
                                            "part",
                                            "phase",
                                            "place",
                                            "previous",
                                            "query_place",
                                            "query_tile",
                                            "release",
                                            "rest",
                                            "right_across",
                                            "right_copy",
                                            "right_count",
                                            "right_down",
                                            "right_line",
                                            "right_matrix",
                                            "right_pitch",
                                            "right_place",
                                            "right_runs",
                                            "right_term",
                                            "right_tile",
                                            "right_tiles",
                                            "row",
                                            "row_end",
                                            "row_first",
                                            "rows_here",
                                            "run",
                                            "s",
                                            "scanned",
                                            "score",
                                            "scores",
                                            "share",
                                            "shrink",
                                            "slice",
                                            "slice_end",
                                            "slice_here",
                                            "slot",
                                            "so_far",
                                            "square",
                                            "stage",
                                            "start",
                                            "step",
                                            "strip",
                                            "strips",
                                            "sums",
                                            "takers",
                                            "tensor_maps",
                                            "term",
                                            "term_tile",
                                            "term_tiles",
                                            "terms",
                                            "terms_here",
                                            "threads_x",
                                            "threads_y",
                                            "threads_z",
                                            "tile",
                                            "tile_carries",
                                            "tile_column",
                                            "tile_row",
                                            "tile_totals",
                                            "tile_words",
                                            "tiles",
                                            "tiles_across",
                                            "tiles_down",
                                            "to",
                                            "top",
                                            "total",
                                            "turn",
                                            "turned",
                                            "unit",
                                            "unit_tile",
                                            "unit_tiles",
                                            "update",
                                            "valid",
                                            "value",
                                            "value_place",
                                            "value_tile",
                                            "values",
                                            "warp",
                                            "warp_column",
                                            "warp_row",
                                            "weight",
                                            "weight_found",
                                            "weight_tile",
                                            "weights",
                                            "words"};

std::string parameter_name(const Parameter& source, size_t number) {
  if (source.name.empty()) return fmt::format("p{}", number);
  const bool is_taken = std::find(std::begin(k_own_names), std::end(k_own_names), source.name) != std::end(k_own_names);
  return source.name + (is_taken ? "_" : "");
}

Error not_written(std::string_view what) {
  return bad_input(fmt::format("no kernel is written for {}", what), {}, "edits and the tuner still apply");
}

Result<SubjectParameter> subject_parameter(const Parameter& source, const lift::ParameterUse& use, size_t number) {
  if (use.has_members) return not_written("a kernel that gets a struct");
  if (use.has_mixed_widths) return not_written(fmt::format("the array `{}`, read with two widths", source.name));
  SubjectParameter found;
  found.name = parameter_name(source, number);
  found.argument = source.name.empty() ? found.name : source.name;
  found.is_array = use.is_array || source.is_pointer();
  found.is_written = use.is_written;
  const auto named = c_type(source.base);
  // A number of less than 32 bits is used as one of 32.
  const bool is_narrow = named && !found.is_array && !use.is_real && !is_floating(named->element) &&
                         bytes_of(named->element) < static_cast<uint64_t>(use.bytes);
  const bool fits =
      is_narrow || (named && (use.bytes == 0 || bytes_of(named->element) == static_cast<uint64_t>(use.bytes)) &&
                    (use.is_copied || use.bytes == 0 || is_floating(named->element) == use.is_real));
  if (!fits && use.bytes == 0) return not_written(fmt::format("the parameter `{}` of an unknown type", source.name));
  found.type = fits ? named->element : type_of_use(use);
  const bool is_small = found.type == ElementType::e4m3 || found.type == ElementType::e5m2;
  if (is_small && (!use.is_real || use.is_written)) return not_written("8-bit floating point that is not only read");
  return found;
}

Result<SubjectParameter> subject_variable(const lift::ModuleVariable& variable, lift::ParameterUse use) {
  if (use.is_written) return not_written(fmt::format("a kernel that writes the variable `{}`", variable.name));
  if (use.has_members || use.has_mixed_widths) return not_written(fmt::format("the struct `{}`", variable.name));
  SubjectParameter found;
  found.name = parameter_name(Parameter{.name = variable.name}, 0);
  found.argument = variable.name;
  found.is_array = use.is_array;
  found.is_passed = false;
  found.is_constant = variable.is_constant;
  if (!use.is_array) use.bytes = static_cast<int>(variable.bytes);
  if (use.bytes == 0) return found;  // nothing depends on it
  if (use.is_copied) use.is_real = use.bytes >= 4;
  found.type = type_of_use(use);
  found.elements = static_cast<int64_t>(variable.bytes) / use.bytes;
  TRY(declaration, variable_text(variable, found));
  found.declaration = declaration;
  return found;
}

}  // namespace

std::string_view cuda_name(ElementType type) {
  switch (type) {
    case ElementType::f16:
      return "__half";
    case ElementType::bf16:
      return "__nv_bfloat16";
    case ElementType::f32:
      return "float";
    case ElementType::f64:
      return "double";
    case ElementType::e4m3:
      return "__nv_fp8_e4m3";
    case ElementType::e5m2:
      return "__nv_fp8_e5m2";
    case ElementType::i8:
      return "signed char";
    case ElementType::u8:
      return "unsigned char";
    case ElementType::i16:
      return "short";
    case ElementType::u16:
      return "unsigned short";
    case ElementType::i32:
      return "int";
    case ElementType::u32:
      return "unsigned int";
    case ElementType::i64:
      return "long long";
    case ElementType::u64:
      return "unsigned long long";
    case ElementType::boolean:
      return "bool";
  }
  return "float";
}

std::string zero_of(ElementType type) {
  return fmt::format("({}){}", cuda_name(type), is_floating(type) ? "0.0f" : "0");
}

bool Subject::is_double() const {
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const SubjectParameter& each) { return each.type == ElementType::f64; });
}

const SubjectParameter& Subject::parameter(Expr array) const {
  return parameters[static_cast<size_t>(arena[array].value)];
}

Result<std::vector<SubjectParameter>> subject_parameters(const lift::Arena& arena, const lift::Meaning& meaning,
                                                         const std::vector<Parameter>& parameters) {
  const auto uses = lift::parameter_uses(arena, meaning, parameters);
  const auto& variables = meaning.module_variables;
  if (uses.size() != parameters.size() + variables.size())
    return not_written("a kernel whose parameters its source does not show");
  std::vector<SubjectParameter> list;
  for (size_t i = 0; i < parameters.size(); ++i) {
    TRY(parameter, subject_parameter(parameters[i], uses[i], i));
    list.push_back(std::move(parameter));
  }
  for (size_t i = 0; i < variables.size(); ++i) {
    TRY(variable, subject_variable(variables[i], uses[parameters.size() + i]));
    list.push_back(std::move(variable));
  }
  return list;
}

}  // namespace whet::write
