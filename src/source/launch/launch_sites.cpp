#include "source/launch/launch_sites.h"

#include <utility>

#include "source/launch/host_reader.h"

namespace whet {

namespace {

// Reads the launch sites, one after another.
class SiteReader {
 public:
  SiteReader(std::string_view source, const std::vector<std::string>& headers)
      : values_(source, headers), code_(values_.code()) {}

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
    site.token = name;
    site.text = text_of(code_, {open + 3, close});
    const size_t arguments = close + 3;
    for (const TokenRange& part : comma_ranges(code_, {arguments + 1, code_.partner[arguments]}))
      site.arguments.push_back(text_of(code_, part));
    read_shape(comma_ranges(code_, {open + 3, close}), site);
    return site;
  }

  void read_shape(const std::vector<TokenRange>& parts, LaunchSite& site) {
    const HostPlace place{site.token, nullptr};
    PassedNames passed;
    for (const std::string& argument : site.arguments)
      passed.follow(values_, argument, place, [&](const std::string& word) { return is_in_device_code(word); });
    const HostReader reader(
        values_, [&](std::string_view word, const HostPlace& from) { return passed.find(values_, word, from); });
    if (!parts.empty()) site.grid = reader.extents(code_, parts[0], place);
    if (parts.size() > 1) site.block = reader.extents(code_, parts[1], place);
    site.has_shared = parts.size() > 2 && text_of(code_, parts[2]) != "0";
    if (site.has_shared) site.shared = reader.expression(code_, parts[2], place);
  }

  bool is_in_device_code(const std::string& word) const {
    for (const Declaration& each : values_.outline().declarations) {
      if (!each.global && !each.device) continue;
      for (size_t i = each.first; i < each.last; ++i) {
        if (code_.is(i, word)) return true;
      }
    }
    return false;
  }

  HostValues values_;
  const Code& code_;
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
  return SiteReader(source, headers).run();
}

}  // namespace whet
