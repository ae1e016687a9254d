// Result<T> is a value or an Error; TRY unwraps one or returns the error to the caller.
//
//   Result<Cubin> read_cubin(ByteView bytes) {
//     TRY(elf, read_elf(bytes));            // elf is an Elf
//     TRY_VOID(check_machine(elf));
//     return build_cubin(elf);
//   }
#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "util/error.h"

namespace whet {

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const& { return std::get<1>(state_); }
  Error&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Error& error() const& { return *error_; }
  Error&& error() && { return *std::move(error_); }

 private:
  std::optional<Error> error_;
};

}  // namespace whet

#define TRY(name, expression)                                  \
  auto name##_result = (expression);                           \
  if (!name##_result) return std::move(name##_result).error(); \
  auto name = std::move(name##_result).value()

#define TRY_VOID(expression)                                                               \
  do {                                                                                     \
    if (auto try_result = (expression); !try_result) return std::move(try_result).error(); \
  } while (false)
