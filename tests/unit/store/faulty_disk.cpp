// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/store/faulty_disk.hpp"

#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill is POSIX, not C++
#include <sqlite3.h>
#include <unistd.h>

#include <cstdlib>
#include <new>
#include <utility>

namespace quern::test {
namespace {

Fault fault_kind = Fault::none;
long fault_at = 0;
long changes = 0;
long meanwhile_at = 0;
long locks = 0;
std::function<void()> meanwhile;
sqlite3_vfs* plain = nullptr;

/// SQLite's own file behind ours, in the same piece of memory.
struct FaultyFile {
  sqlite3_file base;
  sqlite3_file* real;
};

sqlite3_file* real(sqlite3_file* file) { return reinterpret_cast<FaultyFile*>(file)->real; }

void die() { kill(getpid(), SIGKILL); }

/// Whether this change is the one where it happens, or comes behind it.
bool is_now() { return ++changes >= fault_at && fault_kind != Fault::none; }

int on_write(sqlite3_file* file, const void* data, int size, sqlite3_int64 offset) {
  if (is_now()) {
    if (fault_kind == Fault::full) return SQLITE_FULL;
    real(file)->pMethods->xWrite(real(file), data, size / 2, offset);
    die();
  }
  return real(file)->pMethods->xWrite(real(file), data, size, offset);
}

int on_truncate(sqlite3_file* file, sqlite3_int64 size) {
  if (is_now() && fault_kind == Fault::kill) die();
  return real(file)->pMethods->xTruncate(real(file), size);
}

int on_sync(sqlite3_file* file, int flags) {
  if (is_now() && fault_kind == Fault::kill) die();
  return real(file)->pMethods->xSync(real(file), flags);
}

int on_delete(sqlite3_vfs* /*vfs*/, const char* name, int sync) {
  if (is_now() && fault_kind == Fault::kill) die();
  return plain->xDelete(plain, name, sync);
}

int on_close(sqlite3_file* file) { return real(file)->pMethods->xClose(real(file)); }
int on_read(sqlite3_file* file, void* data, int size, sqlite3_int64 offset) {
  return real(file)->pMethods->xRead(real(file), data, size, offset);
}
int on_size(sqlite3_file* file, sqlite3_int64* size) { return real(file)->pMethods->xFileSize(real(file), size); }
int on_lock(sqlite3_file* file, int level) {
  if (level == SQLITE_LOCK_SHARED && ++locks == meanwhile_at) std::exchange(meanwhile, nullptr)();
  return real(file)->pMethods->xLock(real(file), level);
}
int on_unlock(sqlite3_file* file, int level) { return real(file)->pMethods->xUnlock(real(file), level); }
int on_check(sqlite3_file* file, int* out) { return real(file)->pMethods->xCheckReservedLock(real(file), out); }
int on_control(sqlite3_file* file, int op, void* arg) {
  return real(file)->pMethods->xFileControl(real(file), op, arg);
}
int on_sector(sqlite3_file* file) { return real(file)->pMethods->xSectorSize(real(file)); }
int on_traits(sqlite3_file* file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }
int on_map(sqlite3_file* file, int page, int size, int extend, void volatile** memory) {
  return real(file)->pMethods->xShmMap(real(file), page, size, extend, memory);
}
int on_shared_lock(sqlite3_file* file, int offset, int n, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, n, flags);
}
void on_barrier(sqlite3_file* file) { real(file)->pMethods->xShmBarrier(real(file)); }
int on_unmap(sqlite3_file* file, int remove) { return real(file)->pMethods->xShmUnmap(real(file), remove); }

const sqlite3_io_methods kMethods = {
    2,          on_close,  on_read,   on_write, on_truncate,    on_sync,    on_size,  on_lock, on_unlock, on_check,
    on_control, on_sector, on_traits, on_map,   on_shared_lock, on_barrier, on_unmap, nullptr, nullptr};

int on_open(sqlite3_vfs* /*vfs*/, const char* name, sqlite3_file* file, int flags, int* out) {
  auto* const faulty = reinterpret_cast<FaultyFile*>(file);
  faulty->real = reinterpret_cast<sqlite3_file*>(faulty + 1);
  const int code = plain->xOpen(plain, name, faulty->real, flags, out);
  faulty->base.pMethods = faulty->real->pMethods == nullptr ? nullptr : &kMethods;
  return code;
}

}  // namespace

void use_faulty_disk(Fault fault, long at) {
  static sqlite3_vfs faulty;
  use_plain_disk();
  plain = sqlite3_vfs_find(nullptr);
  faulty = *plain;
  faulty.pNext = nullptr;
  faulty.zName = "faulty";
  faulty.szOsFile = static_cast<int>(sizeof(FaultyFile)) + plain->szOsFile;
  faulty.xOpen = on_open;
  faulty.xDelete = on_delete;
  fault_kind = fault;
  fault_at = at;
  changes = 0;
  sqlite3_vfs_register(&faulty, 1);
}

void use_shared_disk(long at, std::function<void()> action) {
  use_faulty_disk(Fault::none, 0);
  meanwhile_at = at;
  locks = 0;
  meanwhile = std::move(action);
}

void use_plain_disk() {
  meanwhile_at = 0;
  if (sqlite3_vfs* const faulty = sqlite3_vfs_find("faulty")) sqlite3_vfs_unregister(faulty);
  if (plain != nullptr) sqlite3_vfs_register(plain, 1);
}

long disk_changes() { return changes; }

long disk_locks() { return locks; }

}  // namespace quern::test
