// What the tests of Nsight Compute's tables share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "profile/ncu/ncu_report.h"
#include "support/source_folder.h"
#include "util/system/files.h"

namespace whet::test {

inline const NcuNames& ncu_names() {
  static const NcuNames names = NcuNames::load(Knowledge()).value();
  return names;
}

inline std::string ncu_fixture(const std::string& name) {
  return DiskFileSystem().read(test::source_folder() + "/tests/profile/ncu/fixtures/" + name).value();
}

inline Result<std::vector<Profile>> read_fixture(const std::string& name) {
  return read_ncu_csv(ncu_fixture(name), name, ncu_names());
}

// A table of one launch of `k`; each cell is "name,unit,value".
inline std::string metric_table(const std::vector<std::string>& cells) {
  std::string text = "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n";
  for (const std::string& cell : cells) text += "0,k," + cell + "\n";
  return text;
}

inline Error ncu_error(const std::string& text) {
  const auto read = read_ncu_csv(text, "report.csv", ncu_names());
  EXPECT_FALSE(read.ok());
  return read.ok() ? Error{} : read.error();
}

}  // namespace whet::test
