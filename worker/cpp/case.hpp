// SPDX-License-Identifier: Apache-2.0
// What a snippet sees of the server that loads it. C++14, because LibTorch 1.8 is.
#pragma once
#include <type_traits>
#include <utility>

#include "worker/case/windows.h"

namespace quern {

/// Makes the compiler believe that a value is used, at no cost where it lies in memory or a register anyway.
template <typename T>
inline __attribute__((always_inline)) typename std::enable_if<std::is_scalar<T>::value>::type keep(const T& value) {
  asm volatile("" : : "r,m"(value) : "memory");
}

template <typename T>
inline __attribute__((always_inline))
typename std::enable_if<!std::is_scalar<T>::value && !std::is_function<T>::value>::type
keep(const T& value) {
  asm volatile("" : : "m"(value) : "memory");
}

template <typename T>
inline __attribute__((always_inline)) typename std::enable_if<std::is_function<T>::value>::type keep(const T&) {}

namespace detail {

#if defined(__x86_64__)
#define QUERN_FLOAT_REGISTER "+x"
#elif defined(__aarch64__)
#define QUERN_FLOAT_REGISTER "+w"
#else
#define QUERN_FLOAT_REGISTER "+m"
#endif

template <typename T>
using Fits = std::integral_constant<bool, sizeof(T) <= sizeof(void*)>;
template <typename T>
using InWord =
    std::integral_constant<bool, Fits<T>::value && std::is_scalar<T>::value && !std::is_floating_point<T>::value>;
template <typename T>
using InFloat = std::integral_constant<bool, std::is_same<T, float>::value || std::is_same<T, double>::value>;

}  // namespace detail

/// The same value, of which the compiler knows nothing any more: for inputs that must not be folded into a constant.
template <typename T>
inline __attribute__((always_inline)) typename std::enable_if<detail::InWord<T>::value, T>::type opaque(T value) {
  asm volatile("" : "+r"(value));
  return value;
}

template <typename T>
inline __attribute__((always_inline)) typename std::enable_if<detail::InFloat<T>::value, T>::type opaque(T value) {
  asm volatile("" : QUERN_FLOAT_REGISTER(value));
  return value;
}

/// Of other types the thing itself: its contents may have changed.
template <typename T, typename D = typename std::decay<T>::type>
inline __attribute__((always_inline))
typename std::enable_if<!detail::InWord<D>::value && !detail::InFloat<D>::value, T&&>::type
opaque(T&& value) {
  asm volatile("" : : "r"(&value) : "memory");
  return std::forward<T>(value);
}

/// `expression, kept` keeps the expression's value and also takes one of type void.
struct Kept {};

template <typename T>
inline __attribute__((always_inline)) void operator,(T&& value, Kept) {
  keep(value);
}

/// The type of a function from which a statement must not return.
class NoWayOut {
  explicit NoWayOut(int, int, int) {}
};

}  // namespace quern
