// A canvas for markup: what is drawn is kept as one text, and a blank ends the element that is open.
#pragma once

#include <utility>

#include "report/canvas/canvas.h"

namespace whet {

class MarkupCanvas : public Canvas {
 public:
  std::string take() override {
    blank();
    return std::exchange(text_, {});
  }

 protected:
  std::string text_;
};

}  // namespace whet
