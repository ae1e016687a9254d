#include "serve/mcp/tool_result.h"

#include <fmt/format.h>

namespace whet::serve {

namespace {

constexpr size_t k_most_text_shown = 60'000;  // bytes; a model's context is not endless

Json text_block(const std::string& text) {
  return Json::Object{{"type", "text"}, {"text", text}};
}

std::string shortened_text(const std::string& text) {
  if (text.size() <= k_most_text_shown) return text;
  size_t end = text.rfind('\n', k_most_text_shown);
  if (end == std::string::npos) end = k_most_text_shown;
  return text.substr(0, end) + fmt::format("\n({} more bytes are left out here; ask for less)\n", text.size() - end);
}

// Structured content is an object; a list becomes one.
Json as_structure(Json printed) {
  if (printed.as_object()) return printed;
  return Json::Object{{"items", std::move(printed)}};
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
  if (!printed) return failure(tool, output);
  const std::string said = output.text.empty() ? printed->dump() : output.text;
  Json content = Json::Array{text_block(shortened_text(output.err.empty() ? said : said + "\n" + output.err))};
  Json result = Json::object();
  if (!has_structure && !output.text.empty()) content.push_back(text_block(printed->dump(-1)));
  result["content"] = std::move(content);
  if (has_structure) result["structuredContent"] = as_structure(std::move(*printed));
  result["isError"] = !output.err.empty() && output.end.exit_code != 0;
  result["_meta"] = Json::Object{{"exit_code", output.end.exit_code}};
  return result;
}

}  // namespace whet::serve
