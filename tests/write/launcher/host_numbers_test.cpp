// Formulas as C++, against the evaluation of the same formulas: the host's compiler decides.
#include "write/launcher/host_numbers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "support/support.h"
#include "util/system/files.h"
#include "util/system/process.h"
#include "util/text.h"

namespace whet::write {
namespace host_numbers_test {

constexpr int k_formulas = 400;
constexpr std::array<std::array<int64_t, 3>, 5> k_sizes = {
    {{1, 1, 1}, {7, 3, 64}, {4096, 31, 2}, {12, 0, 5}, {0, 8, 3}}};

HostNumbers with_three_names() {
  return HostNumbers([](const std::string& name) -> std::optional<std::string> {
    if (name == "T") return "32";
    return name == "a" || name == "b" || name == "c" ? std::optional(name) : std::nullopt;
  });
}

class Formulas {
 public:
  explicit Formulas(unsigned seed) : random_(seed) {}

  std::string make(int depth) {
    if (depth == 0) return pick({"a", "b", "c", "1", "2", "17", "256", "T"});
    const auto inside = [&] { return make(std::uniform_int_distribution(0, depth - 1)(random_)); };
    switch (std::uniform_int_distribution(0, 11)(random_)) {
      case 0:
        return fmt::format("ceil_div({}, {})", inside(), inside());
      case 1:
        return fmt::format("floor(({}) / ({}))", inside(), inside());
      case 2:
        return fmt::format("ceil(({}) / ({}))", inside(), inside());
      case 3:
        return fmt::format("max({}, {}, {})", inside(), inside(), inside());
      case 4:
        return fmt::format("min({}, {})", inside(), inside());
      case 5:
        return fmt::format("(({}) % ({}))", inside(), inside());
      case 6:
        return fmt::format("abs(-({}))", inside());
      case 7:
        return fmt::format("(({}) / ({}))", inside(), inside());
      case 8:
        return fmt::format("({} {} {})", inside(), pick({"<", "<=", "==", "!=", "and", "or"}), inside());
      default:
        return fmt::format("{} {} {}", inside(), pick({"+", "-", "*"}), inside());
    }
  }

 private:
  std::string pick(const std::vector<std::string>& from) {
    return from[std::uniform_int_distribution<size_t>(0, from.size() - 1)(random_)];
  }
  std::mt19937 random_;
};

// A function that prints the formula's value, or "refused".
std::string function_text(int number, const std::string& text, HostNumbers& numbers) {
  std::string code =
      fmt::format("void f{}(long long a, long long b, long long c) {{\n  (void)a, (void)b, (void)c;\n", number);
  for (const std::string& each : numbers.functions()) code += "  " + each + "\n";
  for (const HostCondition& each : numbers.take_conditions())
    code += fmt::format("  if ({}) return (void)std::puts(\"refused\");\n", each.fails);
  return code + fmt::format("  const long long value = {};\n  std::printf(\"%lld\\n\", value);\n}}\n", text);
}

std::string expected(const Expression& formula, const std::array<int64_t, 3>& sizes) {
  const auto value = formula
                         .evaluate([&](std::string_view name) -> std::optional<double> {
                           return name == "T" ? 32 : static_cast<double>(sizes[static_cast<size_t>(name[0] - 'a')]);
                         })
                         .value;
  return value && *value == std::floor(*value) ? fmt::format("{:.0f}", *value + 0.0) : "refused";
}

// Where a number is printed it is the formula's; where the formula is no whole number nothing is. `and` and `or` may be
// refused for the side that does not count.
TEST(HostNumbers, AreTheFormulasNumbers) {
  Formulas formulas(7);
  std::string code = "#include <cstdio>\n", main = "int main() {\n";
  std::vector<std::string> wanted, texts;
  for (int i = 0; i < k_formulas; ++i) {
    const auto formula = Expression::parse(formulas.make(4));
    ASSERT_TRUE(formula);
    HostNumbers numbers = with_three_names();
    const auto text = numbers.text(*formula);
    if (!text) continue;
    code += function_text(i, *text, numbers);
    for (const auto& sizes : k_sizes) {
      main += fmt::format("  f{}({}, {}, {});\n", i, sizes[0], sizes[1], sizes[2]);
      wanted.push_back(expected(*formula, sizes));
      texts.push_back(formula->text() + " -> " + *text);
    }
  }
  EXPECT_GT(wanted.size(), 1000u);
  const test::TemporaryDirectory folder;
  DiskFileSystem files;
  ASSERT_TRUE(files.write(folder.path("main.cpp"), code + main + "}\n"));
  const auto built =
      SystemProcessRunner().run({.argv = {"c++", "-std=c++17", "-O0", "-fsanitize=undefined", "-fno-sanitize-recover",
                                          "-w", "-o", folder.path("main"), folder.path("main.cpp")}});
  ASSERT_TRUE(built.ok() && built->exit_code == 0) << built->err;
  const auto ran = SystemProcessRunner().run({.argv = {folder.path("main")}});
  ASSERT_TRUE(ran.ok() && ran->exit_code == 0) << ran->err;
  const auto lines = split(trim(ran->out), '\n');
  ASSERT_EQ(lines.size(), wanted.size());
  size_t agree = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    agree += lines[i] == wanted[i];
    EXPECT_TRUE(lines[i] == wanted[i] || lines[i] == "refused")
        << texts[i] << ": " << lines[i] << ", not " << wanted[i];
  }
  EXPECT_GT(agree, wanted.size() * 8 / 10);
}

std::string text_of(const std::string& formula) {
  HostNumbers numbers = with_three_names();
  const auto text = numbers.text(*Expression::parse(formula));
  if (!text) return text.error().what;
  std::string all = *text;
  for (const HostCondition& each : numbers.take_conditions()) all += " unless " + each.fails;
  return all;
}

TEST(HostNumbers, AreShort) {
  EXPECT_EQ(text_of("max(1, ceil_div(1 * ceil_div((a), 4), 1024))"), "larger(1, rounded_up(rounded_up(a, 4), 1024))");
  EXPECT_EQ(text_of("floor((255 + a) / (256))"), "rounded_down(255 + a, 256)");
  EXPECT_EQ(text_of("2 * T * a - (b - c)"), "64 * a - (b - c)");
}

TEST(HostNumbers, SayWhatMustHold) {
  EXPECT_EQ(text_of("a / 16"), "a / 16 unless a % 16 != 0");
  EXPECT_EQ(text_of("ceil_div(a, b)"), "rounded_up(a, b) unless b == 0");
}

TEST(HostNumbers, RefuseWhatIsNotWhole) {
  EXPECT_EQ(text_of("pow(a, 2)"), "a logarithm or a power need not be a whole number");
  EXPECT_EQ(text_of("0.5 * a"), "0.5 need not be a whole number");
  EXPECT_EQ(text_of("floor(a / 3 + b)"), "what is rounded need not be a whole number");
  EXPECT_EQ(text_of("rows"), "nothing that host code gets tells `rows`");
}

}  // namespace host_numbers_test
}  // namespace whet::write
