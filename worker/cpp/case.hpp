// SPDX-License-Identifier: Apache-2.0
// What a snippet sees of the server that loads it. C++14, because LibTorch 1.8 is.
#pragma once
#include <type_traits>

#include "worker/case/windows.h"

namespace quern {

/// Makes the compiler believe that a value is used, at no cost where it lies in memory or a register anyway.
template <typename T>
inline __attribute__((always_inline)) typename std::enable_if<(std::is_scalar<T>::value)>::type keep(const T& value) {
  asm volatile("" : : "r,m"(value) : "memory");
}

template <typename T>
inline __attribute__((always_inline)) typename std::enable_if<!(std::is_scalar<T>::value)>::type keep(const T& value) {
  asm volatile("" : : "m"(value) : "memory");
}

/// `(expression), Kept()` keeps the expression's value and also takes one of type void.
struct Kept {};

template <typename T>
inline __attribute__((always_inline)) void operator,(T&& value, Kept) {
  keep(value);
}

}  // namespace quern
