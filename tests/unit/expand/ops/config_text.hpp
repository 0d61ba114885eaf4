// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace quern::test {

/// A config of torch.add with one call, of these arguments.
inline std::string add_config(const std::string& args, const std::string& iterator = "RangeConfigIterator") {
  return R"({"torch.add": {"input_iterator": ")" + iterator +
         R"(", "input_data_generator": "PyTorch:DefaultDataGenerator", "config": [{"input": [{"args": [)" + args +
         "]}]}]}}";
}

}  // namespace quern::test
