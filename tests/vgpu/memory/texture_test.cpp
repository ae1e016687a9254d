// Texture and surface instructions on small images, compared with the programming guide's formulas.
#include "vgpu/memory/texture.h"

#include <bit>
#include <cmath>

#include "vgpu/ptx_words.h"

namespace whet::vgpu {
namespace texture_test {

float as_float(uint32_t bits) {
  return std::bit_cast<float>(bits);
}
uint32_t bits_of(float value) {
  return std::bit_cast<uint32_t>(value);
}

// Images, objects and a kernel with 32 lanes, each with its own coordinates.
class TextureTest : public testing::Test {
 protected:
  // One channel of f32; texel (x, y, z) is 100 z + 10 y + x.
  Image numbers(uint32_t width, uint32_t height, uint32_t depth) {
    std::vector<float> texels;
    for (uint32_t z = 0; z < depth; ++z) {
      for (uint32_t y = 0; y < height; ++y) {
        for (uint32_t x = 0; x < width; ++x) texels.push_back(static_cast<float>(100 * z + 10 * y + x));
      }
    }
    return image(texels.data(), 4, width, height, depth);
  }
  Image image(const void* texels, uint32_t bytes, uint32_t width, uint32_t height, uint32_t depth) {
    const uint64_t row = uint64_t{bytes} * width, all = row * height * depth;
    const uint64_t address = *memory_.allocate(all, "image");
    EXPECT_TRUE(memory_.write(address, texels, all).ok());
    return {address, width, height, depth, row, row * height};
  }
  Texture texture_of(const Image& image, uint8_t channels = 1) {
    Texture texture;
    texture.format = {TexelFormat::Kind::real, 32, channels};
    texture.levels = {image};
    return texture;
  }

  // Lane i gets coordinates[3 * i ...] in %f0 %f1 %f2 (and %i0 %i1 %i2) and the object in %h; results are %o0 to %o3.
  std::vector<std::array<uint32_t, 4>> run(uint64_t handle, const std::vector<float>& coordinates,
                                           const std::string& instruction, bool expect_finish = true) {
    PtxRun how{.buffers = {Words(128), Words(96)}, .numbers = {handle}};
    for (size_t i = 0; i < 96; ++i) how.buffers[1][i] = bits_of(coordinates[i % coordinates.size()]);
    std::string body =
        "mad.wide.u32 %a, %me, 12, %p1; ld.global.f32 %f0, [%a]; ld.global.f32 %f1, [%a+4]; ld.global.f32 %f2, [%a+8];"
        "ld.param.u64 %h, [b2]; cvt.rzi.s32.f32 %i0, %f0; cvt.rzi.s32.f32 %i1, %f1; cvt.rzi.s32.f32 %i2, %f2;" +
        instruction + "mad.wide.u32 %a, %me, 16, %p0; st.global.v4.u32 [%a], {%o0, %o1, %o2, %o3};";
    std::string ptx = ptx_kernel(2,
                                 ".reg .f32 %f<8>; .reg .b32 %o<4>, %i<4>; .reg .b64 %a, %h, %w;"
                                 "mov.u32 %o0, 0; mov.u32 %o1, 0; mov.u32 %o2, 0; mov.u32 %o3, 0;",
                                 body);
    ptx.replace(ptx.find(".param .u64 b1)"), 15, ".param .u64 b1, .param .u64 b2)");
    auto result = run_ptx(ptx, how, memory_);
    EXPECT_TRUE(result.ok()) << describe(result.error());
    std::vector<std::array<uint32_t, 4>> lanes(32);
    if (!result) return lanes;
    EXPECT_EQ(result->finished, expect_finish);
    result_ = std::move(*result);
    for (size_t i = 0; i < 128; ++i) lanes[i / 4][i % 4] = how.buffers[0][i];
    return lanes;
  }
  float first(uint64_t handle, std::vector<float> at, const std::string& instruction) {
    at.resize(3);
    return as_float(run(handle, at, instruction)[0][0]);
  }

  static constexpr const char* k_2d = "tex.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%h, {%f0, %f1}];";
  static constexpr const char* k_1d = "tex.1d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%h, {%f0}];";

