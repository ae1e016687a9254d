# embed_directory(OUT_CPP DIR FUNCTION PATTERN...): a C++ file that holds every file under DIR whose name fits one of the
# patterns, by the assembler's .incbin.
function(embed_directory out dir function)
  list(TRANSFORM ARGN PREPEND ${dir}/ OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${dir} ${patterns})
  set(asm "")
  set(externs "")
  set(rows "")
  set(depends "")
  set(index 0)
  foreach(file IN LISTS files)
    string(APPEND asm "asm(\".global ${function}_${index}_begin, ${function}_${index}_end\\n.section .rodata\\n.balign 16\\n${function}_${index}_begin:\\n.incbin \\\"${dir}/${file}\\\"\\n${function}_${index}_end:\\n.byte 0\\n.previous\\n\");\n")
    string(APPEND externs "extern const char ${function}_${index}_begin[], ${function}_${index}_end[];\n")
    string(APPEND rows "      {\"${file}\", {${function}_${index}_begin, ${function}_${index}_end}},\n")
    list(APPEND depends ${dir}/${file})
    math(EXPR index "${index} + 1")
  endforeach()
  file(CONFIGURE OUTPUT ${out} @ONLY CONTENT "#include <span>
#include <string_view>

#include \"util/system/knowledge.h\"

${asm}
extern \"C\" {
${externs}}

namespace whet {

std::span<const EmbeddedFile> ${function}() {
  static const EmbeddedFile files[] = {
${rows}  };
  return files;
}

}  // namespace whet
")
  set_source_files_properties(${out} PROPERTIES OBJECT_DEPENDS "${depends}" SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
