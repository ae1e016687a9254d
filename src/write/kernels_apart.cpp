#include "write/kernels_apart.h"

#include <algorithm>

#include "write/subject/statements_apart.h"
#include "write/subject_writer.h"
#include "write/text/joined_kernels.h"

namespace whet::write {

namespace {

constexpr size_t k_most_apart = 8;  // files of several kernels

}  // namespace

void add_apart(const Subject& subject, WrittenKernels& found) {
  auto apart = statements_apart(subject);
  if (!apart) return found.refused.push_back({"apart", apart.error().what});
  std::vector<WrittenKernels> written;
  size_t most = 0;
  for (const Subject& part : apart->subjects) {
    written.push_back(write_kernels(part));
    if (written.back().kernels.empty()) {
      for (RefusedSchedule& each : written.back().refused) found.refused.push_back(std::move(each));
      return;
    }
    most = std::max(most, written.back().kernels.size());
  }
  for (size_t i = 0; i < std::min(most, k_most_apart); ++i) {
    std::vector<KernelPart> parts;
    for (size_t p = 0; p < written.size(); ++p) {
      const auto& kernels = written[p].kernels;
      parts.push_back({apart->subjects[p], kernels[std::min(i, kernels.size() - 1)]});
    }
    auto whole = joined(std::move(parts));
    if (whole) found.kernels.push_back(std::move(*whole));
    if (!whole) found.refused.push_back({"apart", whole.error().what});
  }
}

}  // namespace whet::write
