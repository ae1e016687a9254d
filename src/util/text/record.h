// One description of a struct gives its JSON both ways.
//
//   template <>
//   struct Record<Point> {
//     static constexpr auto fields = std::tuple(required("x", &Point::x), defaulted("name", &Point::name));
//   };
//   record_json(Point{3, "a"})                     {"x": 3, "name": "a"}
//   read_record<Point>(json, "a message")          an error names the member: `points[2].x` is missing or ...
//
// Members may be numbers, truth values, texts, enumerations that have `k_last_value`, other records, and vectors,
// optionals and maps of these. What is read may have been written by a hostile process: numbers must fit their type.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "util/result.h"
#include "util/text/json.h"

namespace whet {

template <typename T>
struct Record;

template <typename T>
concept DescribedRecord = requires { Record<T>::fields; };

// The last value of an enumeration whose values are 0, 1, ... and have names by `name_of`.
template <typename Enum>
inline constexpr Enum k_last_value = Enum{};

// How one type is written and read; `read` is false for what it cannot be.
template <typename T>
struct JsonCodec;

template <typename T>
Json record_json(const T& record);
template <typename T>
bool read_members(const Json& json, T& record, std::string& wrong);

// The codec of a member as its type has it.
struct PlainCodec {
  template <typename T>
  static Json write(const T& value) {
    return JsonCodec<T>::write(value);
  }
  template <typename T>
  static bool read(const Json& json, T& value, std::string& wrong) {
    return JsonCodec<T>::read(json, value, wrong);
  }
};

// For what does not fit JSON's numbers everywhere: a text of digits.
struct DigitsCodec {
  static Json write(uint64_t value) { return std::to_string(value); }
  static bool read(const Json& json, uint64_t& value, std::string& wrong);
};

// An enumeration by its number.
template <typename Enum, Enum last>
struct NumberedCodec {
  static Json write(Enum value) { return static_cast<int>(value); }
  static bool read(const Json& json, Enum& value, std::string&) {
    const int64_t* number = json.as_integer();
    if (!number || *number < 0 || *number > static_cast<int64_t>(last)) return false;
    value = static_cast<Enum>(*number);
    return true;
  }
};

enum class Presence : uint8_t {
  required,   // is always written, and must be there
  defaulted,  // is always written; absent or null, it stays as the struct has it
  sparse,     // an empty optional, text or list and a number that is 0 are not written; absent, it stays as it is
};

template <typename Access, typename Codec>
struct Field {
  std::string_view name;
  Access access;  // a pointer to the member, or a function from the struct to it
  Presence presence;
  using codec = Codec;
};

template <typename Codec = PlainCodec, typename Access>
constexpr auto required(std::string_view name, Access access) {
  return Field<Access, Codec>{name, access, Presence::required};
}
template <typename Codec = PlainCodec, typename Access>
constexpr auto defaulted(std::string_view name, Access access) {
  return Field<Access, Codec>{name, access, Presence::defaulted};
}
template <typename Codec = PlainCodec, typename Access>
constexpr auto sparse(std::string_view name, Access access) {
  return Field<Access, Codec>{name, access, Presence::sparse};
}

template <typename T>
bool is_empty_value(const T& value) {
  if constexpr (requires { value.empty(); })
    return value.empty();
  else if constexpr (requires { value.has_value(); })
    return !value.has_value();
  else if constexpr (std::is_arithmetic_v<T>)
    return value == T{};
  else
    return false;
}

template <typename T>
Json record_json(const T& record) {
  Json json = Json::object();
  const auto write = [&](const auto& field) {
    const auto& value = std::invoke(field.access, record);
    if (field.presence == Presence::sparse && is_empty_value(value)) return;
    json[field.name] = std::remove_cvref_t<decltype(field)>::codec::write(value);
  };
  std::apply([&](const auto&... field) { (write(field), ...); }, Record<T>::fields);
  return json;
}

// False: `wrong` is the path of the first member that is missing or of another type.
template <typename T>
bool read_members(const Json& json, T& record, std::string& wrong) {
  const auto read = [&](const auto& field) {
    const Json* found = json.find(field.name);
    if ((!found || found->is_null()) && field.presence != Presence::required) return true;
    std::string inner;
    auto& value = std::invoke(field.access, record);
    if (found && std::remove_cvref_t<decltype(field)>::codec::read(*found, value, inner)) return true;
    wrong = std::string(field.name) + (inner.empty() || inner.front() == '[' ? "" : ".") + inner;
    return false;
  };
  if (!std::apply([&](const auto&... field) { return (read(field) && ...); }, Record<T>::fields)) return false;
  if constexpr (requires { Record<T>::refused(record); }) wrong = Record<T>::refused(record);
  return wrong.empty();
}

// `where` is how an error calls the source of the JSON. A record may have a function `refused`, which gives the name of
// a member whose value makes no sense, or an empty text.
template <typename T>
Result<T> read_record(const Json& json, const std::string& where) {
  T record{};
  std::string wrong;
  if (read_members(json, record, wrong)) return record;
  return bad_input("`" + wrong + "` is missing or of the wrong type", where);
}

template <>
struct JsonCodec<bool> {
  static Json write(bool value) { return value; }
  static bool read(const Json& json, bool& value, std::string&) {
    if (!json.as_bool()) return false;
    value = *json.as_bool();
    return true;
  }
};

template <typename T>
  requires std::is_integral_v<T>
struct JsonCodec<T> {
  static Json write(T value) { return static_cast<int64_t>(value); }
  static bool read(const Json& json, T& value, std::string&) {
    const int64_t* number = json.as_integer();
    if (!number || !std::in_range<T>(*number)) return false;
    value = static_cast<T>(*number);
    return true;
  }
};

template <>
struct JsonCodec<double> {
  static Json write(double value) { return value; }
  static bool read(const Json& json, double& value, std::string&) {
    const auto number = json.as_number();
    if (!number) return false;
    value = *number;
    return true;
  }
};

template <>
struct JsonCodec<std::string> {
  static Json write(const std::string& value) { return value; }
  static bool read(const Json& json, std::string& value, std::string&) {
    if (!json.as_string()) return false;
    value = *json.as_string();
    return true;
  }
};

template <typename Enum>
  requires std::is_enum_v<Enum>
struct JsonCodec<Enum> {
  static Json write(Enum value) { return name_of(value); }
  static bool read(const Json& json, Enum& value, std::string&) {
    static_assert(static_cast<int>(k_last_value<Enum>) > 0, "say which value is the last");
    for (int i = 0; json.as_string() && i <= static_cast<int>(k_last_value<Enum>); ++i) {
      value = static_cast<Enum>(i);
      if (name_of(value) == *json.as_string()) return true;
    }
    return false;
  }
};

template <DescribedRecord T>
struct JsonCodec<T> {
  static Json write(const T& value) { return record_json(value); }
  static bool read(const Json& json, T& value, std::string& wrong) { return read_members(json, value, wrong); }
};

template <typename T>
struct JsonCodec<std::optional<T>> {
  static Json write(const std::optional<T>& value) { return value ? JsonCodec<T>::write(*value) : Json(); }
  static bool read(const Json& json, std::optional<T>& value, std::string& wrong) {
    value.reset();
    return json.is_null() || JsonCodec<T>::read(json, value.emplace(), wrong);
  }
};

template <typename T>
struct JsonCodec<std::vector<T>> {
  static Json write(const std::vector<T>& values) { return json_array(values, JsonCodec<T>::write); }
  static bool read(const Json& json, std::vector<T>& values, std::string& wrong) {
    values.clear();
    if (!json.as_array()) return false;
    for (const Json& item : *json.as_array()) {
      std::string inner;
      if (!JsonCodec<T>::read(item, values.emplace_back(), inner)) {
        wrong = "[" + std::to_string(values.size() - 1) + "]" + (inner.empty() ? "" : "." + inner);
        return false;
      }
    }
    return true;
  }
};

template <typename T, typename Order>
struct JsonCodec<std::map<std::string, T, Order>> {
  static Json write(const std::map<std::string, T, Order>& values) {
    Json json = Json::object();
    for (const auto& [name, value] : values) json[name] = JsonCodec<T>::write(value);
    return json;
  }
  static bool read(const Json& json, std::map<std::string, T, Order>& values, std::string& wrong) {
    values.clear();
    if (!json.as_object()) return false;
    for (const auto& [name, value] : *json.as_object()) {
      if (JsonCodec<T>::read(value, values[name], wrong)) continue;
      wrong = name;
      return false;
    }
    return true;
  }
};

}  // namespace whet
