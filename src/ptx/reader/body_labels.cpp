// Labels, tables of labels, and prototypes: what the names in a body refer to.
#include "ptx/reader/body_reader.h"

namespace whet::ptx {

using Kind = Operand::Kind;

// A label may be followed by a directive, as in "ts: .branchtargets A, B;".
Result<void> BodyReader::read_label() {
  const uint32_t line = cursor_.line();
  const std::string_view name = cursor_.take().text;
  cursor_.take();
  if (cursor_.accept(".branchtargets")) return read_table(name);
  if (cursor_.accept(".callprototype") || cursor_.accept(".calltargets")) {
    names_.declare_prototype(name);
    return cursor_.skip_past(";");
  }
  const auto target = static_cast<uint32_t>(function_.body.size());
  if (!names_.declare_label(name, target))
    return cursor_.error_at(line, "the label `" + shown(name) + "` stands twice in this scope",
                            "give one another name");
  function_.label_names.emplace_back(name);
  function_.label_targets.push_back(target);
  return {};
}

Result<void> BodyReader::read_table(std::string_view name) {
  std::vector<std::string_view> entries;
  do {
    TRY(entry, cursor_.expect_word("a label"));
    entries.push_back(entry);
  } while (cursor_.accept(","));
  names_.declare_table(name, std::move(entries));
  return cursor_.expect(";");
}

Result<void> BodyReader::resolve() {
  std::vector<OpenName> left;
  for (const OpenName& open : open_) {
    TRY(done, resolve_one(open));
    if (!done) left.push_back(open);
  }
  open_ = std::move(left);
  return {};
}

// Returns true when the name belongs to the function.
Result<bool> BodyReader::resolve_one(const OpenName& open) {
  if (names_.is_prototype(open.name, open.scope)) return true;
  if (open.operand == k_none) return false;
  Instruction& instruction = function_.body[open.instruction];
  Operand& operand = instruction.operands[open.operand];
  if (const auto* table = names_.find_table(open.name, open.scope)) {
    operand.kind = Kind::list;
    for (const std::string_view entry : *table) {
      TRY(target, label(entry, open));
      operand.elements.push_back(std::move(target));
    }
    return true;
  }
  const bool must_be_label = instruction.opcode == "bra" || instruction.opcode == "brx";
  if (!must_be_label && names_.find_label(open.name, open.scope) == k_none) return false;
  TRY(target, label(open.name, open));
  operand = std::move(target);
  return true;
}

Result<Operand> BodyReader::label(std::string_view name, const OpenName& open) const {
  Operand operand;
  operand.kind = Kind::label;
  operand.name = name;
  operand.index = names_.find_label(name, open.scope);
  if (operand.index == k_none)
    return cursor_.error_at(open.line, "unknown label `" + shown(name) + "`", "put the label into this function");
  return operand;
}

}  // namespace whet::ptx
