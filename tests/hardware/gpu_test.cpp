#include "hardware/gpu.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "support/support.h"
#include "util/system/files.h"
#include "util/text.h"

namespace whet {
namespace gpu_test {

const Knowledge k_knowledge;
const Hardware k_hardware(k_knowledge);

std::string id_of(std::string_view name) {
  const auto gpu = k_hardware.gpu(name);
  return gpu ? gpu->product.id : describe(gpu.error());
}

// Ids of the sheets in a folder of knowledge/hardware/.
std::vector<std::string> sheet_ids(const std::string& folder) {
  std::vector<std::string> ids;
  const std::string prefix = "hardware/" + folder + "/";
  for (const std::string& path : k_knowledge.list(prefix))
    ids.push_back(path.substr(prefix.size(), path.size() - prefix.size() - 5));
  return ids;
}

std::vector<std::string> sorted_ids(const std::vector<FactSheet>& sheets) {
  std::vector<std::string> ids;
  for (const FactSheet& sheet : sheets) ids.push_back(sheet.id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

TEST(Gpu, IsFoundByIdNameAliasAndDriverNameWhateverTheCase) {
  for (const char* name : {"h200", "H200", "H200 SXM 141GB", "h200-sxm", "NVIDIA H200", "nvidia h200"}) {
    EXPECT_EQ(id_of(name), "h200") << name;
  }
  EXPECT_EQ(id_of("h100"), "h100-sxm5-80gb");
  EXPECT_EQ(id_of("NVIDIA H100 80GB HBM3"), "h100-sxm5-80gb");
  EXPECT_EQ(id_of("NVIDIA H100 PCIe"), "h100-pcie-80gb");
  EXPECT_EQ(id_of("a100"), "a100-sxm4-80gb");
  EXPECT_EQ(id_of("NVIDIA A100-SXM4-40GB"), "a100-sxm4-40gb");
  EXPECT_EQ(id_of("NVIDIA A100 80GB PCIe"), "a100-pcie-80gb");
  EXPECT_EQ(id_of("Tesla V100-SXM2-16GB"), "v100-sxm2");
  EXPECT_EQ(id_of("Tesla T4"), "t4");
  EXPECT_EQ(id_of("4090"), "rtx-4090");
  EXPECT_EQ(id_of("NVIDIA GeForce RTX 4090"), "rtx-4090");
  EXPECT_EQ(id_of("mi300x"), "mi300x");
}

TEST(Gpu, BringsTheFactsOfItsArchitecture) {
  const auto h200 = k_hardware.gpu("h200");
  ASSERT_TRUE(h200.ok());
  EXPECT_EQ(h200->product.name, "H200 SXM 141GB");
  EXPECT_EQ(h200->product.number("sm_count"), 132);
  EXPECT_EQ(h200->product.number("memory_bandwidth"), 4800);
  EXPECT_EQ(h200->capability.id, "9.0");
  EXPECT_EQ(h200->capability.number("max_warps_per_sm"), 64);
  const auto mi300x = k_hardware.gpu("mi300x");
  ASSERT_TRUE(mi300x.ok());
  EXPECT_EQ(mi300x->capability.id, "gfx942");
}

TEST(Gpu, UnknownNamesListNearOnes) {
  const auto gpu = k_hardware.gpu("h300");
  ASSERT_FALSE(gpu.ok());
  EXPECT_EQ(gpu.error().kind, ErrorKind::bad_input);
  EXPECT_EQ(gpu.error().what, "there is no GPU called `h300`");
  EXPECT_NE(gpu.error().mend.find("h200"), std::string::npos) << gpu.error().mend;
  EXPECT_NE(gpu.error().mend.find("`whet specs --list`"), std::string::npos);
}

TEST(Gpu, ASiblingIsNotTheGpu) {
  EXPECT_NE(id_of("a100-pcie").find("a100-pcie-40gb, a100-pcie-80gb"), std::string::npos) << id_of("a100-pcie");
  EXPECT_FALSE(k_hardware.gpu("NVIDIA H200 NVL").ok());
  EXPECT_FALSE(k_hardware.gpu("").ok());
}

TEST(Gpu, CapabilitiesAreFoundByNumberAndArchitectureFlag) {
  for (const char* name : {"9.0", "sm_90", "SM_90a"}) {
    const auto sheet = k_hardware.capability(name);
    ASSERT_TRUE(sheet.ok()) << name;
    EXPECT_EQ(sheet->id, "9.0");
  }
  EXPECT_TRUE(k_hardware.capability("gfx942").ok());
  const auto unknown = k_hardware.capability("9.9");
  ASSERT_FALSE(unknown.ok());
  EXPECT_NE(unknown.error().mend.find("8.9, 9.0, 10.0"), std::string::npos) << unknown.error().mend;
}

TEST(Gpu, EverySheetLoadsAndIsNamed) {
  const auto gpus = k_hardware.all_gpus();
  const auto capabilities = k_hardware.all_capabilities();
  ASSERT_TRUE(gpus.ok()) << describe(gpus.error());
  ASSERT_TRUE(capabilities.ok()) << describe(capabilities.error());
  EXPECT_EQ(sorted_ids(*gpus), sheet_ids("gpus"));
  EXPECT_EQ(sorted_ids(*capabilities), sheet_ids("capabilities"));
  EXPECT_GE(gpus->size(), 29u);
  for (const FactSheet& sheet : *gpus) EXPECT_TRUE(k_hardware.gpu(sheet.id).ok()) << sheet.id;
}

TEST(Gpu, EveryNameBelongsToOneGpu) {
  const auto gpus = k_hardware.all_gpus();
  ASSERT_TRUE(gpus.ok());
  std::map<std::string, std::string> owner;
  for (const FactSheet& sheet : *gpus) {
    std::vector<std::string> names{sheet.id, sheet.name};
    names.insert(names.end(), sheet.aliases.begin(), sheet.aliases.end());
    names.insert(names.end(), sheet.driver_names.begin(), sheet.driver_names.end());
    for (const std::string& name : names) {
      const auto [at, added] = owner.emplace(lower(name), sheet.id);
      EXPECT_EQ(at->second, sheet.id) << name;
    }
  }
}

TEST(Gpu, GapsStayGaps) {
  const auto l4 = k_hardware.gpu("l4");
  ASSERT_TRUE(l4.ok());
  const Fact* nvlink = l4->product.find("nvlink");
  ASSERT_NE(nvlink, nullptr);
  EXPECT_FALSE(nvlink->known());
  EXPECT_EQ(l4->product.number("nvlink"), std::nullopt);
  EXPECT_FALSE(nvlink->note.empty());
  EXPECT_EQ(k_hardware.gpu("gh200")->product.number("l2"), std::nullopt) << "not inferred from the H200";
  EXPECT_EQ(k_hardware.gpu("gh200")->product.number("memory_bandwidth"), std::nullopt)
      << "two variants, not one number";
}

TEST(Gpu, ConflictsAreKeptWithTheirSources) {
  const auto h200 = k_hardware.gpu("h200");
  ASSERT_TRUE(h200.ok());
  const Fact* l2 = h200->product.find("l2");
  EXPECT_EQ(l2->number(), 60);
  EXPECT_EQ(l2->source, "S20");
  ASSERT_EQ(l2->conflicts.size(), 2u);
  EXPECT_EQ(as_number(l2->conflicts[0].value), 50);
  EXPECT_EQ(l2->conflicts[0].source, "S12");
  EXPECT_EQ(l2->conflicts[1].source, "S14");
}

TEST(Gpu, TheScannedSourceIdsAreThoseOfTheParsedFile) {
  const auto text = k_knowledge.read("hardware/sources.toml");
  const auto sources = k_hardware.sources();
  ASSERT_TRUE(sources.ok()) << describe(sources.error());
  SourceIds ids;
  for (const Source& source : *sources) ids.push_back(source.id);
  EXPECT_EQ(scan_source_ids(*text), ids);
}

// Writes a file of a knowledge directory that stands in for the built-in one.
void write(const test::TemporaryDirectory& directory, const std::string& name, std::string_view text) {
  DiskFileSystem disk;
  ASSERT_TRUE(disk.make_directories(directory_of(directory.path(name))).ok());
  ASSERT_TRUE(disk.write(directory.path(name), text).ok());
}

TEST(Gpu, ALookupNeedsOnlyTheNamesTheSourcesAndTwoSheets) {
  const test::TemporaryDirectory directory;
  for (const char* file :
       {"hardware/names.toml", "hardware/sources.toml", "hardware/gpus/h200.toml", "hardware/capabilities/9.0.toml"}) {
    write(directory, file, *k_knowledge.read(file));
  }
  const Knowledge knowledge(directory.path());
  EXPECT_TRUE(Hardware(knowledge).gpu("h200").ok());
  const auto other = Hardware(knowledge).gpu("a100");
  ASSERT_FALSE(other.ok()) << "its sheet is not there";
}

TEST(Gpu, ABadSheetInAKnowledgeDirectoryNamesFileAndLine) {
  const test::TemporaryDirectory directory;
  write(directory, "hardware/sources.toml", "[S1]\ntitle = \"t\"\nsection = \"s\"\nkind = \"k\"\ntrust = \"high\"\n");
  write(directory, "hardware/names.toml", "[gpus.x]\nname = \"X\"\n[capabilities.\"9.0\"]\nname = \"Y\"\n");
  write(directory, "hardware/gpus/x.toml", "[tdp]\nvalue = 1\nunit = \"W\"\nsource = \"S2\"\n");
  const Knowledge knowledge(directory.path());
  const auto gpu = Hardware(knowledge).gpu("x");
  ASSERT_FALSE(gpu.ok());
  EXPECT_EQ(gpu.error().where, "hardware/gpus/x.toml:4");

  write(directory, "hardware/gpus/x.toml", "[tdp]\nvalue = 1\nunit = \"W\"\nsource = \"S1\"\n");
  const auto without = Hardware(knowledge).gpu("x");
  ASSERT_FALSE(without.ok());
  EXPECT_EQ(without.error().what, "GPU `x` states no compute_capability or gfx");
}

}  // namespace gpu_test
}  // namespace whet
