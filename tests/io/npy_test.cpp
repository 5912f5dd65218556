// SPDX-License-Identifier: Apache-2.0
// .npy files: bytes made by hand after NumPy's description of the format, and files on the disk.
#include "catena/io/npy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace catena {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;
using namespace std::string_literals;
namespace fs = std::filesystem;

// Format 1.0, 2.0 or 3.0 with any text as its dictionary.
std::string file_with(const std::string& dictionary, const std::string& numbers, int format = 1) {
  const std::size_t length = dictionary.size();
  std::string bytes = "\x93NUMPY"s + static_cast<char>(format) + '\0';
  for (int k = 0; k < (format == 1 ? 2 : 4); ++k) bytes += static_cast<char>(length >> (8 * k) & 0xff);
  return bytes + dictionary + numbers;
}

std::string dictionary(const std::string& descr, const std::string& order, const std::string& shape) {
  return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}

template <class T>
std::string raw(std::initializer_list<T> values) {
  std::string bytes;
  for (const T value : values) bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  return bytes;
}

template <class T>
std::string swapped(std::initializer_list<T> values) {
  std::string bytes;
  for (const T value : values) {
    const std::string one = raw({value});
    bytes.append(one.rbegin(), one.rend());
  }
  return bytes;
}

template <class F>
std::string message(F f) {
  try {
    f();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io) << error.what();
    return error.what();
  }
  return "no error";
}

std::string message_for(const std::string& bytes) {
  return message([&] { parse_npy(bytes, "a.npy"); });
}

