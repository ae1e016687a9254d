#include "cli/flags/compile_options.h"

#include <filesystem>

#include "compile/source/include_flags.h"
#include "problem/file/section.h"

namespace whet {

namespace {

std::string shell_word(const std::string& word) {
  return word.find_first_of(" ()*<>&;$\"") == std::string::npos ? word : "'" + word + "'";
}

}  // namespace

std::vector<Option> compile_option_table(CompileOptions* options) {
  return {
      {"-I,--include", "directory to search for headers; may be repeated", &options->include_directories, "DIR"},
      {"-D,--define", "macro for the compiler: NAME or NAME=VALUE; may be repeated", &options->defines, "MACRO"},
      {"--flag", "further flag for the compiler, as --flag --extended-lambda; may be repeated", &options->flags,
       "FLAG"},
  };
}

Result<CompileAdditions> read_additions(const CompileOptions& options, const FileSystem& files) {
  CompileAdditions additions;
  additions.defines = options.defines;
  for (const std::string& text : options.flags) {
    for (std::string& word : flag_words(text)) additions.flags.push_back(std::move(word));
  }
  std::vector<std::string> directories = options.include_directories;
  for (std::string& named : take_include_directories(additions.flags)) directories.push_back(std::move(named));
  for (const std::string& directory : directories) {
    const auto info = files.info(directory);
    if (!info || !info->is_directory)
      return bad_input("there is no directory " + in_quotes(directory), "--include",
                       "name one that is there; it is relative to the current directory");
    additions.include_directories.push_back(std::filesystem::absolute(directory).lexically_normal().string());
  }
  return additions;
}

std::string repeated_options(const CompileOptions& options) {
  std::string text;
  for (const std::string& directory : options.include_directories) text += " -I " + shell_word(directory);
  for (const std::string& define : options.defines) text += " -D " + shell_word(define);
  for (const std::string& flag : options.flags) text += " --flag " + shell_word(flag);
  return text;
}

}  // namespace whet
