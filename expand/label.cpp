// SPDX-License-Identifier: Apache-2.0
#include "expand/label.hpp"

#include <fmt/format.h>

#include "base/printable.hpp"

namespace quern {

bool check_label(const std::string& label, const Place& place, Problems& problems) {
  const std::size_t before = problems.size();
  if (label.empty() || label.front() == ' ' || label.back() == ' ')
    problems.add(place, fmt::format("label '{}' is empty, or begins or ends with a space", label));
  else if (label.find_first_of("/:") != std::string::npos)
    problems.add(place, fmt::format("label '{}' contains '/' or ':'", label),
                 "ids are made of labels, '/' and ':'; nest groups for a deeper path");
  else if (printable(label) != label)
    problems.add(place, fmt::format("label '{}' contains a control character", label));
  return problems.size() == before;
}

}  // namespace quern
