#include "ptx/reader/function_reader.h"

#include "ptx/reader/constant.h"

namespace whet::ptx {

namespace {

// (.param .u64 a, .param .align 8 .b8 b[32])
Result<std::vector<Variable>> read_parameters(Cursor& cursor) {
  std::vector<Variable> parameters;
  TRY_VOID(cursor.expect("("));
  while (!cursor.accept(")")) {
    if (cursor.sees(".reg"))
      return cursor.error("a parameter in a register", "pass it in .param, as the compiler does since PTX 3.0");
    TRY_VOID(cursor.expect(".param"));
    TRY(parameter, read_parameter(cursor, Space::param));
    parameters.push_back(std::move(parameter));
    if (!cursor.accept(",") && !cursor.sees(")")) return cursor.unexpected("`,` or `)`");
  }
  return parameters;
}

// Up to three numbers: .maxntid 128, 2
Result<void> read_extents(Cursor& cursor, std::optional<uint32_t> (*extents)[3]) {
  int count = 0;
  do {
    TRY(extent, read_integer(cursor));
    if (count == 3 || extent > 0xffffffff)
      return cursor.error("an extent that does not fit", "give up to three of 32 bits");
    if (extents) (*extents)[count] = static_cast<uint32_t>(extent);
    ++count;
  } while (cursor.accept(","));
  return {};
}

Result<void> read_cluster_rank(Cursor& cursor, Function& function) {
  TRY(rank, read_integer(cursor));
  if (rank == 0 || rank > 0xffffffff) return cursor.error("a cluster rank that does not fit", "give 1 to 16");
  function.max_cluster_rank = static_cast<uint32_t>(rank);
  return {};
}

Result<void> read_function_directive(Cursor& cursor, Function& function) {
  if (cursor.accept(".noreturn")) return function.no_return = true, Result<void>();
  if (cursor.accept(".pragma")) return cursor.skip_past(";");
  if (cursor.accept(".attribute")) return cursor.skip_group();
  if (cursor.accept(".maxntid")) return read_extents(cursor, &function.max_threads);
  if (cursor.accept(".reqntid")) return read_extents(cursor, &function.required_threads);
  if (cursor.accept(".reqnctapercluster")) return read_extents(cursor, &function.cluster);
  if (cursor.accept(".explicitcluster")) return function.explicit_cluster = true, Result<void>();
  if (cursor.accept(".maxclusterrank")) return read_cluster_rank(cursor, function);
  cursor.take();  // .maxnreg 32, .minnctapersm 2, .abi_preserve 4 and others without effect on results
  if (!cursor.sees(TokenKind::number)) return {};
  return read_extents(cursor, nullptr);
}

Result<void> read_head(Cursor& cursor, Function& function) {
  function.line = cursor.line();
  function.is_entry = cursor.take().is(".entry");
  if (cursor.accept(".attribute")) TRY_VOID(cursor.skip_group());
  if (cursor.sees("(")) {
    TRY(returns, read_parameters(cursor));
    function.returns = std::move(returns);
  }
  TRY(name, cursor.expect_word("the name of a function"));
  function.name = name;
  if (cursor.sees("(")) {
    TRY(parameters, read_parameters(cursor));
    function.parameters = std::move(parameters);
  }
  while (cursor.sees(TokenKind::dotted)) TRY_VOID(read_function_directive(cursor, function));
  return {};
}

}  // namespace

Result<FunctionText> read_function(Cursor& cursor, Places& places, const Linkage& linkage,
                                   const std::function<bool(std::string_view)>& is_module_name) {
  FunctionText text;
  TRY_VOID(read_head(cursor, text.function));
  if (linkage.is_extern || cursor.sees(";")) {
    text.function.is_declaration = true;
    TRY_VOID(cursor.expect(";"));
    return text;
  }
  BodyReader body(cursor, places, text.function, is_module_name);
  TRY_VOID(body.read());
  text.open_names = body.open_names();
  return text;
}

}  // namespace whet::ptx
