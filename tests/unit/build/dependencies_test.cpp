// SPDX-License-Identifier: Apache-2.0
#include "harness/build/dependencies.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "harness/process/temporary_folder.hpp"

using namespace quern;
namespace fs = std::filesystem;
using Files = std::set<std::string>;

TEST_SUITE_BEGIN("harness/build/dependencies");

TEST_CASE("prerequisites are read as make would") {
  CHECK(parse_prerequisites("quern: a.cpp /b.hpp \\\n  /usr/bin/../c.h\\\n d\n") ==
        Files{"/b.hpp", "/usr/bin/../c.h", "a.cpp", "d"});
  CHECK(parse_prerequisites("quern: /a\\ b.hpp /c\\#d.hpp /e$$f.hpp /g\\h.hpp /i:j.hpp") ==
        Files{"/a b.hpp", "/c#d.hpp", "/e$f.hpp", "/g\\h.hpp", "/i:j.hpp"});
  CHECK(parse_prerequisites("").empty());
}

TEST_CASE("what the linker opens is taken out of what is said") {
  const TemporaryFolder folder;
  const std::string library = (folder.path() / "lib.so").string();
  const std::string archive = (folder.path() / "lib.a").string();
  for (const std::string& file : {library, archive}) std::ofstream(file) << "x";
  std::string output = library + "\n/usr/bin/ld: cannot find -lnone\n(" + archive + ")part.o\n/gone/t.o\nerror: no\n";
  CHECK(take_linked_files(output) == Files{archive, library, "/gone/t.o"});
  CHECK(output == "/usr/bin/ld: cannot find -lnone\nerror: no\n");
}

TEST_CASE("the folders that are searched come from the compiler's words") {
  CHECK(parse_search_folders(
            "clang version 14\n#include \"...\" search starts here:\n#include <...> search starts here:\n"
            " /usr/local/include\n /usr/include\nEnd of search list.\n /no\n") ==
        std::vector<std::string>{"/usr/local/include", "/usr/include"});
  CHECK(parse_search_folders("").empty());
}

TEST_CASE("a header may come to lie before one that was read") {
  const TemporaryFolder folder;
  const std::string top = folder.path().string();
  for (const char* name : {"/first/part", "/second/part/deep", "/second/other", "/user"})
    fs::create_directories(top + name);
  const std::vector<std::string> folders = {top + "/none", top + "/first", top + "/second"};
  CHECK(missing_candidates({top + "/second/part/deep/h.hpp"}, folders) ==
        Files{top + "/first/part/deep", top + "/none"});
  CHECK(missing_candidates({top + "/second/other/a.hpp", top + "/second/other/b.hpp"}, folders) ==
        Files{top + "/first/other", top + "/none"});
  SUBCASE("in the first folder nothing comes before it") {
    CHECK(missing_candidates({top + "/none/h.hpp"}, folders).empty());
  }
  SUBCASE("nor where it is named by its path, but what it includes may come to lie beside it") {
    CHECK(missing_candidates({top + "/user/u.hpp"}, folders).empty());
    CHECK(missing_candidates({top + "/user/u.hpp", top + "/second/other/a.hpp"}, folders) ==
          Files{top + "/first/other", top + "/none", top + "/user/other"});
  }
}

TEST_CASE("what is included or asked for is found, or is missing, where the compiler looks") {
  const TemporaryFolder folder;
  const std::string top = folder.path().string();
  for (const char* name : {"/first", "/second"}) fs::create_directories(top + name);
  for (const char* name : {"/second/there.h", "/second/string.h"}) std::ofstream(top + name) << "";
  const auto asked = [&](const std::string& text) {
    std::ofstream(top + "/h.hpp") << text;
    return asked_for({top + "/h.hpp"}, {top + "/first", top + "/second"});
  };
  const Inputs both = asked("#if __has_include(<there.h>) && __has_include( \"not.h\" )\n");
  CHECK(both.files == Files{top + "/second/there.h"});
  CHECK(both.absent == Files{top + "/first/not.h", top + "/first/there.h", top + "/not.h", top + "/second/not.h"});
  const Inputs quoted = asked("#  include \"string.h\"\n#include_next <there.h>\n");
  CHECK(quoted.files == Files{top + "/second/string.h", top + "/second/there.h"});
  CHECK(quoted.absent == Files{top + "/string.h", top + "/first/string.h", top + "/first/there.h"});
  for (const char* line :
       {"#include", "#include \"", "#include <>", "#include MACRO", "#include \"/there.h\"", "include("}) {
    CAPTURE(line);
    CHECK(asked(line).files.empty());
    CHECK(asked(line).absent.empty());
  }
}

TEST_SUITE_END();
