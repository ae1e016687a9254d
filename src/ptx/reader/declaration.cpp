#include "ptx/reader/declaration.h"

#include <array>

#include "ptx/reader/constant.h"
#include "ptx/reader/initializer.h"

namespace whet::ptx {

namespace {

constexpr uint64_t k_largest_variable = uint64_t{1} << 40;
constexpr uint64_t k_largest_alignment = 1 << 16;

// The attributes before a name: .align 16 .v4 .f32, .u64 .ptr .global .align 4.
struct Attributes {
  Type type = Type::none;
  uint64_t width = 1;  // of a vector type
  uint64_t align = 0;  // 0: not given
  bool is_pointer = false;
  bool is_opaque = false;  // .texref .samplerref .surfref
};

Result<uint64_t> read_alignment(Cursor& cursor) {
  TRY(align, read_integer(cursor));
  if (align == 0 || align > k_largest_alignment || (align & (align - 1)) != 0)
    return cursor.error("an alignment of " + std::to_string(align), "give a power of two up to 65536");
  return align;
}

Result<void> read_attribute(Cursor& cursor, Attributes& attributes) {
  const uint32_t line = cursor.line();
  const std::string_view word = cursor.take().text.substr(1);
  if (word == "align") {
    TRY(align, read_alignment(cursor));
    if (!attributes.is_pointer) attributes.align = align;  // after .ptr it is the alignment of the target
    return {};
  }
  if (word == "attribute") return cursor.skip_group();
  if (word == "ptr") return attributes.is_pointer = true, Result<void>();
  if (attributes.is_pointer && parse_space("." + std::string(word))) return {};
  if (word == "v2" || word == "v4" || word == "v8") return attributes.width = word[1] - '0', Result<void>();
  if (word == "texref" || word == "samplerref" || word == "surfref") return attributes.is_opaque = true, Result<void>();
  const auto type = parse_type(word);
  if (!type || attributes.type != Type::none)
    return cursor.error_at(line, "`." + shown(word) + "` in a declaration", "give one type before the name");
  attributes.type = *type;
  return {};
}

Result<Attributes> read_attributes(Cursor& cursor) {
  Attributes attributes;
  while (cursor.sees(TokenKind::dotted)) TRY_VOID(read_attribute(cursor, attributes));
  if (attributes.type == Type::none && !attributes.is_opaque) return cursor.unexpected("a type");
  if (attributes.type == Type::pred) return cursor.error("a predicate in memory", "declare it with .reg");
  return attributes;
}

// [2][3]; the first extent may be empty.
Result<std::vector<uint64_t>> read_dimensions(Cursor& cursor) {
  std::vector<uint64_t> dimensions;
  while (cursor.accept("[")) {
    if (dimensions.size() == 16) return cursor.error("an array of more than 16 dimensions");
    uint64_t size = 0;
    if (!cursor.sees("]") || !dimensions.empty()) {
      TRY(given, read_integer(cursor));
      size = given;
    }
    TRY_VOID(cursor.expect("]"));
    dimensions.push_back(size);
  }
  return dimensions;
}

Result<uint64_t> total_bytes(const Cursor& cursor, const Attributes& attributes,
                             const std::vector<uint64_t>& dimensions) {
  uint64_t bytes = bytes_of(attributes.type) * attributes.width;
  for (const uint64_t size : dimensions) {
    if (size > k_largest_variable || (size != 0 && bytes > k_largest_variable / size))
      return cursor.error("a variable of more than 2^40 bytes", "make the array smaller");
    bytes *= size;
  }
  return bytes;
}

Result<Variable> make_variable(Cursor& cursor, Space space, const Attributes& attributes,
                               std::vector<uint64_t>& dimensions) {
  Variable variable;
  variable.line = cursor.line();
  TRY(name, cursor.expect_word("a name"));
  TRY(sizes, read_dimensions(cursor));
  TRY(bytes, total_bytes(cursor, attributes, sizes));
  variable.name = name;
  variable.space = space;
  variable.type = attributes.type;
  variable.bytes = bytes;
  variable.is_pointer = attributes.is_pointer;
  const uint64_t natural = std::max<uint64_t>(1, bytes_of(attributes.type) * attributes.width);
  variable.align = static_cast<uint32_t>(attributes.align ? attributes.align : natural);
  dimensions = std::move(sizes);
  if (attributes.width > 1) dimensions.push_back(attributes.width);
  return variable;
}

}  // namespace

std::optional<Space> parse_space(std::string_view dotted) {
  constexpr std::array<std::pair<std::string_view, Space>, 6> k_spaces = {{{".global", Space::global},
                                                                           {".shared", Space::shared},
                                                                           {".const", Space::constant},
                                                                           {".local", Space::local},
                                                                           {".param", Space::param},
                                                                           {".tex", Space::global}}};
  for (const auto& [name, space] : k_spaces) {
    if (dotted == name) return space;
  }
  return std::nullopt;
}

Linkage read_linkage(Cursor& cursor) {
  Linkage linkage;
  while (cursor.sees(".extern") || cursor.sees(".visible") || cursor.sees(".weak") || cursor.sees(".common")) {
    linkage.seen = true;
    linkage.is_extern |= cursor.take().is(".extern");
  }
  return linkage;
}

Result<Variable> read_parameter(Cursor& cursor, Space space) {
  TRY(attributes, read_attributes(cursor));
  std::vector<uint64_t> dimensions;
  return make_variable(cursor, space, attributes, dimensions);
}

Result<void> read_variables(Cursor& cursor, Space space, const Linkage& linkage, const AddVariable& add) {
  TRY(attributes, read_attributes(cursor));
  do {
    std::vector<uint64_t> dimensions;
    const std::string_view name = cursor.peek().text;
    TRY(variable, make_variable(cursor, space, attributes, dimensions));
    variable.is_extern = linkage.is_extern;
    if (cursor.accept("=")) {
      if (attributes.is_opaque)
        TRY_VOID(cursor.skip_group());
      else
        TRY_VOID(read_initializer(cursor, variable, dimensions));
    }
    TRY_VOID(add(std::move(variable), name));
  } while (cursor.accept(","));
  return cursor.expect(";");
}

}  // namespace whet::ptx
