// An index as a sum of products of names, so that one can tell how it grows with a variable.
//
//   row * cols + threadIdx.x      terms {cols, row}: 1, {threadIdx.x}: 1       grows by 1 with threadIdx.x
//
// Variables that are set once stand for their values. What is not a sum or product (divisions, calls, elements of
// arrays) is one opaque name; the names inside it count as mentioned.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "edit/text/locals.h"

namespace whet::edit {

class IndexForm {
 public:
  // Of the tokens [first, last).
  static IndexForm read(const KernelText& text, const std::vector<Local>& locals, size_t first, size_t last);

  // By how much it grows when the variable does by 1; nothing: not a number, or not known.
  std::optional<int64_t> step(const std::string& variable) const;
  bool mentions(const std::string& name) const { return names_.contains(name); }
  // All names that it depends on, including those inside divisions, calls and elements.
  const std::set<std::string>& names() const { return names_; }
  IndexForm plus(const IndexForm& other) const;
  bool is_opaque() const { return has_opaque_; }
  // It was too long to be read: nothing is known of it.
  bool is_unknown() const { return is_unknown_; }

  using Terms = std::map<std::vector<std::string>, int64_t>;
  const Terms& terms() const { return terms_; }

 private:
  friend class IndexReader;
  Terms terms_;
  std::set<std::string> names_;   // all, also inside opaque parts
  std::set<std::string> hidden_;  // only inside opaque parts, or there too
  bool has_opaque_ = false, is_unknown_ = false;
};

}  // namespace whet::edit
