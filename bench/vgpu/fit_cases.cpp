// Cases of the other kernels under fit/.
#include "vgpu/fit_cases.h"

namespace whet::bench {

namespace {

using Kind = TimeArgument::Kind;

void add_structs(CaseList& list, uint64_t n) {
  const std::string size = size_text(n);
  for (const uint64_t words_each : {2, 4, 6, 10, 16}) {
    const uint64_t count = n / words_each;
    list.each("structs_" + std::to_string(words_each), size, "struct copy", count,
              {floats(n), zeros(n), number(count)});
  }
  for (const uint64_t words_each : {4, 8, 12}) {
    const uint64_t count = n / words_each - 1;
    const std::string strided = size + "/" + std::to_string(words_each);
    list.each("struct_member_read", strided, "", count, {floats(n), zeros(count), number(count), number(words_each)});
    list.each("struct_member_write", strided, "", count, {floats(count), zeros(n), number(count), number(words_each)});
  }
  list.each("copy_bytes", size, "", n, {zeros(n / 4), zeros(n / 4), number(n)});
  list.each("copy_shorts", size, "", n, {zeros(n / 2), zeros(n / 2), number(n)});
  list.each("copy_shifted", size, "", n, {floats(n), zeros(n), number(n), number(5)});
}

void add_scattered(CaseList& list, uint64_t n, uint64_t table) {
  const std::string size = size_text(n) + "/" + size_text(table);
  list.each("scatter", size, "", n, {floats(n), indices(n, table), zeros(table), number(n)});
  list.each("gather_double", size, "", n, {zeros(2 * table), indices(n, table), zeros(2 * n), number(n)});
  for (const uint64_t width : {16, 64, 512}) {
    const uint64_t rows = n / width;
    const std::string shape = size + "/" + std::to_string(width);
    const std::vector<TimeArgument> arguments = {floats(table), indices(rows, table / width), zeros(n), number(rows),
                                                 number(width)};
    list.each("rows_by_element", shape, "rows", n, arguments);
    list.each("rows_by_warp", shape, "rows", rows * 32, arguments);
  }
}

void add_uniform(CaseList& list, uint32_t grid, uint64_t length) {
  const std::string size = std::to_string(grid) + "x" + size_text(length);
  const std::vector<TimeArgument> arguments = {floats(length), zeros(grid * 256), number(length)};
  for (const char* kernel : {"uniform_load_1", "uniform_load_8", "uniform_vectors"}) {
    list.add(kernel, size, "", {.gx = grid, .bx = 256}, arguments);
  }
}

void add_streams(CaseList& list) {
  constexpr uint64_t k_few = 1 << 22, k_many = 1 << 27;
  for (const uint32_t grid : {1u, 16u, 66u, 132u}) {
    for (const uint32_t threads : {256u, 1024u}) {
      const uint64_t n = grid < 66 ? k_few : k_many;
      const std::string size = std::to_string(grid) + "x" + std::to_string(threads);
      const std::vector<TimeArgument> arguments = {floats(n), zeros(grid * threads), number(n)};
      list.add("stream_1", size, "stream", {.gx = grid, .bx = threads}, arguments);
      list.add("stream_8", size, "stream", {.gx = grid, .bx = threads}, arguments);
    }
    list.add("fill_words", std::to_string(grid), "", {.gx = grid, .bx = 512},
             {zeros(grid < 66 ? k_few : k_many), number(grid < 66 ? k_few : k_many)});
  }
  list.add("stream_8", "1056x256", "", {.gx = 1056, .bx = 256}, {floats(k_many), zeros(1056 * 256), number(k_many)});
  list.add("stream_8", "hot/132x1024", "", {.gx = 132, .bx = 1024},
           {floats(1 << 20), zeros(132 * 1024), number(1 << 20)});
  list.add("fill_words", "1056", "", {.gx = 1056, .bx = 256}, {zeros(k_many), number(k_many)});
}

void add_counts(CaseList& list, uint64_t n) {
  for (const uint64_t bins : {1u, 16u, 256u, 4096u, 1u << 16, 1u << 22}) {
    const std::string size = size_text(n) + "/" + size_text(bins);
    const TimeArgument keys = indices(n, bins);
    const CaseShape shape{.gx = k_sms * 8, .bx = 256};
    list.add("count_bins", size, "bins", shape, {keys, zeros(bins), number(n), number(bins - 1)});
    list.add("sum_bins", size, "", shape, {keys, zeros(bins), number(n), number(bins - 1)});
    if (bins != 256) continue;
    list.add("take_tickets", size, "", shape, {keys, zeros(bins), zeros(n), number(n), number(bins - 1)});
  }
  for (const uint64_t bins : {1, 32, 256, 2048}) {
    const std::string size = size_text(n) + "/" + size_text(bins);
    list.add("count_in_shared", size, "bins", {.gx = k_sms * 8, .bx = 256},
             {indices(n, bins), zeros(bins), number(n), number(bins - 1)});
  }
}

void add_memory(CaseList& list) {
  list.from("fit/memory.cu");
  add_structs(list, 1 << 22);
  add_structs(list, 1 << 26);
  add_scattered(list, 1 << 24, 1 << 25);
  add_scattered(list, 1 << 23, 1 << 20);
  add_uniform(list, k_sms * 8, 2048);
  add_uniform(list, 16, 1 << 16);
  add_streams(list);
  add_counts(list, 1 << 22);
  list.add("local_array", "1056", "", {.gx = 1056, .bx = 128},
           {indices(1 << 16, 32), zeros(1056 * 128), number(1 << 16), number(200)});
}

void add_arithmetic(CaseList& list) {
  list.from("fit/arithmetic.cu");
  const char* const k_kernels[] = {
      "double_exp",       "double_sine", "double_divide",  "double_one_chain", "single_power",
      "single_sine",      "single_root", "integer_divide", "long_divide",      "long_multiply",
      "integer_multiply", "bit_counts",  "conversions",    "shuffles",         "votes"};
  for (const uint32_t grid : {k_sms * 8, 24u}) {
    for (const char* kernel : k_kernels) {
      list.add(kernel, std::to_string(grid), "", {.gx = grid, .bx = 256}, {zeros(2 * grid * 256), number(256)});
    }
  }
  list.each("double_exp_each", "16M", "", 1 << 24, {floats(1 << 24), zeros(1 << 24), number(1 << 24)});
}

void add_spread(CaseList& list) {
  list.from("fit/spread.cu");
  constexpr uint64_t k_rounds = 4096;
  const TimeArgument out = zeros(1 << 22);
  for (const uint32_t grid : {132u, 1056u, 4224u}) {
    for (const uint64_t busy : {1, 66, 132}) {
      list.add("idle_blocks", std::to_string(grid) + "/" + std::to_string(busy), "", {.gx = grid, .bx = 256},
               {out, number(busy), number(k_rounds)});
    }
  }
  for (const uint64_t every : {7, 132, 4000}) {
    list.add("long_blocks", std::to_string(every), "", {.gx = 4224, .bx = 256},
             {out, number(512), number(every), number(32)});
  }
  for (const uint64_t down : {0, 1}) {
    list.add("growing_blocks", down ? "down" : "up", "", {.gx = 2000, .bx = 256},
             {out, number(k_rounds), number(down)});
  }
  list.add("one_warp_works", "1056", "", {.gx = 1056, .bx = 256}, {out, number(k_rounds)});
  for (const uint64_t mask : {0, 15, 255}) {
    list.add("lanes_differ", std::to_string(mask), "", {.gx = 1056, .bx = 256},
             {indices(1056 * 256, 256), out, number(256), number(mask)});
  }
  constexpr uint64_t k_each = 1 << 17;
  for (const uint64_t busy : {1, 8, 64, 528}) {
    list.add("idle_readers", std::to_string(busy), "", {.gx = 1056, .bx = 256},
             {floats(528 * k_each), zeros(1056 * 256), number(busy), number(k_each)});
  }
  for (const uint64_t n : {2048, 8192}) {
    list.each("triangle_rows", std::to_string(n), "", n * 32, {floats(n * n), zeros(n), number(n)});
  }
  for (const uint64_t tail : {256, 16384}) {
    list.add("one_thread_after", std::to_string(tail), "", {.gx = 264, .bx = 256},
             {floats(1 << 24), zeros(264), number(1 << 24), number(tail)});
  }
  for (const uint32_t grid : {1u, 132u, 4224u, 65536u}) {
    list.add("nothing", std::to_string(grid), "", {.gx = grid, .bx = 128}, {out, number(1)});
  }
  for (const uint32_t kilobytes : {16u, 48u}) {
    const uint64_t columns = kilobytes * 256, rows = 528 * 16;
    list.add("staged_rows", std::to_string(kilobytes) + "k", "",
             {.gx = 528, .bx = 256, .dynamic_shared_bytes = kilobytes * 1024},
             {floats(rows * columns), zeros(528 * 256), number(16), number(columns)});
  }
  for (const uint32_t n : {1024u, 4096u}) {
    for (const char* kernel : {"convolve_3x3", "convolve_9x9"}) {
      list.add(kernel, std::to_string(n), "", {.gx = n / 32, .gy = n / 8, .bx = 32, .by = 8},
               {floats(uint64_t{n} * n), floats(81), zeros(uint64_t{n} * n), number(n)});
    }
  }
  for (const uint64_t length : {256, 2048}) {
    list.add("attention_thread", std::to_string(length), "", {.gx = 128, .bx = 128},
             {floats(128 * 128 * 32), floats(length * 32), floats(length * 32), zeros(128 * 128 * 32), number(length)});
  }
}

}  // namespace

std::vector<TimeCase> fit_cases() {
  CaseList list;
  add_basic(list);
  add_memory(list);
  add_arithmetic(list);
  add_spread(list);
  return list.cases;
}

}  // namespace whet::bench
