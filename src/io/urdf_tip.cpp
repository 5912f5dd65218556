// SPDX-License-Identifier: Apache-2.0
// Where the arm of a URDF ends when no tip is requested. docs/urdf.md states the rule.
#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string>
#include <string_view>

#include "io/urdf_tree.hpp"

namespace catena::io::detail {
namespace {

const UrdfLink& link_at(const UrdfTree& tree, int k) { return tree.links[static_cast<std::size_t>(k)]; }
const UrdfJoint& joint_at(const UrdfTree& tree, int k) { return tree.joints[static_cast<std::size_t>(k)]; }

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool has(std::string_view name, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

// A joint of a hand or of a camera by its name or that of its link; not a wrist that is called after the gripper.
bool is_named_off_the_arm(const UrdfTree& tree, const UrdfJoint& joint) {
  const std::string names = lower(joint.name + " " + link_at(tree, joint.child).name);
  if (has(names, {"finger", "thumb", "knuckle", "jaw", "claw", "camera"})) return true;
  return has(names, {"gripper"}) && !has(names, {"roll", "pitch", "yaw", "wrist", "rotat"});
}

// Whether a link is a place for tools: not that of a sensor or a finger.
bool may_be_tip(const std::string& name) {
  return !has(lower(name), {"camera", "optical", "sensor", "imu", "laser", "lidar", "range", "sonar",
                            "accelerometer", "finger", "thumb", "knuckle", "visual", "collision"});
}

// Whether the name is the word, or ends with it after a separator: "left_tool0", "panda/flange".
bool ends_in(std::string_view name, std::string_view word) {
  if (!name.ends_with(word)) return false;
  if (name.size() == word.size()) return true;
  return std::isalnum(static_cast<unsigned char>(name[name.size() - word.size() - 1])) == 0;
}

// "panda_link8" of an arm with seven joints: the link one behind the last that moves.
bool is_link_behind(const std::string& name, int joints) {
  const std::string number = std::to_string(joints + 1);
  return ends_in(name, "link" + number) || ends_in(name, "link_" + number);
}

// The place of a name in the order of preference; the number of groups if it is in none.
constexpr int kUnranked = 9;
int rank(const std::string& given, int joints) {
  const std::string name = lower(given);
  const auto ends = [&](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return ends_in(name, word); });
  };
  if (has(name, {"hand", "gripper", "palm"})) {
    if (ends({"hand", "hand_link", "hand_base", "hand_base_link"})) return 6;
    if (ends({"gripper_base", "gripper_base_link", "palm", "palm_link"})) return 7;
    return 8;
  }
  if (ends({"tool0"})) return 0;
  if (ends({"flange", "flange_link"})) return 1;
  if (ends({"ee_link", "link_ee", "eef_link", "link_eef", "ee", "eef", "end_effector", "end_effector_link"}))
    return 2;
  if (ends({"tcp", "tcp_link"})) return 3;
  if (ends({"tool", "tool_link", "tool_frame", "tool_tip"})) return 4;
  if (is_link_behind(name, joints)) return 5;
  return kUnranked;
}

// The part of the tree that can belong to the arm.
class ArmTree {
 public:
  ArmTree(const UrdfTree& tree, int base) : tree_(tree), base_(base) {
    const auto n = tree.links.size();
    order_ = {base};
    for (std::size_t k = 0; k < order_.size(); ++k)
      for (const int j : link_at(tree, order_[k]).below) order_.push_back(joint_at(tree, j).child);
    above_.assign(n, 0);
    for (const bool by_name : {true, false}) {  // an arm whose names all speak of a gripper is still an arm
      choose(by_name);
      if (below_[static_cast<std::size_t>(base)] > 0) break;
    }
  }

  // The last links of the arms: more than one if several are equally long.
  std::vector<int> ends() const {
    std::vector<int> out, todo = {base_};
    while (!todo.empty()) {
      const int k = todo.back();
      todo.pop_back();
      const std::vector<int> branches = moving_joints_on(k);
      int longest = 0, shortest = 1 << 30;
      for (const int j : branches) {
        longest = std::max(longest, length(j));
        shortest = std::min(shortest, length(j));
      }
      // Branches about equally long at the end of a chain that is as long at least are the fingers of a hand.
      const bool hand =
          branches.size() > 1 && above_[static_cast<std::size_t>(k)] >= longest && 2 * shortest >= longest;
      if (branches.empty() || hand) {
        out.push_back(k);
        continue;
      }
      for (auto j = branches.rbegin(); j != branches.rend(); ++j)
        if (length(*j) == longest) todo.push_back(joint_at(tree_, *j).child);
    }
    return out;
  }

