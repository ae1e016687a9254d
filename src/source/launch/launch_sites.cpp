#include "source/launch/launch_sites.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr int k_deepest_names = 8;
constexpr WordList k_changes_of_variable("+= -= *= /= ++ --");

struct TokenRange {
  size_t first = 0, last = 0;
};

std::string text_of(const Code& code, TokenRange range) {
  if (range.first >= range.last) return {};
  const char* begin = code.tokens[range.first].text.data();
  const Token& end = code.tokens[range.last - 1];
  std::string text(begin, end.text.data() + end.text.size());
  std::replace_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return text;
}

std::vector<TokenRange> comma_ranges(const Code& code, TokenRange range) {
  std::vector<TokenRange> parts;
  size_t first = range.first;
  for (size_t i = range.first; i <= range.last; ++i) {
    if (i < range.last && code.partner[i] > i && code.partner[i] < range.last) i = code.partner[i];
    if (i < range.last && !code.is(i, ",")) continue;
    if (i > first) parts.push_back({first, i});
    first = i + 1;
  }
  return parts;
}

// The values of host variables; a variable that is set in several places has none.
class Definitions {
 public:
  explicit Definitions(const Code& code) { read(code); }

  // Adds the definitions of a header; those of the source take precedence.
  void add_header(std::string_view text) {
    headers_.push_back(std::make_unique<Code>(read_code(text)));
    auto own = std::exchange(values_, {});
    read(*headers_.back());
    for (auto& [name, value] : own) values_[name] = value;
  }

  // `is_list`: the range lists the extents of a dim3.
  struct Found {
    const Code* code = nullptr;
    TokenRange range;
    bool is_list = false;
  };
  std::optional<Found> find(std::string_view name) const {
    const auto known = values_.find(name);
    if (known == values_.end() || !known->second) return std::nullopt;
    return known->second;
  }

 private:
  void read(const Code& code) {
    for (size_t i = 0; i + 1 < code.tokens.size(); ++i) {
      if (code.tokens[i].kind == TokenKind::directive) add_macro(code.tokens[i]);
      if (code.is_word(i)) add_variable(code, i);
    }
    if (!code.tokens.empty() && code.tokens.back().kind == TokenKind::directive) add_macro(code.tokens.back());
  }

  void add_variable(const Code& code, size_t i) {
    const std::string_view name = code.tokens[i].text;
    if (code.is(i + 1, "=")) note(name, {&code, {i + 2, end_of_value(code, i + 2)}, false});
    if (k_changes_of_variable.holds(code.tokens[i + 1].text)) note(name, {&code, {}, false});
    const bool bracket = code.is(i + 1, "(") || code.is(i + 1, "{");
    if (bracket && is_dim3_declaration(code, i)) note(name, {&code, {i + 2, code.partner[i + 1]}, true});
  }

  // `dim3 a(1), b(2)`: goes back to the type, over the variables before.
  static bool is_dim3_declaration(const Code& code, size_t i) {
    while (i > 1 && code.is(i - 1, ",")) {
      i -= 2;
      if ((code.is(i, ")") || code.is(i, "}")) && code.partner[i] > 0) i = code.partner[i] - 1;
    }
    return i > 0 && code.is(i - 1, "dim3");
  }

  static size_t end_of_value(const Code& code, size_t at) {
    while (at < code.tokens.size() && !code.is(at, ",") && !code.is(at, ";") && !code.is(at, ")")) {
      at = std::max(code.partner[at], at) + 1;
    }
    return at;
  }

  void note(std::string_view name, Found found) {
    const bool is_empty = found.range.first >= found.range.last;
    const auto [known, is_new] = values_.try_emplace(std::string(name), found);
    if (!is_new || is_empty) known->second.reset();
  }

  void add_macro(const Token& token) {
    const Directive line = directive(token);
    if (line.name != "define" || line.tokens.size() < 2) return;
    if (line.tokens[1].is("(") && line.tokens[1].offset == line.tokens[0].end()) return;
    const char* begin = line.tokens[1].text.data();
    const Token& end = line.tokens.back();
    macros_.push_back(
        std::make_unique<Code>(read_code({begin, static_cast<size_t>(end.text.data() + end.text.size() - begin)})));
    const Code& code = *macros_.back();
    const auto [known, is_new] =
        values_.try_emplace(std::string(line.tokens[0].text), Found{&code, {0, code.tokens.size()}, false});
    if (!is_new) known->second.reset();
  }

  std::vector<std::unique_ptr<Code>> macros_, headers_;
  std::map<std::string, std::optional<Found>, std::less<>> values_;
};

// Reads the launch sites, one after another.
class SiteReader {
 public:
  SiteReader(const Code& code, const std::vector<std::string>& headers) : code_(code), definitions_(code) {
    for (const std::string& header : headers) definitions_.add_header(header);
  }

  std::vector<LaunchSite> run() {
    for (size_t i = 1; i + 3 < code_.tokens.size(); ++i) {
      if (!are_three(i, "<")) continue;
      if (auto site = read(i)) sites_.push_back(std::move(*site));
    }
    return std::move(sites_);
  }

