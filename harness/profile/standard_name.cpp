// SPDX-License-Identifier: Apache-2.0
#include "harness/profile/standard_name.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <utility>

namespace quern {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::string_view kStatement = "[statement]";
constexpr std::string_view kUnknownFile = "???";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hexadecimal(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }
bool is_of_identifier(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool is_of_version(char c) { return is_digit(c) || c == '.'; }

template <class Predicate>
std::size_t length_of(std::string_view text, std::size_t begin, Predicate predicate) {
  std::size_t end = begin;
  while (end < text.size() && predicate(text[end])) ++end;
  return end - begin;
}

template <class Predicate>
bool consists_of(std::string_view text, Predicate predicate) {
  return !text.empty() && length_of(text, 0, predicate) == text.size();
}

bool begins_at(std::string_view text, std::size_t at, std::string_view part) {
  return text.substr(at).starts_with(part);
}

// --- Brackets -------------------------------------------------------------------------------------------------------

// Longest first. Demanglers write a space between `operator<` and template arguments.
constexpr std::array kBracketOperators = {
    std::string_view("()"), std::string_view("<=>"), std::string_view("<<="), std::string_view(">>="),
    std::string_view("->"), std::string_view("<<"),  std::string_view(">>"),  std::string_view("<="),
    std::string_view(">="), std::string_view("<"),   std::string_view(">"),
};

// 0 where no operator's name begins.
std::size_t operator_length(std::string_view name, std::size_t at) {
  constexpr std::string_view kKeyword = "operator";
  if (!begins_at(name, at, kKeyword) || (at > 0 && is_of_identifier(name[at - 1]))) return 0;
  const std::size_t end = at + kKeyword.size();
  if (end < name.size() && is_of_identifier(name[end])) return 0;
  for (const std::string_view symbol : kBracketOperators)
    if (begins_at(name, end, symbol)) return kKeyword.size() + symbol.size();
  return kKeyword.size();
}

// Of what has brackets and is neither parameters nor template arguments.
std::size_t kept_length(std::string_view name, std::size_t at) {
  for (const std::string_view kept : {std::string_view("(anonymous namespace)"), std::string_view("(below main)")})
    if (begins_at(name, at, kept)) return kept.size();
  return operator_length(name, at);
}

char closing_of(char c) {
  if (c == '<') return '>';
  if (c == '(') return ')';
  return c == '{' ? '}' : '\0';
}

// Template arguments may be expressions, in parentheses, where < and > compare.
void close(std::string& expected, char c) {
  if (c == '>') {
    if (expected.back() == c) expected.pop_back();
  } else if (const std::size_t opened = expected.rfind(c); opened != kNone) {
    expected.resize(opened);
  }
}

// The end of what the bracket at `open` opens; kNone in a name that was cut off.
std::size_t past_closing(std::string_view name, std::size_t open) {
  std::string expected;
  for (std::size_t i = open; i < name.size();) {
    const std::size_t skipped = begins_at(name, i, "->") ? 2 : operator_length(name, i);
    if (skipped != 0) {
      i += skipped;
      continue;
    }
    const char c = name[i++];
    if (const char closing = closing_of(c); closing != '\0')
      expected.push_back(closing);
    else if (c == '>' || c == ')' || c == '}')
      close(expected, c);
    if (expected.empty()) return i;
  }
  return kNone;
}

// Where the name begins, after a return type. `brief` has no template arguments nor parameters any more.
std::size_t declared_at(std::string_view brief) {
  std::size_t start = 0;
  for (std::size_t i = 0; i < brief.size();) {
    if (operator_length(brief, i) != 0) break;  // a conversion's name has spaces
    const bool in_type = brief[i] == ' ' && i > 0 && !begins_at(brief, i + 1, "[");
    const bool deduced = begins_at(brief, start, "()") || begins_at(brief, start, "decltype()");
    if (in_type && (brief[i - 1] != ')' || deduced)) start = i + 1;
    const std::size_t closed = brief[i] == '{' ? past_closing(brief, i) : kNone;
    i = closed != kNone ? closed : i + std::max<std::size_t>(1, kept_length(brief, i));
  }
  return start;
}

// `const`, `[PLT]` and the like.
std::string_view without_trailer(std::string_view brief) {
  if (const std::size_t tag = brief.find(" ["); tag != kNone) brief = brief.substr(0, tag);
  const std::size_t after = brief.rfind(") ");
  return after == kNone || brief.find("::", after) != kNone ? brief : brief.substr(0, after + 1);
}

// Of brackets that short_name emptied, and of a member function's `const` before its local classes.
std::size_t dropped_length(std::string_view brief, std::size_t at) {
  if (begins_at(brief, at, "<>") || begins_at(brief, at, "()")) return 2;
  return begins_at(brief, at, " const::") ? std::string_view(" const").size() : 0;
}

// --- Names ----------------------------------------------------------------------------------------------------------

// A final number is not part of these. Clang's `.llvm.` numbers are hashes of the module.
constexpr std::array kSuffixes = {
    std::string_view(".isra"), std::string_view(".constprop"), std::string_view(".part"),
    std::string_view(".cold"), std::string_view(".lto_priv"),  std::string_view(".localalias"),
    std::string_view(".llvm"),
};

std::string_view without_number(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  const bool numbered = last != kNone && last + 1 < name.size() && name[last] == '.';
  return numbered ? name.substr(0, last) : name;
}

std::string_view without_suffixes(std::string_view name) {
  for (bool found = true; found;) {
    const std::string_view bare = without_number(name);
    const auto suffix = std::find_if(kSuffixes.begin(), kSuffixes.end(), [&](auto s) { return bare.ends_with(s); });
    found = suffix != kSuffixes.end();
    if (found) name = bare.substr(0, bare.size() - suffix->size());
  }
  return name;
}

// `f() [clone .isra.0] [clone .cold]`
std::string without_clones(std::string name) {
  constexpr std::string_view kClone = " [clone ";
  for (std::size_t at = name.find(kClone); at != kNone;) {
    const std::size_t end = name.find(']', at);
    if (end == kNone) break;
    const std::size_t suffix = at + kClone.size();
    const std::string kept(without_suffixes(std::string_view(name).substr(suffix, end - suffix)));
    if (kept.empty())
      name.erase(at, end + 1 - at);
    else
      name.replace(suffix, end - suffix, kept);
    at = name.find(kClone, kept.empty() ? at : suffix);
  }
  return name;
}

std::string_view without_recursion(std::string_view name) {
  const std::size_t quote = name.rfind('\'');
  return quote != kNone && quote > 0 && consists_of(name.substr(quote + 1), is_digit) ? name.substr(0, quote) : name;
}

std::string_view without_symbol_version(std::string_view name) {
  const std::size_t at = name.find('@');
  const auto of_version = [](char c) { return is_of_identifier(c) || c == '.' || c == '@'; };
  return at != kNone && at > 0 && consists_of(name.substr(at), of_version) ? name.substr(0, at) : name;
}

bool is_version_namespace(std::string_view name, std::string_view before) {
  if (name == "__cxx11" || name == "_V2" || name.starts_with("json_abi_v")) return true;
  if (name.starts_with("__")) return consists_of(name.substr(2), is_digit);
  return before.ends_with("fmt::") && name.starts_with("v") && consists_of(name.substr(1), is_digit);
}

std::string without_version_namespaces(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size();) {
    const std::size_t length = length_of(name, i, is_of_identifier);
    const bool qualifier = begins_at(name, i + length, "::");
    if (qualifier && result.ends_with("::") && is_version_namespace(name.substr(i, length), result)) {
      i += length + 2;
    } else {
      const std::size_t copied = std::max<std::size_t>(1, length);
      result += name.substr(i, copied);
      i += copied;
    }
  }
  return result;
}

std::string without_abi_tags(std::string name) {
  for (std::size_t at = name.find("[abi:"); at != kNone; at = name.find("[abi:", at)) {
    const std::size_t end = name.find(']', at);
    if (end == kNone) break;
    name.erase(at, end + 1 - at);
  }
  return name;
}

std::string with_short_strings(std::string name) {
  constexpr std::string_view kShort = "std::string";
  for (const std::string_view written :
       {std::string_view("std::basic_string<char, std::char_traits<char>, std::allocator<char> >"),
        std::string_view("std::basic_string<char, std::char_traits<char>, std::allocator<char>>")}) {
    for (std::size_t at = name.find(written); at != kNone; at = name.find(written, at)) {
      name.replace(at, written.size(), kShort);
      at += kShort.size();
      if (begins_at(name, at, " >")) name.erase(at, 1);  // it separated two brackets
    }
  }
  return name;
}

// `{lambda()#2}` of GNU's demangler, `$_2` of Clang.
std::string without_lambda_numbers(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size();) {
    result += name[i++];
    const std::size_t number = length_of(name, i, is_digit);
    const bool numbered = number != 0 && (result.ends_with("$_") || begins_at(name, i + number, "}"));
    if (!numbered || !(result.ends_with("$_") || result.ends_with('#'))) continue;
    if (result.back() == '#') result.pop_back();
    i += number;
  }
  return result;
}

