#include "describe/launch_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "source/launch/host_reader.h"
#include "source/text/outline.h"
#include "util/text.h"

namespace whet {

namespace {

// At commas that no brackets enclose.
std::vector<std::string> named_entries(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  for (std::string& part : parts) part = std::string(trim(part));
  std::erase_if(parts, [](const std::string& part) { return part.empty(); });
  return parts;
}

std::string kernel_of(const std::string& entry) {
  const std::string plain = entry.substr(0, entry.find('<'));
  return plain.substr(plain.rfind(':') + 1);
}

// The innermost block of braces around a token.
size_t block_of(const Code& code, size_t token) {
  for (size_t i = token; i-- > 0;) {
    if (code.is(i, "{") && code.partner[i] > token) return i;
  }
  return 0;
}

// A launch that a condition or a loop without braces rules.
bool is_ruled(const Code& code, size_t token) {
  return token > 0 && (code.is(token - 1, ")") || code.is(token - 1, "else"));
}

struct Block {
  size_t open = 0;
  std::vector<LaunchSite> sites;
  size_t kernels() const {
    std::set<std::string> names;
    for (const LaunchSite& site : sites) names.insert(site.kernel + site.instance);
    return names.size();
  }
};

class HostBlocks {
 public:
  HostBlocks(const std::string& source, const std::vector<std::string>& headers)
      : outline_(outline(source)), sites_(find_launch_sites(source, headers)) {}

  const std::vector<LaunchSite>& sites() const { return sites_; }

  // The block with most kernels, if it has several; the first of them.
  std::optional<Block> fullest() const {
    std::vector<Block> blocks;
    for (const LaunchSite& site : sites_) {
      const size_t open = block_of(outline_.code, site.token);
      auto at = std::find_if(blocks.begin(), blocks.end(), [&](const Block& each) { return each.open == open; });
      if (at == blocks.end()) at = blocks.insert(blocks.end(), Block{open, {}});
      at->sites.push_back(site);
    }
    const auto best = std::max_element(blocks.begin(), blocks.end(),
                                       [](const Block& a, const Block& b) { return a.kernels() < b.kernels(); });
    return best == blocks.end() || best->kernels() < 2 ? std::nullopt : std::optional(*best);
  }

  // What the host does between the launches that a list of launches does not say.
  std::string stands_between(const Block& block) const {
    const Code& code = outline_.code;
    for (const LaunchSite& site : block.sites) {
      if (is_ruled(code, site.token)) return fmt::format("a condition decides about the launch at line {}", site.line);
    }
    for (size_t i = block.sites.front().token; i < block.sites.back().token; ++i) {
      const bool writes = code.tokens[i].text.starts_with("cudaMemset") ||
                          (code.tokens[i].text.starts_with("cudaMemcpy") && !copies_to_host(i));
      if (writes) return fmt::format("the host writes memory between the launches ({})", code.tokens[i].text);
      if (code.is(i, "{") && holds_launch(i, code.partner[i]))
        return "a loop or a condition between the launches has launches of its own";
    }
    return "";
  }

  // Arrays that are copied to the host anywhere, and pointers that the function of the block gets.
  std::vector<std::string> copied(const Block& block, bool& knows) const {
    std::vector<std::string> names;
    const Code& code = outline_.code;
    for (size_t i = 0; i < code.tokens.size(); ++i) {
      if (!code.tokens[i].text.starts_with("cudaMemcpy") || !copies_to_host(i)) continue;
      names.push_back(argument(i + 1, 1));
      knows = true;
    }
    for (const Declaration& each : outline_.declarations) {
      const bool is_around = each.first < block.open + 1 && block.open < each.last && each.parameters > 0;
      if (!is_around) continue;
      for (size_t i = each.parameters; i < code.partner[each.parameters]; ++i) {
        if (!code.is_word(i) || (!code.is(i + 1, ",") && i + 1 != code.partner[each.parameters])) continue;
        names.emplace_back(code.tokens[i].text);
        if (code.is(i - 1, "*") || code.is(i - 1, "__restrict__")) knows = true;
      }
    }
    return names;
  }

