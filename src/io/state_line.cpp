// SPDX-License-Identifier: Apache-2.0
// Reads a state line in one pass. The numbers are most of the work, so they are read in place; the rare parts
// (a tag, a key with escapes) go to the JSON library.
#include "catena/io/state_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <locale>
#include <nlohmann/json.hpp>
#include <sstream>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"

namespace catena {
namespace {

constexpr std::array<std::string_view, 12> kKeys = {"q",   "qd", "qdd",      "tau", "gravity", "tip",
                                                    "tag", "V",  "wrenches", "v",   "damping", "frame"};
constexpr int kDeepest = 64;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Common other names of the keys, then spelling mistakes.
std::string meant_by(std::string_view key) {
  constexpr std::string_view kOthers[][2] = {{"position", "q"},       {"dq", "qd"},      {"qdot", "qd"},
                                             {"velocity", "qd"},      {"ddq", "qdd"},    {"qddot", "qdd"},
                                             {"acceleration", "qdd"}, {"torque", "tau"}, {"effort", "tau"},
                                             {"wrench", "tip"}};
  for (const auto& [other, ours] : kOthers)
    if (key == other) return fmt::format("did you mean '{}'?", ours);
  return text::did_you_mean(key, kKeys);
}

std::string counted(std::size_t n) { return text::counted(n, "number"); }

// Numbers beyond the range of double: 0 if too small, nothing if too large.
std::optional<double> out_of_range(std::string_view text) {
  std::istringstream in{std::string(text)};
  in.imbue(std::locale::classic());
  double value = 0;
  in >> value;
  if (in.fail() || !std::isfinite(value)) return std::nullopt;
  return value;
}

class Parser {
 public:
  Parser(std::string_view line, StateLine& state) : text_(line), state_(state) {}

  void parse() {
    for (StateLine::Numbers* numbers : {&state_.q, &state_.qd, &state_.qdd, &state_.tau, &state_.v}) {
      numbers->given = false;
      numbers->values.clear();
    }
    for (StateLine::Matrix* matrix : {&state_.V, &state_.wrenches}) {
      matrix->given = false;
      matrix->rows = matrix->cols = 0;
      matrix->values.clear();
    }
    state_.gravity.reset();
    state_.tip.reset();
    state_.wrenches_at.clear();
    state_.damping = 0;
    state_.tag.clear();
    state_.frame.reset();
    if (peek() != '{')
      throw here("this is not a JSON object").given(excerpt()).need(R"(a state such as {"q": [0, 0]})");
    ++at_;
    if (peek() == '}') {
      ++at_;
    } else {
      do member();
      while (more('}'));
    }
    if (peek() != '\0' || at_ < text_.size())
      throw here("the line continues after the object").given(excerpt()).need("one object on a line");
  }

 private:
  // The next character that is not a blank; 0 at the end.
  char peek() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  // Past ',' (true) or the closing bracket (false).
  bool more(char close) {
    const char c = peek();
    if (c != ',' && c != close)
      throw here(at_ < text_.size() ? "this is not JSON" : "the line ends too early")
          .given(excerpt())
          .need(fmt::format("',' or '{}'", close));
    ++at_;
    return c == ',';
  }

  void member() {
    if (peek() != '"') throw here("this is not a key").given(excerpt()).need("a key in double quotes");
    const std::size_t start = at_;
    const std::string key = read_string();
    const auto found = std::find(kKeys.begin(), kKeys.end(), key);
    if (found == kKeys.end()) {
      at_ = start;
      throw here(fmt::format("unknown key '{}'", text::printable(key)))
          .need("q, qd, qdd, tau, gravity, tip, v, V, wrenches, damping, frame or tag")
          .hint(meant_by(key));
    }
    const auto index = static_cast<unsigned>(found - kKeys.begin());
    if ((seen_ >> index) & 1u) {
      at_ = start;
      throw here(fmt::format("key '{}' is given twice", key));
    }
    seen_ |= 1u << index;
    if (peek() != ':') throw here("this is not JSON").given(excerpt()).need("':' after the key");
    ++at_;
    value(*found);
  }

