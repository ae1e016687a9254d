#include <fmt/format.h>

#include "random_kernels/chance.h"
#include "random_kernels/printer.h"
#include "util/system/files.h"

namespace whet::random_kernels {

namespace {

// Arrays of a thread in local memory: type, name, elements.
struct Local {
  const char *type, *name;
  int count;
};
constexpr Local k_locals[] = {
    {"u8", "loc8", 16}, {"i16", "loc16", 8}, {"u32", "loc32", 16}, {"i64", "loc64", 8}, {"f64", "locf", 4}};
constexpr const char* k_fields[] = {"u8 a[16];", "i16 b[8];", "u32 c[8];", "u64 d[4];",
                                    "f32 e[4];", "i32 f[2];", "u8 x;",     "u16 y;"};

std::string numbers(Chance& chance, int count, const char* type) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += fmt::format("{}({}){:#x}ull", i ? ", " : "", type, chance.next() >> chance.below(60));
  return text;
}

std::string mixed(Type type, const std::string& name) {
  return fmt::format("sum = mix(sum, {}{});", is_float(type) ? "" : "(u64)", name);
}

}  // namespace

void Printer::constants() {
  Chance chance(kernel_.seed ^ 0xc0257a27);
  std::vector<std::string> fields(std::begin(k_fields), std::end(k_fields));
  line("struct Params {");
  Chance order(kernel_.field_order);
  while (!fields.empty()) {
    const auto at = static_cast<size_t>(order.below(static_cast<int>(fields.size())));
    line("  " + fields[at]);
    fields.erase(fields.begin() + static_cast<ptrdiff_t>(at));
  }
  line("};");
  line(fmt::format("WHET_CONSTANT u32 c_words[32] = {{{}}};", numbers(chance, 32, "u32")));
  line(fmt::format("WHET_CONSTANT i64 c_wide[16] = {{{}}};", numbers(chance, 16, "i64")));
  line(fmt::format("WHET_CONSTANT u8 c_bytes[32] = {{{}}};", numbers(chance, 32, "u8")));
}

std::string Printer::variable_start(size_t index) const {
  const Type type = routine_->variables[index];
  const bool counter = index >= (function_ >= 0 ? 4u : 13u);
  if (counter) return "0";
  const std::string at = function_ >= 0 ? fmt::format("depth * 3u + {}u", index) : fmt::format("tid * 5u + {}u", index);
  if (function_ < 0 && index >= 10) return fmt::format("p.c[{} & 7u]", index);
  if (is_float(type)) return fmt::format("({})in->{}[({}) & 63u]", name_of(type), type == Type::f32 ? "f" : "g", at);
  return fmt::format("({})in->d[({}) & 63u]", name_of(type), at);
}

void Printer::function(int number) {
  routine_ = &kernel_.functions[static_cast<size_t>(number)];
  function_ = number;
  open(fmt::format("WHET_APART {} f{}(const In* in, u32 depth, {} v0, {} v1) {{", name_of(kernel_.result), number,
                   name_of(kernel_.argument[0]), name_of(kernel_.argument[1])));
  line("u32 box[8];");
  line("for (u32 i = 0; i < 8; ++i) box[i] = in->w[i] ^ depth;");
  for (size_t i = 2; i < routine_->variables.size(); ++i) {
    line(fmt::format("{} v{} = {};", name_of(routine_->variables[i]), i, variable_start(i)));
  }
  body(routine_->body);
  line(fmt::format("return ({})box[depth & 7u];", name_of(kernel_.result)));
  close();
  function_ = -1;
  routine_ = &kernel_.main;
}

std::string Printer::declarations() const {
  std::string text;
  for (const Local& local : k_locals) text += fmt::format("{} {}[{}]; ", local.type, local.name, local.count);
  for (size_t i = 0; i < routine_->variables.size(); ++i)
    text += fmt::format("{} v{}; ", name_of(routine_->variables[i]), i);
  return text;
}

// Everything a thread has gets a value.
void Printer::start_thread() {
  for (const Local& local : k_locals) {
    line(fmt::format("for (u32 i = 0; i < {}; ++i) {}[i] = ({})in->w[(i * 3u + tid) & 63u];", local.count, local.name,
                     local.type));
  }
  for (size_t i = 0; i < routine_->variables.size(); ++i) line(fmt::format("v{} = {};", i, variable_start(i)));
  line("for (u32 i = 0; i < 8; ++i) sh8[tid * 8 + i] = (u8)(tid + i);");
  line("for (u32 i = 0; i < 4; ++i) sh32[tid * 4 + i] = tid * 77u + i;");
  line("for (u32 i = 0; i < 2; ++i) sh64[tid * 2 + i] = in->d[(tid + i) & 63u];");
  line("if (tid == 0) sacc = *start;");
}

std::string Printer::sum_of_variables() const {
  std::string text = "sum = 14695981039346656037ull; ";
  for (size_t i = 0; i < routine_->variables.size(); ++i)
    text += mixed(routine_->variables[i], "v" + std::to_string(i)) + " ";
  return text;
}