 private:
  bool holds_launch(size_t first, size_t last) const {
    return std::any_of(sites_.begin(), sites_.end(),
                       [&](const LaunchSite& site) { return site.token > first && site.token < last; });
  }

  // The text of an argument of the call whose "(" is here, without spaces.
  std::string argument(size_t open, size_t number) const {
    const Code& code = outline_.code;
    std::string text;
    size_t at = 0;
    for (size_t i = open + 1; code.is(open, "(") && i < code.partner[open]; ++i) {
      if (code.is(i, ",")) {
        ++at;
        continue;
      }
      if (at == number) text += code.tokens[i].text;
      if (code.partner[i] > i) {
        for (size_t k = i + 1; k <= code.partner[i] && at == number; ++k) text += code.tokens[k].text;
        i = code.partner[i];
      }
    }
    return text;
  }
  bool copies_to_host(size_t call) const { return argument(call + 1, 3) == "cudaMemcpyDeviceToHost"; }

  Outline outline_;
  std::vector<LaunchSite> sites_;
};

// The named kernels, each with the next launch of it in the file.
std::vector<ListedLaunch> named_launches(const std::vector<std::string>& entries,
                                         const std::vector<LaunchSite>& sites) {
  std::vector<ListedLaunch> list;
  std::set<size_t> taken;
  for (const std::string& entry : entries) {
    ListedLaunch launch{entry, {}, {}};
    for (size_t i = 0; i < sites.size() && !launch.site; ++i) {
      if (sites[i].kernel == kernel_of(entry) && taken.insert(i).second) launch.site = sites[i];
    }
    list.push_back(std::move(launch));
  }
  const bool all =
      std::all_of(list.begin(), list.end(), [](const ListedLaunch& each) { return each.site.has_value(); });
  for (ListedLaunch& launch : list) {
    if (!all) launch.site.reset();  // arrays are known by one kind of name
  }
  return list;
}

// Whether the launches pass a variable of this name.
bool is_passed(const LaunchList& list, std::string_view name) {
  return std::any_of(list.launches.begin(), list.launches.end(), [&](const ListedLaunch& launch) {
    const auto& passed = launch.site->arguments;
    return std::find(passed.begin(), passed.end(), name) != passed.end();
  });
}

// What the host computes it from, where these are passed too.
std::string formula_of(const HostValues& values, const LaunchList& list, const std::string& name,
                       const HostPlace& place) {
  const auto value = values.find(name, place);
  if (!value || value->is_list || !value->is_only) return "";
  const HostReader reader(values, [&](std::string_view other, const HostPlace&) -> std::optional<std::string> {
    return other != name && is_passed(list, other) ? std::optional(std::string(other)) : std::nullopt;
  });
  const auto read = reader.expression(*value->code, value->range, value->place);
  return read && !read->names().empty() && !read->value() ? read->text() : "";
}

void add_formulas(const std::string& source, const std::vector<std::string>& headers, LaunchList& list) {
  const HostValues values(source, headers);
  for (ListedLaunch& launch : list.launches) {
    if (!launch.site) return;
    for (const std::string& name : launch.site->arguments) {
      const std::string formula = formula_of(values, list, name, {launch.site->token, nullptr});
      if (!formula.empty()) launch.formulas[name] = formula;
    }
  }
}

}  // namespace

LaunchList list_launches(const std::string& entries, const std::string& source,
                         const std::vector<std::string>& headers) {
  LaunchList list;
  const std::vector<std::string> named = named_entries(entries);
  if (named.size() == 1) return list;
  const HostBlocks host(source, headers);
  const auto block = host.fullest();
  if (!named.empty()) {
    list.launches = named_launches(named, host.sites());
    if (list.launches.front().site && block) list.copied = host.copied(*block, list.knows_copies);
    add_formulas(source, headers, list);
    return list;
  }
  if (!block) return list;
  list.refused = host.stands_between(*block);
  if (!list.refused.empty()) return list;
  for (const LaunchSite& site : block->sites) list.launches.push_back({site.kernel + site.instance, site, {}});
  add_formulas(source, headers, list);
  list.copied = host.copied(*block, list.knows_copies);
  return list;
}

}  // namespace whet
