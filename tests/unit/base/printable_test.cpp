// SPDX-License-Identifier: Apache-2.0
#include "base/printable.hpp"

#include <doctest/doctest.h>

using namespace quern;

TEST_SUITE_BEGIN("base/printable");

TEST_CASE("plain text and characters of any script stay as they are") {
  CHECK(printable("x + y") == "x + y");
  CHECK(printable("Größe – 行列 🙂") == "Größe – 行列 🙂");
  CHECK(printable("").empty());
}

TEST_CASE("what a terminal would obey is shown instead") {
  CHECK(printable("\x1b[31mred") == "\\x1b[31mred");
  CHECK(printable("a\nb\r") == "a\\x0ab\\x0d");
  CHECK(printable("\x7f") == "\\x7f");
  CHECK(printable(std::string_view("a\0b", 3)) == "a\\x00b");
  CHECK(printable("\xC2\x9B"
                  "31m") == "\\xc2\\x9b31m");  // C1: the one-character form of ESC [
}

TEST_CASE("marks that turn text around or cannot be seen are escaped, those that scripts need are not") {
  CHECK(printable("a\u202eb\u2066\u061c\u200b") == "a\\u202eb\\u2066\\u061c\\u200b");
  CHECK(printable("\u2028\ufeff\U000e0041") == "\\u2028\\ufeff\\udb40\\udc41");
  CHECK(printable("\u200d\u2027\u202f\u205f") == "\u200d\u2027\u202f\u205f");
}

TEST_CASE("a tab is a space, so that carets below it keep their column") { CHECK(printable("\tx") == " x"); }

TEST_CASE("bytes that are not UTF-8 are shown one by one") {
  CHECK(printable("gr\xF6\xDF"
                  "e") == "gr\\xf6\\xdfe");
  CHECK(printable("\xE2\x82") == "\\xe2\\x82");                    // cut short
  CHECK(printable("\xC0\xAF") == "\\xc0\\xaf");                    // overlong
  CHECK(printable("\xE0\x80\xAF") == "\\xe0\\x80\\xaf");           // overlong
  CHECK(printable("\xED\xA0\x80") == "\\xed\\xa0\\x80");           // a surrogate
  CHECK(printable("\xF4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");  // beyond U+10FFFF
  CHECK(printable("\xFF\xFE") == "\\xff\\xfe");
  CHECK(printable("\xBF") == "\\xbf");
}

TEST_CASE("characters are counted, not bytes") {
  CHECK(character_count("") == 0);
  CHECK(character_count("Größe") == 5);
  CHECK(character_count("行列 🙂") == 4);
}

TEST_CASE("the length of the first character is known if it is well formed") {
  CHECK(utf8_character("a") == 1);
  CHECK(utf8_character("ö!") == 2);
  CHECK(utf8_character("行") == 3);
  CHECK(utf8_character("🙂") == 4);
  CHECK(utf8_character("\xE8\xA1") == 0);
  CHECK(utf8_character("") == 0);
}

TEST_SUITE_END();