// Also where a lambda of a case is a template argument of LibTorch's.
std::string with_statements(std::string_view name) {
  constexpr std::string_view kCase = "quern_case_";
  std::string result;
  for (std::size_t i = 0; i < name.size();) {
    const bool begins = begins_at(name, i, kCase) && (i == 0 || !is_of_identifier(name[i - 1]));
    const std::size_t hash = begins ? length_of(name, i + kCase.size(), is_hexadecimal) : 0;
    const std::size_t end = i + kCase.size() + hash;
    if (hash == 0 || (end < name.size() && is_of_identifier(name[end]))) {
      result += name[i++];
      continue;
    }
    result += kStatement;
    const std::size_t closed = begins_at(name, end, "(") ? past_closing(name, end) : kNone;
    i = closed == kNone ? end : closed;
  }
  return result;
}

std::string standard_function(std::string_view name) {
  constexpr std::string_view kStub = " [PLT]";
  name = without_recursion(name);
  // The linker's stubs of a library are one thing: where a single one lies, and so its name, changes with every build.
  if (name.ends_with(kStub)) return "[PLT]";
  std::string result(without_suffixes(without_symbol_version(name)));
  result = without_abi_tags(without_version_namespaces(without_clones(std::move(result))));
  return with_statements(without_lambda_numbers(with_short_strings(std::move(result))));
}

