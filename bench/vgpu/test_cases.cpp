// The set that judges the model: kernels under test/, which no fit reads.
#include "vgpu/case_list.h"

namespace whet::bench {

namespace {

using Kind = TimeArgument::Kind;

void add_elementwise(CaseList& list, uint64_t n) {
  const std::string size = size_text(n);
  const std::vector<TimeArgument> three = {floats(n), floats(n), floats(n), zeros(n), number(n)};
  const std::vector<TimeArgument> one = {floats(n), zeros(n), number(n)};
  list.each("add_three", size, "add three", n, three);
  list.each("add_three_vectors", size, "add three", n / 4, three);
  list.each("swish", size, "swish", n, one, 128);
  list.each("swish_two_each", size, "swish", n / 2, one, 128);
  list.each("add_one_double", size, "", n / 2, {zeros(n), zeros(n), number(n / 2)});
}

void add_structs(CaseList& list, uint64_t structs) {
  for (const uint64_t members : {3, 5, 7, 9}) {
    const uint64_t n = structs * members;
    const std::string size = size_text(structs) + "/" + std::to_string(4 * members);
    list.each("structs_" + std::to_string(members), size, "structs", structs, {floats(n), zeros(n), number(structs)});
    if (members % 4 == 3) list.each("structs_as_words", size, "structs", n, {floats(n), zeros(n), number(n)});
  }
  const std::vector<TimeArgument> particles = {floats(structs * 7), number(structs)};
  list.each("move_particles", size_text(structs), "particles", structs, particles);
  list.each("move_particle_arrays", size_text(structs), "particles", structs, particles);
}

void add_gathers(CaseList& list, uint64_t n, uint64_t table) {
  const std::string size = size_text(n) + "/" + size_text(table);
  list.each("pick", size, "", n, {floats(table), indices(n, table), zeros(n), number(n)});
  list.each("pick", size + "/sorted", "", n, {floats(table), {Kind::sorted, n, 1}, zeros(n), number(n)});
  list.each("pick_pairs", size, "", n, {floats(2 * table), indices(n, table), zeros(2 * n), number(n)});
  list.each("put", size, "", n, {floats(n), indices(n, table), zeros(table), number(n)});
  for (const uint64_t width : {32, 128}) {
    const uint64_t rows = n / width;
    const std::vector<TimeArgument> arguments = {floats(table), indices(rows, table / width), zeros(n), number(rows),
                                                 number(width)};
    const std::string shape = size + "/" + std::to_string(width);
    list.each("embed_element", shape, "embed", n, arguments);
    list.add("embed_block", shape, "embed", {.gx = static_cast<uint32_t>(rows), .bx = 64}, arguments);
    list.each("embed_vectors", shape, "embed", n / 4, arguments);
  }
}

void add_turns(CaseList& list, uint32_t n) {
  const std::vector<TimeArgument> arguments = {zeros(2ull * n * n), zeros(2ull * n * n), number(n)};
  for (const char* kernel : {"turn_16", "turn_16_conflicts", "turn_doubles", "turn_reads_apart"}) {
    list.add(kernel, std::to_string(n), "turn", {.gx = n / 16, .gy = n / 16, .bx = 16, .by = 16}, arguments);
  }
}

void add_reductions(CaseList& list, uint64_t n) {
  const std::string size = size_text(n);
  const uint64_t columns = 2048, rows = n / columns;
  const std::vector<TimeArgument> matrix = {floats(n), zeros(columns), number(rows), number(columns)};
  list.each("column_sums", size, "columns", columns, matrix);
  list.add("column_sums_tall", size, "columns", {.gx = 64, .gy = 16, .bx = 32, .by = 8}, matrix);
  list.add("dot_product", size, "", {.gx = k_sms * 4, .bx = 512}, {floats(n), floats(n), zeros(1), number(n)});
  list.add("largest_each_block", size, "largest", {.gx = k_sms * 8, .bx = 256},
           {indices(n, 1 << 30), zeros(1), number(n)});
  list.each("largest_each_thread", size, "largest", n, {indices(n, 1 << 30), zeros(1), number(n)});
  const std::vector<TimeArgument> scan = {floats(n), zeros(n), number(n)};
  list.each("scan_shared", size, "scan", n, scan, 1024);
  list.each("scan_shuffle", size, "scan", n, scan, 1024);
  list.each("scan_thread", size, "scan", n / 64, scan);
}

void add_bytes(CaseList& list, uint64_t n) {
  const std::string size = size_text(n);
  const TimeArgument text{Kind::letters, n};
  list.each("upper_bytes", size, "upper", n, {text, zeros(n / 4), number(n)});
  list.each("upper_vectors", size, "upper", n / 16, {text, zeros(n / 4), number(n)});
  list.add("count_words", size, "", {.gx = k_sms * 8, .bx = 256}, {text, zeros(1), number(n)});
  list.each("look_up", size, "", n, {text, words(256), zeros(n), number(n)});
}

void add_rows(CaseList& list, uint32_t rows, uint32_t columns) {
  const uint64_t n = uint64_t{rows} * columns;
  const std::string size = std::to_string(rows) + "x" + std::to_string(columns);
  const std::vector<TimeArgument> plain = {floats(n), zeros(n), number(rows), number(columns)};
  const std::vector<TimeArgument> scaled = {floats(n), floats(columns), zeros(n), number(rows), number(columns)};
  list.add("softmax_online", size, "softmax", {.gx = rows, .bx = 128}, plain);
  list.add("softmax_kept", size, "softmax", {.gx = rows, .bx = 256, .dynamic_shared_bytes = columns * 4}, plain);
  list.add("softmax_warp_vectors", size, "softmax", {.gx = rows / 8, .bx = 256}, plain);
  list.add("rmsnorm_block", size, "norm", {.gx = rows, .bx = 256}, scaled);
  list.add("rmsnorm_warp", size, "norm", {.gx = rows / 4, .bx = 128}, scaled);
  list.add("layernorm_two_passes", size, "norm", {.gx = rows, .bx = 256}, plain);
}

void add_attention(CaseList& list, uint64_t queries, uint64_t length) {
  const std::string size = size_text(queries) + "x" + size_text(length);
  for (const char* kernel : {"attend_thread", "attend_shared"}) {
    list.each(kernel, size, "attend", queries,
              {floats(queries * 64), floats(length * 64), floats(length * 64), zeros(queries * 64), number(length)},
              64);
  }
}

void add_vectors(CaseList& list, uint64_t rows, uint64_t columns) {
  const std::string size = size_text(rows) + "x" + size_text(columns);
  const std::vector<TimeArgument> arguments = {floats(rows * columns), floats(columns), zeros(rows), number(rows),
                                               number(columns)};
  list.each("gemv_thread", size, "gemv", rows, arguments, 128);
  list.each("gemv_warp", size, "gemv", rows * 32, arguments);
  list.add("gemv_block", size, "gemv", {.gx = static_cast<uint32_t>(rows), .bx = 256}, arguments);
  list.each("gemv_columns", size, "gemv", rows, arguments, 128);
}

void add_sparse(CaseList& list, uint64_t rows, uint64_t mean) {
  const std::string size = size_text(rows) + "x" + std::to_string(mean);
  const uint64_t n = sparse_elements(rows, mean);
  const std::vector<TimeArgument> arguments = {{Kind::starts, rows + 1, static_cast<double>(mean)},
                                               indices(n, rows),
                                               floats(n),
                                               floats(rows),
                                               zeros(rows),
                                               number(rows)};
  list.each("spmv_thread", size, "spmv", rows, arguments);
  list.each("spmv_warp", size, "spmv", rows * 32, arguments);
}

void add_stencils(CaseList& list) {
  for (const uint32_t n : {1024u, 6144u}) {
    const std::string size = std::to_string(n);
    const std::vector<TimeArgument> plane = {floats(uint64_t{n} * n), zeros(uint64_t{n} * n), number(n)};
    const std::vector<TimeArgument> weighed = {plane[0], floats(25), plane[1], number(n)};
    const CaseShape tiles{.gx = n / 32, .gy = n / 8, .bx = 32, .by = 8};
    list.add("stencil_9", size, "", tiles, plane);
    list.add("conv_5x5", size, "conv", tiles, weighed);
    list.add("conv_5x5_shared", size, "conv", tiles, weighed);
  }
  for (const uint32_t n : {128u, 384u}) {
    const std::vector<TimeArgument> space = {floats(uint64_t{n} * n * n), zeros(uint64_t{n} * n * n), number(n)};
    const std::string size = std::to_string(n);
    list.add("stencil_3d", size, "stencil 3d", {.gx = n / 32, .gy = n / 8, .gz = n, .bx = 32, .by = 8}, space);
    list.add("stencil_3d_columns", size, "stencil 3d", {.gx = n / 32, .gy = n / 8, .bx = 32, .by = 8}, space);
  }
  for (const uint32_t n : {64u, 256u}) {
    constexpr uint32_t k_channels = 32;
    const uint64_t planes = uint64_t{n} * n * k_channels;
    list.add("conv_channels", std::to_string(n), "", {.gx = n / 32, .gy = n / 8, .gz = k_channels, .bx = 32, .by = 8},
             {floats(planes), floats(k_channels * k_channels * 9), zeros(planes), number(n), number(k_channels)});
  }
}

void add_products(CaseList& list, uint32_t n) {
  const uint64_t count = uint64_t{n} * n;
  const std::string size = std::to_string(n);
  const std::vector<TimeArgument> arguments = {floats(count), floats(count), zeros(count), number(n)};
  list.add("product_plain", size, "product", {.gx = n / 16, .gy = n / 16, .bx = 16, .by = 16}, arguments);
  list.add("product_strips", size, "product", {.gx = n / 32, .gy = n / 32, .bx = 32, .by = 8}, arguments);
  list.add("product_8x8", size, "product", {.gx = n / 128, .gy = n / 128, .bx = 256}, arguments);
  const std::vector<TimeArgument> halves = {{Kind::halves, count}, {Kind::halves, count}, zeros(count), number(n)};
  list.add("product_halves", size, "product of halves", {.gx = n / 32 * n / 32 / 4, .bx = 128}, halves);
  list.add("product_halves_shared", size, "product of halves", {.gx = n / 128, .gy = n / 128, .bx = 256}, halves);
  if (n > 1024) return;
  list.add("product_doubles", size, "", {.gx = n / 16, .gy = n / 16, .bx = 16, .by = 16},
           {{Kind::doubles, count}, {Kind::doubles, count}, zeros(2 * count), number(n)});
}

void add_bodies(CaseList& list, uint64_t n) {
  const std::string size = size_text(n);
  const std::vector<TimeArgument> members = {floats(n), {Kind::floats, n}, floats(n), zeros(n), number(n)};
  list.each("bodies_uniform", size, "", n, {floats(4 * n), zeros(4 * n), number(n)}, 128);
  list.each("bodies_members", size, "", n, members, 128);
  list.each("bodies_cut_off", size, "", n, members, 128);
}

void add_functions(CaseList& list, uint64_t n) {
  const std::string size = size_text(n);
  const std::vector<TimeArgument> arguments = {floats(n), zeros(n), number(n)};
  list.each("double_log", size, "", n, arguments);
  list.each("double_power", size, "", n, arguments);
  list.each("double_constants", size, "bell", n, arguments);
  list.each("single_instead", size, "bell", n, arguments);
  list.each("hash_words", size, "hash", n, {words(n), zeros(n), number(n), number(16)});
  list.each("hash_long_words", size, "hash", n, {words(n), zeros(n), number(n), number(16)});
  list.each("remainders", size, "", n, {words(n), zeros(n), number(n), number(12347)});
  for (const uint64_t distance : {1ull, 1024ull, 1ull << 19}) {
    list.each("bitonic_step", size + "/" + size_text(distance), "", n,
              {words(n), zeros(n), number(distance), number(2 * distance)});
  }
  list.add("bitonic_shared", size, "", {.gx = blocks_for(n, 1024), .bx = 512}, {words(n), zeros(n)});
  list.each("top_eight", size, "", n / 256, {floats(n), zeros(n / 32), number(n / 256), number(256)}, 128);
}

void add_atomics(CaseList& list, uint64_t n) {
  for (const uint64_t bins : {8, 256, 1024, 1 << 18}) {
    const std::string size = size_text(n) + "/" + size_text(bins);
    const std::vector<TimeArgument> arguments = {words(n), zeros(bins), number(n), number(bins - 1)};
    list.each("bins_global", size, "bins", n, arguments);
    list.each("add_by_key", size, "", n, arguments);
    if (bins == 256) list.each("most_of_bins", size, "", n, arguments);
    if (bins <= 1024) list.add("bins_shared", size, "bins", {.gx = k_sms * 6, .bx = 256}, arguments);
    if (bins <= 256) list.add("bins_each_warp", size, "bins", {.gx = k_sms * 6, .bx = 256}, arguments);
  }
  const std::vector<TimeArgument> packed = {words(n), zeros(1 << 20), zeros(1), number(n)};
  list.each("pack_each", size_text(n), "pack", n, packed);
  list.each("pack_warp", size_text(n), "pack", n, packed);
}

void add_uneven(CaseList& list) {
  const uint64_t n = 1 << 24;
  const TimeArgument data = floats(n), out = zeros(1 << 20);
  list.add("sum_spread", "1056", "sum", {.gx = 1056, .bx = 256}, {data, out, number(n)});
  list.add("sum_spread", "48", "", {.gx = 48, .bx = 256}, {data, out, number(n)});
  list.add("sum_with_idle", "1056", "sum", {.gx = 1056, .bx = 256}, {data, out, number(n), number(16)});
  list.add("sum_spread", "16", "", {.gx = 16, .bx = 256}, {data, out, number(n)});
  list.add("sum_first_block", "1056", "sum", {.gx = 1056, .bx = 256}, {data, out, number(n / 4)});
  list.add("sum_last_block", "1056", "", {.gx = 1056, .bx = 512}, {data, out, number(n / 4)});
  list.add("sum_once", "1056", "", {.gx = 1056, .bx = 1024}, {data, out, zeros(1), number(n / 4)});
  list.add("sum_spread", "1", "", {.gx = 1, .bx = 1024}, {data, out, number(n / 4)});
  for (const char* kernel : {"grind_all", "grind_one_thread", "grind_some_warps"}) {
    list.add(kernel, "528", "grind", {.gx = 528, .bx = 256}, {out, number(2000)});
  }
  list.add("grind_all", "133", "", {.gx = 133, .bx = 1024}, {out, number(2000)});
  for (const uint32_t size : {512u, 2048u}) {
    const std::vector<TimeArgument> arguments = {zeros(uint64_t{size} * size), number(size), number(500)};
    list.each("fractal_rows", std::to_string(size), "fractal", uint64_t{size} * size, arguments);
    list.add("fractal_tiles", std::to_string(size), "fractal", {.gx = size / 8, .gy = size / 8, .bx = 64}, arguments);
  }
  list.each("collatz", "1M", "", 1 << 20, {words(1 << 20), zeros(1 << 20), number(1 << 20)});
  for (const uint64_t length : {1ull << 16, 1ull << 26}) {
    list.each("binary_search", size_text(length), "", 1 << 22,
              {{Kind::sorted, length, 4}, words(1 << 22), zeros(1 << 22), number(1 << 22), number(length)});
  }
  list.add("lower_product", "1024", "", {.gx = 64, .gy = 64, .bx = 16, .by = 16},
           {floats(1 << 20), zeros(1 << 20), number(1024)});
}

}  // namespace

std::vector<TimeCase> test_cases() {
  CaseList list;
  list.from("test/memory.cu");
  for (const uint64_t n : {1ull << 18, 1ull << 22, 3ull << 23, 1ull << 27}) add_elementwise(list, n);
  for (const uint64_t structs : {1ull << 18, 1ull << 23}) add_structs(list, structs);
  add_gathers(list, 1 << 22, 1 << 22);
  add_gathers(list, 1 << 24, 1 << 26);
  for (const uint32_t n : {1024u, 6144u}) add_turns(list, n);
  for (const uint64_t n : {1ull << 21, 1ull << 26}) add_reductions(list, n);
  for (const uint64_t n : {1ull << 21, 1ull << 27}) add_bytes(list, n);
  list.from("test/rows.cu");
  add_rows(list, 2048, 512);
  add_rows(list, 16384, 2048);
  add_rows(list, 512, 8192);
  add_attention(list, 16384, 512);
  add_attention(list, 4096, 1024);
  add_vectors(list, 4096, 4096);
  add_vectors(list, 65536, 1024);
  add_sparse(list, 1 << 16, 8);
  add_sparse(list, 1 << 18, 48);
  add_stencils(list);
  list.from("test/products.cu");
  for (const uint32_t n : {768u, 1536u}) add_products(list, n);
  for (const uint64_t n : {4096, 24576}) add_bodies(list, n);
  for (const uint64_t n : {1ull << 20, 1ull << 24}) add_functions(list, n);
  list.from("test/spread.cu");
  for (const uint64_t n : {1ull << 20, 1ull << 24}) add_atomics(list, n);
  add_uneven(list);
  return list.cases;
}

}  // namespace whet::bench
