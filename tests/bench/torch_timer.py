# SPDX-License-Identifier: Apache-2.0
"""One case through PyTorch's own Timer, twice: the second time its program is compiled. Prints what each cost.

  torch_timer.py '{"language": "c++" or "python", "stmt": …, "setup": …, "global_setup": …, "num_threads": …}'
"""
import json
import resource
import sys
import time

from torch.utils.benchmark import Timer

NUMBER = 100  # iterations, the Timer's own default


def cpu():
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def cost(work):
    begin, cpu_begin = time.perf_counter(), cpu()
    stats = work()
    return {"wall": time.perf_counter() - begin, "cpu": cpu() - cpu_begin}, stats


def main():
    arguments = json.loads(sys.argv[1])

    def measure():
        return Timer(**arguments).collect_callgrind(number=NUMBER, collect_baseline=False)

    first, _ = cost(measure)
    again, stats = cost(measure)
    print(json.dumps({"first": first, "again": again, "instructions": stats.counts() // NUMBER}))


if __name__ == "__main__":
    main()
