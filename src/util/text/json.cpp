#include "util/text/json.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace whet {

struct JsonBridge {
  static nlohmann::ordered_json to_nlohmann(const Json& json);
  static Json from_nlohmann(const nlohmann::ordered_json& value);
};

nlohmann::ordered_json JsonBridge::to_nlohmann(const Json& json) {
  using nlohmann::ordered_json;
  struct Visitor {
    ordered_json operator()(std::monostate) const { return nullptr; }
    ordered_json operator()(bool value) const { return value; }
    ordered_json operator()(int64_t value) const { return value; }
    ordered_json operator()(double value) const { return std::isfinite(value) ? ordered_json(value) : nullptr; }
    ordered_json operator()(const std::string& value) const { return value; }
    ordered_json operator()(const Json::Array& items) const {
      auto array = ordered_json::array();
      for (const Json& item : items) array.push_back(to_nlohmann(item));
      return array;
    }
    ordered_json operator()(const Json::Object& members) const {
      auto object = ordered_json::object();
      for (const auto& [key, value] : members) object[key] = to_nlohmann(value);
      return object;
    }
  };
  return std::visit(Visitor{}, json.value_);
}

Json JsonBridge::from_nlohmann(const nlohmann::ordered_json& value) {
  using Type = nlohmann::ordered_json::value_t;
  switch (value.type()) {
    case Type::boolean:
      return value.get<bool>();
    case Type::number_integer:
      return value.get<int64_t>();
    case Type::number_unsigned: {
      const auto whole = value.get<uint64_t>();
      return whole <= INT64_MAX ? Json(static_cast<int64_t>(whole)) : Json(static_cast<double>(whole));
    }
    case Type::number_float:
      return value.get<double>();
    case Type::string:
      return value.get<std::string>();
    case Type::array: {
      Json::Array items;
      for (const auto& item : value) items.push_back(from_nlohmann(item));
      return items;
    }
    case Type::object: {
      Json::Object members;
      for (const auto& [key, member] : value.items()) members.emplace_back(key, from_nlohmann(member));
      return members;
    }
    default:
      return {};
  }
}

void Json::push_back(Json item) {
  if (is_null()) value_ = Array{};
  std::get<Array>(value_).push_back(std::move(item));
}

Json& Json::operator[](std::string_view key) {
  if (is_null()) value_ = Object{};
  auto& members = std::get<Object>(value_);
  for (auto& [name, value] : members) {
    if (name == key) return value;
  }
  return members.emplace_back(std::string(key), Json()).second;
}

const Json* Json::find(std::string_view key) const {
  const Object* members = as_object();
  if (!members) return nullptr;
  for (const auto& [name, value] : *members) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::optional<double> Json::as_number() const {
  if (const auto* whole = std::get_if<int64_t>(&value_)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value_)) return *real;
  return std::nullopt;
}

std::string Json::dump(int indent) const {
  return JsonBridge::to_nlohmann(*this).dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

namespace {

constexpr int k_deepest_json = 512;  // values are walked recursively; only hostile input is nested deeper

std::string line_and_column(std::string_view text, size_t byte) {
  const std::string_view before = text.substr(0, byte ? byte - 1 : 0);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const size_t begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(before.size() - begin + 1);
}

}  // namespace

Result<Json> Json::parse(std::string_view text) {
  bool too_deep = false;
  const auto refuse_depth = [&](int depth, nlohmann::ordered_json::parse_event_t, nlohmann::ordered_json&) {
    too_deep |= depth > k_deepest_json;
    return !too_deep;
  };
  try {
    const auto parsed = nlohmann::ordered_json::parse(text, refuse_depth);
    if (too_deep) return bad_input("this JSON is nested too deeply", {}, "flatten it");
    return JsonBridge::from_nlohmann(parsed);
  } catch (const nlohmann::json::parse_error& error) {
    return bad_input("this is not JSON", line_and_column(text, error.byte), "correct it there");
  } catch (const nlohmann::json::exception&) {  // a number is out of range
    return bad_input("this JSON holds a number whet cannot hold", {}, "write a smaller one");
  }
}

}  // namespace whet
