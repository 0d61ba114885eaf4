// SPDX-License-Identifier: Apache-2.0
// In place of the header that LibTorch has since 1.8. The folder above is searched after LibTorch's own, and only where
// it lacks this one; the numbers come from its torch/version.py (harness/build/release_flags.cpp).
#pragma once
#define TORCH_VERSION_MAJOR QUERN_TORCH_MAJOR
#define TORCH_VERSION_MINOR QUERN_TORCH_MINOR
#define TORCH_VERSION_PATCH QUERN_TORCH_PATCH
