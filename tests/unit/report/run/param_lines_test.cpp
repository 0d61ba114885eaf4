// SPDX-License-Identifier: Apache-2.0
#include "harness/report/run/param_lines.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace quern {
namespace {

using Keys = std::vector<std::string>;

Keys keys_of(const nlohmann::ordered_json& json) {
  Keys keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  return keys;
}

}  // namespace

TEST_SUITE_BEGIN("harness/report/run/param_lines");

TEST_CASE("the header has PARAM's keys in PARAM's order") {
  ParamRun run;
  run.configs = {"simple_add.json"};
  run.warmup = 2;
  run.backward = true;
  run.version = "1.2";
  const nlohmann::ordered_json header = param_header(run);
  CHECK(keys_of(header) == Keys{"run_options", "sys_info", "start_time"});
  const nlohmann::ordered_json& options = header["run_options"];
  CHECK(keys_of(options) == Keys{"device",         "pass_type",        "warmup",
                                 "iteration",      "op_exec_mode",     "cuda_l2_cache",
                                 "time_unit",      "out_file_prefix",  "out_stream",
                                 "run_ncu",        "ncu_bin",          "ncu_args",
                                 "ncu_warmup",     "ncu_iteration",    "run_nsys",
                                 "nsys_bin",       "nsys_args",        "nsys_warmup",
                                 "nsys_iteration", "run_batch_size",   "batch_cuda_device",
                                 "batch_cmd",      "resume_op_run_id", "stop_op_run_id",
                                 "pt2-model",      "cuda-graph",       "cmd_args"});
  CHECK(options["pass_type"] == "ExecutionPass.BACKWARD");
  CHECK(options["cmd_args"]["config"] == "simple_add.json");
  CHECK(options["cmd_args"]["warmup"] == 2);
  CHECK(options["cmd_args"].size() == 33);
  CHECK(keys_of(header["sys_info"]) == Keys{"hostname", "pid", "cwd", "python_version", "param_train_compute_version",
                                            "cuda_available", "pytorch_version", "pytorch_debug_build",
                                            "pytorch_build_config"});
  CHECK(header["sys_info"]["param_train_compute_version"] == "quern-1.2");
  CHECK(header["sys_info"]["pytorch_version"].is_null());
}

TEST_CASE("a case that was expanded has no metric, and its config as it was written") {
  Case args;
  args.id = "a/torch.add/0/0/0:eager:forward:cpp:t1";
  args.body = OperatorCall{"torch.add", "0|0|0", R"({"build":null,"input":{"args":[{"type":"int","value":1}]}})"};
  CHECK(param_line(args, "0|0|0").dump() ==
        R"({"op_name":"torch.add","id":"0|0|0","metric":{},)"
        R"("config":{"build":null,"input":{"args":[{"type":"int","value":1}]}},)"
        R"("quern":{"case":"a/torch.add/0/0/0:eager:forward:cpp:t1","status":"expanded"}})");
}

TEST_SUITE_END();

}  // namespace quern
