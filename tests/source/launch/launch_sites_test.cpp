// N19: launches as written in the source.
#include "source/launch/launch_sites.h"

#include <gtest/gtest.h>

#include "util/text.h"

namespace whet {
namespace launch_sites_test {

LaunchSite only_site(std::string_view source) {
  const auto sites = find_launch_sites(source);
  EXPECT_EQ(sites.size(), 1u) << source;
  return sites.empty() ? LaunchSite{} : sites[0];
}

std::string texts(const std::vector<LaunchExpression>& extents) {
  std::vector<std::string> parts;
  for (const LaunchExpression& extent : extents) parts.push_back(extent.text());
  return join(parts, " | ");
}

TEST(LaunchSites, N19NumbersMacrosAndConstantsAreFollowed) {
  EXPECT_EQ(only_site("void f() { k<<<10, 256>>>(x, n); }").threads(), 256);
  EXPECT_EQ(only_site("#define BLOCK (2 * HALF)\n#define HALF 64\nvoid f() { k<<<1, BLOCK>>>(x); }").threads(), 128);
  EXPECT_EQ(only_site("constexpr int B = 1 << 7;\nvoid f() { k<<<1, B>>>(x); }").threads(), 128);
  EXPECT_EQ(only_site("void f() { int threads = 512; k<<<1, threads>>>(x); }").threads(), 512);
  EXPECT_EQ(only_site("template <int T> void g(); void f() { a::k<256, float><<<1, 32>>>(x); }").instance,
            "<256, float>");
}

TEST(LaunchSites, N19Dim3VariablesGiveTheirExtents) {
  EXPECT_EQ(texts(only_site("void f() { dim3 b(16, 8); k<<<1, b>>>(x); }").block), "16 | 8");
  EXPECT_EQ(texts(only_site("void f() { dim3 b{32, 4, 1}; k<<<1, b>>>(x); }").block), "32 | 4");
  EXPECT_EQ(texts(only_site("void f() { const dim3 b = dim3(T, T); k<<<1, b>>>(x); }\n#define T 16").block), "16 | 16");
  EXPECT_EQ(texts(only_site("void f() { k<<<dim3(2, 3), dim3(8, 8, 4)>>>(x); }").grid), "2 | 3");
}

TEST(LaunchSites, N19ExtentsOfADim3AreNumbers) {
  const auto site =
      only_site("void f(int n) { dim3 b(16, 4), g((n + b.x - 1) / b.x, (n + b.y - 1) / b.y); k<<<g, b>>>(n); }");
  EXPECT_EQ(texts(site.grid), "ceil_div(n, 16) | ceil_div(n, 4)");
}

TEST(LaunchSites, N19RoundingUpIsSeenHoweverItIsWritten) {
  const auto grid = [](const std::string& text) {
    return texts(only_site("#define BLOCK 256\nvoid f(int n) { k<<<" + text + ", BLOCK>>>(x, n); }").grid);
  };
  EXPECT_EQ(grid("(n + 255) / 256"), "ceil_div(n, 256)");
  EXPECT_EQ(grid("(n + BLOCK - 1) / BLOCK"), "ceil_div(n, 256)");
  EXPECT_EQ(grid("(BLOCK + n - 1) / BLOCK"), "ceil_div(n, 256)");
  EXPECT_EQ(grid("(n - 1 + BLOCK) / BLOCK"), "ceil_div(n, 256)");
  EXPECT_EQ(grid("ceil((float)n / BLOCK)"), "ceil_div(n, 256)");
  EXPECT_EQ(grid("CEIL_DIV(n, BLOCK)"), "ceil_div(n, 256)");
  EXPECT_EQ(grid("static_cast<unsigned>((n + 255) / 256)"), "ceil_div(n, 256)");
  EXPECT_EQ(grid("n / BLOCK"), "floor(n / 256)");
  EXPECT_EQ(grid("n / BLOCK + 1"), "floor(n / 256) + 1");
  EXPECT_EQ(grid("min(65535, (n + 255) / 256)"), "min(65535, ceil_div(n, 256))");
}

TEST(LaunchSites, N19NamesThatArePassedStayNames) {
  const auto site = only_site("int main() { int n = 1 << 20; int b = 128; k<<<(n + b - 1) / b, b>>>(x, y, n); }");
  EXPECT_EQ(texts(site.grid), "ceil_div(n, 128)");
  EXPECT_EQ(site.arguments, (std::vector<std::string>{"x", "y", "n"}));
}

TEST(LaunchSites, N19WhatIsNotPlainIsLeftOut) {
  EXPECT_TRUE(only_site("void f() { k<<<blocks_for(x), t[3]>>>(x); }").grid.empty());
  EXPECT_FALSE(only_site("void f() { k<<<1, props.maxThreadsPerBlock>>>(x); }").threads());
  EXPECT_FALSE(only_site("void f() { int b = 32; b *= 2; k<<<1, b>>>(x); }").threads());
  EXPECT_FALSE(only_site("void f() { int b = 32; if (x) b = 64; k<<<1, b>>>(x); }").threads());
  EXPECT_TRUE(find_launch_sites("int a = b << 3 >> 2; // k<<<1, 2>>>(x)").empty());
}

TEST(LaunchSites, N19SharedMemoryIsRead) {
  const auto site = only_site("void f() { k<<<1, 64, 64 * 4>>>(x); }");
  ASSERT_TRUE(site.shared);
  EXPECT_EQ(site.shared->value(), 256);
  EXPECT_FALSE(only_site("void f() { k<<<1, 64, 0, stream>>>(x); }").has_shared);
}

}  // namespace launch_sites_test
}  // namespace whet