  void value(std::string_view key) {
    if (key == "q") return joints(key, state_.q);
    if (key == "qd") return joints(key, state_.qd);
    if (key == "qdd") return joints(key, state_.qdd);
    if (key == "tau") return joints(key, state_.tau);
    if (key == "v") return joints(key, state_.v);
    if (key == "V") return matrix("V", state_.V);
    if (key == "wrenches") return wrenches();
    if (key == "damping") return damping();
    if (key == "frame") return frame();
    if (key == "tag") return tag();
    scratch_.clear();
    array(key, scratch_);
    const std::vector<double>& v = scratch_;
    if (key == "gravity") {
      require_size("gravity", 3, "x, y, z in the base frame");
      state_.gravity = Vec3<double>{v[0], v[1], v[2]};
    } else {
      require_size("tip", 6, "moment then force, in the tool's axes");
      state_.tip = Force<double>{{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};
    }
  }

  void joints(std::string_view key, StateLine::Numbers& out) {
    out.given = true;
    array(key, out.values);
  }

  void wrenches() {
    if (peek() == '{') return wrenches_by_frames();
    matrix("wrenches", state_.wrenches);
    if (state_.wrenches.rows > 0 && state_.wrenches.cols != 6)
      throw Error(ErrorKind::usage, "'wrenches'", "wrong length of a row")
          .given(counted(state_.wrenches.cols))
          .need("6: moment then force, in the axes of the link");
  }

  // {"wrist": [mx, my, mz, fx, fy, fz], ..}
  void wrenches_by_frames() {
    state_.wrenches.given = true;
    ++at_;
    if (peek() == '}') {
      ++at_;
      return;
    }
    do {
      if (peek() != '"')
        throw here("this is not the name of a frame").given(excerpt()).need("a name in double quotes");
      const std::size_t start = at_;
      const std::string name = read_string();
      for (const StateLine::AtFrame& other : state_.wrenches_at)
        if (other.frame == name) {
          at_ = start;
          throw here(fmt::format("'wrenches' has two for the frame '{}'", text::printable(name)));
        }
      if (peek() != ':') throw here("this is not JSON").given(excerpt()).need("':' after the name");
      ++at_;
      scratch_.clear();
      array("wrenches", scratch_);
      require_size("wrenches", 6, "moment then force, at the frame");
      const std::vector<double>& w = scratch_;
      state_.wrenches_at.push_back({name, {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}}});
    } while (more('}'));
  }

  void damping() {
    state_.damping = number("damping");
    if (state_.damping < 0)
      throw Error(ErrorKind::usage, "'damping'", "it is negative")
          .given(fmt::format("{}", state_.damping))
          .need("0 or more, in 1/kg and 1/(kg m²)");
  }

  void frame() {
    if (peek() != '"')
      throw here("'frame' is not a name").given(excerpt()).need("the name of a frame in double quotes");
    state_.frame = read_string();
    if (state_.frame->empty())
      throw Error(ErrorKind::usage, "'frame'", "the name is empty").need("the name of a frame");
  }

  void require_size(const char* key, std::size_t size, const char* what) const {
    if (scratch_.size() == size) return;
    throw Error(ErrorKind::usage, fmt::format("'{}'", key), "wrong length")
        .given(counted(scratch_.size()))
        .need(fmt::format("{}: {}", size, what));
  }

  void array(std::string_view key, std::vector<double>& out) {
    if (peek() != '[')
      throw here(fmt::format("'{}' is not an array", key))
          .given(excerpt())
          .need("numbers in brackets, [0, 0]");
    ++at_;
    if (peek() == ']') {
      ++at_;
      return;
    }
    do out.push_back(number(key));
    while (more(']'));
  }

  // An array of rows that are equally long.
  void matrix(std::string_view key, StateLine::Matrix& out) {
    out.given = true;
    if (peek() != '[')
      throw here(fmt::format("'{}' is not an array", key))
          .given(excerpt())
          .need("rows in brackets, [[1, 0], [0, 1]]");
    ++at_;
    if (peek() == ']') {
      ++at_;
      return;
    }
    do {
      const std::size_t before = out.values.size();
      peek();
      const std::size_t start = at_;
      array(key, out.values);
      const std::size_t length = out.values.size() - before;
      if (out.rows++ == 0) out.cols = length;
      if (length != out.cols) {
        at_ = start;
        throw here(fmt::format("the rows of '{}' are not equally long", key))
            .given(counted(length))
            .need(fmt::format("{}, as in the first row", counted(out.cols)));
      }
    } while (more(']'));
  }

  // By the grammar of JSON: no plus sign, no leading zeros, digits on both sides of the point.
  std::size_t number_end() const {
    std::size_t i = at_;
    const auto digits = [&] {
      const std::size_t first = i;
      while (i < text_.size() && is_digit(text_[i])) ++i;
      return i > first;
    };
    if (i < text_.size() && text_[i] == '-') ++i;
    const bool zero = i < text_.size() && text_[i] == '0';
    if (zero)
      ++i;
    else if (!digits())
      return at_;
    if (i < text_.size() && text_[i] == '.') {
      ++i;
      if (!digits()) return at_;
    }
    if (i < text_.size() && (text_[i] == 'e' || text_[i] == 'E')) {
      ++i;
      if (i < text_.size() && (text_[i] == '+' || text_[i] == '-')) ++i;
      if (!digits()) return at_;
    }
    // rejects "01", "0x10" and "1e5f"
    const bool ends =
        i == text_.size() || is_space(text_[i]) || text_[i] == ',' || text_[i] == ']' || text_[i] == '}';
    return ends ? i : at_;
  }

