// What a host variable holds at a place of the source: followed through assignments, macros and the calls of the
// function around it. Functions have names of their own, so that each may have its `block` and its `n`.
//
//   void run(float* x, int count) { scale<<<count / 256, 256>>>(x, count); }      count, seen in run, is N seen in main
//   int main() { const int N = 4096; run(d_x, N); }                               and that is 4096
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/text/outline.h"

namespace whet {

// Tokens [first, last) of a Code.
struct TokenRange {
  size_t first = 0, last = 0;
};

struct HostCall;

// Where an expression stands: a token of the source, and the call through which its function was reached.
struct HostPlace {
  size_t token = 0;
  std::shared_ptr<const HostCall> call = nullptr;  // nullptr: any; the first call in the source counts
};

struct HostCall {
  HostPlace place;
  const Code* code = nullptr;  // of the arguments
  std::vector<TokenRange> arguments;
};

// #define DIV_UP(a, b) (((a) + (b) - 1) / (b))
struct FunctionMacro {
  std::vector<std::string> parameters;
  const Code* body = nullptr;
};

struct HostValue {
  const Code* code = nullptr;  // the source, a header or a macro's text
  TokenRange range;
  bool is_list = false;  // extents of a dim3, members of a struct
  bool is_only = true;   // false: it is also set elsewhere
  HostPlace place;       // where the names in it are seen from
};

class HostValues {
 public:
  // Macros and constants of the headers count too; those of the source go before them. The texts must outlive this.
  HostValues(std::string_view source, const std::vector<std::string>& headers);

  const Code& code() const { return outline_.code; }
  const Outline& outline() const { return outline_; }
  // The first value of a variable, of a member (`p.n`) or a macro; that of a parameter is what the caller passes.
  std::optional<HostValue> find(std::string_view name, const HostPlace& place) const;
  // The declaration around a token: a function or a class; -1: none.
  int scope_of(size_t token) const { return token < scopes_.size() ? scopes_[token] : -1; }
  // The number of a parameter in the function around the place.
  std::optional<size_t> parameter_number(std::string_view name, const HostPlace& place) const;
  // The call that the function around the place was reached by.
  std::shared_ptr<const HostCall> call_of(const HostPlace& place) const;
  // The host function with a body that a call at this token names; -1: none.
  int callee(size_t name_token) const;
  // What a function of host or device code returns, if it has one `return`.
  std::optional<HostValue> returned(std::string_view function, std::shared_ptr<const HostCall> call) const;
  const FunctionMacro* macro(std::string_view name) const;
  std::string parameter_name(int function, size_t number) const;
  const Declaration& declaration(int scope) const { return outline_.declarations[static_cast<size_t>(scope)]; }

 private:
  struct Definition {
    int scope = -1;
    HostValue value;
  };
  void read(const Code& code, bool is_source);
  void add_variable(const Code& code, size_t i, bool is_source);
  void add_macro(const Token& token);
  void note(const std::string& name, int scope, HostValue value);

  Outline outline_;
  std::vector<int> scopes_;                    // of each token of the source
  std::vector<std::unique_ptr<Code>> others_;  // headers and macros
  std::map<std::string, std::vector<Definition>, std::less<>> values_;
  std::map<std::string, FunctionMacro, std::less<>> macros_;
};

// The parts of a range between commas outside brackets.
std::vector<TokenRange> comma_ranges(const Code& code, TokenRange range);
std::string text_of(const Code& code, TokenRange range);  // on one line

}  // namespace whet
