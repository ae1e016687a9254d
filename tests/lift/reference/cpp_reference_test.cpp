// References as text: compiled and run, they compute what the meaning says.
#include "lift/reference/cpp_reference.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "lift/reference/reference_case.h"

namespace whet::lift {
namespace cpp_reference_test {

class CppReferenceTest : public test::ReferenceCaseTest {
 protected:
  // One call for all signatures: arguments by address.
  static std::string wrapper(const Case& one) {
    std::string call = "extern \"C\" void call_" + one.name + "(void** a) { " + one.name + "(";
    for (size_t i = 0; i < one.uses.size(); ++i) {
      const char* type = one.uses[i].is_array ? "double*" : one.uses[i].is_real ? "double" : "int64_t";
      call += std::string(i > 0 ? ", " : "") + "*static_cast<" + type + "*>(a[" + std::to_string(i) + "])";
    }
    return call + "); }\n";
  }

  void* compile_and_load(const std::string& text) {
    const std::string stem = ::testing::TempDir() + "whet_reference_" + GetParam() + std::to_string(getpid());
    EXPECT_TRUE(files.write(stem + ".cpp", text));
    const auto ran = processes.run(
        {.argv = {"c++", "-std=c++17", "-O0", "-w", "-shared", "-fPIC", "-o", stem + ".so", stem + ".cpp"}});
    EXPECT_TRUE(ran && ran->exit_code == 0) << (ran ? ran->err : "") << text;
    void* const library = dlopen((stem + ".so").c_str(), RTLD_NOW);
    for (const char* end : {".cpp", ".so"}) std::filesystem::remove(stem + end);
    return library;
  }

  static void check(Case& one, void (*call)(void**)) {
    std::vector<std::vector<double>> arrays(one.uses.size());
    std::vector<double*> pointers(one.uses.size());
    std::vector<int64_t> integers(one.uses.size());
    std::vector<double> reals(one.uses.size());
    std::vector<void*> arguments;
    for (size_t i = 0; i < one.uses.size(); ++i) {
      const int number = static_cast<int>(i);
      const auto array = one.trial.surroundings.arrays.find(number);
      if (array != one.trial.surroundings.arrays.end()) arrays[i] = before(array->second, one.uses[i]);
      pointers[i] = arrays[i].data();
      if (one.trial.surroundings.integers.contains({number, 0}))
        integers[i] = one.trial.surroundings.integers.at({number, 0});
      if (one.trial.surroundings.reals.contains({number, 0})) reals[i] = one.trial.surroundings.reals.at({number, 0});
      arguments.push_back(one.uses[i].is_array  ? static_cast<void*>(&pointers[i])
                          : one.uses[i].is_real ? static_cast<void*>(&reals[i])
                                                : static_cast<void*>(&integers[i]));
    }
    call(arguments.data());
    for (const auto& [number, array] : one.trial.surroundings.arrays)
      compare(one, one.uses[static_cast<size_t>(number)], array, arrays[static_cast<size_t>(number)]);
  }

  // What the array held before, in double; elements that are not read are NaN.
  static std::vector<double> before(const LazyArray& array, const ParameterUse& use) {
    const auto bytes = static_cast<size_t>(array.bytes()), size = static_cast<size_t>(array.size());
    std::string image(bytes * size, '\0');
    array.write_image(image.data());
    std::vector<double> values(size, NAN);
    for (size_t i = 0; i < size; ++i) {
      uint64_t bits = 0;
      std::memcpy(&bits, &image[i * bytes], bytes);
      values[i] = use.is_read_as_real() ? number_of(bits, array.format())
                                        : static_cast<double>(held(static_cast<int64_t>(bits), array, use));
    }
    return values;
  }

  // What an element of the array makes of a number.
  static int64_t held(int64_t value, const LazyArray& array, const ParameterUse& use) {
    const int unused = 64 - 8 * array.bytes();
    const uint64_t high = static_cast<uint64_t>(value) << unused;
    return use.is_unsigned ? static_cast<int64_t>(high >> unused) : static_cast<int64_t>(high) >> unused;
  }

  static void compare(const Case& one, const ParameterUse& use, const LazyArray& array,
                      const std::vector<double>& found) {
    for (int64_t i = 0; i < array.size(); ++i) {
      const StoredElement& stored = array.stored(i);
      const double value = found[static_cast<size_t>(i)];
      if (stored.kind == StoredElement::Kind::integer) {
        ASSERT_EQ(value, static_cast<double>(held(stored.integer, array, use))) << one.name << "[" << i << "]";
      }
      if (stored.kind != StoredElement::Kind::real || !std::isfinite(stored.real.value)) continue;
      ASSERT_NEAR(value, stored.real.value, 1e-9 * std::abs(stored.real.value) + 1e-12) << one.name << "[" << i << "]";
    }
  }
};

TEST_P(CppReferenceTest, EachReferenceComputesWhatTheMeaningSays) {
  std::string text;
  std::vector<std::unique_ptr<Case>> cases;
  for (const KernelSource& kernel : find_kernels(source)) {
    auto one = std::make_unique<Case>();
    if (!evaluate(kernel, *one)) continue;
    const Meaning& meaning = *one->lifted.meaning;
    auto reference = cpp_reference(one->lifted.arena, meaning, one->lifted.parameters, form_of(one->trial));
    const bool has_numbers_of_8_bits =
        std::any_of(one->uses.begin(), one->uses.end(), [](const ParameterUse& use) { return use.holds_numbers; });
    if (has_numbers_of_8_bits) {
      EXPECT_FALSE(reference.ok()) << kernel.name << ": a reference may get numbers where it takes them for bits";
      continue;
    }
    ASSERT_TRUE(reference.ok()) << kernel.name << ": " << describe(reference.error());
    const std::string head = "void reference(";
    text += reference->replace(reference->find(head), head.size(), "void " + kernel.name + "(") + wrapper(*one);
    cases.push_back(std::move(one));
  }
  RecordProperty("references", static_cast<int>(cases.size()));
  if (cases.empty()) return;
  void* const library = compile_and_load(text);
  ASSERT_NE(library, nullptr);
  for (const auto& one : cases) {
    const auto call = reinterpret_cast<void (*)(void**)>(dlsym(library, ("call_" + one->name).c_str()));
    ASSERT_NE(call, nullptr) << one->name;
    check(*one, call);
  }
  dlclose(library);
}

INSTANTIATE_TEST_SUITE_P(Corpus, CppReferenceTest, ::testing::ValuesIn(test::corpus()),
                         [](const auto& info) { return info.param; });

}  // namespace cpp_reference_test
}  // namespace whet::lift
