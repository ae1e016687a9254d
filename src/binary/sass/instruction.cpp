#include "binary/sass/instruction.h"

namespace whet {

std::string_view op_class_name(OpClass op_class) {
  static constexpr std::array<std::string_view, k_op_class_count> k_names = {
      "unknown",      "fp32",        "fp64",        "fp16",          "integer",      "move",
      "convert",      "special",     "tensor",      "load_global",   "store_global", "load_shared",
      "store_shared", "load_local",  "store_local", "load_constant", "load_generic", "store_generic",
      "async_copy",   "matrix_load", "atomic",      "texture",       "shuffle",      "barrier",
      "branch",       "uniform",     "predicate",   "system",        "filler"};
  return k_names[static_cast<size_t>(op_class)];
}

}  // namespace whet
