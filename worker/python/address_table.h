/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUERN_ADDRESS_TABLE_H
#define QUERN_ADDRESS_TABLE_H

/// Gives a table of libstdc++ that is indexed by addresses (std::unordered_map<const void*, …>) so many buckets that no
/// two of its entries share one. pybind11 looks types up in such a table by the address of their description in a
/// library: how many entries a look-up passed over followed from the distance between two libraries. Returns 1 if it
/// did, 0 if this is no such table, or an empty one, and then nothing was changed. What lies there must be a hash table
/// of libstdc++ of some kind.
int quern_spread_table(void* table);

#endif
