#include "ptx/reader/body_reader.h"

#include <utility>

#include "ptx/reader/constant.h"
#include "ptx/reader/declaration.h"

namespace whet::ptx {

namespace {

constexpr uint64_t k_most_registers = 1 << 20;

}  // namespace

BodyReader::BodyReader(Cursor& cursor, Places& places, Function& function,
                       std::function<bool(std::string_view)> is_module_name)
    : cursor_(cursor),
      places_(places),
      function_(function),
      is_module_name_(std::move(is_module_name)),
      names_(function) {
  for (const auto* list : {&function.returns, &function.parameters}) {
    for (const Variable& parameter : *list) names_.declare_variable(parameter.name);
  }
}

Result<void> BodyReader::read() {
  const uint32_t line = cursor_.line();
  places_.start_function();
  TRY_VOID(cursor_.expect("{"));
  depth_ = 1;
  while (depth_ > 0) {
    if (cursor_.at_end())
      return cursor_.error_at(line, "the body of `" + shown(function_.name) + "` is left open", "close it with `}`");
    TRY_VOID(read_statement());
  }
  return resolve();
}

Result<void> BodyReader::read_statement() {
  if (cursor_.accept(";")) return {};
  if (cursor_.sees("{")) return open_scope();
  if (cursor_.accept("}")) {
    if (--depth_ > 0) names_.close_scope();
    return {};
  }
  if (cursor_.sees(TokenKind::dotted)) return read_directive();
  if (cursor_.sees(TokenKind::word) && cursor_.ahead().is(":")) return read_label();
  return read_instruction();
}

Result<void> BodyReader::open_scope() {
  if (!names_.open_scope()) return cursor_.error("braces are nested too deeply", "nest at most 64 of them");
  cursor_.take();
  ++depth_;
  return {};
}

Result<void> BodyReader::read_directive() {
  if (cursor_.accept(".reg")) return read_registers();
  if (cursor_.accept(".loc")) return places_.read_loc(cursor_);
  if (cursor_.accept(".file")) return places_.read_file(cursor_);
  if (cursor_.accept(".pragma")) return read_pragma();
  return read_local_variables();
}

// .pragma "used_bytes_mask 0x7"; says which bytes of the next load are used. Other pragmas are ignored.
Result<void> BodyReader::read_pragma() {
  constexpr std::string_view k_used_bytes = "\"used_bytes_mask ";
  const std::string_view text = cursor_.peek().text;
  if (cursor_.sees(TokenKind::string) && text.starts_with(k_used_bytes)) {
    const auto mask = parse_literal(text.substr(k_used_bytes.size(), text.size() - k_used_bytes.size() - 1));
    if (mask && !mask->is_float && mask->bits != 0) used_bytes_ = static_cast<uint32_t>(mask->bits);
  }
  return cursor_.skip_past(";");
}

Result<void> BodyReader::read_registers() {
  int width = 1;
  if (cursor_.sees(".v2") || cursor_.sees(".v4")) width = cursor_.take().text[2] - '0';
  const auto type = cursor_.sees(TokenKind::dotted) ? parse_type(cursor_.peek().text.substr(1)) : std::nullopt;
  if (!type) return cursor_.unexpected("the type of a register");
  cursor_.take();
  do {
    TRY_VOID(read_register_names(*type, width));
  } while (cursor_.accept(","));
  return cursor_.expect(";");
}

Result<void> BodyReader::read_register_names(Type type, int width) {
  TRY(name, cursor_.expect_word("the name of a register"));
  if (!cursor_.accept("<")) return names_.declare_registers(name, type, width), Result<void>();
  TRY(count, read_integer(cursor_));
  if (count > k_most_registers)
    return cursor_.error(std::to_string(count) + " registers `" + shown(name) + "`", "declare at most 1048576");
  names_.declare_register_range(name, static_cast<uint32_t>(count), type);
  return cursor_.expect(">");
}

Result<void> BodyReader::read_local_variables() {
  const Linkage linkage = read_linkage(cursor_);
  const auto space = parse_space(cursor_.peek().text);
  if (!space) return cursor_.unexpected("a declaration or an instruction");
  cursor_.take();
  return read_variables(cursor_, *space, linkage, [&](Variable variable, std::string_view name) -> Result<void> {
    if (is_module_name_(name)) names_.reserve(name);
    variable.name = names_.declare_variable(name);
    function_.variables.push_back(std::move(variable));
    return {};
  });
}

Result<void> BodyReader::read_guard(Instruction& instruction) {
  instruction.guard_negated = cursor_.accept("!");
  TRY(name, cursor_.expect_word("a predicate"));
  instruction.guard = names_.find_register(name);
  if (instruction.guard == k_none)
    return cursor_.error("unknown register `" + shown(name) + "`", "declare it with .reg .pred in this scope");
  return {};
}

Result<void> BodyReader::read_instruction() {
  Instruction instruction;
  instruction.line = cursor_.line();
  instruction.place = places_.current();
  instruction.used_bytes = std::exchange(used_bytes_, ~0u);
  if (cursor_.accept("@")) TRY_VOID(read_guard(instruction));
  TRY(opcode, cursor_.expect_word("an instruction"));
  instruction.opcode = opcode;
  while (cursor_.sees(TokenKind::dotted)) instruction.modifiers.emplace_back(cursor_.take().text.substr(1));
  OperandReader operands(cursor_, names_, open_);
  TRY_VOID(operands.read_all(instruction, static_cast<uint32_t>(function_.body.size())));
  function_.body.push_back(std::move(instruction));
  return cursor_.expect(";");
}

}  // namespace whet::ptx
