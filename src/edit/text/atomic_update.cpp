#include "edit/text/atomic_update.h"

#include <algorithm>
#include <optional>

namespace whet::edit {

namespace {

bool is_array_parameter(const KernelText& text, size_t i) {
  const KernelParameter* const parameter = text.code().is_word(i) ? text.parameter(text.token(i).text) : nullptr;
  return parameter && parameter->is_array();
}

std::optional<AtomicUpdate> update_at(const KernelText& text, size_t i) {
  const Code& code = text.code();
  if (!code.is(i, "atomicAdd") || !code.is(i + 1, "(")) return std::nullopt;
  const size_t close = code.partner[i + 1];
  const Token& before = text.token(i - 1);
  const bool is_statement = before.is(";") || before.is("{") || before.is("}") || before.is(")") || before.is("else");
  if (!is_statement || !code.is(close + 1, ";")) return std::nullopt;
  AtomicUpdate update{i, close + 2, {}, "0", {}, 0, 0};
  size_t at = i + 2;
  const bool takes_address = code.is(at, "&");
  if (takes_address) ++at;
  if (!is_array_parameter(text, at)) return std::nullopt;
  update.array = text.token(at).text;
  if (takes_address != code.is(at + 1, "[")) return std::nullopt;
  if (takes_address) {
    update.index_first = at + 2;
    update.index_last = code.partner[at + 1];
    update.index = text.text(update.index_first, update.index_last);
    at = update.index_last;
  }
  if (!code.is(at + 1, ",")) return std::nullopt;
  update.value = text.text(at + 2, close);
  const bool has_comma = [&] {
    for (size_t k = at + 2; k < close; k = std::max(code.partner[k], k) + 1) {
      if (code.is(k, ",")) return true;
    }
    return false;
  }();
  return has_comma ? std::nullopt : std::optional(update);
}

}  // namespace

bool AtomicUpdates::is_only_updated(const std::string& array) const {
  return std::find(others.begin(), others.end(), array) == others.end();
}

AtomicUpdates find_atomic_updates(const KernelText& text) {
  AtomicUpdates found;
  for (size_t i = text.body_first(); i < text.body_last(); ++i) {
    if (const auto update = update_at(text, i)) {
      found.updates.push_back(*update);
      i += update->index_last > 0 ? 3 : 2;  // to the array's name: its index may name arrays, too
    } else if (is_array_parameter(text, i)) {
      found.others.emplace_back(text.token(i).text);
    }
  }
  return found;
}

bool is_uniform(const KernelText& text, const std::vector<Local>& locals, const AtomicUpdate& update) {
  if (update.index_first == update.index_last) return true;
  const IndexForm form = IndexForm::read(text, locals, update.index_first, update.index_last);
  if (form.is_unknown()) return false;
  return std::all_of(form.names().begin(), form.names().end(), [&](const std::string& name) {
    if (name.starts_with("blockIdx.") || name.starts_with("gridDim.") || name.starts_with("blockDim.")) return true;
    if (text.constant(name)) return true;
    const KernelParameter* const parameter = text.parameter(name);
    return parameter && !parameter->declared.is_pointer() &&
           !is_changed(text, name, text.body_first(), text.body_last());
  });
}

}  // namespace whet::edit
