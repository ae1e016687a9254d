#include "serve/mcp/schema.h"

#include <algorithm>

#include "util/text.h"

namespace whet::serve {

namespace {

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.as_object();
  if (type == "array") return value.as_array();
  if (type == "string") return value.as_string();
  if (type == "boolean") return value.as_bool();
  if (type == "integer") return value.as_integer();
  if (type == "number") return value.as_number().has_value();
  return type == "null" && value.is_null();
}

std::vector<std::string> member_names(const Json& object) {
  std::vector<std::string> names;
  if (const auto* members = object.as_object()) {
    for (const auto& [name, value] : *members) names.push_back(name);
  }
  return names;
}

std::optional<std::string> unknown_member(const Json& schema, const Json& value, const std::string& name) {
  const Json* properties = schema.find("properties");
  const Json* additional = schema.find("additionalProperties");
  if (!additional || !additional->as_bool() || *additional->as_bool()) return std::nullopt;
  for (const auto& [member, unused] : *value.as_object()) {
    if (properties && properties->find(member)) continue;
    const auto known = properties ? member_names(*properties) : std::vector<std::string>{};
    return "`" + member + "` is not known in " + name + "; it takes " + join(known, ", ");
  }
  return std::nullopt;
}

std::optional<std::string> missing_member(const Json& schema, const Json& value, const std::string& name) {
  const Json* required = schema.find("required");
  if (!required || !required->as_array()) return std::nullopt;
  for (const Json& member : *required->as_array()) {
    if (!value.find(*member.as_string())) return "`" + *member.as_string() + "` is missing in " + name;
  }
  return std::nullopt;
}

std::optional<std::string> object_misfit(const Json& schema, const Json& value, const std::string& name) {
  if (auto unknown = unknown_member(schema, value, name)) return unknown;
  if (auto missing = missing_member(schema, value, name)) return missing;
  const Json* properties = schema.find("properties");
  for (const auto& [member, inner] : *value.as_object()) {
    const Json* wanted = properties ? properties->find(member) : nullptr;
    if (!wanted) continue;
    if (auto found = misfit(*wanted, inner, "`" + member + "`")) return found;
  }
  return std::nullopt;
}

std::optional<std::string> array_misfit(const Json& schema, const Json& value, const std::string& name) {
  const Json* items = schema.find("items");
  for (const Json& item : *value.as_array()) {
    if (!items) break;
    if (auto found = misfit(*items, item, "an item of " + name)) return found;
  }
  return std::nullopt;
}

std::optional<std::string> enum_misfit(const Json& choices, const Json& value, const std::string& name) {
  std::vector<std::string> names;
  for (const Json& choice : *choices.as_array()) names.push_back(*choice.as_string());
  if (value.as_string() && std::find(names.begin(), names.end(), *value.as_string()) != names.end())
    return std::nullopt;
  return name + " must be one of " + join(names, ", ");
}

}  // namespace

std::optional<std::string> misfit(const Json& schema, const Json& value, const std::string& name) {
  const Json* type = schema.find("type");
  if (type && type->as_string() && !has_type(value, *type->as_string())) {
    return name + " must be of type " + *type->as_string();
  }
  if (const Json* choices = schema.find("enum")) return enum_misfit(*choices, value, name);
  if (value.as_object()) return object_misfit(schema, value, name);
  if (value.as_array()) return array_misfit(schema, value, name);
  return std::nullopt;
}

}  // namespace whet::serve
