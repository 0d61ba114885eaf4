// SPDX-License-Identifier: Apache-2.0
#pragma once

// CLI11's own header costs every file that includes it five seconds: headers name its classes, and only what uses them
// includes it.
namespace CLI {
class App;
class Option;
}  // namespace CLI
