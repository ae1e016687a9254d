#include "device/cuda/cublas_product.h"

#include <array>
#include <chrono>
#include <random>

#include "problem/numbers/element_type.h"

namespace whet {

namespace {

constexpr size_t k_random_elements = 1 << 20;  // which a matrix repeats
constexpr int k_most_samples = 101, k_least_samples = 5;

// How cuBLAS calls it (library_types.h, cublas_api.h).
enum class DataType : int { r_32f = 0, r_16f = 2, r_8i = 3, r_32i = 10, r_16bf = 14 };
enum class ComputeType : int { f32 = 68, i32 = 72, f32_by_tf32 = 77 };
constexpr int k_plain = 0, k_transposed = 1, k_usual_algorithm = -1;

struct ProductForm {
  Math math;
  ElementType element;
  DataType factor, product;
  ComputeType compute;
  int first;  // whether the first factor is transposed: integers are fast no other way
};

constexpr ProductForm k_forms[] = {
    {Math::fp32, ElementType::f32, DataType::r_32f, DataType::r_32f, ComputeType::f32, k_plain},
    {Math::tf32_tensor, ElementType::f32, DataType::r_32f, DataType::r_32f, ComputeType::f32_by_tf32, k_plain},
    {Math::fp16_tensor, ElementType::f16, DataType::r_16f, DataType::r_16f, ComputeType::f32, k_plain},
    {Math::bf16_tensor, ElementType::bf16, DataType::r_16bf, DataType::r_16bf, ComputeType::f32, k_plain},
    {Math::int8_tensor, ElementType::i8, DataType::r_8i, DataType::r_32i, ComputeType::i32, k_transposed}};

uint64_t product_bytes(DataType type) {
  return type == DataType::r_32f || type == DataType::r_32i ? 4 : 2;
}

// Random data keeps the wires busy as real data does, and with that the power.
std::string random_elements(ElementType type) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::vector<double> values(k_random_elements);
  for (double& value : values)
    value = type == ElementType::i8 ? static_cast<double>(random() % 256) - 128 : normal(random);
  return encode_elements(type, values);
}

class CublasProduct : public VendorProduct {
 public:
  CublasProduct(Device& device, CudaLibrary cublas, CudaLibrary driver)
      : device_(device), cublas_(std::move(cublas)), driver_(std::move(driver)) {}
  ~CublasProduct() override {
    if (handle_) (void)cublas_.call("cublasDestroy_v2", handle_);
    for (void* const event : events_) {
      if (event) (void)driver_.call("cuEventDestroy_v2", event);
    }
  }

  Result<void> open() {
    TRY_VOID(cublas_.call("cublasCreate_v2", &handle_));
    for (void*& event : events_) TRY_VOID(driver_.call("cuEventCreate", &event, 0u));
    return {};
  }

  Result<std::vector<double>> time(Math math, int side, double seconds) override {
    for (const ProductForm& form : k_forms) {
      if (form.math != math) continue;
      TRY_VOID(place(form, side));
      auto times = sampled(form, side, seconds);
      release();
      return times;
    }
    return bad_input("cuBLAS is not asked for products in " + std::string(math_name(math)));
  }

 private:
  Result<void> place(const ProductForm& form, int side) {
    const uint64_t elements = static_cast<uint64_t>(side) * static_cast<uint64_t>(side);
    const std::string random = random_elements(form.element);
    for (size_t i = 0; i < matrices_.size(); ++i) {
      const bool is_factor = i < 2;
      const uint64_t bytes = elements * (is_factor ? bytes_of(form.element) : product_bytes(form.product));
      auto allocated = device_.allocate(bytes, "matrix");
      if (!allocated) release();
      TRY(address, std::move(allocated));
      matrices_[i] = address;
      const auto filled = is_factor ? repeat(address, bytes, random) : device_.fill(address, 0, bytes);
      if (!filled) release();
      TRY_VOID(filled);
    }
    return device_.finish();
  }

  Result<void> repeat(uint64_t address, uint64_t bytes, const std::string& pattern) {
    uint64_t done = std::min<uint64_t>(bytes, pattern.size());
    TRY_VOID(device_.write(address, std::string_view(pattern).substr(0, done)));
    for (; done < bytes; done *= 2) TRY_VOID(device_.copy(address + done, address, std::min(done, bytes - done)));
    return {};
  }

  void release() {
    for (uint64_t& matrix : matrices_) {
      if (matrix) (void)device_.free(matrix);
      matrix = 0;
    }
  }

  Result<void> multiply(const ProductForm& form, int side) {
    const float one = 1, zero = 0;
    const int32_t whole_one = 1, whole_zero = 0;
    const bool is_whole = form.compute == ComputeType::i32;
    const void* const alpha = is_whole ? static_cast<const void*>(&whole_one) : &one;
    const void* const beta = is_whole ? static_cast<const void*>(&whole_zero) : &zero;
    return cublas_.call("cublasGemmEx", handle_, form.first, k_plain, side, side, side, alpha, at(0),
                        static_cast<int>(form.factor), side, at(1), static_cast<int>(form.factor), side, beta, at(2),
                        static_cast<int>(form.product), side, static_cast<int>(form.compute), k_usual_algorithm);
  }
  void* at(size_t i) const { return reinterpret_cast<void*>(matrices_[i]); }

  Result<std::vector<double>> sampled(const ProductForm& form, int side, double seconds) {
    using SteadyClock = std::chrono::steady_clock;
    const auto half = std::chrono::duration<double>(seconds / 2);
    for (const auto begin = SteadyClock::now(); SteadyClock::now() - begin < half;) {
      TRY_VOID(multiply(form, side));
      TRY_VOID(device_.finish());
    }
    std::vector<double> times;
    for (const auto begin = SteadyClock::now();
         times.size() < k_least_samples || (SteadyClock::now() - begin < half && times.size() < k_most_samples);) {
      TRY(sample, one_sample(form, side));
      times.push_back(sample);
    }
    return times;
  }

  Result<double> one_sample(const ProductForm& form, int side) {
    void* const stream = nullptr;
    TRY_VOID(driver_.call("cuEventRecord", events_[0], stream));
    TRY_VOID(multiply(form, side));
    TRY_VOID(driver_.call("cuEventRecord", events_[1], stream));
    TRY_VOID(driver_.call("cuEventSynchronize", events_[1]));
    float milliseconds = 0;
    TRY_VOID(driver_.call("cuEventElapsedTime", &milliseconds, events_[0], events_[1]));
    return 1e-3 * static_cast<double>(milliseconds);
  }

  Device& device_;
  CudaLibrary cublas_, driver_;
  void* handle_ = nullptr;
  std::array<void*, 2> events_{};
  std::array<uint64_t, 3> matrices_{};  // the factors and the product
};

}  // namespace

Result<std::unique_ptr<VendorProduct>> open_cublas(Device& device, LibraryAccess access) {
  TRY(cublas,
      CudaLibrary::open({"libcublas.so.13", "libcublas.so.12", "libcublas.so", "/usr/local/cuda/lib64/libcublas.so"},
                        "cuBLAS", access));
  TRY(driver, open_cuda_driver(access));
  auto product = std::make_unique<CublasProduct>(device, std::move(cublas), std::move(driver));
  TRY_VOID(product->open());
  return std::unique_ptr<VendorProduct>(std::move(product));
}

}  // namespace whet
