// SPDX-License-Identifier: Apache-2.0
// A device guard that reports one device, as CUDA's and Vulkan's do where there is one: autograd then has a thread for
// it. Loaded before everything else, it makes a build without devices one with a device.
#include <c10/core/impl/DeviceGuardImplInterface.h>

namespace {

C10_REGISTER_GUARD_IMPL(XLA, c10::impl::NoOpDeviceGuardImpl<c10::DeviceType::XLA>);

}  // namespace