  GlobalMemory memory_{1ull << 30};
  RunResult result_;
};

TEST_F(TextureTest, APointIsTheTexelItLiesIn) {
  const uint64_t t = memory_.textures().add(texture_of(numbers(8, 4, 1)));
  EXPECT_EQ(first(t, {0.0f, 0.0f}, k_2d), 0);
  EXPECT_EQ(first(t, {3.99f, 2.0f}, k_2d), 23);
  EXPECT_EQ(first(t, {-5.0f, 9.0f}, k_2d), 30) << "clamped to the edges";
  EXPECT_EQ(run(t, {1, 1, 0}, k_2d)[5][3], bits_of(1.0f)) << "a channel the format has not";
}

TEST_F(TextureTest, FilteringWeighsByEightBitsOfTheFraction) {
  Texture texture = texture_of(numbers(8, 4, 1));
  texture.filtered = true;
  const uint64_t t = memory_.textures().add(texture);
  EXPECT_EQ(first(t, {2.5f, 1.5f}, k_2d), 12) << "the middle of a texel is the texel";
  EXPECT_EQ(first(t, {3.0f, 2.0f}, k_2d), 17.5f);
  for (const float x : {1.0f, 1.2f, 2.75f, 3.14159f, 6.001f}) {
    // In steps of 1/256, from the centre of texel 0.
    const double fraction = std::floor((double{x} - 0.5) * 256 + 0.5) / 256;
    EXPECT_EQ(first(t, {x, 0.5f}, k_2d), static_cast<float>(fraction)) << x;
  }
  EXPECT_EQ(first(t, {0.1f, 0.2f}, k_2d), 0) << "clamped";
}

TEST_F(TextureTest, AddressModesPlaceWhatLiesOutside) {
  Texture texture = texture_of(numbers(4, 1, 1));
  texture.normalized = true;
  texture.border = {-7, 0, 0, 0};
  const auto reads = [&](AddressMode mode, float x) {
    texture.modes.fill(mode);
    return first(memory_.textures().add(texture), {x}, k_1d);
  };
  EXPECT_EQ(reads(AddressMode::wrap, 1.3f), 1);
  EXPECT_EQ(reads(AddressMode::wrap, -0.1f), 3);
  EXPECT_EQ(reads(AddressMode::mirror, 1.1f), 3);
  EXPECT_EQ(reads(AddressMode::mirror, -0.3f), 1);
  EXPECT_EQ(reads(AddressMode::mirror, 2.3f), 1);
  EXPECT_EQ(reads(AddressMode::clamp, 7.0f), 3);
  EXPECT_EQ(reads(AddressMode::border, 1.01f), -7);
  EXPECT_EQ(reads(AddressMode::border, 0.99f), 3);
  texture.filtered = true;
  EXPECT_EQ(reads(AddressMode::wrap, 0.0f), 1.5f) << "between the last and the first";
  EXPECT_EQ(reads(AddressMode::border, 0.0f), -3.5f);
}

TEST_F(TextureTest, AVolumeIsFilteredInThreeDimensions) {
  Texture texture = texture_of(numbers(4, 4, 4));
  texture.filtered = true;
  const uint64_t t = memory_.textures().add(texture);
  const char* in = "tex.3d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%h, {%f0, %f1, %f2, %f2}];";
  EXPECT_EQ(first(t, {2, 2, 2}, in), 150 + 15 + 1.5f);
  EXPECT_EQ(first(t, {1.5f, 2.75f, 3.5f}, in), 300 + 22.5f + 1);
}

TEST_F(TextureTest, LayersAndFacesAreNotMixed) {
  Texture texture = texture_of(numbers(4, 4, 3));
  texture.layered = texture.filtered = true;
  const uint64_t t = memory_.textures().add(texture);
  const char* in = "mov.u32 %i3, 2; tex.a2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%h, {%i3, %f0, %f1, %f1}];";
  EXPECT_EQ(first(t, {1.5f, 1.5f}, in), 211);
  Texture cube = texture_of(numbers(2, 2, 6));
  cube.cubemap = cube.normalized = true;
  const uint64_t c = memory_.textures().add(cube);
  const char* from = "tex.cube.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%h, {%f0, %f1, %f2, %f2}];";
  EXPECT_EQ(std::floor(first(c, {1, 0.1f, 0.2f}, from) / 100), 0);
  EXPECT_EQ(std::floor(first(c, {-1, 0.1f, 0.2f}, from) / 100), 1);
  EXPECT_EQ(std::floor(first(c, {0.1f, 1, 0.2f}, from) / 100), 2);
  EXPECT_EQ(std::floor(first(c, {0.1f, -1, 0.2f}, from) / 100), 3);
  EXPECT_EQ(std::floor(first(c, {0.1f, 0.2f, 1}, from) / 100), 4);
  EXPECT_EQ(std::floor(first(c, {0.1f, 0.2f, -1}, from) / 100), 5);
  EXPECT_EQ(first(c, {1, -0.5f, -0.5f}, from), 11) << "s is -z, t is -y";
}

TEST_F(TextureTest, ChannelsAreReadByTheirFormat) {
  const uint8_t bytes[] = {255, 128, 0, 51};
  const Image one = image(bytes, 4, 1, 1, 1);
  Texture texture = texture_of(one);
  texture.format = {TexelFormat::Kind::natural, 8, 4};
  auto lanes = run(memory_.textures().add(texture), {0, 0, 0}, k_2d);
  EXPECT_EQ(lanes[31], (std::array<uint32_t, 4>{255, 128, 0, 51}));
  texture.format.kind = TexelFormat::Kind::integer;
  lanes = run(memory_.textures().add(texture), {0, 0, 0}, k_2d);
  EXPECT_EQ(lanes[0], (std::array<uint32_t, 4>{~0u, static_cast<uint32_t>(-128), 0, 51}));
  texture.to_float = true;
  lanes = run(memory_.textures().add(texture), {0, 0, 0}, k_2d);
  EXPECT_EQ(as_float(lanes[0][1]), -1) << "-128 / 127 is no less than -1";
  EXPECT_EQ(as_float(lanes[0][3]), 51.0f / 127);
  texture.format = {TexelFormat::Kind::natural, 16, 2};
  lanes = run(memory_.textures().add(texture), {0, 0, 0}, k_2d);
  EXPECT_EQ(as_float(lanes[0][0]), static_cast<float>(0x80ff) / 65535);
  EXPECT_EQ(as_float(lanes[0][2]), 0);
  const uint16_t halves[] = {0x3e00, 0xc000};  // 1.5, -2
  Texture half = texture_of(image(halves, 4, 1, 1, 1));
  half.format = {TexelFormat::Kind::real, 16, 2};
  lanes = run(memory_.textures().add(half), {0, 0, 0}, k_2d);
  EXPECT_EQ(as_float(lanes[0][0]), 1.5f);
  EXPECT_EQ(as_float(lanes[0][1]), -2);
}

TEST_F(TextureTest, LinearMemoryIsFetchedByNumberAndEndsInZeros) {
  Texture texture = texture_of(numbers(8, 1, 1));
  texture.linear_memory = true;
  const uint64_t t = memory_.textures().add(texture);
  const char* in = "tex.1d.v4.f32.s32 {%o0, %o1, %o2, %o3}, [%h, {%i0}];";
  EXPECT_EQ(first(t, {5}, in), 5);
  EXPECT_EQ(first(t, {8}, in), 0);
  EXPECT_EQ(first(t, {-1}, in), 0);
}

TEST_F(TextureTest, GatherGivesTheFourNeighboursOfOneChannel) {
  const uint64_t t = memory_.textures().add(texture_of(numbers(8, 4, 1)));
  const auto lanes = run(t, {3.0f, 2.0f, 0}, "tld4.r.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%h, {%f0, %f1}];");
  EXPECT_EQ(as_float(lanes[0][0]), 22);
  EXPECT_EQ(as_float(lanes[0][1]), 23);
  EXPECT_EQ(as_float(lanes[0][2]), 13);
  EXPECT_EQ(as_float(lanes[0][3]), 12);
}

TEST_F(TextureTest, LevelsOfDetailAreChosenAndBlended) {
  Texture texture = texture_of(numbers(4, 4, 1));
  const float small[] = {1000, 1000, 1000, 1000}, one[] = {2000};
  texture.levels.push_back(image(small, 4, 2, 2, 1));
  texture.levels.push_back(image(one, 4, 1, 1, 1));
  texture.normalized = true;
  texture.most_level = 10;
  const char* in = "tex.level.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%h, {%f0, %f1}], %f2;";
  const uint64_t t = memory_.textures().add(texture);
  EXPECT_EQ(first(t, {0.1f, 0.1f, 0}, in), 0);
  EXPECT_EQ(first(t, {0.1f, 0.1f, 1.2f}, in), 1000);
  EXPECT_EQ(first(t, {0.1f, 0.1f, 9}, in), 2000);
  texture.levels_filtered = true;
  const uint64_t blended = memory_.textures().add(texture);
  EXPECT_EQ(first(blended, {0.1f, 0.1f, 1.25f}, in), 1250);
  const char* steps =
      "mov.f32 %f4, 0f3F000000; mov.f32 %f5, 0f00000000;"
      "tex.grad.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%h, {%f0, %f1}], {%f4, %f5}, {%f5, %f5};";
  EXPECT_EQ(first(t, {0.1f, 0.1f, 0}, steps), 1000) << "half the texture a step: two texels";
}

// For any coordinates, some texel is read.
TEST_F(TextureTest, CoordinatesThatAreNoNumbersHarmNothing) {
  const float nan = std::nanf(""), infinite = INFINITY;
  Texture texture = texture_of(numbers(4, 4, 1));
  texture.levels.push_back(numbers(2, 2, 1));
  texture.normalized = texture.filtered = texture.levels_filtered = true;
  texture.most_level = 10;
  const char* in = "tex.level.2d.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%h, {%f0, %f1}], %f2;";
  const std::vector<float> points = {nan,  0,   0,     infinite, 0.5f,   1,         -infinite, 0.5f, nan,
                                     0.5f, nan, 1e30f, 3e38f,    -3e38f, -infinite, 0.5f,      0.5f, infinite};
  for (const AddressMode mode : {AddressMode::wrap, AddressMode::clamp, AddressMode::mirror, AddressMode::border}) {
    texture.modes.fill(mode);
    for (const auto& lane : run(memory_.textures().add(texture), points, in)) {
      EXPECT_GE(as_float(lane[0]), 0);
      EXPECT_LE(as_float(lane[0]), 33);
    }
  }
  texture.least_level = texture.most_level = texture.level_bias = nan;
  EXPECT_EQ(first(memory_.textures().add(texture), {0.125f, 0.125f, 1}, in), 0);
  Texture cube = texture_of(numbers(2, 2, 6));
  cube.cubemap = cube.normalized = true;
  run(memory_.textures().add(cube), {0, 0, 0, nan, nan, nan},
      "tex.cube.v4.f32.f32 {%o0, %o1, %o2, %o3}, [%h, {%f0, %f1, %f2, %f2}];");
}

TEST_F(TextureTest, QueriesTellTheExtents) {
  Texture texture = texture_of(numbers(8, 4, 2));
  const uint64_t t = memory_.textures().add(texture);
  const auto lanes = run(t, {0, 0, 0},
                         "txq.width.b32 %o0, [%h]; txq.height.b32 %o1, [%h]; txq.depth.b32 %o2, [%h];"
                         "txq.num_mipmap_levels.b32 %o3, [%h];");
  EXPECT_EQ(lanes[7], (std::array<uint32_t, 4>{8, 4, 2, 1}));
}

TEST_F(TextureTest, AHandleThatNamesNothingStopsTheLaunch) {
  run(77, {0, 0, 0}, k_2d, false);
  ASSERT_FALSE(result_.faults.empty());
  EXPECT_NE(result_.faults[0].detail.find("not a texture object"), std::string::npos);
}

TEST_F(TextureTest, AFreedImageIsAUseAfterFree) {
  const Image one = numbers(4, 4, 1);
  const uint64_t t = memory_.textures().add(texture_of(one));
  ASSERT_TRUE(memory_.free(one.address).ok());
  run(t, {0, 0, 0}, k_2d, false);
  EXPECT_EQ(result_.faults.at(0).kind, FaultKind::use_after_free);
}

class SurfaceTest : public TextureTest {
 protected:
  uint64_t surface(const Image& image, TexelFormat format = {TexelFormat::Kind::real, 32, 1}) {
    return memory_.textures().add(Surface{format, image, false});
  }
  uint32_t word(const Image& image, uint32_t x, uint32_t y) {
    uint32_t value = 0;
    EXPECT_TRUE(memory_.read(image.address + y * image.pitch + x, &value, 4).ok());
    return value;
  }
};

TEST_F(SurfaceTest, XCountsBytesAndRowsDoNot) {
  const Image numbers_image = numbers(8, 4, 1);
  const uint64_t s = surface(numbers_image);
  EXPECT_EQ(first(s, {12, 2}, "suld.b.2d.b32.trap %o0, [%h, {%i0, %i1}];"), 23);
  const auto lanes = run(s, {8, 1, 0}, "suld.b.2d.v2.b32.trap {%o0, %o1}, [%h, {%i0, %i1}];");
  EXPECT_EQ(as_float(lanes[3][1]), 13);
  run(s, {4, 3, 0}, "mov.u32 %o1, 77; sust.b.2d.b32.trap [%h, {%i0, %i1}], %o1;");
  EXPECT_EQ(word(numbers_image, 4, 3), 77u);
}

TEST_F(SurfaceTest, WhatLiesOutsideTrapsClampsOrReadsZero) {
  const Image numbers_image = numbers(8, 4, 1);
  const uint64_t s = surface(numbers_image);
  EXPECT_EQ(first(s, {32, 9}, "suld.b.2d.b32.clamp %o0, [%h, {%i0, %i1}];"), 37);
  EXPECT_EQ(first(s, {-4, 1}, "suld.b.2d.b32.clamp %o0, [%h, {%i0, %i1}];"), 10);
  EXPECT_EQ(first(s, {32, 1}, "suld.b.2d.b32.zero %o0, [%h, {%i0, %i1}];"), 0);
  run(s, {32, 1, 0}, "mov.u32 %o1, 77; sust.b.2d.b32.zero [%h, {%i0, %i1}], %o1;");
  EXPECT_EQ(word(numbers_image, 28, 1), bits_of(17)) << "dropped";
  run(s, {32, 1, 0}, "suld.b.2d.b32.trap %o0, [%h, {%i0, %i1}];", false);
  EXPECT_EQ(result_.faults.at(0).kind, FaultKind::trap);
}

TEST_F(SurfaceTest, FormattedStoresAndReductionsKeepToTheFormat) {
  const std::vector<uint8_t> none(64, 0);
  const Image bytes = image(none.data(), 4, 4, 4, 1);
  const uint64_t s = surface(bytes, {TexelFormat::Kind::natural, 8, 4});
  run(s, {1, 2, 0},
      "mov.u32 %o0, 300; mov.u32 %o1, 2; mov.u32 %o2, 3; mov.u32 %o3, 4;"
      "sust.p.2d.v4.b32.trap [%h, {%i0, %i1}], {%o0, %o1, %o2, %o3};");
  EXPECT_EQ(word(bytes, 4, 2), 0x040302ffu) << "300 is no byte";
  run(s, {8, 0, 0}, "mov.u32 %o0, 3; sured.b.add.2d.u32.trap [%h, {%i0, %i1}], %o0;");
  EXPECT_EQ(word(bytes, 8, 0), 96u) << "of 32 lanes";
  run(s, {8, 0, 0}, "mov.s32 %o0, -5; sured.b.min.2d.s32.trap [%h, {%i0, %i1}], %o0;");
  EXPECT_EQ(word(bytes, 8, 0), static_cast<uint32_t>(-5));
}

TEST_F(SurfaceTest, QueriesTellTheExtents) {
  const auto lanes = run(surface(numbers(8, 4, 2)), {0, 0, 0},
                         "suq.width.b32 %o0, [%h]; suq.height.b32 %o1, [%h]; suq.depth.b32 %o2, [%h];");
  EXPECT_EQ(lanes[0], (std::array<uint32_t, 4>{8, 4, 2, 0}));
}

}  // namespace texture_test
}  // namespace whet::vgpu
