// Boxes of tensors: the place of each element, compared with a walk over single elements.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <random>

#include "vgpu/cluster_run.h"
#include "vgpu/memory/tensor_map.h"

namespace whet::vgpu {
namespace tensor_copy_test {

constexpr uint32_t k_box_words = 4096;

struct BoxCase {
  const char* name;
  TensorMap::Element element;
  std::vector<uint64_t> sizes;
  std::vector<uint64_t> strides;  // bytes, from dimension 1 on
  std::vector<uint32_t> box;
  std::vector<uint32_t> steps;
  std::vector<int32_t> at;
  TensorMap::Swizzle swizzle = TensorMap::straight;
  bool nan_outside = false;
};

void PrintTo(const BoxCase& c, std::ostream* out) {
  *out << c.name;
}

TensorMap map_of(const BoxCase& c, uint64_t address) {
  TensorMap map;
  map.address = address;
  map.element = c.element;
  map.swizzle = c.swizzle;
  map.nan_outside = c.nan_outside;
  map.rank = static_cast<uint32_t>(c.sizes.size());
  map.sizes.fill(1);
  map.box.fill(1);
  map.steps.fill(1);
  for (size_t i = 0; i < c.sizes.size(); ++i) {
    map.sizes[i] = c.sizes[i];
    map.box[i] = c.box[i];
    map.steps[i] = c.steps.empty() ? 1 : c.steps[i];
    map.strides[i] = i == 0 ? element_bytes(c.element) : c.strides[i - 1];
  }
  return map;
}

std::function<TensorMap(uint64_t)> maker(const BoxCase& c) {
  return [&c](uint64_t address) { return map_of(c, address); };
}

uint64_t tensor_bytes(const BoxCase& c) {
  uint64_t bytes = c.sizes[0] * element_bytes(c.element);
  for (size_t i = 1; i < c.sizes.size(); ++i) bytes += (c.sizes[i] - 1) * c.strides[i - 1];
  return (bytes + 15) / 16 * 16;
}

// One element of the box.
struct Element {
  uint64_t shared = 0;  // byte offset in the box
  uint64_t global = 0;  // byte offset in the tensor
  bool inside = true;
  bool stored = true;  // inside, or in the last 16 bytes of a row if the tensor ends within them
};

// As the manual describes it, and as an H200 treats boxes narrower than their swizzle: element by element, the
// innermost dimension first, rows at a pitch of the swizzle's width; then 16-byte units are permuted within groups of
// lines by XOR.
std::vector<Element> elements_of(const BoxCase& c) {
  const uint64_t width = element_bytes(c.element);
  std::vector<Element> all;
  std::vector<uint32_t> index(c.sizes.size(), 0);
  for (uint64_t place = 0;; ++place) {
    Element element;
    int64_t offset = 0;
    for (size_t i = 0; i < index.size(); ++i) {
      const int64_t step = i == 0 || c.steps.empty() ? 1 : c.steps[i];
      const int64_t coordinate = c.at[i] + step * index[i];
      const bool inside = coordinate >= 0 && coordinate < static_cast<int64_t>(c.sizes[i]);
      element.inside &= inside;
      element.stored &= inside || (i == 0 && coordinate >= 0);
      offset += coordinate * static_cast<int64_t>(i == 0 ? width : c.strides[i - 1]);
    }
    element.global = static_cast<uint64_t>(offset);
    const auto end = static_cast<int64_t>((c.sizes[0] * width + 15) / 16 * 16 / width);
    element.stored &= c.at[0] + static_cast<int64_t>(index[0]) < end;
    const uint64_t spans[] = {c.box[0] * width, 32, 64, 128};
    const uint64_t at = place / c.box[0] * spans[c.swizzle] + place % c.box[0] * width;
    const uint64_t line = at / 128, unit = at / 16 % 8, rest = at % 16;
    uint64_t moved = unit;
    if (c.swizzle == TensorMap::by_128) moved = unit ^ line % 8;
    if (c.swizzle == TensorMap::by_64) moved = unit ^ line % 4;
    if (c.swizzle == TensorMap::by_32) moved = unit ^ line % 2;
    element.shared = line * 128 + moved * 16 + rest;
    all.push_back(element);
    size_t i = 0;
    for (; i < index.size(); ++i) {
      const uint32_t step = i == 0 || c.steps.empty() ? 1 : c.steps[i];
      index[i] += 1;
      if (index[i] * step < c.box[i]) break;
      index[i] = 0;
    }
    if (i == index.size()) return all;
  }
}

std::string random_bytes(uint64_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::string bytes;
  for (uint64_t i = 0; i < count; ++i) bytes += static_cast<char>(random());
  return bytes;
}

std::string coordinates(const BoxCase& c) {
  std::string text;
  for (size_t i = 0; i < c.at.size(); ++i) text += fmt::format("{}{}", i ? ", " : "", c.at[i]);
  return text;
}

// The map is the kernel's parameter; the buffers are the tensor and the box.
struct TensorRun {
  std::string tensor, box;
  std::vector<FaultKind> faults;
};

TensorRun run_tensor(const std::function<TensorMap(uint64_t)>& map, const std::string& body, std::string tensor,
                     std::string box, const CheckSet& checks = {}) {
  const std::string ptx = fmt::format(
      ".version 8.7\n.target sm_90a\n.address_size 64\n"
      ".visible .entry k(.param .align 64 .b8 map[128], .param .u64 out) {{\n"
      ".reg .b64 %q<8>;\n.reg .b32 %r<16>;\n.reg .pred %c<4>;\n"
      ".shared .align 1024 .b8 box[{}];\n.shared .align 8 .b64 bar;\n"
      "mov.b64 %q0, map;\ncvta.param.u64 %q1, %q0;\nld.param.u64 %q2, [out];\nmov.u32 %r0, box;\nmov.u32 %r1, bar;\n"
      "mov.u32 %r2, %tid.x;\nsetp.eq.u32 %c0, %r2, 0;\n{}\nret;\n}}\n",
      k_box_words * 4, body);
  GlobalMemory memory(1ull << 30);
  const auto module = LoadedModule::load(ptx, "test.ptx", memory);
  if (!module) return ADD_FAILURE() << describe(module.error()), TensorRun{};
  const auto program = (*module)->program("k");
  if (!program) return ADD_FAILURE() << describe(program.error()), TensorRun{};
  const uint64_t in = memory.allocate(tensor.size(), "tensor").value(),
                 out = memory.allocate(box.size(), "box").value();
  EXPECT_TRUE(memory.write(in, tensor.data(), tensor.size()).ok() && memory.write(out, box.data(), box.size()).ok());
  const TensorMapBytes bytes = encode(map(in));
  const auto parameters =
      pack_arguments(**program, {std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
                                 std::string(reinterpret_cast<const char*>(&out), sizeof out)});
  const LaunchConfig config{.grid = {1, 1, 1}, .block = {32, 1, 1}, .parameters = *parameters};
  const auto result = run(**program, config, memory, RunOptions{.threads = 1, .budget = 1 << 22}, checks);
  if (!result) return ADD_FAILURE() << describe(result.error()), TensorRun{};
  EXPECT_TRUE(memory.read(in, tensor.data(), tensor.size()).ok() && memory.read(out, box.data(), box.size()).ok());
  TensorRun found{std::move(tensor), std::move(box), {}};
  for (const Fault& fault : result->faults) found.faults.push_back(fault.kind);
  return found;
}

// A loop over the words of the box with %r10 as byte offset: [%r11] in shared, [%q5] in global memory.
std::string each_word(const std::string& op_kind, const std::string& label = "L") {
  return fmt::format(
      "shl.b32 %r10, %r2, 2;\n{}: add.u32 %r11, %r0, %r10;\ncvt.u64.u32 %q4, %r10;\nadd.u64 %q5, %q2, %q4;\n{}"
      "add.u32 %r10, %r10, 128;\nsetp.lt.u32 %c1, %r10, {};\n@%c1 bra {};\n",
      label, op_kind, k_box_words * 4, label);
}

// The nearer of the two numbers around it, or the one with an even fraction.
std::string rounded_to_tf32(const std::string& bytes) {
  uint32_t word;
  std::memcpy(&word, bytes.data(), sizeof word);
  const uint32_t below = word & 0xffffe000, rest = word & 0x1fff;
  const bool is_number = (word & 0x7f800000) != 0x7f800000, is_odd = word & 0x2000;
  if (is_number) word = rest > 0x1000 || (rest == 0x1000 && is_odd) ? below + 0x2000 : below;
  return {reinterpret_cast<const char*>(&word), sizeof word};
}

class TensorCopy : public testing::TestWithParam<BoxCase> {};

TEST_P(TensorCopy, LoadsTheBox) {
  const BoxCase& c = GetParam();
  const auto elements = elements_of(c);
  const uint64_t width = element_bytes(c.element);
  const std::string body =
      each_word("st.shared.u32 [%r11], 0;\n", "Z") +
      fmt::format(
          "@%c0 mbarrier.init.shared::cta.b64 [%r1], 1;\nbar.sync 0;\n"
          "@%c0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], {};\n"
          "@%c0 cp.async.bulk.tensor.{}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r0], "
          "[%q1, {{{}}}], [%r1];\n"
          "W: mbarrier.try_wait.parity.shared::cta.b64 %c2, [%r1], 0;\n@!%c2 bra W;\n",
          elements.size() * width, c.at.size(), coordinates(c)) +
      each_word("ld.shared.u32 %r12, [%r11];\nst.global.u32 [%q5], %r12;\n");
  const std::string tensor = random_bytes(tensor_bytes(c), 1);
  std::string expected(k_box_words * 4, '\0');
  for (const Element& element : elements) {
    std::string value(width, '\0');
    for (uint64_t i = 0; c.nan_outside && i < width; ++i) value[i] = i % 2 ? '\x7f' : '\xf7';  // as on an H200
    if (element.inside) value = tensor.substr(element.global, width);
    if (element.inside && c.element == TensorMap::tf32) value = rounded_to_tf32(value);
    expected.replace(element.shared, width, value);
  }
  const TensorRun run =
      run_tensor(maker(c), body, tensor, std::string(k_box_words * 4, '\0'), {.memory = true, .race = true});
  EXPECT_TRUE(run.faults.empty()) << name_of(run.faults.front());
  EXPECT_TRUE(run.box == expected);
}

std::string store_body(const BoxCase& c, const std::string& opcode) {
  return each_word("ld.global.u32 %r12, [%q5];\nst.shared.u32 [%r11], %r12;\n") +
         fmt::format(
             "fence.proxy.async.shared::cta;\nbar.sync 0;\n@%c0 {} [%q1, {{{}}}], [%r0];\n"
             "@%c0 cp.async.bulk.commit_group;\n@%c0 cp.async.bulk.wait_group 0;\n",
             opcode, coordinates(c));
}

bool begins_before_its_tensor(const BoxCase& c) {
  return std::ranges::any_of(c.at, [](int32_t coordinate) { return coordinate < 0; });
}

TEST_P(TensorCopy, StoresTheBox) {
  const BoxCase& c = GetParam();
  const uint64_t width = element_bytes(c.element);
  const std::string box = random_bytes(k_box_words * 4, 2), tensor = random_bytes(tensor_bytes(c), 3);
  std::string expected = tensor;
  for (const Element& element : elements_of(c)) {
    if (element.stored) expected.replace(element.global, width, box.substr(element.shared, width));
  }
  const std::string opcode = fmt::format("cp.async.bulk.tensor.{}d.global.shared::cta.tile.bulk_group", c.at.size());
  const TensorRun run = run_tensor(maker(c), store_body(c, opcode), tensor, box, {.memory = true, .race = true});
  if (begins_before_its_tensor(c)) {
    EXPECT_EQ(run.faults, std::vector<FaultKind>{FaultKind::bad_instruction});
    return;
  }
  EXPECT_TRUE(run.faults.empty()) << name_of(run.faults.front());
  EXPECT_TRUE(run.tensor == expected);
}

TEST_P(TensorCopy, ReducesTheBox) {
  const BoxCase& c = GetParam();
  const uint64_t width = element_bytes(c.element);
  if (is_float(c.element) || width < 4) GTEST_SKIP() << "bits of integers are combined";
  const std::string box = random_bytes(k_box_words * 4, 4), tensor = random_bytes(tensor_bytes(c), 5);
  std::string expected = tensor;
  for (const Element& element : elements_of(c)) {
    for (uint64_t i = 0; element.stored && i < width; ++i) expected[element.global + i] ^= box[element.shared + i];
  }
  const std::string opcode =
      fmt::format("cp.reduce.async.bulk.tensor.{}d.global.shared::cta.xor.tile.bulk_group", c.at.size());
  const TensorRun run = run_tensor(maker(c), store_body(c, opcode), tensor, box);
  if (begins_before_its_tensor(c)) {
    EXPECT_EQ(run.faults, std::vector<FaultKind>{FaultKind::bad_instruction});
    return;
  }
  EXPECT_TRUE(run.faults.empty()) << name_of(run.faults.front());
  EXPECT_TRUE(run.tensor == expected);
}

using Map = TensorMap;
const BoxCase k_cases[] = {
    {"line", Map::u32, {1000}, {}, {256}, {}, {100}},
    {"line_end", Map::u8, {1000}, {}, {64}, {}, {960}},
    {"line_before", Map::s32, {64}, {}, {32}, {}, {-8}},
    {"plane", Map::u32, {40, 30}, {160}, {16, 8}, {}, {8, 20}},
    {"plane_corner", Map::u32, {40, 30}, {192}, {16, 8}, {}, {28, 26}},
    {"plane_outside", Map::f32, {40, 30}, {160}, {16, 8}, {}, {40, 0}},
    {"plane_32", Map::u16, {64, 30}, {128}, {16, 16}, {}, {16, 5}, Map::by_32},
    {"plane_64", Map::u16, {64, 30}, {128}, {32, 16}, {}, {-8, 5}, Map::by_64},
    {"plane_128", Map::u16, {64, 70}, {128}, {64, 64}, {}, {0, 5}, Map::by_128},
    {"plane_128_corner", Map::u32, {50, 70}, {208}, {32, 64}, {}, {36, 30}, Map::by_128},
    {"plane_128_narrow", Map::u32, {64, 64}, {256}, {16, 32}, {}, {16, 8}, Map::by_128},
    {"plane_64_bytes", Map::u8, {256, 20}, {256}, {64, 20}, {}, {16, -2}, Map::by_64},
    {"rounded", Map::tf32, {50, 70}, {208}, {32, 64}, {}, {36, 30}, Map::by_128},
    {"nan", Map::f16, {24, 8}, {48}, {16, 8}, {}, {16, 2}, Map::straight, true},
    {"nan_32", Map::f32, {24, 8}, {96}, {8, 8}, {}, {-4, -2}, Map::by_32, true},
    {"nan_double", Map::f64, {24, 8}, {192}, {4, 8}, {}, {22, 3}, Map::straight, true},
    {"solid", Map::u64, {10, 9, 8}, {80, 720}, {4, 3, 5}, {}, {6, 7, 2}},
    {"steps", Map::u32, {16, 40, 9}, {64, 2560}, {8, 7, 4}, {1, 3, 2}, {4, 30, 6}},
    {"four", Map::s64, {6, 5, 4, 3}, {48, 240, 960}, {2, 3, 2, 2}, {}, {2, -1, 3, 1}},
    {"five", Map::u32, {8, 3, 4, 3, 5}, {32, 96, 384, 1152}, {4, 2, 3, 2, 3}, {1, 1, 2, 1, 2}, {4, 2, -1, 1, 2}},
    {"five_128",
     Map::u8,
     {128, 3, 4, 3, 5},
     {128, 384, 1536, 4608},
     {128, 2, 3, 2, 3},
     {},
     {0, 2, -1, 1, 2},
     Map::by_128},
};

INSTANTIATE_TEST_SUITE_P(All, TensorCopy, testing::ValuesIn(k_cases),
                         [](const auto& info) { return std::string(info.param.name); });

std::string load_2d(const std::string& to = "%r0") {
  return "@%c0 cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [" + to +
         "], [%q1, {0, 0}], [%r1];\n";
}

std::vector<FaultKind> faults_of_load(BoxCase c, const std::string& load) {
  return run_tensor(maker(c), load, std::string(4800, 'x'), std::string(64, '\0')).faults;
}

TEST(TensorMap, WhatNoGpuTakesIsAFault) {
  const BoxCase good{"good", Map::u32, {40, 30}, {160}, {16, 8}, {}, {0, 0}};
  using Kinds = std::vector<FaultKind>;
  EXPECT_EQ(faults_of_load(good, load_2d()), Kinds{});
  EXPECT_EQ(faults_of_load(good, load_2d("%r0+64")), Kinds{FaultKind::misaligned});
  BoxCase line = good;
  line.sizes = {40};
  line.strides = {};
  EXPECT_EQ(faults_of_load(line, load_2d()), Kinds{FaultKind::bad_tensor_map});
  BoxCase wide = good;
  wide.box = {512, 8};
  EXPECT_EQ(faults_of_load(wide, load_2d()), Kinds{FaultKind::bad_tensor_map});
  BoxCase beyond = good;
  beyond.sizes = {40, 3000};
  const std::string far =
      "@%c0 cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r0], "
      "[%q1, {0, 25}], [%r1];\n";
  EXPECT_EQ(faults_of_load(beyond, far), Kinds{FaultKind::out_of_bounds});
  const std::string between =
      "@%c0 cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r0], [%q1, {3, 0}], [%r1];\n";
  EXPECT_EQ(faults_of_load(good, between), Kinds{FaultKind::bad_instruction});
  const std::string wild = "add.u64 %q1, %q2, 0;\n" + load_2d();
  EXPECT_EQ(faults_of_load(good, wild), Kinds{FaultKind::bad_tensor_map});
  const std::string null = "mov.u64 %q1, 0;\n" + load_2d();
  EXPECT_EQ(faults_of_load(good, null), Kinds{FaultKind::bad_tensor_map});
}

// The input of a convolution with a 3 x 3 filter and a border of one: pixels of the output, row by row and image by
// image, each with the channels at its place in the filter.
TEST(TensorIm2col, GathersWhatAFilterMeets) {
  constexpr int k_channels = 16, k_width = 6, k_height = 5, k_images = 2, k_pixels = 24, k_first = 7;
  const auto map = [](uint64_t address) {
    const BoxCase c{"im2col",
                    Map::u16,
                    {k_channels, k_width, k_height, k_images},
                    {32, 32 * k_width, 32 * k_width * k_height},
                    {1, 1, 1, 1},
                    {},
                    {}};
    TensorMap made = map_of(c, address);
    made.is_im2col = true;
    made.lower = {-1, -1, 0};
    made.upper = {-1, -1, 0};
    made.channels = k_channels;
    made.pixels = k_pixels;
    return made;
  };
  const std::string tensor = random_bytes(2 * k_channels * k_width * k_height * k_images, 9);
  for (const auto& [s, r] : {std::pair(0, 0), std::pair(2, 1), std::pair(1, 2)}) {
    const std::string body =
        fmt::format(
            "mov.u32 %r4, {};\nmov.u32 %r5, {};\n.reg .b16 %h<2>;\ncvt.u16.u32 %h0, %r4;\ncvt.u16.u32 %h1, %r5;\n"
            "@%c0 mbarrier.init.shared::cta.b64 [%r1], 1;\nbar.sync 0;\n"
            "@%c0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], {};\n"
            "@%c0 cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%r0], "
            "[%q1, {{0, {}, {}, 0}}], [%r1], {{%h0, %h1}};\n"
            "W: mbarrier.try_wait.parity.shared::cta.b64 %c2, [%r1], 0;\n@!%c2 bra W;\n",
            s, r, k_pixels * k_channels * 2, k_first % k_width - 1, k_first / k_width - 1) +
        each_word("ld.shared.u32 %r12, [%r11];\nst.global.u32 [%q5], %r12;\n");
    const TensorRun run = run_tensor(map, body, tensor, std::string(k_box_words * 4, '\0'));
    EXPECT_TRUE(run.faults.empty()) << name_of(run.faults.front());
    for (int pixel = 0; pixel < k_pixels; ++pixel) {
      const int output = k_first + pixel, image = output / (k_width * k_height);
      const int y = output / k_width % k_height - 1 + r, x = output % k_width - 1 + s;
      std::string expected(2 * k_channels, '\0');
      if (x >= 0 && x < k_width && y >= 0 && y < k_height)
        expected =
            tensor.substr(static_cast<size_t>(((image * k_height + y) * k_width + x) * k_channels * 2), 2 * k_channels);
      EXPECT_EQ(run.box.substr(static_cast<size_t>(pixel * k_channels * 2), 2 * k_channels), expected) << pixel;
    }
  }
}

TEST(TensorMap, ComesBackFromItsBytes) {
  const BoxCase c{"five",
                  Map::bf16,
                  {1ull << 32, 3, 4, 3, 5},
                  {32, 96, 384, (1ull << 40) - 16},
                  {8, 2, 3, 2, 256},
                  {1, 1, 2, 1, 8},
                  {0, 0, 0, 0, 0},
                  Map::by_64,
                  true};
  const TensorMap map = map_of(c, 0x7f0000001230);
  EXPECT_EQ(defect_of(map), "");
  TensorMapBytes bytes = encode(map);
  const auto back = decode_map(bytes);
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->address, map.address);
  EXPECT_EQ(back->sizes, map.sizes);
  EXPECT_EQ(back->strides, map.strides);
  EXPECT_EQ(back->box, map.box);
  EXPECT_EQ(back->steps, map.steps);
  EXPECT_EQ(back->rank, map.rank);
  EXPECT_EQ(back->element, map.element);
  EXPECT_EQ(back->swizzle, map.swizzle);
  EXPECT_EQ(back->nan_outside, map.nan_outside);
  for (size_t i = 0; i < bytes.size(); ++i) {
    TensorMapBytes damaged = bytes;
    damaged[i] ^= std::byte{4};
    EXPECT_FALSE(decode_map(damaged).has_value()) << i;
  }
}

TEST(TensorMap, DefectsAreNamed) {
  const BoxCase good{"good", Map::u16, {64, 30}, {128}, {64, 8}, {}, {0, 0}, Map::by_128};
  const auto defect = [&](auto change) {
    TensorMap map = map_of(good, 0x1000);
    change(map);
    return !defect_of(map).empty();
  };
  EXPECT_FALSE(defect([](TensorMap&) {}));
  EXPECT_TRUE(defect([](TensorMap& m) { m.address = 0x1008; }));
  EXPECT_TRUE(defect([](TensorMap& m) { m.address = 0; }));
  EXPECT_TRUE(defect([](TensorMap& m) { m.rank = 6; }));
  EXPECT_TRUE(defect([](TensorMap& m) { m.rank = 0; }));
  EXPECT_TRUE(defect([](TensorMap& m) { m.sizes[1] = 0; }));
  EXPECT_TRUE(defect([](TensorMap& m) { m.sizes[0] = (1ull << 32) + 1; }));
  EXPECT_TRUE(defect([](TensorMap& m) { m.strides[1] = 120; }));
  EXPECT_TRUE(defect([](TensorMap& m) { m.strides[1] = 1ull << 40; }));
  EXPECT_TRUE(defect([](TensorMap& m) { m.box[1] = 257; }));
  EXPECT_TRUE(defect([](TensorMap& m) { m.box[0] = 0; }));
  EXPECT_TRUE(defect([](TensorMap& m) { m.box[0] = 4; }));
  EXPECT_TRUE(defect([](TensorMap& m) { m.box[0] = 72; }));
  EXPECT_TRUE(defect([](TensorMap& m) { m.swizzle = Map::by_64; }));
  EXPECT_TRUE(defect([](TensorMap& m) { m.steps[1] = 9; }));
  EXPECT_TRUE(defect([](TensorMap& m) { m.nan_outside = true; }));
}

}  // namespace tensor_copy_test
}  // namespace whet::vgpu
