// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text/markdown.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "harness/report/text/markdown_page.hpp"
#include "harness/report/text/text.hpp"
#include "harness/report/text/xml.hpp"
#include "tests/unit/model/made_up_run.hpp"

using namespace quern;

TEST_SUITE_BEGIN("harness/report/text/markdown");

TEST_CASE("plain text stays as it is") {
  CHECK(markdown_text("2 of 313 cases beyond their limits, largest +4.10 % (medium)") ==
        "2 of 313 cases beyond their limits, largest +4.10 % (medium)");
  CHECK(markdown_text("alloc_count über: 5.0, it's \"so\"") == "alloc_count über: 5.0, it's \"so\"");
  CHECK(markdown_text("").empty());
}

TEST_CASE("nothing in a text is markup or HTML") {
  CHECK(markdown_text("<script>alert(1)</script>") == "&#60;script&#62;alert(1)&#60;/script&#62;");
  CHECK(markdown_text("a | b") == "a &#124; b");
  CHECK(markdown_text("`a` *b* ~c~ $d$") == "&#96;a&#96; &#42;b&#42; &#126;c&#126; &#36;d&#36;");
  CHECK(markdown_text("![x](y)") == "!&#91;x&#93;(y)");
  CHECK(markdown_text("&lt; \\<") == "&#38;lt; &#92;&#60;");
  CHECK(markdown_text("_a_ b__c a_") == "&#95;a&#95; b&#95;&#95;c a&#95;");
}

TEST_CASE("a text neither calls people nor points at issues") {
  CHECK(markdown_text("@ann #12") == "&#64;&#8203;ann &#35;&#8203;12");
}

TEST_CASE("a text does not begin a block") {
  CHECK(markdown_text("- a") == "&#45; a");
  CHECK(markdown_text("+ a") == "&#43; a");
  CHECK(markdown_text("===") == "&#61;==");
  CHECK(markdown_text("    code") == "&#32;   code");
  CHECK(markdown_text("12. a") == "12&#46; a");
  CHECK(markdown_text("1) a") == "1&#41; a");
  CHECK(markdown_text("1.") == "1&#46;");
  CHECK(markdown_text("12 a") == "12 a");
  CHECK(markdown_text("0.2% 1.13.1") == "0.2% 1.13.1");
  CHECK(markdown_text("12") == "12");
  CHECK(markdown_text("# a") == "&#35;&#8203; a");
}

TEST_CASE("a text is one line without control characters") {
  CHECK(markdown_text("a\nb\r\nc\rd") == "a b c d");
  CHECK(markdown_text("a\x1b[31m\xff") == "a&#92;x1b&#91;31m&#92;xff");
}

TEST_CASE("code is in backticks that it cannot close") {
  CHECK(markdown_code("pointwise/add:eager") == "`pointwise/add:eager`");
  CHECK(markdown_code("a`b") == "``a`b``");
  CHECK(markdown_code("a``b`c") == "```a``b`c```");
  CHECK(markdown_code("`a") == "`` `a ``");
  CHECK(markdown_code("a`") == "`` a` ``");
  CHECK(markdown_code(" a ") == "`  a  `");
  CHECK(markdown_code("<script>@ann #12 [x](y)") == "`<script>@ann #12 [x](y)`");
  CHECK(markdown_code("a\nb\x1b") == "`a\\x0ab\\x1b`");
}

TEST_CASE("code with a bar is HTML: in a table the bar would end the cell") {
  CHECK(markdown_code("a|b <i> *c*") == "<code>a&#124;b &#60;i&#62; &#42;c&#42;</code>");
  CHECK(markdown_code("") == "<code></code>");
}

TEST_CASE("code in HTML is neither HTML nor markup") {
  CHECK(html_code("</code><b>\n@a `c`") == "<code>&#60;/code&#62;&#60;b&#62;&#92;x0a&#64;&#8203;a &#96;c&#96;</code>");
}

TEST_CASE("a block of code ends where it should") {
  CHECK(markdown_block("quern check", "sh") == "```sh\nquern check\n```\n");
  CHECK(markdown_block("a ``` b\n```", "sh") == "````sh\na ``` b\\x0a```\n````\n");
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("harness/report/text/text");

TEST_CASE("what is left out of a text's middle is said, in whole characters") {
  CHECK(without_middle("abcdef", 6) == "abcdef");
  CHECK(without_middle("abcdefg", 6) == "abcd…g");
  CHECK(without_middle("äöüäöüä", 6) == "äöüä…ä");
  CHECK(without_middle("abc", 1) == "…");
  CHECK(without_middle("abc", 0).empty());
}

TEST_CASE("a huge text is shown as if all of it had been looked at") {
  std::string huge = "ä\x1b";
  for (int i = 0; i < 5000; ++i) huge += "€";
  huge += "\nz";
  CHECK(shown(huge, 12) == without_middle("ä\\x1b" + huge.substr(3, 15000) + "\\x0az", 12));
  CHECK(shown("a\nb", 12) == "a\\x0ab");
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("harness/report/text/xml");

TEST_CASE("XML without what it has no characters for") {
  CHECK(xml_clean("a\x1b[0m") == "a\\x1b[0m");
  CHECK(xml_clean("a\xff\xEF\xBF\xBF\xEF\xBF\xBE\tb\n") == "a\\xff\xEF\xBF\xBD\xEF\xBF\xBD b\\x0a");
  CHECK(xml_escaped("<a b=\"c\" d='e'>&") == "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
}

TEST_SUITE_END();

TEST_SUITE_BEGIN("harness/report/text/markdown_page");

TEST_CASE("a section shows what fits, and says how much does not") {
  const PageSection section{"rows", "<", {"aaaa\n", "bbbb\n", "cccc\n"}, ">\n"};
  CHECK(fitting_section(section, 18) == "<aaaa\nbbbb\ncccc\n>\n");
  const std::string more = "\nrows not shown here: 1; see the JSON report (`--format json`)\n";
  CHECK(fitting_section({"rows", "<", {"aaaa\n", "bbbb\n", std::string(100, 'c')}, ">\n"}, 13 + more.size()) ==
        "<aaaa\nbbbb\n>\n" + more);
  CHECK(fitting_section(section, 17).empty());
  CHECK(fitting_section({"rows", "", {std::string(100, 'c')}}, 70) ==
        "rows not shown here: 1; see the JSON report (`--format json`)\n");
  CHECK(fitting_section({"rows", "<", {}, ">"}, 100).empty());
}

TEST_CASE("a page is in the order of its places and never too long") {
  MarkdownPage page(20);
  page.add_text(0, "head\n");
  page.add(2, {"rows", "", {"last\n"}}, 2);
  page.add(1, {"rows", "", {"mid\n"}}, 1);
  CHECK(page.text() == "head\n\nmid\n\nlast\n");
  page.add_text(3, "äöüäöüäöü");
  CHECK(page.text().size() <= 20);
  CHECK(page.text() == "head\n\nmid\n\nlast\n\nä");
}

TEST_SUITE_END();
