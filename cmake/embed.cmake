# embed_directory(OUT_CPP DIR FUNCTION): a C++ file that holds every file under DIR, by the assembler's .incbin.
function(embed_directory out dir function)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${dir} ${dir}/*.toml)
  set(asm "")
  set(externs "")
  set(rows "")
  set(depends "")
  set(index 0)
  foreach(file IN LISTS files)
    string(APPEND asm "asm(\".global whet_file_${index}_begin, whet_file_${index}_end\\n.section .rodata\\n.balign 16\\nwhet_file_${index}_begin:\\n.incbin \\\"${dir}/${file}\\\"\\nwhet_file_${index}_end:\\n.byte 0\\n.previous\\n\");\n")
    string(APPEND externs "extern const char whet_file_${index}_begin[], whet_file_${index}_end[];\n")
    string(APPEND rows "      {\"${file}\", {whet_file_${index}_begin, whet_file_${index}_end}},\n")
    list(APPEND depends ${dir}/${file})
    math(EXPR index "${index} + 1")
  endforeach()
  file(CONFIGURE OUTPUT ${out} @ONLY CONTENT "#include <span>
#include <string_view>

#include \"util/knowledge.h\"

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
  set_source_files_properties(${out} PROPERTIES OBJECT_DEPENDS "${depends}")
endfunction()
