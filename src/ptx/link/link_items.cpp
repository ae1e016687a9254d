#include "ptx/link/link_items.h"

#include "ptx/reader/cursor.h"

namespace whet::ptx {

namespace {

class ItemReader {
 public:
  ItemReader(std::string_view text, const std::string& name) : cursor_(text, name) {}

  Result<std::vector<LinkItem>> read() {
    while (!cursor_.at_end()) {
      const char* const start = cursor_.peek().text.data();
      LinkItem item;
      TRY_VOID(read_item(item));
      item.text = std::string_view(start, static_cast<size_t>(end_ - start));
      items_.push_back(item);
    }
    return std::move(items_);
  }

 private:
  Token take() {
    const Token token = cursor_.take();
    if (token.kind != TokenKind::end) end_ = token.text.data() + token.text.size();
    return token;
  }

  Result<void> read_item(LinkItem& item) {
    if (cursor_.sees(".version")) return read_words(item, ItemKind::version);
    if (cursor_.sees(".target")) return read_words(item, ItemKind::target);
    if (cursor_.sees(".address_size")) return read_words(item, ItemKind::other);
    if (cursor_.sees(".file")) return read_words(item, ItemKind::file);
    if (cursor_.sees(".section")) return read_section(item);
    if (cursor_.sees(".pragma") || cursor_.sees(".alias") || cursor_.sees(";")) return read_until_end(item);
    return read_declaration(item);
  }

  // A directive without `;`: its first word and those that follow after commas.
  Result<void> read_words(LinkItem& item, ItemKind kind) {
    item.kind = kind;
    take();
    item.name = take().text;
    if (kind == ItemKind::file) take();
    while (cursor_.sees(",")) take(), take();
    return {};
  }

  Result<void> read_section(LinkItem& item) {
    item.kind = ItemKind::section;
    take();
    item.name = cursor_.peek().text;
    while (!cursor_.sees("{")) {
      if (cursor_.at_end()) return cursor_.unexpected("`{`");
      take();
    }
    return take_group();
  }

  Result<void> read_declaration(LinkItem& item) {
    item.binding = read_binding();
    const bool function = cursor_.sees(".entry") || cursor_.sees(".func");
    item.kind = function ? ItemKind::function : ItemKind::variable;
    if (!function) return read_until_end(item);
    take();
    while (!cursor_.sees("{")) {
      if (cursor_.at_end()) return cursor_.unexpected("a body or `;`");
      if (cursor_.sees("(")) {
        TRY_VOID(take_group());
        continue;
      }
      const Token token = take();
      if (token.kind == TokenKind::word && item.name.empty()) item.name = token.text;
      if (!token.is(";")) continue;
      item.kind = ItemKind::prototype;
      return {};
    }
    return take_group();
  }

  Binding read_binding() {
    Binding binding = Binding::local;
    while (true) {
      if (cursor_.sees(".extern"))
        binding = Binding::needed;
      else if (cursor_.sees(".visible"))
        binding = Binding::strong;
      else if (cursor_.sees(".weak") || cursor_.sees(".common"))
        binding = Binding::weak;
      else
        return binding;
      take();
    }
  }

  // Reads up to and including a `;`; the first word outside brackets is the name.
  Result<void> read_until_end(LinkItem& item) {
    while (!cursor_.at_end()) {
      if (cursor_.sees("(") || cursor_.sees("{")) {
        TRY_VOID(take_group());
        continue;
      }
      const Token token = take();
      if (token.kind == TokenKind::word && item.name.empty()) item.name = token.text;
      if (token.is(";")) return {};
    }
    return cursor_.unexpected("`;`");
  }

  Result<void> take_group() {
    int depth = 0;
    while (!cursor_.at_end()) {
      const Token token = take();
      if (token.is("(") || token.is("{")) ++depth;
      if ((token.is(")") || token.is("}")) && --depth == 0) return {};
    }
    return cursor_.error("a bracket is left open", "close it with `)` or `}`");
  }

  Cursor cursor_;
  const char* end_ = nullptr;  // end of the last token taken
  std::vector<LinkItem> items_;
};

}  // namespace

Result<std::vector<LinkItem>> read_link_items(std::string_view text, const std::string& name) {
  return ItemReader(text, name).read();
}

}  // namespace whet::ptx
