#include "report/facts/specs_view.h"

#include <gtest/gtest.h>

#include "report/canvas/text_canvas.h"
#include "report/facts/specs_list_view.h"
#include "report/facts/specs_measured_view.h"
#include "report/facts/specs_why_view.h"

namespace whet {
namespace specs_view_test {

const Knowledge k_knowledge;
const Hardware k_hardware(k_knowledge);

template <typename View>
std::string text_of(const View& view) {
  TextCanvas canvas(TextStyle{.width = 120, .colour = false});
  render(view, canvas);
  return canvas.take();
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(SpecsView, ShowsValueUnitSourceAndWhoDisagrees) {
  const std::string text = text_of(collect_specs(*k_hardware.gpu("h200")));
  EXPECT_TRUE(holds(text, "H200 SXM 141GB")) << text;
  EXPECT_TRUE(holds(text, "l2                  S20     60 MiB; others say 50 (S12, S14)\n")) << text;
  EXPECT_TRUE(holds(text, "Hopper, compute capability 9.0")) << text;
  EXPECT_TRUE(holds(text, "fp32 14.0,")) << text;
}

TEST(SpecsView, ShowsAGapAsUnknownWithItsReason) {
  const SpecsView view = collect_specs(*k_hardware.gpu("l4"));
  EXPECT_TRUE(holds(text_of(view), "nvlink                      unknown: no NVLink figure in the sources used\n"));
  const Json json = to_json(view);
  const Json::Array& facts = *json.find("gpu")->find("facts")->as_array();
  const Json& nvlink = facts.back();
  EXPECT_EQ(*nvlink.find("name")->as_string(), "nvlink");
  EXPECT_TRUE(nvlink.find("value")->is_null());
  EXPECT_TRUE(nvlink.find("source")->is_null());
}

TEST(SpecsView, EveryFactIsInTextAndJson) {
  const auto gpus = k_hardware.all_gpus();
  ASSERT_TRUE(gpus.ok());
  for (const FactSheet& sheet : *gpus) {
    const SpecsView view = collect_specs(*k_hardware.gpu(sheet.id));
    const std::string text = text_of(view);
    for (const Fact& fact : sheet.facts)
      EXPECT_TRUE(holds(text, "\n    " + fact.name + " ")) << sheet.id << " " << fact.name;
    EXPECT_EQ(to_json(view).find("gpu")->find("facts")->as_array()->size(), sheet.facts.size());
  }
}

TEST(SpecsView, ACapabilityStandsAlone) {
  const SpecsView view = collect_specs(*k_hardware.capability("8.9"));
  EXPECT_TRUE(holds(text_of(view), "Ada, compute capability 8.9"));
  EXPECT_TRUE(to_json(view).find("gpu")->is_null());
}

TEST(SpecsWhyView, ShowsTheSourceAndEveryConflictingOne) {
  const auto view = collect_why(*k_hardware.gpu("h200"), "l2", *k_hardware.sources());
  ASSERT_TRUE(view.ok());
  const std::string text = text_of(*view);
  EXPECT_TRUE(holds(text, "l2 of H200 SXM 141GB: 60 MiB\n")) << text;
  EXPECT_TRUE(holds(text, "another source says 50 MiB")) << text;
  for (const char* source : {"S20: ", "S12: ", "S14: "}) EXPECT_TRUE(holds(text, source)) << text;
  EXPECT_EQ(to_json(*view).find("sources")->as_array()->size(), 3u);
}

TEST(SpecsWhyView, FindsFactsOfTheArchitectureToo) {
  const auto view = collect_why(*k_hardware.gpu("h200"), "shared_mem_per_sm", *k_hardware.sources());
  ASSERT_TRUE(view.ok());
  EXPECT_EQ(view->subject, "compute capability 9.0");
}

TEST(SpecsWhyView, AnUnknownFactListsNearOnes) {
  const auto view = collect_why(*k_hardware.gpu("h200"), "memory_bandwith", *k_hardware.sources());
  ASSERT_FALSE(view.ok());
  EXPECT_EQ(view.error().what, "`h200` has no fact `memory_bandwith`");
  EXPECT_TRUE(holds(view.error().mend, "did you mean memory_bandwidth")) << view.error().mend;
}

TEST(SpecsMeasuredView, ShowsOnlyFiguresOfExactlyThatGpu) {
  const auto figures = k_hardware.measurements();
  const auto curves = k_hardware.curves();
  const SpecsMeasuredView h200 = collect_measured(*k_hardware.gpu("h200"), *figures, *curves);
  EXPECT_EQ(h200.figures.size(), 9u);
  EXPECT_EQ(h200.curves.size(), 1u);
  EXPECT_GT(h200.elsewhere, 0);
  EXPECT_TRUE(holds(text_of(h200), "stream_write_bandwidth       3898 GB/s"));
  const SpecsMeasuredView a100 = collect_measured(*k_hardware.gpu("a100"), *figures, *curves);
  EXPECT_TRUE(a100.figures.empty()) << "which A100 was measured is not certain";
  EXPECT_TRUE(holds(text_of(a100), "no figure is known of exactly this GPU"));
  const SpecsMeasuredView hopper = collect_measured(*k_hardware.capability("9.0"), *figures, *curves);
  EXPECT_EQ(hopper.figures.size(), h200.figures.size() + static_cast<size_t>(h200.elsewhere));
}

TEST(SpecsListView, HasEveryGpuAndCapability) {
  const auto gpus = k_hardware.all_gpus();
  const auto capabilities = k_hardware.all_capabilities();
  const SpecsListView view = collect_list(*gpus, *capabilities);
  const std::string text = text_of(view);
  for (const FactSheet& sheet : *gpus) EXPECT_TRUE(holds(text, "    " + sheet.id + " ")) << sheet.id;
  for (const FactSheet& sheet : *capabilities) EXPECT_TRUE(holds(text, "    " + sheet.id + " ")) << sheet.id;
  EXPECT_EQ(to_json(view).find("gpus")->as_array()->size(), gpus->size());
}

}  // namespace specs_view_test
}  // namespace whet
