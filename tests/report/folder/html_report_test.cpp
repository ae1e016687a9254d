// The report as a page: it holds what it must, asks nothing of a network, and no text of a user becomes markup.
#include "report/folder/html_report.h"

#include "report/canvas/html_text.h"
#include "report/draw/plot_axis.h"
#include "report/folder/html_sections.h"
#include "report/plot/attribution_plot.h"
#include "report/plot/roofline_plot.h"
#include "report/run_fixture.h"

namespace whet {

namespace html_report_test {

size_t count(const std::string& text, std::string_view part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

RunReport report_of(OptimizeView view) {
  RunReport report;
  report.view = std::move(view);
  report.view.run = test::RunFixture::description();
  return report;
}

Ceilings h200_like() {
  Ceilings ceilings;
  ceilings.dram = Rate{4.8e12, "memory_bandwidth", "datasheet"};
  ceilings.peaks[static_cast<size_t>(Math::fp32)] = Rate{67e12, "fp32", "datasheet"};
  ceilings.peaks[static_cast<size_t>(Math::fp64_tensor)] = Rate{67e12, "fp64", "datasheet"};
  ceilings.peaks[static_cast<size_t>(Math::fp16_tensor)] = Rate{990e12, "fp16", "datasheet"};
  return ceilings;
}

// Every tag that is opened is closed, in order; void elements and self-closed ones aside.
testing::AssertionResult is_balanced(const std::string& html) {
  std::vector<std::string> open;
  for (size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1)) {
    const size_t end = html.find('>', at);
    if (end == std::string::npos) return testing::AssertionFailure() << "a tag is not closed";
    const std::string tag = html.substr(at + 1, end - at - 1);
    if (tag.starts_with('!') || tag.ends_with('/') || tag.starts_with("meta")) continue;
    const std::string name = tag.substr(tag.starts_with('/'), tag.find_first_of(" \n") - tag.starts_with('/'));
    if (!tag.starts_with('/'))
      open.push_back(name);
    else if (open.empty() || open.back() != name)
      return testing::AssertionFailure() << "</" << name << "> closes " << (open.empty() ? "nothing" : open.back());
    else
      open.pop_back();
  }
  return open.empty() ? testing::AssertionSuccess() : testing::AssertionFailure() << open.back() << " stays open";
}

const char* const k_attack = "\"><script>alert(1)</script>&'{{style}}";

TEST(HtmlText, MarkupBecomesText) {
  EXPECT_EQ(escape_html("<a href=\"x\">'&'"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;");
  EXPECT_EQ(escape_html("tab\tline\n→ µ"), "tab\tline\n→ µ");
  EXPECT_EQ(escape_html(std::string("a\0b\x1b", 4)),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd");
  EXPECT_EQ(escape_html("\xff\xc3"), "\xef\xbf\xbd\xef\xbf\xbd") << "no UTF-8, and half of it";
  EXPECT_EQ(escape_html("\xed\xa0\x80"), "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd") << "a surrogate";
}

TEST(HtmlText, AFilledPlaceIsNotLookedThroughAgain) {
  EXPECT_EQ(fill_page("a {{x}} b {{y}} {{z}}.", {{"x", "{{y}}"}, {"y", "2"}}), "a {{y}} b 2 .");
  EXPECT_EQ(fill_page("no end {{x", {{"x", "1"}}), "no end {{x");
}

TEST(HtmlReport, ShowsWhatTheTimeWasSpentOnBeforeAndAfter) {
  RunReport report = report_of({});
  EXPECT_EQ(picture_section(report), "") << "nothing was counted";
  LaunchRecord launch;
  launch.profile.metrics.set("smsp__average_warps_issue_stalled_wait_per_issue_active.ratio", 1, Origin::modelled);
  report.picture = collect_picture({{"before", &launch}, {"after", &launch}}, nullptr, {});
  const std::string section = picture_section(report);
  EXPECT_NE(section.find("What its time was spent on, and is now"), std::string::npos);
  EXPECT_NE(section.find("before: fixed latencies 100 %. after: fixed latencies 100 %"), std::string::npos) << section;
  EXPECT_TRUE(is_balanced(section));
}

TEST(HtmlReport, NoTextOfAUserBecomesMarkup) {
  RunReport report = report_of({});
  OptimizeView& view = report.view;
  view.run.kernel = {k_attack, k_attack};
  view.run.gpu = view.run.device = view.run.stop_reason = view.run.entry = view.run.driver = k_attack;
  view.run.settings = Json::Object{{k_attack, k_attack}};
  view.run.baseline = 1;
  view.run.champion = 2;
  view.baseline = store::Candidate{.id = 1, .index = 1};
  view.champion = store::Candidate{.id = 2, .index = 2, .memo = k_attack};
  view.result = {.outcome = k_attack, .reason = k_attack, .floor_seconds = 1, .floor_name = k_attack};
  view.path = {{1, 0, {}, 1e-3, 1e-3, k_attack}, {2, 1, {}, 1e-4, 1e-4, k_attack}};
  view.tunables = {{k_attack, k_attack, "1"}};
  view.attributions = {
      {2, store::PartKind::edit, k_attack, store::Speedup{1.2, 1.1, 1.3}, store::PartVerdict::effective, k_attack}};
  view.outcomes = {{k_attack, 2}};
  view.rounds = {{{.index = 1, .proposer = k_attack}}};
  view.cases = {{k_attack, std::nullopt, store::Measurement{}}};
  report.timeline = {{1, 1e-3, OutcomeGroup::right, k_attack}, {2, std::nullopt, OutcomeGroup::refused, k_attack}};
  report.before_source = k_attack;
  report.without_machine_code = k_attack;
  const std::string html = report_html(report);
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("alert(1)</"), std::string::npos);
  EXPECT_GT(count(html, "{{style}}"), 10U) << "what a user wrote is not filled in";
  EXPECT_TRUE(is_balanced(html));
}

TEST(HtmlReport, AsksNothingOfANetwork) {
  const std::string html = report_html(report_of({}));
  for (const char* way : {"http://", "https://", "src=", "@import", "url(", "<link", "<iframe"})
    EXPECT_EQ(html.find(way), std::string::npos) << way;
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
}

TEST(HtmlReport, OfARunWithoutCandidatesIsAPageWithoutDrawings) {
  const std::string html = report_html(report_of({}));
  EXPECT_TRUE(is_balanced(html));
  EXPECT_EQ(html.find("<figure"), std::string::npos);
  EXPECT_NE(html.find("not finished (running)"), std::string::npos);
}

TEST(HtmlReport, FiveThousandCandidatesStayASmallPage) {
  RunReport report = report_of({});
  for (int i = 1; i <= 5000; ++i)
    report.timeline.push_back({i, 1e-3 / (1 + i % 97), i % 3 ? OutcomeGroup::right : OutcomeGroup::slower, "tip"});
  const std::string html = report_html(report);
  EXPECT_LT(html.size(), 300'000U);
  EXPECT_TRUE(is_balanced(html));
  EXPECT_GT(count(html, "h0"), 5000U) << "all of them in the wide drawing, most in the narrow one";
}

TEST(HtmlReport, SaysOfEveryFigureHowItWasObtained) {
  RunReport report = report_of({});
  report.view.run.origin = store::TimeOrigin::measured;
  report.view.run.baseline = 1;
  report.view.baseline = store::Candidate{.id = 1, .index = 1};
  report.view.result.baseline_seconds = 1e-3;
  report.view.result.bytes = 1e9;
  report.view.result.floor_seconds = 1e-4;
  report.ceilings = h200_like();
  const std::string html = report_html(report);
  EXPECT_NE(html.find("1.000 ms <span class=\"origin measured\">"), std::string::npos) << html;
  EXPECT_NE(html.find("100 us <span class=\"origin modelled\">"), std::string::npos);
  EXPECT_NE(html.find("Below the roof <span class=\"origin measured\">measured</span> <span class=\"origin sourced\">"),
            std::string::npos);
}

TEST(HtmlReport, ADifferenceShowsItsLinesAsTheyAre) {
  const std::string html = diff_html("int a[N<4>];\nsame\n", "int b[N<4>];\nsame\n");
  EXPECT_NE(html.find("<span class=\"removed\">-int a[N&lt;4&gt;];</span>"), std::string::npos) << html;
  EXPECT_NE(html.find("<span class=\"added\">+int b[N&lt;4&gt;];</span>"), std::string::npos);
  EXPECT_EQ(diff_html("a", "a"), "");
}

TEST(RooflinePlot, PeaksOfOneHeightShareARoof) {
  const auto roofs = roofs_of(h200_like());
  ASSERT_EQ(roofs.size(), 2U);
  EXPECT_EQ(roofs[0].names, "fp16 tensor");
  EXPECT_EQ(roofs[1].names, "fp64 tensor, fp32");
}

TEST(RooflinePlot, WithoutOperationsTheBandwidthIsDrawn) {
  OptimizeView view;
  view.path = {{1, 0, {}, 1e-3, 1e-3, ""}, {2, 1, {}, 0.5e-3, 0.5e-3, ""}};
  view.champion = store::Candidate{.id = 2, .index = 2};
  EXPECT_FALSE(has_roofline(view, h200_like())) << "the bytes are not known";
  view.result.bytes = 1.2e9;
  ASSERT_TRUE(has_roofline(view, h200_like()));
  EXPECT_NE(roofline_svg(view, h200_like(), k_wide_plot).find("champion: 2.40 TB/s, 50 %"), std::string::npos);
  view.result.flops = 3e9;
  const std::string svg = roofline_svg(view, h200_like(), k_wide_plot);
  EXPECT_NE(svg.find("champion: 6.00 TFLOP/s"), std::string::npos) << svg;
  EXPECT_NE(svg.find("2.5 operations a byte"), std::string::npos) << svg;
  view.champion->index = 1;
  EXPECT_NE(roofline_svg(view, h200_like(), k_wide_plot).find("candidate 2: 6.00 TFLOP/s"), std::string::npos)
      << "a leader that was not confirmed is no champion";
}

TEST(PlotAxis, MarksAreRoundAndWithin) {
  EXPECT_EQ(ticks({1e-6, 1e-3, true}, 6), (std::vector<double>{1e-6, 1e-5, 1e-4, 1e-3}));
  for (const PlotAxis& axis :
       {PlotAxis{0.97, 1.31}, PlotAxis{1.1e-3, 1.4e-3, true}, PlotAxis{1e-9, 1e9, true}, PlotAxis{0, 5001}}) {
    const auto marks = ticks(axis, 6);
    EXPECT_GE(marks.size(), 2U);
    EXPECT_LE(marks.size(), 8U);
    for (const double mark : marks) {
      EXPECT_GE(mark, axis.low);
      EXPECT_LE(mark, axis.high * (1 + 1e-12));
    }
  }
}

// N23
TEST(HtmlReport, N23SaysInASentenceWhatEndedTheRun) {
  RunReport report;
  report.view.result.outcome = "faster";
  report.view.result.reason = report.view.run.stop_reason = "the time given, 40 s, was used up";
  EXPECT_NE(report_html(report).find("<p class=\"reason\">The search ended: the time given, 40 s, was used up.</p>"),
            std::string::npos);
  report.view.result.outcome = "nothing gained";
  report.view.result.reason = "the gain of TILE=32 is not confirmed on fresh data: equal";
  EXPECT_NE(report_html(report).find(">The gain of TILE=32 is not confirmed on fresh data: equal.</p>"),
            std::string::npos);
}

TEST(HtmlReport, N23SaysWhatLimitedTheKernelAndHowToUseTheChampion) {
  RunReport report;
  report.view.result.outcome = "faster";
  report.view.folder = "runs/k/1";
  report.view.run.baseline = 1;
  report.view.run.champion = 2;
  report.limited_before = "latency 95 %";
  report.limited_after = "DRAM 88 %";
  report.problem = "examples/<k>";
  report.flags = {"-prec-div=false"};
  const std::string html = report_html(report);
  for (const char* said : {"latency 95 %", "DRAM 88 %", "nvcc -c -prec-div=false runs/k/1/champion.cu",
                           "whet bench examples/&lt;k&gt; --candidate runs/k/1/champion.cu"})
    EXPECT_NE(html.find(said), std::string::npos) << said;
  EXPECT_TRUE(is_balanced(html));
}

TEST(TimelinePlot, N23WhatIsBelowTheLeadersLineIsNotCalledNotFaster) {
  OptimizeView view;
  view.path = {{1, 0, {}, 1e-3, 1e-3, ""}, {5, 1, {}, 0.4e-3, 0.4e-3, ""}};
  std::vector<TimelinePoint> points = {{1, 1e-3, OutcomeGroup::right, ""},    {2, 0.9e-3, OutcomeGroup::right, ""},
                                       {3, 1.2e-3, OutcomeGroup::right, ""},  {4, 0.5e-3, OutcomeGroup::refused, ""},
                                       {5, 0.4e-3, OutcomeGroup::faster, ""}, {6, 0.5e-3, OutcomeGroup::right, ""},
                                       {7, 0.3e-3, OutcomeGroup::right, ""}};
  mark_passed_over(points, view);
  std::vector<OutcomeGroup> groups;
  for (const TimelinePoint& point : points) groups.push_back(point.group);
  EXPECT_EQ(groups,
            (std::vector{OutcomeGroup::right, OutcomeGroup::passed_over, OutcomeGroup::right, OutcomeGroup::refused,
                         OutcomeGroup::faster, OutcomeGroup::right, OutcomeGroup::passed_over}));
}

// A grid line ends above the next name.
TEST(AttributionPlot, N23NoGridLineCrossesAName) {
  store::Attribution part;
  part.name = "TILE 16 -> 32";
  part.speedup = store::Speedup{1.5, 1.4, 1.6};
  const std::string svg = attribution_svg({part, part}, k_wide_plot);
  std::vector<std::pair<double, double>> lines;
  std::vector<double> names;
  for (size_t at = svg.find("class=\"grid\""); at != std::string::npos; at = svg.find("class=\"grid\"", at + 1)) {
    const size_t tag = svg.rfind('<', at);
    const auto number = [&](const char* name) {
      return std::strtod(svg.c_str() + svg.find(name, tag) + std::string(name).size(), nullptr);
    };
    lines.emplace_back(number("y1=\""), number("y2=\""));
  }
  for (size_t at = svg.find("class=\"name\""); at != std::string::npos; at = svg.find("class=\"name\"", at + 1))
    names.push_back(std::strtod(svg.c_str() + svg.find("y=\"", svg.rfind('<', at)) + 3, nullptr));
  ASSERT_EQ(names.size(), 2u) << svg;
  ASSERT_FALSE(lines.empty());
  for (const auto& [top, bottom] : lines) {
    for (const double base : names)
      EXPECT_TRUE(bottom <= base - 11 || top >= base + 2) << top << " to " << bottom << " at " << base;
  }
}

}  // namespace html_report_test
}  // namespace whet
