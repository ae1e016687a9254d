// Formulas on paper: plain text for terminals, LaTeX for Markdown, MathML for HTML.
#pragma once

#include <string>

#include "lift/formula/math.h"

namespace whet::lift {

struct WrittenFormula {
  std::string text, latex, mathml;
};

WrittenFormula write_formula(const Formula& formula);
WrittenFormula write_math(const Math& math);

// Each alone; a formula's definitions follow its ranges.
std::string as_text(const Math& math);
std::string as_latex(const Math& math);
std::string as_mathml(const Math& math);  // without the element <math>

}  // namespace whet::lift