// --- Files ----------------------------------------------------------------------------------------------------------

// The last place where this folder begins.
std::size_t last_folder(std::string_view path, std::string_view folder) {
  for (std::size_t at = path.rfind(folder); at != kNone; at = at == 0 ? kNone : path.rfind(folder, at - 1))
    if (at == 0 || path[at - 1] == '/') return at;
  return kNone;
}

std::size_t first_folder(std::string_view path, std::string_view folder) {
  for (std::size_t at = path.find(folder); at != kNone; at = path.find(folder, at + 1))
    if (at == 0 || path[at - 1] == '/') return at;
  return kNone;
}

// Debian compiles glibc in `./malloc`, from `./malloc/malloc.c`.
std::string_view without_repeated_folder(std::string_view file) {
  const std::size_t middle = file.starts_with("./") ? file.find("/./", 1) : kNone;
  if (middle == kNone) return file;
  const std::string folder = std::string(file.substr(2, middle - 2)) + "/";
  return begins_at(file, middle + 3, folder) ? file.substr(middle + 3) : file;
}

std::string normal_path(std::string_view file) {
  std::string path = std::filesystem::path(without_repeated_folder(file)).lexically_normal().generic_string();
  while (path.starts_with("../")) path.erase(0, 3);
  return path;
}

std::string_view from(std::string_view path, std::size_t at) { return at == kNone ? "" : path.substr(at); }