 private:
  bool are_three(size_t i, std::string_view text) const {
    return code_.is(i, text) && code_.is(i + 1, text) && code_.is(i + 2, text) &&
           code_.tokens[i].end() == code_.tokens[i + 1].offset &&
           code_.tokens[i + 1].end() == code_.tokens[i + 2].offset;
  }

  std::optional<LaunchSite> read(size_t open) {
    size_t close = open + 3;
    while (close + 3 < code_.tokens.size() && !(are_three(close, ">") && code_.is(close + 3, "("))) {
      if (code_.is(close, ";") || code_.is(close, "{")) return std::nullopt;
      ++close;
    }
    if (close + 3 >= code_.tokens.size()) return std::nullopt;
    LaunchSite site;
    size_t name = open - 1;
    if (code_.is(name, ">")) {
      name = code_.before_angles(name);
      site.instance = text_of(code_, {name + 1, open});
    }
    if (!code_.is_word(name)) return std::nullopt;
    site.kernel = code_.tokens[name].text;
    site.line = code_.tokens[name].line;
    site.text = text_of(code_, {open + 3, close});
    const size_t arguments = close + 3;
    for (const TokenRange& part : comma_ranges(code_, {arguments + 1, code_.partner[arguments]}))
      site.arguments.push_back(text_of(code_, part));
    const auto parts = comma_ranges(code_, {open + 3, close});
    passed_ = &site.arguments;
    if (!parts.empty()) site.grid = extents(code_, parts[0], 0);
    if (parts.size() > 1) site.block = extents(code_, parts[1], 0);
    site.has_shared = parts.size() > 2 && text_of(code_, parts[2]) != "0";
    if (site.has_shared) site.shared = expression(code_, parts[2], 0);
    return site;
  }

  bool is_passed(std::string_view name) const {
    return std::find(passed_->begin(), passed_->end(), name) != passed_->end();
  }

  std::optional<LaunchExpression> expression(const Code& code, TokenRange range, int depth) {
    return read_launch_expression(code, range.first, range.last, [&](std::string_view name) {
      if (const size_t dot = name.find('.'); dot != std::string_view::npos)
        return extent(name.substr(0, dot), static_cast<size_t>(name.back() - 'x'), depth);
      const auto found = is_passed(name) || depth > k_deepest_names ? std::nullopt : definitions_.find(name);
      return found && !found->is_list ? expression(*found->code, found->range, depth + 1) : std::nullopt;
    });
  }

  std::optional<LaunchExpression> extent(std::string_view variable, size_t axis, int depth) {
    const auto found = depth > k_deepest_names ? std::nullopt : definitions_.find(variable);
    if (!found) return std::nullopt;
    const auto all =
        found->is_list ? listed(*found->code, found->range, depth + 1) : extents(*found->code, found->range, depth + 1);
    if (all.empty()) return std::nullopt;
    return axis < all.size() ? all[axis] : LaunchExpression::number(1);
  }

  // A number, `dim3(x, y)`, or a variable that holds one of these.
  std::vector<LaunchExpression> extents(const Code& code, TokenRange range, int depth) {
    if (depth > k_deepest_names) return {};
    const bool made = code.is(range.first, "dim3") && (code.is(range.first + 1, "(") || code.is(range.first + 1, "{"));
    if (made && code.partner[range.first + 1] + 1 == range.last)
      return listed(code, {range.first + 2, range.last - 1}, depth);
    if (code.is(range.first, "{") && code.partner[range.first] + 1 == range.last)
      return listed(code, {range.first + 1, range.last - 1}, depth);
    if (range.last == range.first + 1 && code.is_word(range.first)) {
      const std::string_view name = code.tokens[range.first].text;
      const auto found = is_passed(name) ? std::nullopt : definitions_.find(name);
      if (found) {
        return found->is_list ? listed(*found->code, found->range, depth + 1)
                              : extents(*found->code, found->range, depth + 1);
      }
    }
    const auto alone = expression(code, range, depth);
    return alone ? std::vector{*alone} : std::vector<LaunchExpression>();
  }

  std::vector<LaunchExpression> listed(const Code& code, TokenRange range, int depth) {
    std::vector<LaunchExpression> found;
    for (const TokenRange& part : comma_ranges(code, range)) {
      const auto one = expression(code, part, depth);
      if (!one) return {};
      found.push_back(*one);
    }
    while (found.size() > 1 && found.back().value() == 1) found.pop_back();
    return found.size() <= 3 ? found : std::vector<LaunchExpression>();
  }

  const Code& code_;
  Definitions definitions_;
  const std::vector<std::string>* passed_ = nullptr;
  std::vector<LaunchSite> sites_;
};

}  // namespace

std::optional<int64_t> LaunchSite::threads() const {
  int64_t product = 1;
  for (const LaunchExpression& extent : block) {
    const auto value = extent.value();
    if (!value || *value < 1 || *value > 1024) return std::nullopt;
    product *= *value;
  }
  return block.empty() ? std::nullopt : std::optional(product);
}

std::vector<LaunchSite> find_launch_sites(std::string_view source, const std::vector<std::string>& headers) {
  const Code code = read_code(source);
  return SiteReader(code, headers).run();
}

}  // namespace whet
