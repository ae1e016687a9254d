#include "ptx/link/link.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "ptx/link/link_items.h"
#include "ptx/reader/lexer.h"

namespace whet::ptx {

namespace {

using Renames = std::map<std::string_view, std::string, std::less<>>;

int number_of(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// Orders 9.0 before 10.1 and sm_90 before sm_100.
std::pair<int, int> order_of(std::string_view name) {
  const size_t digits = name.find_first_of("0123456789");
  if (digits == std::string_view::npos) return {0, 0};
  const size_t dot = name.find('.');
  return {number_of(name.substr(digits)), dot == std::string_view::npos ? 0 : number_of(name.substr(dot + 1))};
}

struct Part {
  std::vector<LinkItem> items;
  Renames renames;
  int files_before = 0;  // .file numbers used by earlier texts
};

class Linker {
 public:
  explicit Linker(const std::vector<std::string>& texts) : texts_(texts) {}

  Result<std::string> link() {
    for (size_t i = 0; i < texts_.size(); ++i) {
      Part part;
      TRY(items, read_link_items(texts_[i], "file " + std::to_string(i + 1) + " of the linked device code"));
      part.items = std::move(items);
      part.files_before = files_;
      for (const LinkItem& item : part.items) {
        if (item.kind == ItemKind::file) files_ = std::max(files_, part.files_before + number_of(item.name));
      }
      parts_.push_back(std::move(part));
    }
    TRY_VOID(take_names());
    return write();
  }

 private:
  static bool defines(const LinkItem& item) {
    return (item.kind == ItemKind::variable || item.kind == ItemKind::function) && item.binding != Binding::needed;
  }

  // Global names are reserved first, so that a local name never takes one of them.
  Result<void> take_names() {
    for (const Part& part : parts_) {
      for (const LinkItem& item : part.items) {
        if (!defines(item) || item.binding == Binding::local) continue;
        const auto [known, fresh] = definitions_.emplace(item.name, &item);
        if (fresh || item.binding == Binding::weak) continue;
        if (known->second->binding == Binding::strong)
          return bad_input("`" + std::string(item.name) + "` is defined in two files of the device code");
        known->second = &item;
      }
    }
    std::set<std::string_view> taken;
    for (const auto& [name, item] : definitions_) taken.insert(name);
    for (size_t i = 0; i < parts_.size(); ++i) take_local_names(parts_[i], i, taken);
    return {};
  }

  void take_local_names(Part& part, size_t index, std::set<std::string_view>& taken) {
    std::set<std::string_view> own;
    for (const LinkItem& item : part.items) {
      if (item.kind == ItemKind::section) collect_labels(item, own);
      if (defines(item) && item.binding == Binding::local) own.insert(item.name);
    }
    for (const std::string_view name : own) {
      if (!taken.insert(name).second) part.renames[name] = std::string(name) + "__of_" + std::to_string(index);
    }
  }

  static void collect_labels(const LinkItem& section, std::set<std::string_view>& labels) {
    Lexer lexer(section.text);
    Token before;
    for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
      if (token.is(":") && before.kind == TokenKind::word) labels.insert(before.text);
      before = token;
    }
  }

  bool kept(const LinkItem& item) {
    if (item.kind == ItemKind::prototype) return item.binding == Binding::local || prototypes_.insert(item.name).second;
    if (item.binding == Binding::local) return true;
    const auto definition = definitions_.find(item.name);
    if (definition != definitions_.end()) return definition->second == &item;
    return externals_.insert(item.name).second;  // dynamic shared memory, or a built-in function
  }

  std::string write() {
    std::string text = head();
    write_all(ItemKind::prototype, text);
    write_all(ItemKind::variable, text);
    write_all(ItemKind::function, text);
    write_all(ItemKind::other, text);
    write_all(ItemKind::file, text);
    text += strings();
    return text;
  }

  std::string head() const {
    std::string_view version, target;
    for (const Part& part : parts_) {
      for (const LinkItem& item : part.items) {
        if (item.kind == ItemKind::version && order_of(item.name) >= order_of(version)) version = item.name;
        if (item.kind == ItemKind::target && order_of(item.name) >= order_of(target)) target = item.name;
      }
    }
    return ".version " + std::string(version) + "\n.target " + std::string(target) + "\n.address_size 64\n";
  }

  void write_all(ItemKind kind, std::string& text) {
    for (const Part& part : parts_) {
      for (const LinkItem& item : part.items) {
        if (item.kind != kind || item.text.starts_with(".address_size") || !kept(item)) continue;
        const bool defined_here = item.binding == Binding::needed && definitions_.contains(item.name);
        write_item(part, item.text, defined_here ? definitions_.at(item.name)->binding : Binding::needed, text);
        text += '\n';
      }
    }
  }

  // `as` is the binding of the definition that replaces a prototype; `needed` leaves it unchanged.
  static void write_item(const Part& part, std::string_view item, Binding as, std::string& text) {
    Lexer lexer(item);
    const char* copied = item.data();
    std::string_view before;
    for (Token token = lexer.next(); token.kind != TokenKind::end; before = token.text, token = lexer.next()) {
      text.append(copied, token.text.data());
      copied = token.text.data() + token.text.size();
      if (const auto renamed = part.renames.find(token.text); renamed != part.renames.end()) {
        text += renamed->second;
      } else if (before == ".loc" || before == ".file" || before == "inlined_at") {
        text += std::to_string(part.files_before + number_of(token.text));
      } else if (as != Binding::needed && token.is(".extern")) {
        text += as == Binding::weak ? ".weak" : ".visible";
      } else {
        text += token.text;
      }
    }
  }

  // Line information needs only the names of inlined functions; other sections are for debuggers.
  std::string strings() const {
    std::string text;
    for (const Part& part : parts_) {
      for (const LinkItem& item : part.items) {
        if (item.kind != ItemKind::section || item.name != ".debug_str") continue;
        const size_t open = item.text.find('{');
        write_item(part, item.text.substr(open + 1, item.text.size() - open - 2), Binding::needed, text);
      }
    }
    return text.empty() ? text : ".section .debug_str\n{\n" + text + "\n}\n";
  }

  const std::vector<std::string>& texts_;
  std::vector<Part> parts_;
  int files_ = 0;  // the highest .file number so far
  std::map<std::string_view, const LinkItem*> definitions_;
  std::set<std::string_view> prototypes_, externals_;
};

}  // namespace

Result<std::string> link(const std::vector<std::string>& texts) {
  if (texts.size() == 1) return texts.front();
  return Linker(texts).link();
}

}  // namespace whet::ptx
