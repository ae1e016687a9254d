#include <cctype>

#include "kernels/cases.h"

namespace whet::kernels {

namespace {

KernelCase made(const std::string& kernel, uint32_t blocks, uint32_t threads, std::vector<Argument> arguments,
                Reference reference) {
  return launch("text.cu", kernel, blocks, threads, std::move(arguments), std::move(reference));
}

std::vector<double> text(const std::string& words, size_t length) {
  std::vector<double> bytes;
  for (size_t i = 0; i < length; ++i) bytes.push_back(words[i % words.size()]);
  return bytes;
}

void upper(Values& v) {
  const auto letter = [](double c) { return std::isalpha(static_cast<int>(c)) != 0; };
  for (size_t i = 0; i < v[0].size(); ++i) {
    v[1][i] = std::toupper(static_cast<int>(v[0][i]));
    v[2][0] += letter(v[0][i]) && (i == 0 || !letter(v[0][i - 1]));
  }
}

void found(Values& v) {
  const size_t length = v[1].size();
  for (size_t i = 0; i + length <= v[0].size(); ++i) {
    if (std::equal(v[1].begin(), v[1].end(), v[0].begin() + long(i)))
      v[2][i / 32] += std::ldexp(1, static_cast<int>(i % 32));
  }
}

void edit_distance(Values& v) {
  std::vector<double> row(v[1].size() + 1);
  for (size_t j = 0; j < row.size(); ++j) row[j] = static_cast<double>(j);
  for (size_t i = 0; i < v[0].size(); ++i) {
    double corner = row[0]++;
    for (size_t j = 0; j < v[1].size(); ++j) {
      const double kept = row[j + 1];
      row[j + 1] = std::min({row[j + 1] + 1, row[j] + 1, corner + (v[0][i] != v[1][j])});
      corner = kept;
    }
  }
  v[2][0] = row.back();
}

}  // namespace

Cases text_cases() {
  const auto words = text("It was the best of times, it was the WORST of times; ", 300);
  Cases cases = {
      made("text_words", 4, 96,
           {given("in", u8, words), output("out", u8, 300), output("words", i32, 1), integer("n", 300)}, upper),
      made("find_pattern", 5, 64,
           {given("text", u8, words), given("pattern", u8, text("times", 5)), output("found", u32, 10),
            integer("n", 300), integer("length", 5)},
           found),
      made("edit_distance", 1, 64,
           {given("a", u8, text("sunday morning is the best of all", 33)),
            given("b", u8, text("saturday mourning its the rest or fall", 38)), output("out", i32, 1), integer("n", 33),
            integer("m", 38)},
           edit_distance),
  };
  return cases;
}

}  // namespace whet::kernels
