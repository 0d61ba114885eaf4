// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/loaded_torch.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "base/error.hpp"
#include "harness/measure/server.hpp"
#include "harness/process/temporary_folder.hpp"

using namespace quern;
namespace fs = std::filesystem;

namespace {

std::string library_in(const fs::path& folder, const std::string& name) {
  fs::create_directories(folder);
  std::ofstream(folder / name) << "x";
  return (folder / name).string();
}

bool tells(const std::string& reason, const std::string& part) { return reason.find(part) != std::string::npos; }

}  // namespace

TEST_SUITE_BEGIN("harness/measure/loaded_torch");

TEST_CASE("libraries must be files of the probed folder, by whatever path they were loaded") {
  const TemporaryFolder folder;
  const std::string real = library_in(folder.path() / "real", "libtorch_cpu.so.1.13.0");
  const std::string extension = library_in(folder.path() / "elsewhere", "libtorchvision.so");
  const fs::path probed = folder.path() / "probed";
  fs::create_directories(probed);
  fs::create_symlink(real, probed / "libtorch_cpu.so");
  Hello hello;
  hello.torch_version = "1.13.0a0";
  hello.libraries = {real, extension, "/usr/lib/libm.so.6"};
  CHECK(why_another_torch({"1.13.0", probed}, hello) == "");
  hello.libraries.push_back(library_in(folder.path() / "elsewhere", "libc10.so"));
  CHECK(tells(why_another_torch({"1.13.0", probed}, hello), "elsewhere/libc10.so, which is not in"));
  CHECK_THROWS_AS(require_probed_torch({"1.13.0", probed}, hello), Error);
}

TEST_CASE("a server that loaded no library of LibTorch at all is not believed") {
  const TemporaryFolder folder;
  library_in(folder.path(), "libtorch_cpu.so");
  Hello hello;
  hello.torch_version = "1.13.0";
  CHECK(tells(why_another_torch({"1.13.0", folder.path()}, hello), "it loaded no library of"));
}

TEST_CASE("versions must agree: what was probed, what was imported, and what the libraries say") {
  Hello hello;
  hello.torch_version = "2.1.0+cpu";
  hello.config = "PyTorch built with: TORCH_VERSION=2.1.0, USE_CUDA=OFF";
  CHECK(why_another_torch({"2.1.0", "/nowhere"}, hello) == "");
  CHECK(tells(why_another_torch({"2.2.0", "/nowhere"}, hello), "it is 2.1.0+cpu, and 2.2.0 was found there"));
  hello.config = "TORCH_VERSION=1.0.0";
  CHECK(tells(why_another_torch({"2.1.0", "/nowhere"}, hello), "its libraries are of 1.0.0"));
}

TEST_SUITE_END();
