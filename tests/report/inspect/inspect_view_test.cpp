#include "report/inspect/inspect_view.h"

#include <gtest/gtest.h>

#include "report/canvas/text_canvas.h"

namespace whet {

namespace inspect_view_test {

TEST(InspectView, BrokenRuleIsANoteBesideTheRest) {
  InspectView view;
  view.kernels.resize(1);
  view.broken_rules = {bad_input("there is no fact `hot.spils`", "knowledge/rules/inspect/spill.toml:2", "near: …")};
  TextCanvas canvas(TextStyle{.width = 200, .colour = false});
  render(view, canvas);
  const std::string text = canvas.take();
  EXPECT_NE(text.find("knowledge/rules/inspect/spill.toml:2 is left out: there is no fact `hot.spils`"),
            std::string::npos)
      << text;
  EXPECT_EQ(*to_json(view).find("broken_rules")->as_array()->at(0).find("where")->as_string(),
            "knowledge/rules/inspect/spill.toml:2");
}

}  // namespace inspect_view_test

}  // namespace whet
