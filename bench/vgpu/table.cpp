// Tables of what vgpu_compare recorded, as Markdown.
//   vgpu_table counts COUNTS.json
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "util/system/files.h"
#include "util/text/json.h"

namespace whet::bench {
namespace {

double number(const Json& object, std::string_view key) {
  const Json* found = object.find(key);
  return found ? found->as_number().value_or(0) : 0;
}

std::string text(const Json& object, std::string_view key) {
  const Json* found = object.find(key);
  return found && found->as_string() ? *found->as_string() : "";
}

bool truth(const Json& object, std::string_view key) {
  const Json* found = object.find(key);
  return found && found->as_bool() && *found->as_bool();
}

// Relative difference; two zeros agree.
double difference(double counted, double measured) {
  if (counted == measured) return 0;
  return measured == 0 ? 1 : std::abs(counted - measured) / measured;
}

bool is_instruction_count(const std::string& name) {
  return name.starts_with("smsp__");
}

struct Tally {
  int cases = 0, equal = 0, within = 0;
  std::vector<std::string> outside;
};

void print_metrics(const Json::Array& cases) {
  std::map<std::string, Tally> tallies;
  for (const Json& c : cases) {
    const Json* metrics = c.find("metrics");
    if (!metrics) continue;
    for (const Json& metric : *metrics->as_array()) {
      const std::string name = text(metric, "name");
      const double counted = number(metric, "counted"), measured = number(metric, "measured");
      if (counted == 0 && measured == 0) continue;
      Tally& tally = tallies[name];
      const double off = difference(counted, measured);
      ++tally.cases;
      tally.equal += off == 0;
      if (off <= (is_instruction_count(name) ? 0.05 : 0.02))
        ++tally.within;
      else
        tally.outside.push_back(fmt::format("{} {:.0f}/{:.0f}", text(c, "name"), counted, measured));
    }
  }
  fmt::print(
      "| metric | kernels | equal | within the bound | outside: counted/measured |\n| --- | --: | --: | --: | --- |\n");
  for (const auto& [name, tally] : tallies) {
    std::string outside;
    for (size_t i = 0; i < tally.outside.size() && i < 6; ++i) outside += (i ? "; " : "") + tally.outside[i];
    if (tally.outside.size() > 6) outside += fmt::format("; and {} more", tally.outside.size() - 6);
    fmt::print("| {} | {} | {} | {} | {} |\n", name, tally.cases, tally.equal, tally.within, outside);
  }
}

void print_results(const Json::Array& cases) {
  int expected = 0, equal = 0, other = 0, other_equal = 0, failed = 0;
  double worst = 0;
  std::vector<std::string> unequal;
  for (const Json& c : cases) {
    const Json* outputs = c.find("outputs");
    if (!outputs) {
      ++failed;
      fmt::print("- {}: {}\n", text(c, "name"), text(c, "error"));
      continue;
    }
    bool same = true;
    double off = 0;
    for (const Json& output : *outputs->as_array()) {
      same &= truth(output, "bits_equal");
      off = std::max(off, number(output, "worst_relative"));
    }
    const bool expect = truth(c, "expect_bits");
    (expect ? expected : other) += 1;
    (expect ? equal : other_equal) += same;
    if (expect && !same) unequal.push_back(fmt::format("{} ({:.2g})", text(c, "name"), off));
    if (!expect) worst = std::max(worst, off);
  }
  fmt::print("\nBits equal where integer and IEEE operations alone are used: {} of {}.\n", equal, expected);
  for (const std::string& name : unequal) fmt::print("- not equal: {}\n", name);
  fmt::print("Others: {} of {} equal too, the largest relative difference is {:.2g}. Not run: {}.\n\n", other_equal,
             other, worst, failed);
}

int run(int argc, char** argv) {
  DiskFileSystem files;
  const auto content =
      argc == 3 ? files.read(argv[2]) : Result<std::string>(bad_input("usage: vgpu_table counts FILE.json"));
  const auto json = content ? Json::parse(*content) : Result<Json>(content.error());
  const Json* cases = json ? json->find("cases") : nullptr;
  if (!cases || !cases->as_array()) {
    std::fputs(json ? "no cases in the file\n" : describe(json.error()).c_str(), stderr);
    return 3;
  }
  fmt::print("{}\n\n", text(*json, "gpu"));
  print_results(*cases->as_array());
  print_metrics(*cases->as_array());
  return 0;
}

}  // namespace
}  // namespace whet::bench

int main(int argc, char** argv) {
  return whet::bench::run(argc, argv);
}
