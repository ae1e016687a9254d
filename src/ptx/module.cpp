#include "ptx/module.h"

#include <algorithm>

namespace whet::ptx {

bool Instruction::has(std::string_view modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

Type Instruction::type(int which) const {
  for (const std::string& modifier : modifiers) {
    const auto type = parse_type(modifier);
    if (type && which-- == 0) return *type;
  }
  return Type::none;
}

int Instruction::type_count() const {
  return static_cast<int>(std::count_if(modifiers.begin(), modifiers.end(),
                                        [](const std::string& m) { return parse_type(m).has_value(); }));
}

std::string Instruction::full_opcode() const {
  std::string text = opcode;
  for (const std::string& modifier : modifiers) text.append(".").append(modifier);
  return text;
}

const Function* Module::function(std::string_view name) const {
  const auto found = std::find_if(functions.begin(), functions.end(), [&](const auto& f) { return f.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

const Variable* Module::variable(std::string_view name) const {
  const auto found = std::find_if(variables.begin(), variables.end(), [&](const auto& v) { return v.name == name; });
  return found == variables.end() ? nullptr : &*found;
}

std::string source_text(const Module& module, const Instruction& instruction) {
  if (instruction.place >= module.places.size()) return {};
  const SourcePlace& place = module.places[instruction.place];
  if (place.line == 0 || place.file >= module.files.size() || module.files[place.file].empty()) return {};
  return module.files[place.file] + ":" + std::to_string(place.line);
}

}  // namespace whet::ptx
