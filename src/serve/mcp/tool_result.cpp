#include "serve/mcp/tool_result.h"

#include <fmt/format.h>

namespace whet::serve {

namespace {

// In bytes: a model's context is not endless.
constexpr size_t k_most_text_shown = 60'000, k_most_structure_shown = 100'000;

Json text_block(const std::string& text) {
  return Json::Object{{"type", "text"}, {"text", text}};
}

std::string shortened_text(const std::string& text) {
  if (text.size() <= k_most_text_shown) return text;
  size_t end = text.rfind('\n', k_most_text_shown);
  if (end == std::string::npos) end = k_most_text_shown;
  return text.substr(0, end) + fmt::format("\n({} more bytes are left out here; ask for less)\n", text.size() - end);
}

// The value with every array in it cut to `most` items.
Json with_cut_arrays(const Json& value, size_t most) {
  if (const auto* items = value.as_array()) {
    Json::Array kept;
    for (size_t i = 0; i < items->size() && i < most; ++i) kept.push_back(with_cut_arrays((*items)[i], most));
    return kept;
  }
  const auto* members = value.as_object();
  if (!members) return value;
  Json::Object kept;
  for (const auto& [name, member] : *members) kept.emplace_back(name, with_cut_arrays(member, most));
  return kept;
}

// Structured content is an object; a list becomes one. Its arrays are cut until it is short enough to be read.
Json as_structure(Json printed) {
  Json whole = printed.as_object() ? std::move(printed) : Json(Json::Object{{"items", std::move(printed)}});
  if (whole.dump(-1).size() <= k_most_structure_shown) return whole;
  Json shorter;
  for (const size_t most : {300, 100, 30, 10, 3}) {
    shorter = with_cut_arrays(whole, most);
    shorter["shortened"] = fmt::format("lists are cut to {} items; ask for less to see more", most);
    if (shorter.dump(-1).size() <= k_most_structure_shown) break;
  }
  return shorter;
}

Json failure(const std::string& tool, const CommandOutput& output) {
  if (output.end.signal != 0) {
    return error_result(
        fmt::format("{} was ended by signal {}\n  fix: call it again; if it happens again this is a bug in "
                    "whet, or the machine has too little memory\n{}",
                    tool, output.end.signal, output.err));
  }
  if (!output.err.empty()) return error_result(output.err);
  return error_result(
      fmt::format("{} ended with exit code {} and printed no result\n  fix: this is a bug in whet; report "
                  "it with the arguments",
                  tool, output.end.exit_code));
}

}  // namespace

Json error_result(const std::string& text) {
  return Json::Object{{"content", Json::Array{text_block(shortened_text(text))}}, {"isError", true}};
}

Json error_result(const Error& error) {
  return error_result(describe(error));
}

Json tool_result(const std::string& tool, const CommandOutput& output, bool has_structure) {
  if (output.is_too_large)
    return error_result(tool + ": the answer is too large\n  fix: ask for less: one kernel, one loop, fewer rows");
  auto printed = output.out.empty() ? Result<Json>(failed("")) : Json::parse(output.out);
  const Json meta = Json::Object{{"exit_code", output.end.exit_code}};
  if (!printed) {
    Json result = failure(tool, output);
    result["_meta"] = meta;
    return result;
  }
  const std::string said = output.text.empty() ? printed->dump() : output.text;
  Json content = Json::Array{text_block(shortened_text(output.err.empty() ? said : said + "\n" + output.err))};
  Json structure = as_structure(*std::move(printed));
  if (!has_structure && !output.text.empty()) content.push_back(text_block(structure.dump(-1)));
  Json result = Json::Object{{"content", std::move(content)}};
  if (has_structure) result["structuredContent"] = std::move(structure);
  result["isError"] = !output.err.empty() && output.end.exit_code != 0;
  result["_meta"] = meta;
  return result;
}

}  // namespace whet::serve
