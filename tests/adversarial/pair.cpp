#include "adversarial/pair.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "util/text.h"

namespace whet::test {

namespace {

std::string field(const std::string& text, const std::string& name) {
  const std::string mark = "// " + name + ":";
  const size_t at = text.find(mark);
  if (at == std::string::npos) throw std::runtime_error("no " + mark);
  const std::string value(trim(text.substr(at + mark.size(), text.find('\n', at) - at - mark.size())));
  if (value.empty()) throw std::runtime_error("nothing after " + mark);
  return value;
}

// The source with one of the two parts alone.
std::string part(const std::string& text, bool cheat) {
  const std::string start = "#ifdef CHEAT\n", middle = "#else\n", end = "#endif\n";
  const size_t a = text.find(start), b = text.find(middle, a), c = text.find(end, b);
  if (c == std::string::npos) throw std::runtime_error("no #ifdef CHEAT, #else, #endif");
  const std::string chosen = cheat ? text.substr(a + start.size(), b - a - start.size())
                                   : text.substr(b + middle.size(), c - b - middle.size());
  return text.substr(0, a) + chosen + text.substr(c + end.size());
}

std::string beside(const std::string& path, const FileSystem& files) {
  const auto text = files.info(path) ? files.read(path) : Result<std::string>(std::string());
  return text ? *text : std::string();
}

Pair read_pair(const std::string& path, const FileSystem& files) {
  const auto text = files.read(path);
  if (!text) throw std::runtime_error(path);
  Pair pair;
  pair.name = std::filesystem::path(path).stem();
  const size_t title = text->find("// ");
  pair.row = text->substr(title + 3, text->find(':', title) - title - 3);
  pair.what = field(*text, pair.row);
  pair.problem = field(*text, "problem");
  pair.outcome = field(*text, "expect");
  pair.reason = field(*text, "reason");
  pair.cheat = part(*text, true);
  pair.honest = part(*text, false);
  const std::string stem = path.substr(0, path.size() - 3);
  pair.cheat_toml = beside(stem + ".cheat.toml", files);
  pair.honest_toml = beside(stem + ".honest.toml", files);
  return pair;
}

}  // namespace

std::vector<Pair> all_pairs(const std::string& directory, const FileSystem& files) {
  std::vector<Pair> pairs;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    if (entry.path().extension() == ".cu") pairs.push_back(read_pair(entry.path(), files));
  }
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.name < b.name; });
  return pairs;
}

}  // namespace whet::test
