#include "source/launch/host_arrays.h"

#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr WordList k_allocators("cudaMalloc cudaMallocManaged cudaMallocAsync cudaMallocHost cudaHostAlloc cuMemAlloc");
constexpr WordList k_clears("cudaMemset cudaMemsetAsync");
constexpr WordList k_containers("device_vector universal_vector vector");
constexpr int k_most_followed = 8;

class ArrayFinder {
 public:
  ArrayFinder(const HostValues& values, const HostReader& reader)
      : values_(values), code_(values.code()), reader_(reader) {}

  std::optional<HostArray> find(const std::string& name, const HostPlace& place, int depth) {
    if (depth > k_most_followed) return std::nullopt;
    const int scope = values_.scope_of(place.token);
    is_zeroed_ |= clears(name, scope);
    if (auto found = allocated_in(name, scope, place, depth)) return found;
    if (auto found = by_value(name, place, depth)) return found;
    const bool is_own = values_.parameter_number(name, place) || declares(name, scope);
    return is_own || scope < 0 ? std::nullopt : anywhere(name, depth);
  }

  bool is_zeroed() const { return is_zeroed_; }

 private:
  bool is_in(size_t token, int scope) const { return values_.scope_of(token) == scope; }

  // The last word of a range is the name, as in `&x`, `(void**)&x`, `reinterpret_cast<void**>(&x)`.
  bool names(TokenRange range, const std::string& name) const {
    size_t last = range.last;
    while (last > range.first && code_.is(last - 1, ")")) --last;
    return last > range.first && code_.is(last - 1, name) && code_.is_word(last - 1) && !code_.is(last - 2, ".");
  }

  bool clears(const std::string& name, int scope) const {
    for (size_t i = 0; i + 1 < code_.tokens.size(); ++i) {
      if (!code_.is_word(i) || !is_in(i, scope) || !k_clears.holds(code_.tokens[i].text) || !code_.is(i + 1, "("))
        continue;
      const auto parts = comma_ranges(code_, {i + 2, code_.partner[i + 1]});
      if (parts.size() >= 3 && names(parts[0], name) && text_of(code_, parts[1]) == "0") return true;
    }
    return false;
  }

  // Whether the scope has `T* name`.
  bool declares(const std::string& name, int scope) const {
    for (size_t i = 1; i < code_.tokens.size(); ++i) {
      if (code_.is(i, name) && is_in(i, scope) && code_.is(i - 1, "*")) return true;
    }
    return false;
  }

  std::optional<HostArray> allocated_in(const std::string& name, int scope, const HostPlace& place, int depth) {
    for (size_t i = 0; i + 1 < code_.tokens.size(); ++i) {
      if (!code_.is_word(i) || !is_in(i, scope)) continue;
      if (auto found = vector_at(i, name, place)) return found;
      size_t open = i + 1;
      if (code_.is(open, "<") && !code_.is(open + 1, "<")) open = code_.after_angles(open);
      if (!code_.is(open, "(") || code_.partner[open] <= open) continue;
      const auto parts = comma_ranges(code_, {open + 1, code_.partner[open]});
      if (auto found = call_at(i, parts, name, place, depth)) return found;
    }
    return std::nullopt;
  }

  std::optional<HostArray> call_at(size_t i, const std::vector<TokenRange>& parts, const std::string& name,
                                   const HostPlace& place, int depth) {
    if (k_allocators.holds(code_.tokens[i].text)) {
      if (parts.size() < 2 || !names(parts[0], name)) return std::nullopt;
      HostArray array;
      array.bytes = reader_.expression(code_, parts[1], {i, place.call});
      array.line = code_.tokens[i].line;
      return array;
    }
    const int callee = values_.callee(i);
    for (size_t k = 0; callee >= 0 && k < parts.size(); ++k) {
      if (!names(parts[k], name) || !code_.is(parts[k].first, "&")) continue;
      const auto call = std::make_shared<HostCall>(HostCall{{i, place.call}, &code_, parts});
      return find(values_.parameter_name(callee, k), {values_.declaration(callee).head_end, call}, depth + 1);
    }
    return std::nullopt;
  }

  // thrust::device_vector<float> x(n)
  std::optional<HostArray> vector_at(size_t i, const std::string& name, const HostPlace& place) const {
    if (!k_containers.holds(code_.tokens[i].text) || !code_.is(i + 1, "<")) return std::nullopt;
    const size_t at = code_.after_angles(i + 1);
    const bool is_it = code_.is(at, name) && (code_.is(at + 1, "(") || code_.is(at + 1, "{"));
    if (!is_it) return std::nullopt;
    const auto parts = comma_ranges(code_, {at + 2, code_.partner[at + 1]});
    if (parts.empty()) return std::nullopt;
    HostArray array;
    array.elements = reader_.expression(code_, parts[0], {at, place.call});
    array.line = code_.tokens[at].line;
    return array;
  }

  // A copy of another pointer, what a function returns, or what the caller passes.
  std::optional<HostArray> by_value(const std::string& name, const HostPlace& place, int depth) {
    const auto value = values_.find(name, place);
    if (!value || value->is_list || value->code != &code_ || value->range.first >= value->range.last)
      return std::nullopt;
    const TokenRange range = value->range;
    if (range.last == range.first + 1 && code_.is_word(range.first))
      return find(std::string(code_.tokens[range.first].text), value->place, depth + 1);
    size_t open = range.first + 1;
    if (code_.is(open, "<")) open = code_.after_angles(open);
    const bool is_call = code_.is_word(range.first) && code_.is(open, "(") && code_.partner[open] + 1 == range.last;
    if (!is_call) return std::nullopt;
    const auto call = std::make_shared<HostCall>(
        HostCall{value->place, &code_, comma_ranges(code_, {open + 1, code_.partner[open]})});
    const auto returned = values_.returned(code_.tokens[range.first].text, call);
    const bool is_name = returned && returned->range.last == returned->range.first + 1;
    if (!is_name) return std::nullopt;
    return find(std::string(code_.tokens[returned->range.first].text), returned->place, depth + 1);
  }

  // A global pointer may be allocated in any function.
  std::optional<HostArray> anywhere(const std::string& name, int depth) {
    for (size_t i = 0; i < values_.outline().declarations.size(); ++i) {
      const auto scope = static_cast<int>(i);
      const HostPlace inside{values_.declaration(scope).head_end, nullptr};
      if (values_.declaration(scope).kind != DeclarationKind::function) continue;
      is_zeroed_ |= clears(name, scope);
      if (auto found = allocated_in(name, scope, inside, depth + 1)) return found;
    }
    return std::nullopt;
  }

  const HostValues& values_;
  const Code& code_;
  const HostReader& reader_;
  bool is_zeroed_ = false;
};

}  // namespace

std::optional<HostArray> find_host_array(const HostValues& values, const HostReader& reader,
                                         const std::string& argument, const HostPlace& place) {
  const Code words = read_code(argument);
  for (size_t i = 0; i < words.tokens.size(); ++i) {
    const bool is_alone = words.tokens.size() == 1, is_member = words.is(i + 1, ".") || words.is(i - 1, "&");
    if (!words.is_word(i) || (!is_alone && !is_member)) continue;
    ArrayFinder finder(values, reader);
    auto found = finder.find(std::string(words.tokens[i].text), place, 0);
    if (found) found->is_zeroed = finder.is_zeroed();
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace whet
