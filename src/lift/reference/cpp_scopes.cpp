#include "lift/reference/cpp_scopes.h"

#include <algorithm>
#include <iterator>

namespace whet::lift {

void CppScopes::close() {
  const Scope closed = std::move(scopes_.back());
  scopes_.pop_back();
  line(closed.head + (closed.head.empty() ? "{" : " {"));
  scopes_.back().text += closed.text;
  line("}");
}

void CppScopes::line_before(const std::string& text) {
  const size_t around = scopes_.size() - 1;
  scopes_[around - 1].text += std::string(2 * around, ' ') + text + "\n";
}

bool CppScopes::is_open(int number) const {
  return std::any_of(scopes_.begin(), scopes_.end(), [&](const Scope& scope) { return scope.number == number; });
}

bool CppScopes::is_uniform() const {
  return std::none_of(scopes_.begin(), scopes_.end(), [](const Scope& scope) { return scope.is_of_thread; });
}

std::vector<CppScopes::Scope> CppScopes::leave(uint64_t variables) {
  size_t kept = scopes_.size();
  while (kept > 1 && !scopes_[kept - 1].keeps_all && (scopes_[kept - 1].variables & variables) == 0) --kept;
  const auto first = scopes_.begin() + static_cast<std::ptrdiff_t>(kept);
  std::vector<Scope> left(std::make_move_iterator(first), std::make_move_iterator(scopes_.end()));
  scopes_.erase(first, scopes_.end());
  return left;
}

void CppScopes::resume(std::vector<Scope> left) {
  scopes_.insert(scopes_.end(), std::make_move_iterator(left.begin()), std::make_move_iterator(left.end()));
}

}  // namespace whet::lift
