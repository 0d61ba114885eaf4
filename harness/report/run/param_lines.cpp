// SPDX-License-Identifier: Apache-2.0
#include "harness/report/run/param_lines.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <array>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/model/run_json.hpp"

namespace quern {
namespace {

using Json = nlohmann::ordered_json;

// PARAM's defaults of what is not chosen.
constexpr int kBatch = 50;
constexpr int kBatchDevice = 1;
constexpr int kProfilerWarmUp = 5;
constexpr int kNsysIterations = 10;

Json optional_id(const std::string& id) { return id.empty() ? Json(nullptr) : Json(id); }

std::string local_time() { return fmt::format("{:%Y-%m-%dT%H:%M:%S}", fmt::localtime(std::time(nullptr))); }

std::string hostname() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string{};
}

std::string working_directory() {
  std::error_code ignored;
  return std::filesystem::current_path(ignored).string();
}

// The name that Python gives an open file: what reads PARAM's header may look for the file's name in it.
std::string stream_text(const ParamRun& run) {
  return fmt::format("<_io.TextIOWrapper name='{}' mode='{}' encoding='UTF-8'>",
                     run.output.empty() ? "<stdout>" : run.output, run.append ? "a" : "w");
}

Json command_arguments(const ParamRun& run) {
  return {{"config", fmt::format("{}", fmt::join(run.configs, " "))},
          {"warmup", run.warmup},
          {"iteration", run.iteration},
          {"backward", run.backward},
          {"device", run.device},
          {"output_prefix", run.output_prefix},
          {"resume_id", optional_id(run.resume_id)},
          {"stop_id", optional_id(run.stop_id)},
          {"append", run.append},
          {"cuda_l2_cache", "on"},
          {"pt2_model", false},
          {"cuda_graph", false},
          {"ncu", false},
          {"ncu_bin", nullptr},
          {"ncu_args_file", nullptr},
          {"ncu_warmup", nullptr},
          {"ncu_iteration", nullptr},
          {"nsys", false},
          {"nsys_bin", nullptr},
          {"nsys_args_file", nullptr},
          {"nsys_warmup", nullptr},
          {"nsys_iteration", nullptr},
          {"run_batch_size", kBatch},
          {"batch_cuda_device", kBatchDevice},
          {"batch_cmd", nullptr},
          {"exec_mode", "discrete"},
          {"profile", false},
          {"cupti_profiler", false},
          {"cupti_profiler_metrics", "kineto__cuda_core_flops"},
          {"cupti_profiler_measure_per_kernel", false},
          {"et", false},
          {"log_level", "INFO"},
          {"version", false}};
}

Json run_options(const ParamRun& run) {
  return {{"device", run.device},
          {"pass_type", run.backward ? "ExecutionPass.BACKWARD" : "ExecutionPass.FORWARD"},
          {"warmup", run.warmup},
          {"iteration", run.iteration},
          {"op_exec_mode", "OpExecutionMode.DISCRETE"},
          {"cuda_l2_cache", true},
          {"time_unit", "millisecond"},
          {"out_file_prefix", run.output_prefix},
          {"out_stream", stream_text(run)},
          {"run_ncu", false},
          {"ncu_bin", "ncu"},
          {"ncu_args", ""},
          {"ncu_warmup", kProfilerWarmUp},
          {"ncu_iteration", 1},
          {"run_nsys", false},
          {"nsys_bin", "nsys"},
          {"nsys_args", ""},
          {"nsys_warmup", kProfilerWarmUp},
          {"nsys_iteration", kNsysIterations},
          {"run_batch_size", kBatch},
          {"batch_cuda_device", kBatchDevice},
          {"batch_cmd", "quern ops --batch FILE"},
          {"resume_op_run_id", optional_id(run.resume_id)},
          {"stop_op_run_id", optional_id(run.stop_id)},
          {"pt2-model", false},
          {"cuda-graph", false},
          {"cmd_args", command_arguments(run)}};
}

Json system_info(const ParamRun& run) {
  return {{"hostname", valid_text(hostname())},
          {"pid", getpid()},
          {"cwd", valid_text(working_directory())},
          {"python_version", nullptr},
          {"param_train_compute_version", "quern-" + run.version},
          {"cuda_available", false},
          {"pytorch_version", run.torch_version ? Json(*run.torch_version) : Json(nullptr)},
          {"pytorch_debug_build", false},
          {"pytorch_build_config", nullptr}};
}

}  // namespace

Json param_header(const ParamRun& run) {
  return {{"run_options", run_options(run)}, {"sys_info", system_info(run)}, {"start_time", local_time()}};
}

Json param_line(const Case& args, const std::string& run_id) {
  const OperatorCall& call = std::get<OperatorCall>(args.body);
  return {{"op_name", call.name},
          {"id", run_id},
          {"metric", Json::object()},
          {"config", Json::parse(call.call)},
          {"quern", {{"case", args.id}, {"status", "expanded"}}}};
}

Json param_finish() { return {{"finish_time", local_time()}}; }

}  // namespace quern