// A folder of its own for each test.
class NpyFileTest : public ::testing::Test {
 protected:
  NpyFileTest()
      : folder_(fs::temp_directory_path() /
                ("catena_npy_" + std::to_string(::getpid()) + "_" +
                 ::testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directory(folder_);
  }
  ~NpyFileTest() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string put(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  static std::string bytes_of(const std::string& file) {
    std::ostringstream all;
    all << std::ifstream(file, std::ios::binary).rdbuf();
    return all.str();
  }

 private:
  fs::path folder_;
};

TEST(Npy, WritesTheBytesThatNumpyWrites) {
  // np.save(file, np.array([1.0, -2.5, 0.0]))
  const std::string head = "\x93NUMPY\x01\0v\0{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }"s;
  const std::string expected = head + std::string(127 - head.size(), ' ') + '\n' +
                               "\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\x04\xc0\0\0\0\0\0\0\0\0"s;
  EXPECT_EQ(write_npy(NpyShape{3}, std::vector{1.0, -2.5, 0.0}), expected);
}

TEST(Npy, ReadsBackWhatItWrites) {
  for (const NpyShape& shape : {NpyShape{}, NpyShape{6}, NpyShape{2, 3}, NpyShape{2, 1, 3}, NpyShape{0, 7}}) {
    std::size_t count = 1;
    for (const std::size_t size : shape) count *= size;
    std::vector<double> values(count);
    for (std::size_t k = 0; k < count; ++k) values[k] = 0.1 * static_cast<double>(k) - 1;
    const NpyArray again = parse_npy(write_npy(shape, values), "a.npy");
    EXPECT_EQ(again.shape, shape);
    EXPECT_EQ(again.values, values);
  }
}

TEST(Npy, WidensSmallerNumbersInEitherByteOrder) {
  const auto values = [](const std::string& descr, const std::string& numbers) {
    return parse_npy(file_with(dictionary(descr, "False", "(2,)"), numbers), "a.npy").values;
  };
  EXPECT_THAT(values("<f8", raw({0.1, -1e300})), ElementsAre(0.1, -1e300));
  EXPECT_THAT(values(">f8", swapped({0.1, -1e300})), ElementsAre(0.1, -1e300));
  EXPECT_THAT(values("<f4", raw({0.1f, -2.f})), ElementsAre(double{0.1f}, -2));
  EXPECT_THAT(values(">f4", swapped({0.1f, -2.f})), ElementsAre(double{0.1f}, -2));
  EXPECT_THAT(values("|i1", raw<std::int8_t>({-128, 127})), ElementsAre(-128, 127));
  EXPECT_THAT(values("|u1", raw<std::uint8_t>({0, 255})), ElementsAre(0, 255));
  EXPECT_THAT(values("<i2", raw<std::int16_t>({-300, 2})), ElementsAre(-300, 2));
  EXPECT_THAT(values(">u2", swapped<std::uint16_t>({65535, 2})), ElementsAre(65535, 2));
  EXPECT_THAT(values("<i4", raw<std::int32_t>({-70000, 2})), ElementsAre(-70000, 2));
  EXPECT_THAT(values("<u4", raw<std::uint32_t>({4000000000u, 2})), ElementsAre(4e9, 2));
  EXPECT_THAT(values("<i8", raw<std::int64_t>({-(1LL << 53), 1LL << 62})), ElementsAre(-0x1p53, 0x1p62));
  EXPECT_THAT(values(">u8", swapped<std::uint64_t>({1ULL << 63, 2})), ElementsAre(0x1p63, 2));
}

TEST(Npy, RefusesIntegersThatNoDoubleEquals) {
  const auto text = [](const std::string& descr, const std::string& numbers) {
    return message_for(file_with(dictionary(descr, "False", "(1,)"), numbers));
  };
  EXPECT_EQ(
      text("<i8", raw<std::int64_t>({(1LL << 53) + 1})),
      "a.npy: an integer is too large for a double\n  given   9007199254740993\n  need    integers up to "
      "2^53");
  EXPECT_THAT(text("<i8", raw<std::int64_t>({INT64_MAX})), StartsWith("a.npy: an integer is too large"));
  EXPECT_THAT(text("<u8", raw<std::uint64_t>({UINT64_MAX})), StartsWith("a.npy: an integer is too large"));
}

TEST(Npy, TurnsFortranOrderRound) {
  // np.asfortranarray([[1, 2, 3], [4, 5, 6]])
  const std::string two = file_with(dictionary("<f8", "True", "(2, 3)"), raw({1., 4., 2., 5., 3., 6.}));
  EXPECT_THAT(parse_npy(two, "a.npy").values, ElementsAre(1, 2, 3, 4, 5, 6));
  // element [i][j][k] of a 2 x 3 x 2 array is 100 i + 10 j + k
  std::string numbers;
  for (const int k : {0, 1})
    for (const int j : {0, 1, 2})
      for (const int i : {0, 1}) numbers += raw<std::int32_t>({100 * i + 10 * j + k});
  const std::string three = file_with(dictionary("<i4", "True", "(2, 3, 2)"), numbers);
  EXPECT_THAT(parse_npy(three, "a.npy").values,
              ElementsAre(0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121));
}

TEST(Npy, ReadsAllFormatsAndWhatPythonWouldRead) {
  const std::string numbers = raw({1.5, 2.5});
  for (const int format : {1, 2, 3})
    EXPECT_THAT(parse_npy(file_with(dictionary("<f8", "False", "(2,)"), numbers, format), "a").values,
                ElementsAre(1.5, 2.5));
  for (const std::string text : {"{\"shape\":(2L,),\"fortran_order\":False,\"descr\":\"<f8\"}",
                                 "  { 'shape' : ( 2 , 1 ) , 'descr' : '<f8' , 'fortran_order' : True }  \n"})
    EXPECT_THAT(parse_npy(file_with(text, numbers), "a").values, ElementsAre(1.5, 2.5)) << text;
  EXPECT_THAT(parse_npy(file_with(dictionary("<f8", "False", "()"), numbers), "a").values, ElementsAre(1.5));
}

TEST(Npy, SaysWhatIsWrongWithAFile) {
  const std::string good = file_with(dictionary("<f8", "False", "(2,)"), raw({1.5, 2.5}));
  EXPECT_EQ(message_for(""), "a.npy: the .npy file is truncated\n  given   0 bytes");
  EXPECT_EQ(message_for("q,qd\n1,2\n"),
            "a.npy: this is not a .npy file\n  given   it begins with 'q,qd\\x0a1,2'\n  need    a file that "
            "np.save "
            "has written");
  EXPECT_THAT(message_for("PK\3\4 and so on"),
              ::testing::EndsWith("hint    an .npz file holds several arrays: save one with np.save"));
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_THAT(message_for(good.substr(0, size)), StartsWith("a.npy: the .npy file is truncated")) << size;
  EXPECT_EQ(
      message_for(good.substr(0, good.size() - 1)),
      "a.npy: the .npy file is truncated\n  given   15 bytes of numbers\n  need    16 for the shape (2,)");
  EXPECT_EQ(
      message_for(file_with(dictionary("<f8", "False", "(2,)"), "", 4)),
      "a.npy: this version of the .npy format is not supported\n  given   4.0\n  need    1.0, 2.0 or 3.0");
  EXPECT_EQ(message_for("\x93NUMPY\2\0\xff\xff\xff\x7f"s),
            "a.npy: the header of the .npy file is too long\n  given   2147483647 bytes\n  need    1048576 "
            "bytes or "
            "less");
  EXPECT_EQ(
      message_for(file_with(dictionary("|O", "False", "(2,)"), "")),
      "a.npy: the array holds Python objects, not numbers\n  given   '|O'\n  need    float64, float32 or "
      "integers\n  hint    its rows may differ in length");
  EXPECT_THAT(message_for(file_with("{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (2,)}", "")),
              StartsWith("a.npy: the array holds records, not numbers\n  given   [('x', '<f8')]"));
  for (const std::string descr :
       {"<c16", "<f2", "<f16", "|b1", "<U3", "<M8[ns]", "f8", "=f8", "|f8", "", "<", "<f", "<f88"})
    EXPECT_THAT(message_for(file_with(dictionary(descr, "False", "(2,)"), "")),
                StartsWith("a.npy: numbers of this type are not supported\n  given   '" + descr + "'"));
  EXPECT_THAT(message_for(file_with(dictionary("<f8", "False", "(4294967296, 4294967296)"), "")),
              StartsWith("a.npy: the shape is too large"));
  EXPECT_THAT(message_for(file_with(dictionary("<f8", "False", "(0, 99999999999999999999)"), "")),
              StartsWith("a.npy: the shape is too large"));
  EXPECT_THAT(message_for(file_with(dictionary("<f8", "False", "(0, 9999999999, 9999999999)"), "")),
              StartsWith("a.npy: the shape is too large"));
}

TEST(Npy, SaysWhatIsWrongWithAHead) {
  const auto given = [](const std::string& text) { return message_for(file_with(text, raw({1.5, 2.5}))); };
  const std::string damaged = "a.npy: the header of the .npy file is damaged\n  given   ";
  for (const auto& [text, found] : {
           std::pair<std::string, std::string>{"", "its end where '{' should be"},
           {"[]", "'[]' where '{' should be"},
           {"{}", "'descr' is missing"},
           {"{'descr': '<f8', 'shape': (2,)}", "'fortran_order' is missing"},
           {"{'descr': '<f8', 'fortran_order': True}", "'shape' is missing"},
           {"{'descr': '<f8', 'descr': '<f8'}", "the key 'descr', unknown or repeated"},
           {"{'size': 3}", "the key 'size', unknown or repeated"},
           {"{'shape': (2,) 'descr'", "''descr'' where ',' should be"},
           {"{'shape': (-2,)}", "'-2,)}' in the shape"},
           {"{'shape': (2.0,)}", "'.0,)}' where ',' should be"},
           {"{'shape': 2}", "'2}' where '(' should be"},
           {"{'fortran_order': 1}", "'1}' where True or False should be"},
           {"{'descr: ", "''descr: ' where a name should be"},
           {"{'descr': '<f8', 'fortran_order': False, 'shape': (2,)} os.system()", "'os.system()'"},
       })
    EXPECT_THAT(given(text), StartsWith(damaged + found + "\n  need    ")) << text;
}

TEST_F(NpyFileTest, ReadsRowsOfAnyOrderAndType) {
  std::string c_order, fortran;
  for (int i = 0; i < 50; ++i)
    for (int j = 0; j < 3; ++j) c_order += raw({10. * i + j});
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 50; ++i) fortran += raw({static_cast<float>(10 * i + j)});
  const std::string files[] = {put("c.npy", file_with(dictionary("<f8", "False", "(50, 3)"), c_order)),
                               put("f.npy", file_with(dictionary("<f4", "True", "(50, 3)"), fortran))};
  for (const std::string& file : files) {
    NpyReader reader(file);
    EXPECT_EQ(reader.rows(), 50u);
    EXPECT_EQ(reader.row_size(), 3u);
    std::vector<double> block(9);
    reader.read_rows(46, 3, block);
    EXPECT_THAT(block, ElementsAre(460, 461, 462, 470, 471, 472, 480, 481, 482)) << file;
    EXPECT_THROW(reader.read_rows(48, 3, block), Error);
    EXPECT_EQ(read_npy(file).values, parse_npy(bytes_of(file), file).values);
  }
}

TEST_F(NpyFileTest, ReadsALongHead) {
  const std::string pad(9000, ' ');
  const std::string file = put("a.npy", file_with(pad + dictionary("<f8", "False", "(1,)"), raw({2.5}), 2));
  EXPECT_THAT(read_npy(file).values, ElementsAre(2.5));
}

TEST_F(NpyFileTest, SaysWhatIsWrongWithAFileOnTheDisk) {
  EXPECT_EQ(message([&] { NpyReader r(path("none.npy")); }),
            path("none.npy") + ": the file cannot be opened\n  given   No such file or directory");
  EXPECT_EQ(message([&] { NpyReader r(path("")); }),
            path("") + ": the file cannot be opened\n  given   Is a directory");
  ::mkfifo(path("pipe").c_str(), 0600);
  EXPECT_EQ(message([&] { NpyReader r(path("pipe")); }),
            path("pipe") +
                ": cannot read\n  given   Illegal seek\n  need    a regular file, not a pipe: it is not read "
                "sequentially");
  const std::string good = file_with(dictionary("<f8", "False", "(2,)"), raw({1.5, 2.5}));
  EXPECT_EQ(
      message([&] { NpyReader r(put("cut.npy", good.substr(0, good.size() - 3))); }),
      path("cut.npy") +
          ": the .npy file is truncated\n  given   13 bytes of numbers\n  need    16 for the shape (2,)");
  const std::string file = put("shrinks.npy", good);
  NpyReader reader(file);
  fs::resize_file(file, 60);
  std::vector<double> values(2);
  EXPECT_EQ(message([&] { reader.read_rows(0, 2, values); }),
            file + ": the file became shorter while it was read");
}

TEST_F(NpyFileTest, ExistsOnlyWhenItIsComplete) {
  const std::string file = path("out.npy");
  NpyWriter writer(file, {2, 2});
  std::vector<double> all;
  for (const std::size_t rows : {1, 2, 7, 100}) {
    std::vector<double> block(4 * rows);
    for (std::size_t k = 0; k < block.size(); ++k) block[k] = static_cast<double>(all.size() + k);
    writer.append(block);
    all.insert(all.end(), block.begin(), block.end());
    EXPECT_FALSE(fs::exists(file));
  }
  EXPECT_THROW(writer.append(std::vector<double>(5)), Error);
  writer.close();
  const NpyArray now = read_npy(file);
  EXPECT_EQ(now.shape, (NpyShape{all.size() / 4, 2, 2}));
  EXPECT_EQ(now.values, all);
  EXPECT_EQ(fs::file_size(file) % 64, all.size() * 8 % 64) << "the numbers are aligned";
  EXPECT_EQ(fs::file_size(file), 128 + all.size() * 8);
  {
    NpyWriter given_up(file, {1});
    given_up.append(std::vector<double>(3));
  }
  EXPECT_EQ(read_npy(file).values, all) << "without close, the old file stays";
  NpyWriter shorter(file, {1});
  shorter.append(std::vector<double>{1, 2, 3});
  shorter.shorten(2);
  shorter.close();
  EXPECT_EQ(read_npy(file).values, (std::vector<double>{1, 2})) << "a file that exists is replaced";
  EXPECT_EQ(fs::file_size(file), 128 + 16u);
}

TEST_F(NpyFileTest, GetsItsNameWhenAllFilesOfAResultAreComplete) {
  std::vector<NpyWriter> files;
  files.emplace_back(path("a.npy"), NpyShape{1});
  files.emplace_back(path("b.npy"), NpyShape{2});
  files[0].append(std::vector<double>{1});
  files[1].append(std::vector<double>{2, 3});
  EXPECT_FALSE(fs::exists(path("a.npy")) || fs::exists(path("b.npy")));
  NpyWriter::close(files);
  EXPECT_EQ(read_npy(path("a.npy")).shape, (NpyShape{1, 1}));
  EXPECT_EQ(read_npy(path("b.npy")).shape, (NpyShape{1, 2}));
}

// A limit on the size of files stands for a full disk.
TEST_F(NpyFileTest, TakesABlockBackThatDoesNotFit) {
  const std::string file = path("out.npy");
  NpyWriter writer(file, {8});
  writer.append(std::vector<double>(8 * 10, 1.0));
  rlimit before;
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto old = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit tight = {1024, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &tight);
  const std::string text = message([&] { writer.append(std::vector<double>(8 * 10, 2.0)); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old);
  EXPECT_EQ(text, file + ": cannot write\n  given   File too large");
  writer.close();
  EXPECT_EQ(read_npy(file).values, std::vector<double>(80, 1.0));
  EXPECT_EQ(fs::file_size(file), 128 + 640u);
}

TEST_F(NpyFileTest, SaysWhyAFileCannotBeMade) {
  EXPECT_EQ(message([&] { NpyWriter w(path("none/out.npy"), {1}); }),
            path("none/out.npy") +
                ": cannot write\n  given   No such file or directory\n  hint    there is no folder '" +
                path("none") + "': create it first");
  EXPECT_EQ(message([&] { NpyWriter w(path(""), {1}); }),
            path("") + ": this is a folder\n  need    the name of a file");
  EXPECT_EQ(message([] { NpyWriter w("/dev/full", {1}); }),
            "/dev/full: cannot write\n  given   No space left on device");
}

}  // namespace
}  // namespace catena
