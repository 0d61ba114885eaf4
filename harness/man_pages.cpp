// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <iostream>
#include <string>

#include "harness/cli/app.hpp"

// quern_man_pages FOLDER: writes quern's manual into a folder, one file for each page.
int main(int argc, char** argv) {
  if (argc != 2) return 2;
  for (const quern::ManPage& page : quern::manual()) {
    const std::string file = std::string(argv[1]) + "/" + page.name + ".1";
    std::ofstream stream(file);
    stream << page.text << std::flush;
    if (stream) continue;
    std::cerr << "cannot write " << file << "\n";
    return 1;
  }
  return 0;
}
