// SPDX-License-Identifier: Apache-2.0
// The file of a report: the document is embedded unchanged, cannot break the page, and is written atomically.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "catena/report/report.hpp"

namespace catena::report {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

const std::string kOpen = R"(<script type="application/json" id="catena-report">)";
const std::string kClose = "</script>";

class ReportPage : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string text_of(const fs::path& file) {
    std::stringstream out;
    out << std::ifstream(file, std::ios::binary).rdbuf();
    return out.str();
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }
  static std::string failure(const Report& report, const std::string& path) {
    try {
      write_report(report, path);
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), 5);
      return error.what();
    }
    return "no failure";
  }

  const fs::path folder_ = fs::temp_directory_path() / ("catena_report_" + std::to_string(::getpid()));
};

// What a browser hands to the page: all up to the first end of a script.
std::string document_in(const std::string& html) {
  const std::size_t from = html.find(kOpen);
  EXPECT_NE(from, std::string::npos);
  const std::size_t start = from + kOpen.size();
  return html.substr(start, html.find(kClose, start) - start);
}

TEST_F(ReportPage, HoldsTheDocument) {
  const Report report{.title = "PUMA", .command = "catena simulate"};
  const std::string html = page(report);
  EXPECT_THAT(html, testing::StartsWith("<!doctype html>"));
  EXPECT_EQ(document_in(html), document(report));
  EXPECT_THAT(html, testing::HasSubstr("</html>"));
  std::ostringstream out;
  write_report(report, out);
  EXPECT_EQ(out.str(), html);
}

TEST_F(ReportPage, IsTheCommittedPage) {
  std::string committed = text_of(fs::path(CATENA_SOURCE_DIR) / "src/report/page/report.html");
  const std::string marker = "@REPORT@";
  ASSERT_NE(committed.find(marker), std::string::npos);
  EXPECT_EQ(page("{}"), committed.replace(committed.find(marker), marker.size(), "{}"));
}

TEST_F(ReportPage, LoadsNothingFromOutside) {
  const std::string html = page(Report{.title = "t"});
  EXPECT_THAT(html, testing::HasSubstr("default-src 'none'"));
  for (const char* tag : {"<script src", "<link rel=\"stylesheet", "<img", "<iframe", "@import", "url(http"})
    EXPECT_THAT(html, testing::Not(testing::HasSubstr(tag)));
}

TEST_F(ReportPage, NoNameEndsTheScriptThatHoldsIt) {
  const std::string name = "</script><script>alert(1)</script><!-- <SCRIPT \u2028\u2029 \"\\";
  const std::string html = page(Report{.title = name});
  const std::string inside = document_in(html);
  EXPECT_EQ(inside.find('<'), std::string::npos);
  EXPECT_EQ(inside.find("\u2028"), std::string::npos);
  EXPECT_EQ(inside.find("\u2029"), std::string::npos);
  EXPECT_EQ(Json::parse(inside).at("title"), name);
  EXPECT_EQ(html.find("alert(1)</script>"), std::string::npos);
}

TEST_F(ReportPage, WhatIsNotUtf8IsReplaced) {
  EXPECT_EQ(Json::parse(document_in(page(Report{.title = "a\xFFz"}))).at("title"), "a\uFFFDz");
}

TEST_F(ReportPage, AFileIsWrittenWholeAndReplaced) {
  const std::string file = (folder_ / "out.html").string();
  write_report(Report{.title = "one"}, file);
  write_report(Report{.title = "two"}, file);
  EXPECT_EQ(text_of(file), page(Report{.title = "two"}));
  EXPECT_EQ(files(), 1u);
}

TEST_F(ReportPage, AFailureSaysWhyAndLeavesNothing) {
  const Report report{.title = "t"};
  EXPECT_EQ(failure(report, "/no/such/out.html"),
            "/no/such/out.html: cannot write\n  given   No such file or directory\n"
            "  hint    there is no folder '/no/such': create it first");
  EXPECT_EQ(failure(report, folder_.string()),
            folder_.string() + ": this is a folder\n  need    the name of a file");
  EXPECT_EQ(failure(report, "/dev/full"), "/dev/full: cannot write\n  given   No space left on device");
  EXPECT_EQ(files(), 0u);
}

TEST_F(ReportPage, ARefusedDocumentLeavesTheOldFile) {
  const std::string file = (folder_ / "out.html").string();
  write_report(Report{.title = "old"}, file);
  Report broken{.title = "new"};
  broken.runs.push_back({.name = "no times"});
  EXPECT_THROW(write_report(broken, file), Error);
  EXPECT_EQ(text_of(file), page(Report{.title = "old"}));
}

}  // namespace
}  // namespace catena::report