// Empty for a file that is not of LibTorch, as in all functions below.
std::string file_of_torch(std::string_view path) {
  for (const std::string_view folder : {"aten/src/", "torch/csrc/"})
    if (const std::size_t at = last_folder(path, folder); at != kNone) return std::string(path.substr(at));
  // Installed headers.
  if (const std::size_t at = last_folder(path, "ATen/"); at != kNone) return "aten/src/" + std::string(path.substr(at));
  // Some of these have a third_party of their own.
  if (const std::size_t at = first_folder(path, "third_party/"); at != kNone) return std::string(path.substr(at));
  for (const std::string_view folder : {"c10/", "caffe2/"})
    if (const std::size_t at = last_folder(path, folder); at != kNone) return std::string(path.substr(at));
  return {};
}

std::string_view after_first_folder(std::string_view path) { return path.substr(path.find('/') + 1); }

std::string header_of_compiler(std::string_view path) {
  if (const std::size_t at = last_folder(path, "c++/"); at != kNone && first_folder(path, "include/") < at) {
    std::string_view rest = after_first_folder(path.substr(at));
    if (length_of(rest, rest.starts_with('v') ? 1 : 0, is_digit) != 0) rest = after_first_folder(rest);
    if (rest.substr(0, rest.find('/')).find("-linux") != kNone) rest = after_first_folder(rest);
    return "include/c++/" + std::string(rest);
  }
  const bool intrinsics = last_folder(path, "lib/gcc/") != kNone || last_folder(path, "lib/clang/") != kNone;
  return std::string(intrinsics ? from(path, last_folder(path, "include/")) : "");
}

std::string file_of_glibc(std::string_view path) {
  const std::size_t at = last_folder(path, "glibc-");
  const std::size_t end = at == kNone ? kNone : path.find('/', at);
  return end == kNone ? std::string() : std::string(path.substr(end + 1));
}

std::string file_of_python(std::string_view path) {
  for (const std::string_view folder : {"Objects/", "Modules/", "Parser/", "Include/", "Programs/", "Python/"})
    if (const std::size_t at = last_folder(path, folder); at != kNone) return std::string(path.substr(at));
  return {};
}

std::string standard_file(std::string_view file, std::string_view object) {
  if (file.empty() || file == kUnknownFile) return std::string(file);
  std::string path = normal_path(file);
  for (const auto& known : {file_of_torch, header_of_compiler, file_of_glibc})
    if (std::string standard = known(path); !standard.empty()) return standard;
  if (object == "python")
    if (std::string standard = file_of_python(path); !standard.empty()) return standard;
  if (object == "snippets") return path.substr(path.rfind('/') + 1);
  return path;
}

// --- Objects --------------------------------------------------------------------------------------------------------

// `libgomp-a34b3233.so.1`, `libopenblas64_p-r0-0cf96a72.3.23.dev.so`
std::string without_wheel_hash(std::string name) {
  constexpr std::size_t kLength = 8;
  for (std::size_t dash = name.find('-'); dash != kNone; dash = name.find('-', dash)) {
    const std::size_t end = dash + 1 + kLength;
    const std::size_t library = name.find(".so", dash);
    const bool hashed = length_of(name, dash + 1, is_hexadecimal) == kLength && library != kNone &&
                        (begins_at(name, end, ".") || begins_at(name, end, "-"));
    if (!hashed)
      ++dash;
    else
      name.erase(dash, (name[end] == '.' ? library : end) - dash);
  }
  return name;
}

bool is_interpreter(std::string_view name) {
  const auto of_version = [](char c) { return is_of_version(c) || c == 't' || c == 'd' || c == 'm'; };
  if (name.starts_with("libpython")) return true;
  return name == "python" || (name.starts_with("python") && consists_of(name.substr(6), of_version));
}

// `s0003.so` is what a server calls them, `snippets.so` what the cache does.
bool is_of_snippets(std::string_view name) {
  if (name == "snippets.so") return true;
  return name.starts_with('s') && name.ends_with(".so") && consists_of(name.substr(1, name.size() - 4), is_digit);
}