  int joints_to(int link) const { return above_[static_cast<std::size_t>(link)]; }

  // The link and all that is fixed to it, nearest first.
  std::vector<int> rigid(int link) const {
    std::vector<int> group = {link};
    for (std::size_t k = 0; k < group.size(); ++k)
      for (const int j : link_at(tree_, group[k]).below)
        if (!joint_at(tree_, j).moves()) group.push_back(joint_at(tree_, j).child);
    return group;
  }

 private:
  int length(int j) const { return 1 + below_[static_cast<std::size_t>(joint_at(tree_, j).child)]; }

  // Joints that move, on the link or on what is fixed to it, with joints of the arm.
  std::vector<int> moving_joints_on(int link) const {
    std::vector<int> out;
    for (const int k : rigid(link))
      for (const int j : link_at(tree_, k).below)
        if (joint_at(tree_, j).moves() && of_arm_[static_cast<std::size_t>(j)]) out.push_back(j);
    return out;
  }

  void choose(bool by_name) {
    std::set<std::string> followed;
    for (const UrdfJoint& joint : tree_.joints)
      if (joint.mimic) followed.insert(joint.mimics);
    of_arm_.assign(tree_.joints.size(), false);
    below_.assign(tree_.links.size(), 0);
    for (auto k = order_.rbegin(); k != order_.rend(); ++k) {
      int& longest = below_[static_cast<std::size_t>(*k)];
      for (const int j : link_at(tree_, *k).below) {
        const UrdfJoint& joint = joint_at(tree_, j);
        const int beyond = below_[static_cast<std::size_t>(joint.child)];
        // The last joint of a chain that other joints follow opens a gripper.
        const bool drives = by_name && beyond == 0 && followed.contains(joint.name);
        const bool arm = joint.supported() &&
                         (!joint.moves() || (!drives && !(by_name && is_named_off_the_arm(tree_, joint))));
        of_arm_[static_cast<std::size_t>(j)] = arm;
        if (arm) longest = std::max(longest, beyond + (joint.moves() ? 1 : 0));
      }
    }
    for (const int k : order_)
      for (const int j : link_at(tree_, k).below)
        above_[static_cast<std::size_t>(joint_at(tree_, j).child)] =
            above_[static_cast<std::size_t>(k)] + (joint_at(tree_, j).moves() ? 1 : 0);
  }

  const UrdfTree& tree_;
  int base_;
  std::vector<int> order_;    // the links from the base on, parents first
  std::vector<bool> of_arm_;  // by joint
  std::vector<int> below_;    // by link: joints of the longest arm beyond it
  std::vector<int> above_;    // by link: joints that move between the base and it
};

UrdfTip tip_on(const UrdfTree& tree, const ArmTree& arm, int end) {
  const int joints = arm.joints_to(end);
  std::vector<int> places;
  for (const int k : arm.rigid(end))
    if (k == end || may_be_tip(link_at(tree, k).name)) places.push_back(k);
  const auto rank_of = [&](int k) { return rank(link_at(tree, k).name, joints); };
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return rank_of(a) < rank_of(b); });

  UrdfTip out;
  out.tip = places.front();
  if (rank_of(out.tip) ==
      kUnranked) {  // no name that says so: along fixed joints while there is only one way
    out.tip = end;
    const auto only_child = [&](int k) {
      const std::vector<int>& below = link_at(tree, k).below;
      if (below.size() != 1 || joint_at(tree, below[0]).moves()) return -1;
      const int child = joint_at(tree, below[0]).child;
      return may_be_tip(link_at(tree, child).name) ? child : -1;
    };
    for (int next = end; next >= 0; next = only_child(next)) out.tip = next;
  }
  for (const int k : places)
    if (k != out.tip) out.others.push_back(k);
  return out;
}

}  // namespace

std::vector<UrdfTip> urdf_tips(const UrdfTree& tree, int base) {
  const ArmTree arm(tree, base);
  std::vector<UrdfTip> out;
  for (const int end : arm.ends()) out.push_back(tip_on(tree, arm, end));
  return out;
}

}  // namespace catena::io::detail
