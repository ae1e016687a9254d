#include "binary/container/device_image.h"

#include <gtest/gtest.h>

#include <set>

#include "binary/cubin/cubin.h"
#include "damage.h"
#include "fatbin_builder.h"
#include "nvcc.h"

namespace whet {
namespace device_image_test {

using test::BuiltSection;
using test::ElfBuilder;
using test::entry;
using test::fatbin;

const std::string k_ptx = ".version 9.0\n.target sm_90a\n";

ElfBuilder host_elf(std::vector<BuiltSection> sections) {
  return {.os_abi = 0, .abi_version = 0, .machine = 62, .flags = 0, .sections = std::move(sections)};
}

std::optional<Error> read_it(ByteView bytes) {
  const auto images = read_device_images(bytes);
  return images ? std::nullopt : std::optional(images.error());
}

TEST(DeviceImage, TellsFilesApart) {
  EXPECT_EQ(detect_kind(as_bytes(ElfBuilder{}.build())), FileKind::cubin);
  EXPECT_EQ(detect_kind(as_bytes(host_elf({}).build())), FileKind::host_elf);
  EXPECT_EQ(detect_kind(as_bytes(fatbin(""))), FileKind::fatbin);
  EXPECT_EQ(detect_kind(as_bytes("!<arch>\n")), FileKind::archive);
  EXPECT_EQ(detect_kind(as_bytes("// made by hand\n" + k_ptx)), FileKind::ptx);
  EXPECT_EQ(detect_kind(as_bytes("__global__ void k() {}")), FileKind::unknown);
  EXPECT_EQ(detect_kind({}), FileKind::unknown);
}

TEST(DeviceImage, ReadsPtxText) {
  const auto images = read_device_images(as_bytes(k_ptx));
  ASSERT_TRUE(images.ok());
  ASSERT_EQ(images->size(), 1u);
  EXPECT_EQ((*images)[0].kind, ImageKind::ptx);
  EXPECT_EQ((*images)[0].architecture.name(), "sm_90a");
  EXPECT_EQ((*images)[0].content, k_ptx);
}

TEST(DeviceImage, NamesWhereEachImageOfALibraryIs) {
  const std::string one = fatbin(entry(1, 90, 0, k_ptx)),
                    two = fatbin(entry(64, 90, 0, "intermediate") + entry(2, 90, 0, ElfBuilder{}.build()));
  std::string section = one + std::string(40, '\0');
  const size_t second_at = section.size();
  section += two;
  const std::string file =
      host_elf({{".text", 1, "code"}, {".nv_fatbin", 1, section}, {"__nv_relfatbin", 1, one}}).build();
  std::vector<std::string> origins;
  const auto count = for_each_device_image(as_bytes(file), [&](DeviceImage image) -> Result<void> {
    origins.push_back(image.origin);
    return {};
  });
  ASSERT_TRUE(count.ok()) << describe(count.error());
  EXPECT_EQ(count->images, 3u);
  EXPECT_EQ(count->skipped, 1u);
  char place[64];
  std::snprintf(place, sizeof place, ".nv_fatbin + %#zx, entry 2", second_at);
  EXPECT_EQ(origins, (std::vector<std::string>{".nv_fatbin + 0x0, entry 1", place, "__nv_relfatbin + 0x0, entry 1"}));
}

TEST(DeviceImage, TakesTheExactArchitectureFromTheImage) {
  const std::string cubin =
      ElfBuilder{.sections = {{".nv.compat", 0x70000086, std::string("\x02\x09\x01\x00", 4)}}}.build();
  const auto images = read_device_images(
      as_bytes(fatbin(entry(1, 90, 0, k_ptx) + entry(2, 90, 0, cubin) + entry(2, 130, 0, "unreadable"))));
  ASSERT_TRUE(images.ok());
  EXPECT_EQ((*images)[0].architecture.name(), "sm_90a");
  EXPECT_EQ((*images)[1].architecture.name(), "sm_90a");
  EXPECT_EQ((*images)[2].architecture.name(), "sm_130") << "what the entry says";
}

TEST(DeviceImage, SaysWhatAFileWithoutImagesIs) {
  EXPECT_EQ(read_it(as_bytes("int main() {}"))->what,
            "this is neither a cubin, a fatbin, PTX, nor a file that holds them");
  EXPECT_EQ(read_it(as_bytes(host_elf({{".text", 1, "code"}}).build()))->what, "this ELF file holds no device code");
  EXPECT_EQ(read_it(as_bytes("!<arch>\n"))->what, "this archive holds no device code");
  EXPECT_EQ(read_it(as_bytes(fatbin("")))->what, "this fatbin is empty");
  EXPECT_EQ(read_it(as_bytes(fatbin(entry(64, 90, 0, "intermediate"))))->what,
            "the device code of this file is intermediate code only (1 fatbin entries)");
}

TEST(DeviceImage, SaysWhichEntryIsDamaged) {
  const std::string file =
      host_elf({{".nv_fatbin", 1, fatbin(entry(1, 90, 0, k_ptx) + entry(1, 90, test::k_flag_zstd, "not zstd", 64))}})
          .build();
  EXPECT_EQ(read_it(as_bytes(file))->where, ".nv_fatbin + 0x0, entry 2");
}

TEST(DeviceImage, StopsWhereTheVisitorDoes) {
  int visits = 0;
  const auto count = for_each_device_image(as_bytes(fatbin(entry(1, 90, 0, k_ptx) + entry(1, 90, 0, k_ptx))),
                                           [&](DeviceImage) -> Result<void> {
                                             ++visits;
                                             return failed("enough");
                                           });
  ASSERT_FALSE(count.ok());
  EXPECT_EQ(count.error().what, "enough");
  EXPECT_EQ(visits, 1);
}

// The kernels of all cubins in a file, as a set.
std::set<std::string> kernels_in(const std::string& file) {
  std::set<std::string> names;
  const auto count = for_each_device_image(as_bytes(file), [&](DeviceImage image) -> Result<void> {
    if (image.kind != ImageKind::cubin) return {};
    TRY(cubin, read_cubin(as_bytes(image.content)));
    for (const CubinFunction& function : cubin.functions)
      names.insert(cubin.architecture.name() + " " + function.signature);
    return {};
  });
  EXPECT_TRUE(count.ok()) << (count ? "" : describe(count.error()));
  return names;
}

const std::string k_program = "__global__ void k(float* p) { p[0] = 1; }\nint main() { k<<<1, 1>>>(nullptr); }\n";
const std::vector<std::string> k_two_targets = {"-gencode", "arch=compute_80,code=sm_80", "-gencode",
                                                "arch=compute_90a,code=sm_90a"};
const std::set<std::string> k_both = {"sm_80 k(float*)", "sm_90a k(float*)"};

std::string build(std::vector<std::string> flags, const std::string& output) {
  flags.insert(flags.end(), k_two_targets.begin(), k_two_targets.end());
  return test::compile_cuda(k_program, flags, output).content;
}

TEST(DeviceImage, ReadsObjectsLibrariesAndExecutables) {
  REQUIRE_NVCC();
  EXPECT_EQ(kernels_in(build({"-c"}, "k.o")), k_both);
  EXPECT_EQ(kernels_in(build({"-c", "-rdc=true"}, "k_rdc.o")), k_both);
  EXPECT_EQ(kernels_in(build({"-shared", "-Xcompiler", "-fPIC"}, "libk.so")), k_both);
  EXPECT_EQ(kernels_in(build({}, "k")), k_both);
  EXPECT_EQ(kernels_in(build({"-lib"}, "libk.a")), k_both);
}

TEST(DeviceImage, ReadsCompressedFiles) {
  REQUIRE_NVCC();
  for (const std::string mode : {"none", "speed", "size"})
    EXPECT_EQ(kernels_in(build({"-c", "--compress-mode=" + mode}, "k.o")), k_both) << mode;
}

TEST(DeviceImage, FindsFatbinsThatLieInPlainData) {
  const std::string data = std::string(24, 'x') + fatbin(entry(1, 90, 0, k_ptx)) + std::string(13, 'y');
  std::string file = host_elf({{".data", 1, data}}).build();
  uint64_t table_at = 0;
  std::memcpy(&table_at, file.data() + 40, 8);
  file[table_at + 64 + 8] = 3;  // allocated, writable
  const auto images = read_device_images(as_bytes(file));
  ASSERT_TRUE(images.ok()) << images.error().what;
  EXPECT_EQ((*images)[0].origin, ".data + 0x18, entry 1");
}

TEST(DeviceImage, SurvivesDamageToAFatbin) {
  const std::string file = fatbin(
      entry(1, 90, 0, k_ptx) + entry(2, 90, 0, ElfBuilder{.sections = {{".text.k", 1, std::string(64, 'x')}}}.build()));
  test::survive_truncation(read_it, file);
  test::survive_bit_flips(read_it, file);
  test::survive_random_bytes(read_it, file, 16);
}

TEST(DeviceImage, SurvivesDamageToACompressedObject) {
  REQUIRE_NVCC();
  const std::string file =
      test::compile_cuda("__global__ void k() {}", {"-fatbin", "--compress-mode=size", "-arch=sm_80"}, "k.fatbin")
          .content;
  test::survive_truncation(read_it, file);
  test::survive_bit_flips(read_it, file);
  test::survive_random_bytes(read_it, file, 96);
}

TEST(DeviceImage, SurvivesDamageToAnObject) {
  const std::string file =
      host_elf({{".nv_fatbin", 1, fatbin(entry(1, 90, 0, k_ptx))}, {".symtab", 2, std::string(48, 'x')}}).build();
  test::survive_truncation(read_it, file);
  test::survive_bit_flips(read_it, file);
  test::survive_random_bytes(read_it, file, 64);
}

}  // namespace device_image_test
}  // namespace whet