struct Sibling {
  std::string_view before;
  std::string_view since;
};

constexpr std::array kSiblingsOfGlibc = {
    Sibling{"libc-", "libc.so.6"},   Sibling{"libm-", "libm.so.6"},   Sibling{"libpthread-", "libpthread.so.0"},
    Sibling{"libdl-", "libdl.so.2"}, Sibling{"librt-", "librt.so.1"}, Sibling{"ld-", "ld-linux-x86-64.so.2"},
};

// Empty for other libraries.
std::string_view library_of_glibc(std::string_view name) {
  if (!name.ends_with(".so")) return {};
  const std::string_view stem = name.substr(0, name.size() - 3);
  for (const Sibling& sibling : kSiblingsOfGlibc)
    if (stem.starts_with(sibling.before) && consists_of(stem.substr(sibling.before.size()), is_of_version))
      return sibling.since;
  return {};
}

bool is_library_of_torch(std::string_view name) {
  return name.starts_with("libtorch") || name.starts_with("libc10") || name.starts_with("libcaffe2") ||
         name.starts_with("libshm.");
}

std::string without_library_version(std::string name) {
  const std::size_t version = name.find(".so.");
  if (version == kNone) return name;
  const std::size_t number = version + 4;
  name.resize(is_library_of_torch(name) ? number - 1 : number + length_of(name, number, is_digit));
  return name;
}

std::string without_interpreter_version(std::string name) {
  constexpr std::string_view kTag = ".cpython";
  const std::size_t tag = name.find(std::string(kTag) + "-");
  const std::size_t library = tag == kNone ? kNone : name.rfind(".so");
  if (library == kNone || library < tag) return name;
  const std::size_t end = tag + kTag.size();
  return name.erase(end, library - end);
}

std::string standard_object(std::string_view object) {
  const std::string_view name = object.substr(object.rfind('/') + 1);
  if (name == "alloc.so" || name == "libpinned.so") return "allocator";
  if (is_of_snippets(name)) return "snippets";
  if (is_interpreter(name)) return "python";
  if (const std::string_view library = library_of_glibc(name); !library.empty()) return std::string(library);
  return without_library_version(without_wheel_hash(without_interpreter_version(std::string(name))));
}

}  // namespace

FunctionKey standardise(const FunctionKey& key) {
  FunctionKey result;
  result.name = standard_function(key.name);
  result.object = standard_object(key.object);
  // A statement's file is its definition's, wherever that lies.
  result.file = result.name == kStatement ? std::string(kUnknownFile) : standard_file(key.file, result.object);
  return result;
}

bool is_address(const FunctionKey& key) {
  const std::string_view name = key.name;
  if (!name.starts_with("0x")) return false;
  const std::size_t digits = length_of(name, 2, is_hexadecimal);
  return digits != 0 && (2 + digits == name.size() || name[2 + digits] == ' ' || name[2 + digits] == '\'');
}

std::string short_name(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size();) {
    if (const std::size_t kept = kept_length(name, i); kept != 0) {
      result += name.substr(i, kept);
      i += kept;
      continue;
    }
    const char c = name[i];
    const bool collapses = c == '<' || c == '(';
    const std::size_t end = collapses ? past_closing(name, i) : i + 1;
    if (end == kNone) return result.append(name.substr(i));
    if (collapses)
      result += c == '<' ? "<>" : "()";
    else
      result += c;
    i = end;
  }
  return result;
}

std::string qualified_name(std::string_view name) {
  const std::string brief = short_name(name);
  const std::string_view ended = without_trailer(brief);
  const std::string_view declared = ended.substr(declared_at(ended));
  std::string result;
  for (std::size_t i = 0; i < declared.size();) {
    const std::size_t dropped = dropped_length(declared, i);
    const std::size_t kept = dropped != 0 ? 0 : std::max<std::size_t>(1, kept_length(declared, i));
    result += declared.substr(i, kept);
    i += dropped + kept;
  }
  while (result.ends_with(' ')) result.pop_back();  // of `operator< <>`
  return result;
}

}  // namespace quern
