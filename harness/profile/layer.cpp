// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/layer.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "harness/profile/short_name.hpp"

namespace quern {
namespace {

struct Rule {
  std::string_view prefix;
  Layer layer;
};

template <class Rules>
std::optional<Layer> first_match(const Rules& rules, std::string_view text) {
  const auto found =
      std::find_if(rules.begin(), rules.end(), [&](const Rule& rule) { return text.starts_with(rule.prefix); });
  return found == rules.end() ? std::nullopt : std::optional(found->layer);
}

// Libraries of one layer, whatever their functions are called.
constexpr std::array kLibraries = {
    Rule{"snippets", Layer::statement},    Rule{"allocator", Layer::allocator},
    Rule{"libmimalloc", Layer::allocator}, Rule{"libjemalloc", Layer::allocator},
    Rule{"libtcmalloc", Layer::allocator}, Rule{"python", Layer::python},
    Rule{"libc.so", Layer::libc},          Rule{"libm.so", Layer::libc},
    Rule{"libmvec.so", Layer::libc},       Rule{"libstdc++.so", Layer::libc},
    Rule{"libc++", Layer::libc},           Rule{"ld-linux", Layer::libc},
    Rule{"libpthread.so", Layer::libc},    Rule{"libdl.so", Layer::libc},
    Rule{"librt.so", Layer::libc},         Rule{"libgcc_s", Layer::libc},
    Rule{"libopenblas", Layer::kernel},    Rule{"libscipy_openblas", Layer::kernel},
    Rule{"libblas", Layer::kernel},        Rule{"liblapack", Layer::kernel},
    Rule{"libmkl", Layer::kernel},         Rule{"libdnnl", Layer::kernel},
    Rule{"libmkldnn", Layer::kernel},      Rule{"libXNNPACK", Layer::kernel},
    Rule{"libpthreadpool", Layer::kernel}, Rule{"libsleef", Layer::kernel},
    Rule{"libfbgemm", Layer::kernel},      Rule{"libgomp", Layer::kernel},
    Rule{"libiomp", Layer::kernel},        Rule{"libomp.so", Layer::kernel},
};

constexpr std::array kAllocatorNames = {
    std::string_view("malloc"),         std::string_view("free"),          std::string_view("calloc"),
    std::string_view("realloc"),        std::string_view("memalign"),      std::string_view("posix_memalign"),
    std::string_view("aligned_alloc"),  std::string_view("valloc"),        std::string_view("cfree"),
    std::string_view("reallocarray"),   std::string_view("__libc_malloc"), std::string_view("__libc_free"),
    std::string_view("__libc_calloc"),  std::string_view("_mid_memalign"), std::string_view("unlink_chunk"),
    std::string_view("__libc_realloc"), std::string_view("sysmalloc"),     std::string_view("systrim"),
    std::string_view("arena_get2"),     std::string_view("alloc_perturb"),
};

// What glibc's malloc does inside, and LibTorch's own way to it.
constexpr std::array kAllocatorFamilies = {
    Rule{"operator new", Layer::allocator},
    Rule{"operator delete", Layer::allocator},
    Rule{"_int_malloc", Layer::allocator},
    Rule{"_int_free", Layer::allocator},
    Rule{"_int_realloc", Layer::allocator},
    Rule{"_int_memalign", Layer::allocator},
    Rule{"malloc_consolidate", Layer::allocator},
    Rule{"tcache_", Layer::allocator},
    Rule{"mi_", Layer::allocator},
    Rule{"_mi_", Layer::allocator},
    Rule{"c10::alloc_cpu", Layer::allocator},
    Rule{"c10::free_cpu", Layer::allocator},
    Rule{"c10::DefaultCPUAllocator", Layer::allocator},
    Rule{"c10::GetCPUAllocator", Layer::allocator},
    Rule{"c10::GetDefaultCPUAllocator", Layer::allocator},
    Rule{"c10::GetAllocator", Layer::allocator},
    Rule{"c10::ProfiledCPUMemoryReporter", Layer::allocator},
    Rule{"c10::Allocator::", Layer::allocator},
};

// The first that matches counts.
constexpr std::array kNamespaces = {
    Rule{"c10::impl::GetAutogradMetaFactory", Layer::autograd},
    Rule{"c10::impl::SetAutogradMetaFactory", Layer::autograd},
    Rule{"c10::impl::AutogradMeta", Layer::autograd},
    Rule{"c10::AutogradMeta", Layer::autograd},
    Rule{"torch::autograd::", Layer::autograd},
    Rule{"torch::ADInplaceOrView::", Layer::autograd},
    Rule{"torch::jit::", Layer::torchscript},
    Rule{"torch::TraceType::", Layer::torchscript},
    Rule{"c10::Dispatcher::", Layer::dispatcher},
    Rule{"c10::impl::", Layer::dispatcher},
    Rule{"c10::KernelFunction", Layer::dispatcher},
    Rule{"c10::BoxedKernel", Layer::dispatcher},
    Rule{"c10::OperatorHandle", Layer::dispatcher},
    Rule{"c10::TypedOperatorHandle", Layer::dispatcher},
    Rule{"c10::Dispatch", Layer::dispatcher},
    Rule{"c10::detail::MultiDispatchKeySet", Layer::dispatcher},
    Rule{"c10::detail::getDispatchKeySet", Layer::dispatcher},
    Rule{"at::_ops::", Layer::dispatcher},
    Rule{"at::redispatch::", Layer::dispatcher},
    Rule{"at::RecordFunction", Layer::dispatcher},
    Rule{"at::StepCallbacks", Layer::dispatcher},
    Rule{"at::getStepCallbacks", Layer::dispatcher},
    Rule{"at::native::", Layer::kernel},
    Rule{"at::TensorIterator", Layer::kernel},
    Rule{"at::meta::", Layer::kernel},
    Rule{"at::cpu::", Layer::kernel},
    Rule{"at::compositeexplicitautograd", Layer::kernel},
    Rule{"at::compositeimplicitautograd", Layer::kernel},
    Rule{"at::impl::MetaBase", Layer::kernel},
    Rule{"at::(anonymous namespace)::", Layer::kernel},  // wrappers and structured kernels of generated files
    Rule{"at::parallel_", Layer::kernel},
    Rule{"at::internal::", Layer::kernel},
    Rule{"at::vec::", Layer::kernel},
    Rule{"at::vec256::", Layer::kernel},
    Rule{"c10::function_ref::", Layer::kernel},  // the loops that iterators are given
    Rule{"caffe2::TypeMeta", Layer::tensor},
    Rule{"caffe2::detail::", Layer::tensor},
    Rule{"caffe2::", Layer::kernel},
    Rule{"fbgemm", Layer::kernel},
    Rule{"dnnl", Layer::kernel},
    Rule{"mkldnn", Layer::kernel},
    Rule{"ideep::", Layer::kernel},
    Rule{"xnn_", Layer::kernel},
    Rule{"pytorch_qnnp", Layer::kernel},
    Rule{"Sleef_", Layer::kernel},
    Rule{"mkl_", Layer::kernel},
    Rule{"cblas_", Layer::kernel},
    Rule{"at::Tensor", Layer::tensor},
    Rule{"at::OptionalTensorRef", Layer::tensor},
    Rule{"at::detail::", Layer::tensor},
    Rule{"at::empty", Layer::tensor},
    Rule{"c10::", Layer::tensor},
    Rule{"torch::PythonArg", Layer::python},
    Rule{"torch::FunctionSignature", Layer::python},
    Rule{"torch::FunctionParameter", Layer::python},
    Rule{"pybind11::", Layer::python},
    Rule{"_Py", Layer::python},
};

bool is_of_allocator(std::string_view name) {
  return std::find(kAllocatorNames.begin(), kAllocatorNames.end(), name) != kAllocatorNames.end() ||
         first_match(kAllocatorFamilies, name).has_value();
}

// `PyDict_New`, and LibTorch's bindings in any namespace, also that of autograd: `torch::autograd::THPVariable_add`.
bool is_of_binding(std::string_view name) {
  if (name.starts_with("Py") && name.size() > 2) return name[2] == '_' || (name[2] >= 'A' && name[2] <= 'Z');
  return name.starts_with("THP") || name.find("::THP") != std::string_view::npos;
}

}  // namespace

Layer layer_of(const FunctionKey& standardised) {
  const std::string name = qualified_name(standardised.name);
  const std::string_view object = standardised.object;
  if (name.starts_with("[statement]") || object == "snippets") return Layer::statement;
  if (is_of_allocator(name)) return Layer::allocator;
  if (const auto layer = first_match(kLibraries, object)) return *layer;
  if (is_of_binding(name)) return Layer::python;
  if (const auto layer = first_match(kNamespaces, name)) return *layer;
  const bool extension = object.starts_with("libtorch_python") || object.ends_with(".cpython.so");
  return extension ? Layer::python : Layer::other;
}

std::string_view to_string(Layer layer) {
  switch (layer) {
    case Layer::statement:
      return "statement";
    case Layer::dispatcher:
      return "dispatcher";
    case Layer::autograd:
      return "autograd";
    case Layer::torchscript:
      return "torchscript";
    case Layer::kernel:
      return "kernel";
    case Layer::tensor:
      return "tensor";
    case Layer::allocator:
      return "allocator";
    case Layer::python:
      return "python";
    case Layer::libc:
      return "libc";
    case Layer::other:
      break;
  }
  return "other";
}

std::map<Layer, std::int64_t> by_layer(const FunctionCounts& standardised) {
  std::map<Layer, std::int64_t> sums;
  for (const FunctionCount& count : standardised) {
    std::int64_t& of_layer = sums[layer_of(count.function)];
    of_layer = sum(of_layer, count.count);
  }
  return sums;
}

}  // namespace quern