  double number(std::string_view key) {
    peek();
    const std::size_t end = number_end();
    if (end == at_)
      throw here(fmt::format("'{}' contains something that is not a number", key))
          .given(excerpt())
          .need("finite numbers");
    double value = 0;
    const auto [stop, error] = std::from_chars(text_.data() + at_, text_.data() + end, value);
    if (error == std::errc::result_out_of_range) {
      const std::optional<double> other = out_of_range(text_.substr(at_, end - at_));
      if (!other)
        throw here(fmt::format("'{}' contains a number that is too large", key))
            .given(excerpt())
            .need("at most 1.7976931348623157e308 in size");
      value = *other;
    }
    at_ = end;
    return value;
  }

  // The end of the string that begins here, past its closing quote.
  std::size_t string_end(std::size_t i) const {
    for (++i; i < text_.size(); ++i) {
      if (text_[i] == '\\')
        ++i;
      else if (text_[i] == '"')
        return i + 1;
    }
    return std::string_view::npos;
  }

  std::string read_string() {
    const std::size_t end = string_end(at_);
    if (end == std::string_view::npos) throw here("the line ends too early").given(excerpt()).need("'\"'");
    const std::string_view quoted = text_.substr(at_, end - at_), plain = quoted.substr(1, quoted.size() - 2);
    at_ = end;
    if (std::find(kKeys.begin(), kKeys.end(), plain) != kKeys.end()) return std::string(plain);
    const auto decoded = nlohmann::json::parse(quoted, nullptr, false);
    if (!decoded.is_string()) {
      at_ = end - quoted.size();
      throw here("this is not a JSON string").given(excerpt()).need("valid UTF-8 and escapes");
    }
    return decoded.get<std::string>();
  }

  // Any JSON value; kept as it is written.
  void tag() {
    peek();
    const std::size_t start = at_;
    int depth = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (depth == 0 && (c == ',' || c == '}' || c == ']')) break;
      if (c == '"') {
        at_ = std::min(string_end(at_), text_.size());
        continue;
      }
      if (c == '[' || c == '{') ++depth;
      if (c == ']' || c == '}') --depth;
      if (depth > kDeepest)
        throw Error(ErrorKind::usage, "'tag'", "nested too deeply")
            .need(fmt::format("{} levels or fewer", kDeepest));
      ++at_;
    }
    std::string_view slice = text_.substr(start, at_ - start);
    while (!slice.empty() && is_space(slice.back())) slice.remove_suffix(1);
    if (slice.find('\0') != std::string_view::npos ||
        !nlohmann::json::accept(slice))  // nlohmann::json takes 0 for the end
      throw Error(ErrorKind::usage, "'tag'", "this is not a JSON value").given(text::printable(slice, 24));
    state_.tag = slice;
    std::replace(state_.tag.begin(), state_.tag.end(), '\r',
                 ' ');  // the tag stays on one line
  }

  // The text at this place, for a message.
  std::string excerpt() const {
    if (at_ >= text_.size()) return "the end of the line";
    std::size_t end = at_ + 1;
    while (end < text_.size() && end < at_ + 64 && !is_space(text_[end]) && text_[end] != ',' &&
           text_[end] != ']' && text_[end] != '}')
      ++end;
    return text::printable(text_.substr(at_, end - at_), 24);
  }

  Error here(std::string what) const {
    return {ErrorKind::usage, fmt::format("column {}", at_ + 1), std::move(what)};
  }

  std::string_view text_;
  StateLine& state_;
  std::size_t at_ = 0;
  unsigned seen_ = 0;
  std::vector<double> scratch_;
};

}  // namespace

void parse_state_line(std::string_view line, StateLine& state) { Parser(line, state).parse(); }

void require_joints(const std::string& where, const StateLine::Numbers& numbers, int dof,
                    const std::string& robot, std::string_view needed_by) {
  if (!numbers.given && needed_by.empty()) return;
  if (!numbers.given)
    throw Error(ErrorKind::usage, where, "missing")
        .need(fmt::format("{}, for '{}'", counted(static_cast<std::size_t>(dof)), needed_by));
  if (numbers.values.size() != static_cast<std::size_t>(dof))
    throw Error(ErrorKind::usage, where, "wrong length")
        .given(counted(numbers.values.size()))
        .need(fmt::format("{}, since '{}' has {}", dof, robot, text::counted(dof, "joint")));
}

void require_rows(const char* key, const StateLine::Matrix& matrix, int dof, const std::string& robot) {
  if (!matrix.given || matrix.rows == static_cast<std::size_t>(dof)) return;
  throw Error(ErrorKind::usage, fmt::format("'{}'", key), "wrong number of rows")
      .given(fmt::format("{}", matrix.rows))
      .need(fmt::format("{}, since '{}' has {}", dof, robot, text::counted(dof, "joint")));
}

}  // namespace catena
