// SPDX-License-Identifier: Apache-2.0
// Derives a TorchScript model where no Python has a torch. C++14, because LibTorch 1.8 is.
//
//   derive_model SOURCE MODEL       SOURCE defines the function `jit_model`, in TorchScript
#include <exception>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "worker/compat/torchscript.hpp"

namespace {

// A file can hold modules only: the function becomes the `forward` of one.
std::string as_method(std::string source) {
  const std::string name = "def jit_model(";
  const std::size_t begin = source.find(name);
  if (begin == std::string::npos) throw std::runtime_error("no function 'jit_model'");
  std::size_t next = begin + name.size();
  while (next < source.size() && source[next] == ' ') ++next;
  const bool no_parameters = next < source.size() && source[next] == ')';
  return source.replace(begin, name.size(), no_parameters ? "def forward(self" : "def forward(self, ");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 64;
  try {
    std::ifstream file(argv[1]);
    std::ostringstream source;
    source << file.rdbuf();
    torch::jit::Module model("quern_model");
    model.define(as_method(source.str()));
    model.save(argv[2]);
  } catch (const std::exception& error) {
    const std::string what = error.what();
    const std::size_t begin = what.find_first_not_of(" \n");  // some messages begin with an empty line
    const std::size_t end = what.find("\nException raised");
    std::cout << (begin < end ? what.substr(begin, end - begin) : what) << "\n";
    return 1;
  }
}
