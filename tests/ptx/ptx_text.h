// PTX for tests: a body is put into a kernel of its own, `k(u64 a, u32 n)`.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "ptx/reader/parser.h"

namespace whet::ptx::test {

inline constexpr const char* k_head = ".version 9.0\n.target sm_90a\n.address_size 64\n";  // three lines

inline std::string kernel_text(const std::string& body) {
  return std::string(k_head) + ".visible .entry k(.param .u64 a, .param .u32 n) {\n" +  // the body starts on line 5
         body + "\n}\n";
}

inline Module parsed(const std::string& text) {
  auto module = parse(text, "test.ptx");
  EXPECT_TRUE(module.ok()) << (module ? "" : describe(module.error())) << text;
  return module ? std::move(module).value() : Module();
}

// Registers %p<9> %r<40> %rd<9> %f<9> %rs<9> are declared on one line in front.
inline Function kernel(const std::string& body) {
  Module module = parsed(
      kernel_text(".reg .pred %p<9>; .reg .b32 %r<40>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .b16 %rs<9>;\n" + body));
  return module.functions.empty() ? Function() : std::move(module.functions[0]);
}

inline Instruction instruction(const std::string& text) {
  Function function = kernel(text);
  return function.body.empty() ? Instruction() : function.body[0];
}

inline Error error_of(const std::string& text) {
  const auto module = parse(text, "test.ptx");
  EXPECT_FALSE(module.ok()) << text;
  return module ? Error() : module.error();
}

inline uint32_t register_named(const Function& function, const std::string& name) {
  const auto found = std::find_if(function.registers.begin(), function.registers.end(),
                                  [&](const Register& r) { return r.name == name; });
  EXPECT_NE(found, function.registers.end()) << name;
  return static_cast<uint32_t>(found - function.registers.begin());
}

// "%r1 %p2"
inline std::string names(const Function& function, const std::vector<uint32_t>& registers) {
  std::string text;
  for (const uint32_t reg : registers) text += (text.empty() ? "" : " ") + function.registers[reg].name;
  return text;
}

}  // namespace whet::ptx::test
