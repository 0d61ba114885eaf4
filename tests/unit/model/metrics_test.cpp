// SPDX-License-Identifier: Apache-2.0
#include "harness/model/metrics.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

using namespace quern;

TEST_SUITE_BEGIN("harness/model/metrics");

TEST_CASE("instructions come first, and every metric has its own name and says what it means") {
  CHECK(known_metrics().front().name == kInstructions);
  std::set<std::string_view> names;
  for (const Metric& metric : known_metrics()) {
    CAPTURE(std::string(metric.name));
    CHECK(names.insert(metric.name).second);
    CHECK(!metric.unit.empty());
    CHECK(metric.meaning.ends_with('.'));
    CHECK(find_metric(metric.name) == &metric);
    CHECK(asked_by(metric.name) == metric.asked_by);
  }
}

TEST_CASE("every metric but the instructions is asked for by a word, and every word asks for a metric") {
  std::set<std::string_view> asked;
  for (const Metric& metric : known_metrics()) asked.insert(metric.asked_by.empty() ? metric.name : metric.asked_by);
  std::set<std::string_view> words;
  for (const MetricWord& word : metric_words()) words.insert(word.word);
  CHECK(asked == words);
}

TEST_CASE("what a sampled metric differs in is told by its intervals, not by its spread") {
  for (const Metric& metric : known_metrics()) {
    CAPTURE(std::string(metric.name));
    CHECK((metric.sampling == Sampling::sampled) == (metric.spread == SpreadFrom::interval));
  }
}

TEST_CASE("a metric that nobody knows is asked for by nothing") {
  CHECK(find_metric("love") == nullptr);
  CHECK(asked_by("love").empty());
}

TEST_CASE("between exact values lies the larger spread") {
  CHECK(doubt_between({100, 0}, {200, 0}) == 0);
  CHECK(doubt_between({100, 3}, {90, 7}) == 7);
}

TEST_CASE("between sampled values lie the parts of their intervals that point at each other") {
  const MetricValue before{100, 0, Interval{98, 105, 40}};
  const MetricValue after{120, 0, Interval{117, 150, 40}};
  CHECK(doubt_between(before, after) == 5 + 3);
  CHECK(doubt_between(after, before) == 3 + 5);
  CHECK(doubt_between({100, 1}, after) == 1 + 3);
}

TEST_SUITE_END();
