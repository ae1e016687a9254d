#include "ptx/reader/parser.h"

#include <unordered_map>

#include "ptx/reader/constant.h"
#include "ptx/reader/function_reader.h"

namespace whet::ptx {

namespace {

constexpr size_t k_most_aliased = 1 << 18;  // instructions copied for aliases

// Lets a map of strings be searched by a string_view.
struct NameHash {
  using is_transparent = void;
  size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
};
using NameMap = std::unordered_map<std::string, size_t, NameHash, std::equal_to<>>;

class ModuleReader {
 public:
  ModuleReader(std::string_view text, const std::string& name) : cursor_(text, name), places_(module_) {}

  Result<Module> read() {
    while (!cursor_.at_end()) TRY_VOID(read_item());
    if (module_.version_major == 0)
      return cursor_.error_at(1, "the text has no .version", "give PTX; it starts with .version and .target");
    TRY_VOID(check_names());
    return std::move(module_);
  }

 private:
  Result<void> read_item() {
    if (cursor_.accept(".version")) return read_version();
    if (cursor_.accept(".target")) return read_target();
    if (cursor_.accept(".address_size")) return read_address_size();
    if (cursor_.accept(".file")) return places_.read_file(cursor_);
    if (cursor_.accept(".loc")) return places_.read_loc(cursor_);
    if (cursor_.accept(".pragma")) return cursor_.skip_past(";");
    if (cursor_.accept(".alias")) return read_alias();
    if (cursor_.accept(".section")) return read_section();
    if (cursor_.accept(";")) return {};
    return read_declaration();
  }

  Result<void> read_version() {
    const std::string_view text = cursor_.peek().text;
    const size_t dot = text.find('.');
    const auto major = parse_literal(text.substr(0, dot));
    const auto minor = parse_literal(dot == std::string_view::npos ? std::string_view() : text.substr(dot + 1));
    if (!major || !minor || major->is_float || minor->is_float || major->bits > 999 || minor->bits > 999)
      return cursor_.unexpected("a version such as 9.0");
    cursor_.take();
    module_.version_major = static_cast<int>(major->bits);
    module_.version_minor = static_cast<int>(minor->bits);
    return {};
  }

  // .target sm_90a, debug
  Result<void> read_target() {
    TRY(target, cursor_.expect_word("a target such as sm_90"));
    module_.target = target;
    while (cursor_.accept(",")) TRY_VOID(cursor_.expect_word("an option of the target"));
    return {};
  }

  Result<void> read_address_size() {
    TRY(bits, read_integer(cursor_));
    if (bits != 32 && bits != 64) return cursor_.error("addresses of " + std::to_string(bits) + " bits");
    module_.address_bits = static_cast<int>(bits);
    return {};
  }

  // .alias new, old; the new name gets a copy of the old one's declaration.
  Result<void> read_alias() {
    TRY(name, cursor_.expect_word("a name"));
    TRY_VOID(cursor_.expect(","));
    TRY(of, cursor_.expect_word("a function"));
    const auto found = functions_.find(of);
    if (found == functions_.end())
      return cursor_.error("an alias of the unknown function `" + shown(of) + "`", "declare the function before");
    Function copy = module_.functions[found->second];
    if ((aliased_ += copy.body.size()) > k_most_aliased) return cursor_.error("too many aliases of long functions");
    copy.name = name;
    add_function(std::move(copy));
    return cursor_.expect(";");
  }

  // .section .debug_info { ... }
  Result<void> read_section() {
    while (!cursor_.sees("{")) {
      if (cursor_.at_end()) return cursor_.unexpected("`{`");
      cursor_.take();
    }
    return cursor_.skip_group();
  }

  Result<void> read_declaration() {
    const Linkage linkage = read_linkage(cursor_);
    if (cursor_.sees(".entry") || cursor_.sees(".func")) return read_one_function(linkage);
    const auto space = parse_space(cursor_.peek().text);
    if (!space) return cursor_.unexpected("a declaration");
    cursor_.take();
    return read_variables(cursor_, *space, linkage, [&](Variable variable, std::string_view name) -> Result<void> {
      return add_variable(std::move(variable), name);
    });
  }

  Result<void> read_one_function(const Linkage& linkage) {
    const auto is_known = [this](std::string_view name) {
      return functions_.contains(name) || variables_.contains(name);
    };
    TRY(text, read_function(cursor_, places_, linkage, is_known));
    open_names_.insert(open_names_.end(), text.open_names.begin(), text.open_names.end());
    const auto known = functions_.find(text.function.name);
    if (known != functions_.end() && !text.function.is_declaration && !module_.functions[known->second].is_declaration)
      return cursor_.error_at(text.function.line, "`" + shown(text.function.name) + "` has two bodies");
    add_function(std::move(text.function));
    return {};
  }

  // A definition replaces an earlier declaration.
  void add_function(Function function) {
    const auto [known, fresh] = functions_.emplace(function.name, module_.functions.size());
    if (fresh)
      module_.functions.push_back(std::move(function));
    else if (!function.is_declaration)
      module_.functions[known->second] = std::move(function);
  }

  Result<void> add_variable(Variable variable, std::string_view name) {
    const auto [known, fresh] = variables_.emplace(name, module_.variables.size());
    if (fresh) {
      module_.variables.push_back(std::move(variable));
      return {};
    }
    Variable& before = module_.variables[known->second];
    if (!before.is_extern && !variable.is_extern)
      return cursor_.error_at(variable.line, "`" + shown(name) + "` is declared twice", "give one another name");
    if (!variable.is_extern) before = std::move(variable);
    return {};
  }

  Result<void> check_names() const {
    for (const OpenName& open : open_names_) {
      if (functions_.contains(open.name) || variables_.contains(open.name)) continue;
      return cursor_.error_at(open.line, "unknown name `" + shown(open.name) + "`", "declare it in the module");
    }
    for (const Variable& variable : module_.variables) {
      for (const Relocation& relocation : variable.relocations) {
        if (functions_.contains(relocation.symbol) || variables_.contains(relocation.symbol)) continue;
        return cursor_.error_at(variable.line, "unknown name `" + shown(relocation.symbol) + "`",
                                "declare it in the module");
      }
    }
    return {};
  }

  Cursor cursor_;
  Module module_;
  Places places_;
  NameMap functions_, variables_;  // by name: index in the module
  size_t aliased_ = 0;
  std::vector<OpenName> open_names_;
};

}  // namespace

Result<Module> parse(std::string_view text, const std::string& name) {
  return ModuleReader(text, name).read();
}

}  // namespace whet::ptx
