// SPDX-License-Identifier: Apache-2.0
// The product: scores rows of a matrix. Functions are kept apart, so that a check can name them.
#define KEPT_APART __attribute__((noinline))

static KEPT_APART float weighted_sum(const float* row, const float* weights, long size) {
  float sum = 0;
  for (long i = 0; i < size; ++i) sum += row[i] * weights[i];
  return sum;
}

static KEPT_APART float clamp(float value) {
  if (value < 0) return 0;
  return value > 1 ? 1 : value;
}

float score(const float* row, const float* weights, long size) { return clamp(weighted_sum(row, weights, size)); }

void score_all(const float* rows, const float* weights, float* scores, long count, long size) {
  for (long i = 0; i < count; ++i) scores[i] = score(rows + i * size, weights, size);
}
