#include "binary/sass_oracle.h"

#include <gtest/gtest.h>

#include "binary/sass_lowerings.h"

namespace whet::test {

namespace {

using Answer = OracleAnswer;

constexpr Answer k_agrees{Answer::Kind::agrees, {}};
constexpr Answer k_disagrees{Answer::Kind::disagrees, {}};
constexpr Answer explained(std::string_view reason) {
  return {Answer::Kind::explained, reason};
}

// The line being checked and what is around it.
struct Place {
  std::span<const std::string> lines;
  uint32_t line;
  std::vector<PtxStatement> statements;

  // How many statements near by start like `statement`: loads that can be joined stand together.
  int neighbours(const PtxStatement& statement) const {
    constexpr uint32_t k_reach = 64;
    int count = 0;
    for (uint32_t i = line > k_reach ? line - k_reach : 1; i <= std::min<size_t>(lines.size(), line + k_reach); ++i) {
      for (const PtxStatement& other : ptx_statements(lines[i - 1])) count += other.opcode == statement.opcode;
    }
    return count;
  }
};

Answer explain(const Place& place, const std::vector<Lowering>& lowerings) {
  for (const Lowering& lowering : lowerings) {
    if (any_starts(place.statements, lowering.statements)) return explained(lowering.name);
  }
  return k_disagrees;
}

Answer check_access(const Instruction& instruction, const Place& place, const std::string& verb,
                    std::string_view space) {
  for (const PtxStatement& statement : place.statements) {
    const bool generic = !has(statement, "global") && !has(statement, "shared") && !has(statement, "local") &&
                         !has(statement, "const") && !has(statement, "param");
    if (!starts(statement, {verb, "multimem." + std::string(verb)}) ||
        !(space.empty() ? generic : has(statement, space)))
      continue;
    const int want = statement_bytes(statement), got = *instruction.width_bytes;
    if (want == got) return k_agrees;
    if (got > want && got % want == 0 && place.neighbours(statement) * want >= got)
      return explained("neighbours joined");
    if (got < want && want % got == 0 && (want > 8 || has(statement, "v2") || has(statement, "v4") || want == 8)) {
      return explained("unused part left out");
    }
    return k_disagrees;
  }
  return explain(place, {{{"wmma.load", "wmma.store"}, "matrix fragment"}, k_emulated_atomic, k_texture});
}

// Whether a load is marked as of read-only data exactly when the line says so.
Answer check_global_load(const Instruction& instruction, const Place& place) {
  const Answer width = check_access(instruction, place, "ld", "global");
  if (width.kind != Answer::Kind::agrees) return width;
  const bool constant = instruction.modifiers.contains(".CONSTANT");
  return constant == has(place.statements[0], "nc") || !place.statements[0].opcode.starts_with("ld") ? width
                                                                                                     : k_disagrees;
}

Answer check_local(const Instruction& instruction, const Place& place, const std::string& verb) {
  const Answer answer = check_access(instruction, place, verb, "local");
  return answer.kind == Answer::Kind::disagrees ? explained("spill") : answer;
}

Answer check_shared(const Instruction& instruction, const Place& place, const std::string& verb) {
  const Answer answer = check_access(instruction, place, verb, "shared");
  if (answer.kind != Answer::Kind::disagrees) return answer;
  return explain(
      place, {{{"mbarrier"}, "barrier word in shared memory"},
              {{"tcgen05.alloc", "tcgen05.dealloc", "tcgen05.relinquish_alloc_permit"}, "tensor memory allocation"}});
}

Answer check_atomic(const Instruction& instruction, const Place& place) {
  static constexpr std::string_view k_operations[] = {"add", "min", "max", "inc",  "dec",
                                                      "and", "or",  "xor", "exch", "cas"};
  for (const PtxStatement& statement : place.statements) {
    if (!starts(statement, {"atom", "red", "multimem.red"})) continue;
    if (instruction.modifiers.contains(".CAST.SPIN")) return explained("atomic as a loop or for a whole warp");
    if (instruction.modifiers.contains(".POPC.INC")) return has(statement, "add") ? k_agrees : k_disagrees;
    for (const std::string_view operation : k_operations) {
      if (!has(statement, operation)) continue;
      std::string printed = "." + std::string(operation);
      std::transform(printed.begin(), printed.end(), printed.begin(), ::toupper);
      if (instruction.modifiers.contains(printed)) {
        const int bytes = statement_bytes(statement);
        if (bytes == 2) return explained("atomic as a loop or for a whole warp");
        return bytes == *instruction.width_bytes ? k_agrees : k_disagrees;
      }
      return instruction.modifiers.contains(".CAS") ? explained("atomic as a loop or for a whole warp") : k_disagrees;
    }
  }
  return explain(
      place, {{{"mbarrier", "cp.async.mbarrier"}, "barrier before sm_90"}, {{"tcgen05"}, "tensor memory allocation"}});
}

Answer check_shuffle(const Instruction& instruction, const Place& place) {
  static const std::map<std::string_view, std::string_view> k_modes = {
      {"idx", ".IDX"}, {"up", ".UP"}, {"down", ".DOWN"}, {"bfly", ".BFLY"}};
  const bool out_of_line = (instruction.low & 0xfff) == 0x389;  // all operands in registers
  for (const PtxStatement& statement : place.statements) {
    if (!starts(statement, {"shfl"})) continue;
    for (const auto& [part, printed] : k_modes) {
      if (!has(statement, part)) continue;
      if (instruction.modifiers.contains(printed)) return k_agrees;
      return out_of_line ? explained("copy for a diverged warp") : k_disagrees;
    }
  }
  return explain(
      place,
      {k_emulated_atomic, k_emulated_matrix, {{"ret", "vote", "bar.warp", "mbarrier"}, "shared by several lines"}});
}

Answer check_special_function(const Instruction& instruction, const Place& place) {
  static const std::map<std::string_view, Names> k_functions = {
      {".EX2", {"ex2"}}, {".LG2", {"lg2"}},   {".RCP", {"rcp"}},   {".RSQ", {"rsqrt"}},  {".SIN", {"sin"}},
      {".COS", {"cos"}}, {".SQRT", {"sqrt"}}, {".TANH", {"tanh"}}, {".RCP64H", {"rcp"}}, {".RSQ64H", {"rsqrt"}}};
  std::string_view function = instruction.modifiers.view();
  if (function.ends_with(".F16")) function.remove_suffix(4);
  const auto found = k_functions.find(function);
  if (found == k_functions.end()) return k_disagrees;
  const bool wide = function.ends_with("64H");
  for (const PtxStatement& statement : place.statements) {
    if (starts(statement, found->second)) return wide == has(statement, "f64") ? k_agrees : k_disagrees;
  }
  const bool inverse = function.starts_with(".RCP") || function.starts_with(".RSQ");
  if (!inverse) return k_disagrees;
  return explain(place, {k_division, k_slow_path, k_texture, k_moved_division});
}

// "S8.U8": the statement must name both. Narrow floats of different kinds are only in the modifiers.
bool has_types(const PtxStatement& statement, const Instruction& instruction) {
  auto types = split(instruction.tensor_type, '.');
  if (instruction.tensor_type == "F8F6F4") {
    const auto parts = split(instruction.modifiers, '.');
    types = {parts[parts.size() - 2], parts.back()};
  }
  return std::all_of(types.begin(), types.end(), [&](std::string_view type) { return has(statement, lower(type)); });
}

// Shapes of Volta and Turing, 4-bit integers, 8-bit floats and large double products are not native everywhere.
bool is_emulated_somewhere(const PtxStatement& statement) {
  const Names types = {"s4", "u4", "b1", "e4m3", "e5m2", "f64"};
  return statement_shape(statement)[0] == 8 ||
         std::any_of(types.begin(), types.end(), [&](const std::string& type) { return has(statement, type); });
}

Answer check_matrix(const Instruction& instruction, const Place& place) {
  for (const PtxStatement& statement : place.statements) {
    if (!starts(statement, {"mma", "wmma.mma"})) continue;
    const auto shape = statement_shape(statement);
    if (shape == instruction.tensor_shape) return has_types(statement, instruction) ? k_agrees : k_disagrees;
    if (starts(statement, {"wmma"})) return explained("fragment of 16x16x16 split");
    return is_emulated_somewhere(statement) ? explained("matrix product through another type") : k_disagrees;
  }
  return explain(place, {k_slow_path});
}

Answer check_matrix_access(const Instruction& instruction, const Place& place, const std::string& verb) {
  for (const PtxStatement& statement : place.statements) {
    if (!starts(statement, {verb})) continue;
    const int count = has(statement, "x4") ? 4 : has(statement, "x2") ? 2 : 1;
    const int registers = has(statement, "m16n16") ? 2 * count : count;
    return *instruction.width_bytes == 4 * registers ? k_agrees : k_disagrees;
  }
  return k_disagrees;
}

Answer check_async_copy(const Instruction& instruction, const Place& place) {
  for (const PtxStatement& statement : place.statements) {
    if (!starts(statement, {"cp.async"})) continue;
    const auto operands = split(statement.operands, ',');
    int bytes = 0;
    if (operands.size() > 2) std::from_chars(trim(operands[2]).data(), operands[2].data() + operands[2].size(), bytes);
    return bytes == *instruction.width_bytes && has(statement, "cg") == instruction.modifiers.contains(".BYPASS")
               ? k_agrees
               : k_disagrees;
  }
  return k_disagrees;
}

Answer check_barrier(const Instruction& instruction, const Place& place) {
  static const std::map<std::string_view, std::string_view> k_modes = {
      {"sync", ".SYNC"}, {"arrive", ".ARV"}, {"red", ".RED"}};
  for (const PtxStatement& statement : place.statements) {
    if (!starts(statement, {"bar", "barrier"})) continue;
    for (const auto& [part, printed] : k_modes) {
      if (has(statement, part))
        return instruction.modifiers.contains(printed) ? k_agrees : explained("cluster barrier");
    }
    return explained("cluster barrier");
  }
  return explain(place, {{{"trap"}, "divergent barrier"}, {{"ret", "bra"}, "shared by several lines"}});
}

Answer check_tensor_copy(const Instruction& instruction, const Place& place) {
  static constexpr std::string_view k_dimensions[] = {"1d", "2d", "3d", "4d", "5d"};
  for (const PtxStatement& statement : place.statements) {
    if (!has(statement, "tensor")) continue;
    for (const std::string_view dimension : k_dimensions) {
      if (!has(statement, dimension)) continue;
      const char printed[] = {'.', dimension[0], 'D', '\0'};
      return instruction.modifiers.contains(printed) ? k_agrees : k_disagrees;
    }
  }
  return k_disagrees;
}

// Warpgroup products stand on the lines around them: the shape must at least be one that the PTX asks for.
Answer check_group_matrix(const Instruction& instruction, const Place& place) {
  for (const std::string& line : place.lines) {
    for (const PtxStatement& statement : ptx_statements(line)) {
      if (starts(statement, {"wgmma.mma_async"}) && statement_shape(statement) == instruction.tensor_shape)
        return k_agrees;
    }
  }
  return k_disagrees;
}

Answer check_simple(const Rule& rule, const Place& place) {
  return any_starts(place.statements, rule.direct) ? k_agrees : explain(place, rule.lowerings);
}

Answer check_named(const Instruction& instruction, const Place& place) {
  const std::string_view name = instruction.name;
  if (name == "LDG") return check_global_load(instruction, place);
  if (name == "STG") return check_access(instruction, place, "st", "global");
  if (name == "LD") return check_access(instruction, place, "ld", "");
  if (name == "ST") return check_access(instruction, place, "st", "");
  if (name == "LDS") return check_shared(instruction, place, "ld");
  if (name == "STS") return check_shared(instruction, place, "st");
  if (name == "LDL") return check_local(instruction, place, "ld");
  if (name == "STL") return check_local(instruction, place, "st");
  if (instruction.op_class == OpClass::atomic && name != "REDAS") return check_atomic(instruction, place);
  if (name == "SHFL") return check_shuffle(instruction, place);
  if (name == "MUFU") return check_special_function(instruction, place);
  if (name == "HMMA" || name == "IMMA" || name == "DMMA" || name == "BMMA" || name == "QMMA" || name == "OMMA")
    return check_matrix(instruction, place);
  if (name == "HGMMA" || name == "IGMMA" || name == "BGMMA" || name == "QGMMA")
    return check_group_matrix(instruction, place);
  if (name == "LDSM") return check_matrix_access(instruction, place, "ldmatrix");
  if (name == "STSM") return check_matrix_access(instruction, place, "stmatrix");
  if (name == "LDGSTS") return check_async_copy(instruction, place);
  if (name == "BAR") return check_barrier(instruction, place);
  if (name == "UTMALDG" || name == "UTMASTG" || name == "UTMAREDG" || name == "UTMAPF")
    return check_tensor_copy(instruction, place);
  const auto rule = simple_rules().find(name);
  return rule == simple_rules().end() ? Answer{} : check_simple(rule->second, place);
}

}  // namespace

OracleAnswer check_against_ptx(const Instruction& instruction, std::span<const std::string> ptx_lines, uint32_t line) {
  if (line == 0 || line > ptx_lines.size() || instruction.never_executes) return {};
  const Place place{ptx_lines, line, ptx_statements(ptx_lines[line - 1])};
  return check_named(instruction, place);
}

TEST(SassOracle, SplitsALineIntoStatementsWithoutGuardsAndLabels) {
  const auto statements =
      ptx_statements("W: { .reg .pred p; @!p shfl.sync.bfly.b32 %r1, %r2, 1, 31, -1; add.s32 %r3, %r1, 1; }");
  ASSERT_EQ(statements.size(), 2u);
  EXPECT_EQ(statements[0].opcode, "shfl.sync.bfly.b32");
  EXPECT_EQ(statements[1].operands, "%r3, %r1, 1");
}

TEST(SassOracle, SeesALoadOfTheWrongWidth) {
  Instruction load{.name = "LDG", .op_class = OpClass::load_global, .width_bytes = 8};
  const std::vector<std::string> lines = {"ld.global.v2.f32 {%f1, %f2}, [%rd1];", "ld.global.f32 %f1, [%rd1];"};
  EXPECT_EQ(check_against_ptx(load, lines, 1).kind, OracleAnswer::Kind::agrees);
  EXPECT_EQ(check_against_ptx(load, lines, 2).kind, OracleAnswer::Kind::disagrees);
}

}  // namespace whet::test
