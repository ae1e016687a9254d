// The kernels of tests/edit/kernels with what is said above each: `// SIZES n=1 | n=255`, `// FITS restrict | coarsen
// 4`, `// LEAVES wide loads`, `// TOLERANCE 1e-4`.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "util/text.h"

namespace whet::test {

struct EditedKernel {
  std::string file, name;
  std::vector<std::map<std::string, int64_t>> sizes;
  std::vector<std::string> fits, leaves;  // edits that must fit, and those that must not
  double tolerance = 1e-5;
};

inline void PrintTo(const EditedKernel& kernel, std::ostream* out) {
  *out << kernel.name;
}

inline std::vector<std::string> edit_names(std::string_view text) {
  std::vector<std::string> names;
  for (const auto part : split(text, '|')) names.emplace_back(trim(part));
  return names;
}

inline std::map<std::string, int64_t> edit_sizes(std::string_view text) {
  std::map<std::string, int64_t> sizes;
  for (const auto part : split(text, ',')) {
    const size_t at = part.find('=');
    sizes[std::string(trim(part.substr(0, at)))] = std::stoll(std::string(part.substr(at + 1)));
  }
  return sizes;
}

inline void read_edited_line(std::string_view line, EditedKernel& next) {
  if (line.starts_with("// SIZES ")) {
    next.sizes.clear();
    for (const auto each : split(line.substr(9), '|')) next.sizes.push_back(edit_sizes(each));
  }
  if (line.starts_with("// FITS ")) next.fits = edit_names(line.substr(8));
  if (line.starts_with("// LEAVES ")) next.leaves = edit_names(line.substr(10));
  if (line.starts_with("// TOLERANCE ")) next.tolerance = std::stod(std::string(line.substr(13)));
}

inline std::vector<EditedKernel> edited_kernels(const std::string& folder) {
  std::vector<EditedKernel> list;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) {
    EditedKernel next{file, "", {}, {}, {}, 1e-5};
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
      read_edited_line(line, next);
      const size_t at = line.find("__global__ void ");
      if (at == std::string::npos) continue;
      next.name = line.substr(at + 16, line.find('(') - at - 16);
      list.push_back(next);
      next = {file, "", {}, {}, {}, 1e-5};
    }
  }
  return list;
}

}  // namespace whet::test
