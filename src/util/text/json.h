// A JSON value that keeps the order of its members. nlohmann parses and writes it, in json.cpp only.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "util/result.h"

namespace whet {

class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;

  Json() = default;  // null
  Json(bool value) : value_(value) {}
  Json(int value) : value_(int64_t{value}) {}
  Json(unsigned value) : value_(int64_t{value}) {}
  Json(long value) : value_(int64_t{value}) {}
  Json(long long value) : value_(static_cast<int64_t>(value)) {}
  Json(unsigned long value) : value_(static_cast<int64_t>(value)) {}
  Json(double value) : value_(value) {}
  Json(const char* value) : value_(std::string(value)) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(std::string_view value) : value_(std::string(value)) {}
  Json(Array value) : value_(std::move(value)) {}
  Json(Object value) : value_(std::move(value)) {}
  // An empty optional becomes null.
  template <typename T>
  Json(const std::optional<T>& value) : Json(value ? Json(*value) : Json()) {}

  static Json array() { return Json(Array{}); }
  static Json object() { return Json(Object{}); }

  // Appends to an array; a null value becomes an array first.
  void push_back(Json item);
  // Finds or adds a member of an object; new members go to the end. A null value becomes an object first.
  Json& operator[](std::string_view key);
  // The member, or nullptr when this is not an object or has no such member.
  const Json* find(std::string_view key) const;

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  const bool* as_bool() const { return std::get_if<bool>(&value_); }
  std::optional<double> as_number() const;
  const int64_t* as_integer() const { return std::get_if<int64_t>(&value_); }
  const std::string* as_string() const { return std::get_if<std::string>(&value_); }
  const Array* as_array() const { return std::get_if<Array>(&value_); }
  const Object* as_object() const { return std::get_if<Object>(&value_); }

  // A negative `indent` writes one line.
  std::string dump(int indent = 2) const;
  static Result<Json> parse(std::string_view text);

 private:
  friend struct JsonBridge;
  std::variant<std::monostate, bool, int64_t, double, std::string, Array, Object> value_;
};

// An array of `convert(item)` for each item.
template <typename Range, typename Convert>
Json json_array(const Range& range, Convert convert) {
  Json::Array items;
  for (const auto& item : range) items.push_back(convert(item));
  return items;
}

}  // namespace whet
