// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/layer.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

namespace quern {
namespace {

struct Case {
  std::string name;
  Layer layer;
  std::string object = "libtorch_cpu.so";
};

const std::vector<Case> kCases = {
    {"[statement]", Layer::statement, "snippets"},
    {"at::Tensor::add(at::Tensor const&) const", Layer::statement, "snippets"},
    {"at::_ops::add_Tensor::call(at::Tensor const&, at::Tensor const&, c10::Scalar const&)", Layer::dispatcher},
    {"c10::impl::wrap_kernel_functor_unboxed_<at::native::A, at::Tensor (int)>::call(int)", Layer::dispatcher},
    {"at::Tensor c10::Dispatcher::call<at::Tensor, int>(int) const", Layer::dispatcher},
    {"at::RecordFunction::before(char const*)", Layer::dispatcher},
    {"c10::DispatchKeySet::iterator::operator++()", Layer::dispatcher, "libc10.so"},
    {"torch::autograd::VariableType::(anonymous namespace)::add_Tensor(c10::DispatchKeySet)", Layer::autograd},
    {"torch::ADInplaceOrView::f(int)", Layer::autograd},
    {"c10::impl::GetAutogradMetaFactory()", Layer::autograd, "libc10.so"},
    {"torch::jit::InterpreterState::run(std::vector<c10::IValue>&)", Layer::torchscript},
    {"torch::jit::tracer::isTracing()", Layer::torchscript, "libtorch_python.so"},
    {"void at::native::f<int>(at::TensorIteratorBase&)", Layer::kernel},
    {"at::TensorIteratorBase::build(at::TensorIteratorConfig&)", Layer::kernel},
    {"at::(anonymous namespace)::wrapper_CPU_add_Tensor(at::Tensor const&)", Layer::kernel},
    {"at::meta::structured_add_Tensor::meta(int)", Layer::kernel},
    {"0x00000000000a1b20", Layer::kernel, "libopenblas.so.0"},
    {"GOMP_parallel", Layer::kernel, "libgomp.so.1"},
    {"at::TensorBase::~TensorBase()", Layer::tensor},
    {"c10::TensorImpl::release_resources()", Layer::tensor, "libc10.so"},
    {"c10::intrusive_ptr<c10::TensorImpl, at::native::A>::reset_()", Layer::tensor},
    {"at::detail::empty_cpu(c10::ArrayRef<long>)", Layer::tensor},
    {"malloc", Layer::allocator, "libc.so.6"},
    {"malloc [PLT]", Layer::allocator},
    {"0x0000000000001000", Layer::allocator, "allocator"},
    {"operator new[](unsigned long)", Layer::allocator, "libstdc++.so.6"},
    {"c10::alloc_cpu(unsigned long)", Layer::allocator, "libc10.so"},
    {"dict_get", Layer::python, "python"},
    {"PyDict_New", Layer::python, "liba.so"},
    {"torch::autograd::THPVariable_add(_object*, _object*, _object*)", Layer::python, "libtorch_python.so"},
    {"torch::PythonArgParser::raw_parse(_object*)", Layer::python, "libtorch_python.so"},
    {"anything", Layer::python, "libtorch_python.so"},
    {"memcpy", Layer::libc, "libc.so.6"},
    {"0x0000000000001000", Layer::libc, "ld-linux-x86-64.so.2"},
    {"std::ostream::flush()", Layer::libc, "libstdc++.so.6"},
    {"0x0000000000001000", Layer::other},
    {"Pythagoras", Layer::other, "liba.so"},
    {"main", Layer::other, "win"},
};

}  // namespace

TEST_SUITE_BEGIN("harness/profile/layer");

TEST_CASE("a function's own namespaces and library tell its layer, not its arguments or result") {
  for (const Case& c : kCases) {
    CAPTURE(c.name);
    CHECK(to_string(layer_of({c.name, "???", c.object})) == to_string(c.layer));
  }
}

TEST_CASE("every layer has a name of its own") {
  std::set<std::string_view> names;
  for (int layer = 0; layer <= static_cast<int>(Layer::other); ++layer)
    names.insert(to_string(static_cast<Layer>(layer)));
  CHECK(names.size() == 10);
}

TEST_CASE("layers sum to the total") {
  std::vector<FunctionCount> list;
  for (const Case& c : kCases)
    list.push_back({{c.name, "???", c.object}, static_cast<std::int64_t>(list.size()) * 7 - 50});
  const FunctionCounts counts(std::move(list));
  std::int64_t sum = 0;
  for (const auto& [layer, count] : by_layer(counts)) sum += count;
  CHECK(sum == counts.total());
  CHECK(by_layer(FunctionCounts()).empty());
}

TEST_SUITE_END();

}  // namespace quern