void Printer::finish() {
  if (host_) open(fmt::format("each(m0, threads, {}u, [&](Thread& t) {{ WHET_THREAD", kernel_.threads()));
  if (!host_) line("__syncthreads();");
  line("u64 " + sum_of_variables());
  for (const Local& local : k_locals) {
    line(fmt::format("for (u32 i = 0; i < {}; ++i) sum = mix(sum, {}{}[i]);", local.count,
                     std::string_view(local.type) == "f64" ? "" : "(u64)", local.name));
  }
  line("mine->result = sum;");
  line("sum = 0;");
  for (const char* cells :
       {"add32", "max32", "and32", "or32", "xor32", "inc32", "min32", "add64", "max64", "xor64", "min64"}) {
    line(fmt::format("for (u32 i = 0; i < 8; ++i) sum = mix(sum, (u64)sacc.{}[i]);", cells));
  }
  line("mine->shared_result = sum;");
  if (host_) close("});");
  if (kernel_.tail.children.empty()) return;
  if (host_) open(fmt::format("each(m0, threads, {}u, [&](Thread& t) {{ WHET_THREAD u64 sum = 0;", kernel_.threads()));
  if (!host_) line("__syncthreads();");
  in_tail_ = true;
  open("{");
  body(kernel_.tail);
  close();
  in_tail_ = false;
  line(sum_of_variables() + "mine->tail = sum;");
  if (host_) close("});");
}

void Printer::device_kernel() {
  const uint32_t threads = kernel_.threads();
  open(fmt::format(
      "extern \"C\" __global__ void k{}(const In* in, Slice* out, Acc* acc, const Acc* start, Params p) {{", number_));
  line(fmt::format("__shared__ u8 sh8[{}]; __shared__ u32 sh32[{}]; __shared__ u64 sh64[{}]; __shared__ Acc sacc;",
                   threads * 8, threads * 4, threads * 2));
  line(
      fmt::format("const u32 tid = threadIdx.x + blockDim.x * threadIdx.y, lane = tid & 31u, bid = blockIdx.x, gid = "
                  "bid * {}u + tid;",
                  threads));
  line(fmt::format("const u32 warp_threads = least<u32>(32u, {}u - (tid & ~31u)); (void)lane;", threads));
  line("Slice* const mine = out + gid;");
  line(declarations());
  start_thread();
  line("__syncthreads();");
  line("u32 m0 = warp_threads == 32u ? ~0u : (1u << warp_threads) - 1u; (void)m0;");
  node(kernel_.main.body);
  finish();
  close();
}

void Printer::host_kernel() {
  const uint32_t threads = kernel_.threads();
  line("struct Thread { u32 tid; bool flag; u64 asked, answer; u32 which; Slice* mine; " + declarations() + "};");
  std::string names =
      "auto& loc8 = t.loc8; auto& loc16 = t.loc16; auto& loc32 = t.loc32; auto& loc64 = t.loc64; auto& locf = t.locf; ";
  for (size_t i = 0; i < routine_->variables.size(); ++i) names += fmt::format("auto& v{} = t.v{}; ", i, i);
  out_ += "#undef WHET_THREAD\n#define WHET_THREAD const u32 tid = t.tid, lane = tid & 31u, gid = bid * " +
          std::to_string(threads) + "u + tid; const u32 warp_threads = least<u32>(32u, " + std::to_string(threads) +
          "u - (tid & ~31u)); Slice* const mine = t.mine; (void)lane; (void)gid; (void)warp_threads; (void)mine; " +
          names + "\n";
  open(
      fmt::format("extern \"C\" __attribute__((visibility(\"default\"))) void k{}(const In* in, Slice* out, Acc* acc, "
                  "const Acc* start, const Params* given) {{",
                  number_));
  line("const Params& p = *given; (void)p; (void)acc;");
  line(fmt::format("static u8 sh8[{}]; static u32 sh32[{}]; static u64 sh64[{}]; static Acc sacc;", threads * 8,
                   threads * 4, threads * 2));
  line(fmt::format("static Thread threads[{}];", threads));
  open(fmt::format("for (u32 bid = 0; bid < {}u; ++bid) {{", kernel_.grid));
  line("Masks m0 = {};");
  line(
      fmt::format("for (u32 i = 0; i < {}u; ++i) {{ m0.of[i / 32] |= 1u << (i & 31); threads[i].tid = i; "
                  "threads[i].mine = out + bid * {}u + i; }}",
                  threads, threads));
  open(fmt::format("each(m0, threads, {}u, [&](Thread& t) {{ WHET_THREAD", threads));
  start_thread();
  close("});");
  node(kernel_.main.body);
  finish();
  close();
  close();
  line(fmt::format(
      "extern \"C\" __attribute__((visibility(\"default\"))) u32 k{}_parameter_bytes() {{ return sizeof(Params); }}",
      number_));
}

std::string Printer::print() {
  routine_ = &kernel_.main;
  line(fmt::format("namespace n{} {{  // seed {}", number_, kernel_.seed));
  constants();
  for (int i = 0; i < static_cast<int>(kernel_.functions.size()); ++i) function(i);
  if (host_)
    host_kernel();
  else
    device_kernel();
  line("}");
  return std::move(out_);
}

std::string print_source(const std::vector<Kernel>& kernels, Side side, const std::string& preludes) {
  DiskFileSystem files;
  const auto text = [&](const std::string& name) { return files.read(preludes + "/" + name).value(); };
  const bool host = side == Side::host;
  std::string source =
      text(host ? "host.h" : "device.h") + text("common.h") + text(host ? "host_tail.h" : "device_tail.h");
  for (size_t i = 0; i < kernels.size(); ++i) source += Printer(kernels[i], static_cast<int>(i), side).print();
  return source;
}

}  // namespace whet::random_kernels
