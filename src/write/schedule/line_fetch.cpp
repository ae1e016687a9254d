#include "write/schedule/line_fetch.h"

#include <fmt/format.h>

#include "write/schedule/wide_packs.h"
#include "write/subject/attention_plan.h"

namespace whet::write {

namespace {

constexpr int64_t k_chunk_floats = 4;

}  // namespace

bool LineFetch::is_copied(const FetchedLines& fetched) const {
  return runs_along(subject_, fetched.operand, fetched.along) &&
         subject_.parameter(subject_.arena[fetched.operand].args[0]).type == ElementType::f32;
}

void LineFetch::write(const FetchedLines& fetched) {
  lines_.add("");
  std::string is_wide = "false";
  if (is_copied(fetched)) {
    const lift::Node node = subject_.arena[fetched.operand];
    WidePacks wide(subject_, k_chunk_floats, text_, fmt::format("is_{}_wide", fetched.name));
    is_wide = wide.of(node.args[0], node.args[1], node.bytes, fetched.along);
    wide.declare(lines_);
  }
  lines_.open(fmt::format("const auto fetch_{} = [&]({})", fetched.name, fetched.head));
  if (is_wide != "false") {
    lines_.open(fmt::format("if ({})", is_wide));
    write_copies(fetched);
    lines_.turn("} else {");
  }
  write_elements(fetched);
  if (is_wide != "false") lines_.close();
  lines_.close("};");
}

void LineFetch::open_chunks(const FetchedLines& fetched) {
  lines_.open(fmt::format("for (int chunk = {}; chunk < {} * ({} / kVector); chunk += {})", fetched.member,
                          fetched.lines, fetched.length, fetched.members));
  lines_.add(fmt::format("const int line = chunk / ({0} / kVector), element = chunk % ({0} / kVector) * kVector;",
                         fetched.length));
  lines_.add(fetched.index);
}

void LineFetch::write_copies(const FetchedLines& fetched) {
  const lift::Node node = subject_.arena[fetched.operand];
  const size_t before = text_.mark();
  text_.bind(fetched.along, "element");
  lines_.add("#pragma unroll");
  open_chunks(fetched);
  lines_.add(fmt::format("cp_async_or_zeros({} + element, {}, {} && element < {});", fetched.to,
                         text_.address(node.args[0], node.args[1], node.bytes), fetched.is_there, fetched.count));
  lines_.close();
  text_.release(before);
}

void LineFetch::write_elements(const FetchedLines& fetched) {
  lines_.add("#pragma unroll 2");
  open_chunks(fetched);
  lines_.add("Pack<float, kVector> elements = {};");
  lines_.add("#pragma unroll");
  lines_.open("for (int e = 0; e < kVector; ++e)");
  const size_t before = text_.mark();
  text_.bind(fetched.along, "(element + e)");
  text_.count_uses({fetched.operand});
  lines_.open(fmt::format("if ({} && element + e < {})", fetched.is_there, fetched.count));
  lines_.add(fmt::format("elements.at[e] = {};", text_.real(fetched.operand)));
  lines_.close();
  text_.release(before);
  lines_.close();
  lines_.add(fmt::format("*reinterpret_cast<Pack<float, kVector>*>({} + element) = elements;", fetched.to));
  lines_.close();
}

}  // namespace whet::write
