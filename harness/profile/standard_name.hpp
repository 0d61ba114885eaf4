// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "harness/profile/function_counts.hpp"

namespace quern {

/// The same key for the same function of two builds of LibTorch. Standard keys stay as they are. To be used with
/// FunctionCounts::transform, which adds up what becomes equal.
///
/// Name: without what compilers append to parts and copies of a function (`.isra.0`, `[clone .cold]`), Callgrind's
/// recursion (`'2`), symbol versions (`@@GLIBC_2.34`), ABI tags, inline namespaces of versions (`std::__cxx11::`,
/// `std::__1::`, `fmt::v9::`) and the numbers of lambdas. Strings are `std::string`, as before the C++11 ABI. A case's
/// own function is `[statement]`. Bodies that OpenMP outlines (`._omp_fn.0`) are functions of their own.
///
/// File: without the folder of the build: `aten/src/…`, `c10/…`, `torch/csrc/…`, `third_party/…` of LibTorch, also of
/// its installed headers; `include/c++/…` without the compiler's version; glibc's, Python's and the snippets' files
/// without the folders above their own.
///
/// Object: the base name without a wheel's hash, with at most the first number after `.so`, and with none for libraries
/// of LibTorch. `libc-2.31.so` and its siblings, before glibc 2.34, get the names that they have had since.
/// `allocator`, `snippets` and `python` stand for the workers' malloc, for all snippets, and for the interpreter with
/// or without a library; extensions for it lose the version (`_C.cpython-311-x86_64-linux-gnu.so` is `_C.cpython.so`).
FunctionKey standardise(const FunctionKey& key);

/// Whether Callgrind found no symbol, so that the name is an address, which means nothing in another build.
bool is_address(const FunctionKey& key);

}  // namespace quern
