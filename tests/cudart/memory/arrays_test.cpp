// CUDA arrays and texture objects: what is refused, and how.
#include "cudart_fixture.h"

namespace whet::cudart::test {
namespace arrays_test {

const cudaChannelFormatDesc k_floats{32, 0, 0, 0, cudaChannelFormatKindFloat};
const cudaChannelFormatDesc k_bytes{8, 8, 8, 8, cudaChannelFormatKindUnsigned};

class ArraysTest : public RuntimeTest {
 protected:
  cudaError_t made(const cudaChannelFormatDesc& channels, cudaExtent extent, unsigned flags = 0) {
    return runtime_->arrays().make(&array_, &channels, extent, flags);
  }
  cudaError_t textured(const cudaTextureDesc& how) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array_;
    return runtime_->textures().make(&texture_, &resource, &how);
  }

  cudaArray_t array_ = nullptr;
  cudaTextureObject_t texture_ = 0;
};

TEST_F(ArraysTest, FormatsThatNoTextureHasAreRefused) {
  EXPECT_EQ(made({8, 8, 8, 0, cudaChannelFormatKindUnsigned}, {4, 4, 0}), cudaErrorInvalidChannelDescriptor);
  EXPECT_EQ(made({8, 0, 0, 0, cudaChannelFormatKindFloat}, {4, 4, 0}), cudaErrorInvalidChannelDescriptor);
  EXPECT_EQ(made({16, 8, 0, 0, cudaChannelFormatKindSigned}, {4, 4, 0}), cudaErrorInvalidChannelDescriptor);
  EXPECT_EQ(made({0, 0, 0, 0, cudaChannelFormatKindSigned}, {4, 4, 0}), cudaErrorInvalidChannelDescriptor);
  EXPECT_EQ(made({0, 32, 0, 0, cudaChannelFormatKindFloat}, {4, 4, 0}), cudaErrorInvalidChannelDescriptor);
  EXPECT_EQ(made({16, 16, 0, 0, cudaChannelFormatKindFloat}, {4, 4, 0}), cudaSuccess);
}

TEST_F(ArraysTest, ExtentsKeepToTheShape) {
  EXPECT_EQ(made(k_floats, {0, 4, 0}), cudaErrorInvalidValue);
  EXPECT_EQ(made(k_floats, {131073, 0, 0}), cudaErrorInvalidValue);
  EXPECT_EQ(made(k_floats, {16, 0, 16}), cudaErrorInvalidValue) << "a depth without a height";
  EXPECT_EQ(made(k_floats, {16, 16, 0}, cudaArrayLayered), cudaErrorInvalidValue) << "no layers";
  EXPECT_EQ(made(k_floats, {16, 8, 6}, cudaArrayCubemap), cudaErrorInvalidValue) << "faces are square";
  EXPECT_EQ(made(k_floats, {16, 16, 5}, cudaArrayCubemap), cudaErrorInvalidValue);
  EXPECT_EQ(made(k_floats, {16, 16, 6}, cudaArrayCubemap), cudaSuccess);
  EXPECT_EQ(made(k_floats, {16, 16, 0}, 1u << 30), cudaErrorInvalidValue) << "an unknown flag";
}

TEST_F(ArraysTest, AnArrayIsFreedOnceAndTakesItsMemoryWithIt) {
  const uint64_t before = runtime_->device().memory().used_bytes();
  ASSERT_EQ(made(k_bytes, {64, 32, 4}), cudaSuccess);
  EXPECT_EQ(runtime_->device().memory().used_bytes(), before + 64 * 32 * 4 * 4);
  EXPECT_EQ(runtime_->arrays().free(array_), cudaSuccess);
  EXPECT_EQ(runtime_->device().memory().used_bytes(), before);
  EXPECT_EQ(runtime_->arrays().free(array_), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(runtime_->arrays().free(nullptr), cudaSuccess);
}

TEST_F(ArraysTest, LevelsAreHalvedAndBelongToTheirPyramid) {
  cudaMipmappedArray_t levels = nullptr;
  ASSERT_EQ(runtime_->arrays().make_levels(&levels, &k_floats, {16, 4, 0}, 100, 0), cudaSuccess);
  const auto* all = runtime_->arrays().find_levels(levels);
  ASSERT_EQ(all->size(), 5u) << "16, 8, 4, 2, 1";
  EXPECT_EQ(runtime_->arrays().find((*all)[3])->extent.width, 2u);
  EXPECT_EQ(runtime_->arrays().find((*all)[3])->extent.height, 1u);
  EXPECT_EQ(runtime_->arrays().free((*all)[1]), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(runtime_->arrays().free_levels(levels), cudaSuccess);
  EXPECT_EQ(runtime_->arrays().free_levels(levels), cudaErrorInvalidResourceHandle);
}

TEST_F(ArraysTest, TexturesThatCudaDoesNotMakeAreRefused) {
  ASSERT_EQ(made(k_bytes, {16, 16, 0}), cudaSuccess);
  cudaTextureDesc how{};
  how.filterMode = cudaFilterModeLinear;
  EXPECT_EQ(textured(how), cudaErrorInvalidFilterSetting);
  how.readMode = cudaReadModeNormalizedFloat;
  EXPECT_EQ(textured(how), cudaSuccess);
  how.addressMode[1] = static_cast<cudaTextureAddressMode>(9);
  EXPECT_EQ(textured(how), cudaErrorInvalidValue);
  ASSERT_EQ(made({32, 0, 0, 0, cudaChannelFormatKindSigned}, {16, 16, 0}), cudaSuccess);
  how = {};
  how.readMode = cudaReadModeNormalizedFloat;
  EXPECT_EQ(textured(how), cudaErrorInvalidNormSetting);
  array_ = reinterpret_cast<cudaArray_t>(0x1234);
  EXPECT_EQ(textured({}), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(runtime_->textures().destroy(987), cudaErrorInvalidValue);
}

TEST_F(ArraysTest, LinearMemoryMustBeTheDevicesOwnAndAligned) {
  void* memory = *runtime_->memory().allocate(4096);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {memory, k_floats, 4096};
  const cudaTextureDesc how{};
  EXPECT_EQ(runtime_->textures().make(&texture_, &resource, &how), cudaSuccess);
  ASSERT_NE(runtime_->textures().resource(texture_), nullptr);
  EXPECT_EQ(runtime_->textures().resource(texture_)->res.linear.sizeInBytes, 4096u);
  resource.res.linear.sizeInBytes = 4100;
  EXPECT_EQ(runtime_->textures().make(&texture_, &resource, &how), cudaErrorInvalidValue) << "past its end";
  resource.res.linear = {static_cast<char*>(memory) + 4, k_floats, 64};
  EXPECT_EQ(runtime_->textures().make(&texture_, &resource, &how), cudaErrorInvalidValue) << "not aligned";
  resource.res.linear = {&resource, k_floats, 64};
  EXPECT_EQ(runtime_->textures().make(&texture_, &resource, &how), cudaErrorInvalidValue) << "the host's";
}

TEST_F(ArraysTest, ASurfaceNeedsAnArrayMadeForIt) {
  cudaSurfaceObject_t surface = 0;
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  ASSERT_EQ(made(k_floats, {16, 16, 0}), cudaSuccess);
  resource.res.array.array = array_;
  EXPECT_EQ(runtime_->textures().make_surface(&surface, &resource), cudaErrorInvalidValue);
  ASSERT_EQ(made(k_floats, {16, 16, 0}, cudaArraySurfaceLoadStore), cudaSuccess);
  resource.res.array.array = array_;
  EXPECT_EQ(runtime_->textures().make_surface(&surface, &resource), cudaSuccess);
  EXPECT_EQ(runtime_->textures().destroy_surface(surface), cudaSuccess);
  EXPECT_EQ(runtime_->textures().destroy_surface(surface), cudaErrorInvalidValue);
}

}  // namespace arrays_test
}  // namespace whet::cudart::test
