// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/standard_name.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "fixtures.hpp"

namespace quern {
namespace {

using Expected = std::vector<std::pair<std::string, std::string>>;

std::string standard_name(const std::string& name) { return standardise({name, "???", "liba.so"}).name; }
std::string standard_file(const std::string& file, const std::string& object = "liba.so") {
  return standardise({"f", file, object}).file;
}
std::string standard_object(const std::string& object) { return standardise({"f", "???", object}).object; }

template <class Function>
void check(const Expected& expected, Function function) {
  for (const auto& [from, to] : expected) {
    const std::string& shown = from;  // clang 14 captures no structured binding
    CAPTURE(shown);
    CHECK(function(from) == to);
    CHECK(function(to) == to);
  }
}

}  // namespace

TEST_SUITE_BEGIN("harness/profile/standard_name");

TEST_CASE("what compilers and Callgrind append to names goes") {
  check({{"fillin_rpath.isra.0", "fillin_rpath"},
         {"f.constprop.1.isra.0.cold", "f"},
         {"f.part.2'2", "f"},
         {"f.cold.17", "f"},
         {"f.lto_priv.3", "f"},
         {"f.localalias", "f"},
         {"f.llvm.1234567890", "f"},
         {"main'2", "main"},
         {"at::f(int) const [clone .isra.0] [clone .cold]", "at::f(int) const"},
         {"at::f() [clone .constprop.0]'3", "at::f()"},
         {"at::f() [clone ._omp_fn.0] [clone .cold]", "at::f() [clone ._omp_fn.0]"},
         {"__libc_start_main@@GLIBC_2.34", "__libc_start_main"}},
        standard_name);
}

TEST_CASE("what is part of a name stays") {
  for (const char* name : {"main", "(below main)", "0x00000000000a1b20", "[PLT]", "f.avx2", "f.cold_path",
                           "(anonymous namespace)::run(int (*)(int))", "gomp._omp_fn.0", "f::__1", "v9::f()",
                           "ns::v9::f()", "my_quern_case_12", "quern_case_xyz", "", "'2"}) {
    CAPTURE(name);
    CHECK(standard_name(name) == name);
  }
}

TEST_CASE("versions of libraries and ABIs, and numbers of lambdas, go") {
  check({{"f[abi:cxx11](int)", "f(int)"},
         {"std::_V2::error_category::f()", "std::error_category::f()"},
         {"std::__1::vector<std::__1::pair<int, int> >::size()", "std::vector<std::pair<int, int> >::size()"},
         {"fmt::v9::detail::write(fmt::v9::appender)", "fmt::detail::write(fmt::appender)"},
         {"std::filesystem::__cxx11::path::f() const", "std::filesystem::path::f() const"},
         {"c10::f(std::vector<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, "
          "std::allocator<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > > > const&)",
          "c10::f(std::vector<std::string, std::allocator<std::string> > const&)"},
         {"f(int)::{lambda(char**, {lambda()#2})#12}::operator()() const",
          "f(int)::{lambda(char**, {lambda()})}::operator()() const"},
         {"f(int)::$_3::operator()() const", "f(int)::$_::operator()() const"}},
        standard_name);
}

TEST_CASE("a case's function is the statement, whatever its hash and file") {
  const FunctionKey statement{"[statement]", "???", "snippets"};
  CHECK(standardise({"quern_case_0a1b2c", "/home/me/add.yaml", "/tmp/x/s0003.so"}) == statement);
  CHECK(standardise({"quern_case_0a1b2c()", "/x/snippets.cpp", "/c/snippets.so"}) == statement);
  CHECK(standardise({"quern_case_ff.cold", "???", "s0012.so"}) == statement);
  check({{"quern_case_ff::{lambda(int)#1}::operator()(int) const", "[statement]::{lambda(int)}::operator()(int) const"},
         {"void at::parallel_for<quern_case_ff::$_0>(long)", "void at::parallel_for<[statement]::$_>(long)"}},
        standard_name);
}

TEST_CASE("files of LibTorch do not depend on where it was built or installed") {
  check({{"/root/build/pytorch/aten/src/ATen/native/x.cpp", "aten/src/ATen/native/x.cpp"},
         {"../aten/src/ATen/native/x.cpp", "aten/src/ATen/native/x.cpp"},
         {"./build/aten/src/ATen/Operators_0.cpp", "aten/src/ATen/Operators_0.cpp"},
         {"/pytorch/build/../c10/core/TensorImpl.cpp", "c10/core/TensorImpl.cpp"},
         {"/pytorch/torch/csrc/autograd/engine.cpp", "torch/csrc/autograd/engine.cpp"},
         {"/pytorch/third_party/tensorpipe/third_party/libuv/uv.c", "third_party/tensorpipe/third_party/libuv/uv.c"},
         {"/src/third_party/pytorch/aten/src/ATen/a.h", "aten/src/ATen/a.h"},
         {"/opt/torch/include/ATen/core/TensorBody.h", "aten/src/ATen/core/TensorBody.h"},
         {"/opt/torch/include/c10/util/intrusive_ptr.h", "c10/util/intrusive_ptr.h"},
         {"/opt/torch/include/torch/csrc/api/include/torch/all.h", "torch/csrc/api/include/torch/all.h"},
         {"/home/me/notc10/a.cpp", "/home/me/notc10/a.cpp"}},
        [](const std::string& file) { return standard_file(file); });
}

TEST_CASE("files of the system do not depend on where it was built") {
  check({{"./malloc/./malloc/malloc.c", "malloc/malloc.c"},
         {"./elf/./get-dynamic-info.h", "elf/get-dynamic-info.h"},
         {"./csu/../sysdeps/nptl/libc_start_call_main.h", "sysdeps/nptl/libc_start_call_main.h"},
         {"/usr/src/debug/glibc-2.34-1/malloc/malloc.c", "malloc/malloc.c"},
         {"../../../libgomp/team.c", "libgomp/team.c"},
         {"/usr/include/c++/12/bits/stl_vector.h", "include/c++/bits/stl_vector.h"},
         {"/opt/rh/root/usr/include/c++/9.3.1/x86_64-redhat-linux/bits/gthr.h", "include/c++/bits/gthr.h"},
         {"/usr/lib/llvm-14/include/c++/v1/vector", "include/c++/vector"},
         {"/usr/include/c++/12/vector", "include/c++/vector"},
         {"/usr/lib/gcc/x86_64-linux-gnu/12/include/avxintrin.h", "include/avxintrin.h"},
         {"???", "???"},
         {"", ""},
         {"a.c", "a.c"}},
        [](const std::string& file) { return standard_file(file); });
  CHECK(standard_file("/usr/src/python3.11/./build-static/../Objects/dictobject.c", "python3.11") ==
        "Objects/dictobject.c");
  CHECK(standard_file("/home/me/.cache/quern/snippets/12ab/snippets.cpp", "s0001.so") == "snippets.cpp");
}

TEST_CASE("quern's own files do not depend on where it lies") {
  check({{"/home/me/quern/worker/allocator/pinned_malloc.c", "worker/allocator/pinned_malloc.c"},
         {"/usr/share/quern/callgrind_client/client.c", "callgrind_client/client.c"},
         {"/home/me/worker/mine.c", "/home/me/worker/mine.c"}},
        [](const std::string& file) { return standard_file(file, "server"); });
}

TEST_CASE("objects lose folders, hashes and versions") {
  check({{"/opt/torch/lib/libgomp-a34b3233.so.1", "libgomp.so.1"},
         {"/usr/lib/x86_64-linux-gnu/libgomp.so.1.0.0", "libgomp.so.1"},
         {"libgfortran-040039e1-0352e75f.so.5.0.0", "libgfortran.so.5"},
         {"libopenblas64_p-r0-0cf96a72.3.23.dev.so", "libopenblas64_p-r0.so"},
         {"libscipy_openblas64_-32a4b2a6.so", "libscipy_openblas64_.so"},
         {"/usr/lib/libstdc++.so.6.0.30", "libstdc++.so.6"},
         {"/lib/libc-2.31.so", "libc.so.6"},
         {"ld-2.31.so", "ld-linux-x86-64.so.2"},
         {"/usr/lib/libtorch_cpu.so.1.13", "libtorch_cpu.so"},
         {"libc10.so.1.13.0", "libc10.so"},
         {"libglib-2.0.so.0.7400.6", "libglib-2.0.so.0"},
         {"/tmp/x/lib/alloc.so", "allocator"},
         {"/c/libpinned.so", "allocator"},
         {"/tmp/x/s0003.so", "snippets"},
         {"/usr/bin/python3.11", "python"},
         {"/usr/lib/libpython3.13t.so.1.0", "python"},
         {"_C.cpython-311-x86_64-linux-gnu.so", "_C.cpython.so"},
         {"/src/win", "win"},
         {"snappy.so", "snappy.so"},
         {"", ""}},
        standard_object);
}

TEST_CASE("all stubs of a library are one") {
  const FunctionKey stub = standardise({"0x000000000010b060 [PLT]", "???", "/usr/lib/liba.so"});
  CHECK(stub == standardise({"malloc [PLT]", "???", "/opt/liba.so"}));
  CHECK(stub.name == "[PLT]");
}

TEST_CASE("an address is a name that means nothing in another build") {
  CHECK(is_address({"0x00000000000a1b20", "???", "liba.so"}));
  CHECK(is_address({"0x00000000000a1b20 [PLT]", "???", "liba.so"}));
  CHECK(is_address({"0x00000000000a1b20'2", "???", "liba.so"}));
  CHECK_FALSE(is_address({"0x", "???", "liba.so"}));
  CHECK_FALSE(is_address({"0xfg", "???", "liba.so"}));
  CHECK_FALSE(is_address({"main", "???", "liba.so"}));
}

TEST_CASE("standardising a profile keeps its total") {
  for (const char* fixture : {"recursion.out", "window.out", "simulations.out"}) {
    CAPTURE(fixture);
    const FunctionCounts counts = self_counts(read_fixture(fixture));
    const FunctionCounts standard = counts.transform(standardise);
    CHECK(standard.total() == counts.total());
    CHECK(standard.transform(standardise) == standard);
  }
}

TEST_SUITE_END();

}  // namespace quern
