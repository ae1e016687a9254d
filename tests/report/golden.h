// Golden files: what a view looks like as text, Markdown, HTML and JSON, kept in tests/report/golden/ so that a change
// of a report is a difference that somebody reads. `scripts/regenerate.sh` writes them anew.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "report/canvas/html_canvas.h"
#include "report/canvas/markdown_canvas.h"
#include "report/canvas/text_canvas.h"
#include "support/source_folder.h"
#include "util/system/files.h"
#include "util/text/json.h"

namespace whet::test {

// Compares with the golden file of that name, or writes it where WHET_REGENERATE is set.
inline void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = test::source_folder() + "/tests/report/golden/" + name;
  DiskFileSystem files;
  if (std::getenv("WHET_REGENERATE")) {
    ASSERT_TRUE(files.write(path, text)) << path;
    return;
  }
  const auto golden = files.read(path);
  ASSERT_TRUE(golden) << path << " is missing: run scripts/regenerate.sh and read what it writes";
  EXPECT_EQ(text, *golden) << path << " differs: if that is meant, run scripts/regenerate.sh";
}

template <typename View>
std::string drawn(const View& view, Canvas&& canvas) {
  render(view, canvas);
  return canvas.take();
}

// The view in all four forms: NAME.txt, NAME.md, NAME.html, NAME.json.
template <typename View>
void expect_golden_view(const std::string& name, const View& view) {
  expect_golden(name + ".txt", drawn(view, TextCanvas(TextStyle{})));
  expect_golden(name + ".md", drawn(view, MarkdownCanvas()));
  expect_golden(name + ".html", drawn(view, HtmlCanvas()));
  expect_golden(name + ".json", to_json(view).dump() + "\n");
}

}  // namespace whet::test
