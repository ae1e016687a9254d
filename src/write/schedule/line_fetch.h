// Lines of an operand on their way to shared memory, in the order in which they are multiplied: chunks of four floats
// in the background where the operand has them as they are and as whole words, asked at run time, and element by
// element otherwise. What lies outside of the operand is zero.
#pragma once

#include <string>

#include "write/subject/subject.h"
#include "write/text/cuda_expression.h"
#include "write/text/lines.h"

namespace whet::write {

// Names and texts of the kernel, in which kVector is 4.
struct FetchedLines {
  Expr operand;
  Expr along;          // the variable of a line's elements
  std::string name;    // "key": declares fetch_key
  std::string head;    // what it takes: "long long start"
  std::string lines;   // "kKeys": how many there are
  std::string length;  // "kTerms": elements of a line
  std::string count;   // "terms": how many of them the operand has
  std::string index;   // declares the index of `line`
  std::string is_there;
  std::string to;               // the first element of `line` in shared memory
  std::string member, members;  // the thread, and how many bring lines
};

class LineFetch {
 public:
  LineFetch(const Subject& subject, Lines& lines, CudaExpression& text)
      : subject_(subject), lines_(lines), text_(text) {}

  // Whether some chunks may come in the background, which has to be waited for.
  bool is_copied(const FetchedLines& fetched) const;
  void write(const FetchedLines& fetched);

 private:
  void write_copies(const FetchedLines& fetched);
  void write_elements(const FetchedLines& fetched);
  void open_chunks(const FetchedLines& fetched);

  const Subject& subject_;
  Lines& lines_;
  CudaExpression& text_;
};

}  // namespace whet::write
