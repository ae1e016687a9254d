#include "diagnose/method.h"

#include <algorithm>

#include "diagnose/method_file.h"
#include "diagnose/signature.h"
#include "diagnose/skill.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr std::string_view k_methods = "methods/";

bool holds_name(const std::vector<std::string>& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// "methods/memory.async_copy.toml" -> "memory.async_copy". A broken file keeps its identifier, so that the methods
// that name it still load.
std::vector<std::string> method_ids(const Knowledge& knowledge) {
  std::vector<std::string> ids;
  for (const std::string& path : knowledge.list(k_methods)) {
    if (path.ends_with(".toml")) ids.push_back(path.substr(k_methods.size(), path.size() - k_methods.size() - 5));
  }
  return ids;
}

Result<void> check_known(const std::vector<std::string>& used, const std::vector<std::string>& known,
                         const std::string& what, const std::string& file) {
  for (const std::string& name : used) {
    if (holds_name(known, name)) continue;
    return bad_input("there is no " + what + " `" + name + "`", file + ":1",
                     "near: " + join(near_names(name, known), ", "));
  }
  return {};
}

Result<Method> load_method(const Knowledge& knowledge, const std::string& id, const std::vector<std::string>& ids) {
  const std::string path = std::string(k_methods) + id + ".toml", file = "knowledge/" + path;
  TRY(text, knowledge.read(path));
  TRY(method, read_method(text, file));
  if (method.id != id) {
    return bad_input("the file is named `" + id + "` but describes `" + method.id + "`", file + ":1",
                     "one file holds one method and has its name");
  }
  TRY_VOID(check_known(method.conflicts, ids, "method", file));
  TRY_VOID(check_known(method.after, ids, "method", file));
  if (holds_name(method.conflicts, id) || holds_name(method.after, id)) {
    return bad_input("`" + id + "` names itself in `conflicts` or `after`", file + ":1");
  }
  if (!method.signature.empty())
    TRY_VOID(check_known({method.signature}, signature_methods(knowledge), "signature", file));
  TRY_VOID(check_known({method.skill}, skill_names(knowledge), "skill", file));
  return method;
}

// True when the way along `after` from `from` comes to `to`.
bool reaches(const MethodCatalog& catalog, const Method& from, std::string_view to, std::vector<std::string>& seen) {
  for (const std::string& id : from.after) {
    if (id == to) return true;
    const Method* next = catalog.find(id);
    if (!next || holds_name(seen, id)) continue;
    seen.push_back(id);
    if (reaches(catalog, *next, to, seen)) return true;
  }
  return false;
}

// Methods that each wait for the other have no order: none of them is kept.
void drop_cycles(MethodCatalog& catalog) {
  std::vector<std::string> cyclic;
  for (const Method& method : catalog.methods) {
    std::vector<std::string> seen;
    if (reaches(catalog, method, method.id, seen)) cyclic.push_back(method.id);
  }
  for (const std::string& id : cyclic) {
    catalog.errors.push_back(bad_input("`" + id + "` comes after itself by way of `after`",
                                       "knowledge/" + std::string(k_methods) + id + ".toml:1",
                                       "the methods of the circle: " + join(cyclic, ", ")));
  }
  std::erase_if(catalog.methods, [&](const Method& method) { return holds_name(cyclic, method.id); });
}

}  // namespace

std::string_view shift_name(Shift change) {
  constexpr std::array k_names = {"down", "same", "up"};
  return k_names[static_cast<size_t>(change)];
}

const Method* MethodCatalog::find(std::string_view id) const {
  const auto found =
      std::find_if(methods.begin(), methods.end(), [&](const Method& method) { return method.id == id; });
  return found == methods.end() ? nullptr : &*found;
}

MethodCatalog load_methods(const Knowledge& knowledge) {
  MethodCatalog catalog;
  const std::vector<std::string> ids = method_ids(knowledge);
  for (const std::string& id : ids) {
    auto method = load_method(knowledge, id, ids);
    if (method) {
      catalog.methods.push_back(std::move(method).value());
    } else {
      catalog.errors.push_back(std::move(method).error());
    }
  }
  drop_cycles(catalog);
  return catalog;
}

bool in_conflict(const Method& a, const Method& b) {
  return holds_name(a.conflicts, b.id) || holds_name(b.conflicts, a.id);
}

}  // namespace whet
