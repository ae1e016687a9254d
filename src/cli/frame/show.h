// Shows a collected view in the chosen format.
#pragma once

#include "cli/frame/command.h"
#include "cli/frame/context.h"
#include "report/canvas/html_canvas.h"
#include "report/canvas/html_text.h"
#include "report/canvas/markdown_canvas.h"
#include "report/canvas/text_canvas.h"
#include "util/text/json.h"

namespace whet {

enum class OutputFormat { text, markdown, json };

// `render(view, canvas)` and `to_json(view)` are declared next to the view. A server gets the text beside the JSON.
template <typename View>
void show(const View& view, OutputFormat format, Context& context) {
  if (format == OutputFormat::json) {
    context.print(to_json(view).dump() + "\n");
    if (!context.tell_text) return;
  }
  TextCanvas text(context.style);
  MarkdownCanvas markdown;
  Canvas& canvas = format == OutputFormat::markdown ? static_cast<Canvas&>(markdown) : text;
  render(view, canvas);
  if (format == OutputFormat::json)
    context.tell_text(canvas.take());
  else
    context.print(canvas.take());
}

// The view as a page of its own.
template <typename View>
void show_page(const View& view, const std::string& title, Context& context) {
  HtmlCanvas canvas;
  render(view, canvas);
  context.print(view_page(title, canvas.take()));
}

// The same in a file; only where it is is printed.
template <typename View>
Result<ExitCode> write_page(const View& view, const std::string& title, const std::string& path, Context& context) {
  std::string page;
  Context captured = context;
  captured.print = [&page](std::string_view more) { page += more; };
  show_page(view, title, captured);
  TRY_VOID(context.files.write(path, page));
  context.print("wrote " + path + "\n");
  return ExitCode::ok;
}

inline Option json_option(bool* target) {
  return {"--json", "print the values as JSON", target};
}

inline OutputFormat output_format(bool json, bool markdown = false) {
  return json ? OutputFormat::json : markdown ? OutputFormat::markdown : OutputFormat::text;
}

}  // namespace whet
