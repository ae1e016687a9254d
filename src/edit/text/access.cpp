#include "edit/text/access.h"

#include <algorithm>
#include <optional>

#include "source/text/word_list.h"

namespace whet::edit {

bool AccessList::is_clear(std::string_view array) const {
  return std::find(unclear.begin(), unclear.end(), array) == unclear.end();
}

namespace {

constexpr WordList k_value_changes("+= -= *= /= %= &= |= ^= ++ --");

void note_direction(const KernelText& text, Access& access) {
  const Code& code = text.code();
  size_t behind = access.close + 1;
  while (code.is(behind, ".") && code.is_word(behind + 1)) behind += 2;
  const bool counts = k_value_changes.holds(text.token(behind).text) || code.is(access.name - 1, "++") ||
                      code.is(access.name - 1, "--");
  if (code.is(access.name - 1, "&") && code.is(access.name - 2, "(") &&
      text.token(access.name - 3).text.starts_with("atomic")) {
    access.is_atomic = access.is_read = access.is_written = true;
  } else {
    access.is_written = counts || code.is(behind, "=");
    access.is_read = counts || !code.is(behind, "=");
  }
}

// A variable that points into an array parameter.
struct PointerLocal {
  const Local* local = nullptr;
  std::string array;
  size_t parameter = 0;                      // its token in the value
  size_t offset_first = 0, offset_last = 0;  // tokens of what is added; equal: nothing
};

// `x + offset` or `&x[offset]`; nothing for other values.
std::optional<PointerLocal> pointer_local(const KernelText& text, const Local& local) {
  const Code& code = text.code();
  if (!local.is_set_once || local.type.find('*') == std::string::npos) return std::nullopt;
  PointerLocal found;
  found.local = &local;
  const bool is_address = code.is(local.value_first, "&");
  found.parameter = local.value_first + (is_address ? 1 : 0);
  const KernelParameter* const parameter = text.parameter(text.token(found.parameter).text);
  if (!parameter || !parameter->is_array()) return std::nullopt;
  found.array = parameter->declared.name;
  const size_t after = found.parameter + 1;
  if (is_address) {
    if (!code.is(after, "[") || code.partner[after] + 1 != local.value_last) return std::nullopt;
    found.offset_first = after + 1;
    found.offset_last = code.partner[after];
  } else if (after < local.value_last) {
    if (!code.is(after, "+")) return std::nullopt;
    found.offset_first = after + 1;
    found.offset_last = local.value_last;
  }
  return found;
}

class AccessFinder {
 public:
  AccessFinder(const KernelText& text, const std::vector<Local>& locals) : text_(text), locals_(locals) {
    for (const Local& local : locals) {
      if (auto pointer = pointer_local(text, local)) pointers_.push_back(*pointer);
    }
  }

  AccessList run() {
    for (size_t i = text_.body_first(); i < text_.body_last(); ++i) {
      if (text_.code().is_word(i) && !text_.code().is(i - 1, ".") && !text_.code().is(i - 1, "->")) look_at(i);
    }
    return std::move(list_);
  }

 private:
  void look_at(size_t i) {
    const std::string name(text_.token(i).text);
    const KernelParameter* const parameter = text_.parameter(name);
    const auto pointer = std::find_if(pointers_.begin(), pointers_.end(), [&](const PointerLocal& each) {
      return each.local->name == name || each.parameter == i;
    });
    const bool is_declared = pointer != pointers_.end() && (pointer->local->token == i || pointer->parameter == i);
    if (is_declared) return;
    if (pointer != pointers_.end()) return add(i, pointer->array, &*pointer);
    if (parameter && parameter->is_array()) add(i, name, nullptr);
  }

  void add(size_t i, const std::string& array, const PointerLocal* pointer) {
    const Code& code = text_.code();
    const bool is_element = code.is(i + 1, "[") && !code.is(code.partner[i + 1] + 1, "[");
    const bool is_address = code.is(i - 1, "&") && !text_.token(i - 2).is_identifier() && !code.is(i - 2, ")");
    const bool is_atomic = is_address && code.is(i - 2, "(") && text_.token(i - 3).text.starts_with("atomic");
    if (!is_element || (is_address && !is_atomic)) return list_.unclear.push_back(array);
    Access access;
    access.array = array;
    access.base = text_.token(i).text;
    access.name = i;
    access.open = i + 1;
    access.close = code.partner[i + 1];
    access.index = IndexForm::read(text_, locals_, access.open + 1, access.close);
    if (pointer && pointer->offset_last > pointer->offset_first)
      access.index = access.index.plus(IndexForm::read(text_, locals_, pointer->offset_first, pointer->offset_last));
    note_direction(text_, access);
    list_.accesses.push_back(std::move(access));
  }

  const KernelText& text_;
  const std::vector<Local>& locals_;
  std::vector<PointerLocal> pointers_;
  AccessList list_;
};

}  // namespace

AccessList find_accesses(const KernelText& text, const std::vector<Local>& locals) {
  return AccessFinder(text, locals).run();
}

}  // namespace whet::edit
