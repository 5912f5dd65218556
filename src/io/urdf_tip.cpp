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

// Whether the joint belongs to a hand or a camera, judging by its name and that of its link. A wrist may be named after the
// gripper that it carries or turns; its name also says that it rotates.
bool is_named_off_the_arm(const UrdfTree& tree, const UrdfJoint& joint) {
  const std::string names = lower(joint.name + " " + link_at(tree, joint.child).name);
  if (has(names, {"finger", "fngr", "thumb", "knuckle", "camera"})) return true;
  return has(names, {"gripper", "jaw", "claw"}) && !has(names, {"roll", "pitch", "yaw", "wrist", "rotat"});
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

// "panda_link8" of an arm with seven joints: the link after the last one that moves.
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

// A link whose name says that the arm ends there and a tool begins. A hand is one only if it is fixed to the arm: a wrist may be
// called hand as well.
bool is_tool(const UrdfTree& tree, int link) {
  const int group = rank(link_at(tree, link).name, -1);
  if (group <= 4) return true;
  const int above = link_at(tree, link).above;
  return (group == 6 || group == 7) && above >= 0 && !joint_at(tree, above).moves();
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
    mass_below_.assign(n, 0);
    independent_.assign(n, 0);
    for (auto k = order_.rbegin(); k != order_.rend(); ++k)
      for (const int j : link_at(tree, *k).below) {
        const auto child = static_cast<std::size_t>(joint_at(tree, j).child);
        const UrdfJoint& joint = joint_at(tree, j);
        const bool moves = joint.supported() && joint.moves() && !is_named_off_the_arm(tree, joint);
        independent_[static_cast<std::size_t>(*k)] += independent_[child] + (moves ? 1 : 0);
        mass_below_[static_cast<std::size_t>(*k)] += mass_below_[child] + mass(tree.links[child]);
      }
    std::vector<double> mass_above(n, 0);  // of the links that move on the way to it
    for (const int k : order_)
      for (const int j : link_at(tree, k).below) {
        const auto child = static_cast<std::size_t>(joint_at(tree, j).child),
                   at = static_cast<std::size_t>(k);
        above_[child] = above_[at] + (joint_at(tree, j).moves() ? 1 : 0);
        mass_above[child] = mass_above[at] + (above_[child] > 0 ? mass(tree.links[child]) : 0);
      }
    mass_above_ = std::move(mass_above);
    for (const bool by_name : {true, false}) {  // an arm whose names all speak of a gripper is still an arm
      choose(by_name);
      if (below_[static_cast<std::size_t>(base)] > 0) break;
    }
  }

  // The last links of the arms: more than one if several are equally long.
  std::vector<int> ends() const { return ends_from(base_); }

  std::vector<int> ends_from(int first) const {
    std::vector<int> out, todo = {first};
    while (!todo.empty()) {
      const int k = todo.back();
      todo.pop_back();
      const std::vector<int> branches = moving_joints_on(k);
      int longest = 0, shortest = 1 << 30;
      for (const int j : branches) {
        longest = std::max(longest, length(j));
        shortest = std::min(shortest, length(j));
      }
      // Branches of about equal length, at the end of a chain that is at least as long, are the fingers of a hand.
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

  // The ends of other arms, with two joints or more, that leave the way to `end`.
  std::vector<int> other_ends(int end) const {
    std::vector<int> out;
    for (const int j : leaving(end))
      if (joint_at(tree_, j).moves() && of_arm_[static_cast<std::size_t>(j)] && length(j) >= 2 &&
          above_[static_cast<std::size_t>(joint_at(tree_, j).parent)] < above_[static_cast<std::size_t>(end)])
        for (const int other : ends_from(joint_at(tree_, j).child)) out.push_back(other);
    return out;
  }

  // A joint that follows another one, or has several degrees of freedom, keeps the chain beyond it out of the arm. Returns the
  // one on the arm that ends at `end` with the longest such chain (`blocked` joints), or -1.
  int blocking(int end, int& blocked) const {
    int found = -1;
    for (const int j : leaving(end))
      if (const int behind = below_[static_cast<std::size_t>(joint_at(tree_, j).child)];
          !joint_at(tree_, j).supported() && behind > blocked)
        found = j, blocked = behind;
    return found;
  }

  // The first link of a tool among those fixed to `end`, or -1; and the ends of what moves beyond it.
  int tool_on(int end, std::vector<int>& links) const {
    int found = -1;
    for (const int k : rigid(end))
      if (found < 0 && is_cut_[static_cast<std::size_t>(k)]) found = k;
    if (found < 0) return found;
    std::vector<int> todo = {found};
    while (!todo.empty()) {
      const int k = todo.back();
      todo.pop_back();
      bool more = false;
      const std::vector<int>& below = link_at(tree_, k).below;
      for (auto j = below.rbegin(); j != below.rend(); ++j) {
        const UrdfJoint& joint = joint_at(tree_, *j);
        if (!joint.supported()) continue;
        more = true;
        todo.push_back(joint.child);
      }
      if (!more && joints_to(k) > joints_to(found)) links.push_back(k);
    }
    return found;
  }

 private:
  static double mass(const UrdfLink& link) { return link.body ? link.body->mass : 0; }

  // Joints from the links on the way to `end`, and from those fixed to them, that are not on the way.
  std::vector<int> leaving(int end) const {
    std::vector<bool> on_way(tree_.links.size(), false);
    for (int k = end;; k = joint_at(tree_, link_at(tree_, k).above).parent) {
      on_way[static_cast<std::size_t>(k)] = true;
      if (k == base_) break;
    }
    std::vector<int> out, todo = {base_};
    for (std::size_t at = 0; at < todo.size(); ++at)
      for (const int j : link_at(tree_, todo[at]).below) {
        const UrdfJoint& joint = joint_at(tree_, j);
        if (on_way[static_cast<std::size_t>(joint.child)] || !joint.moves())
          todo.push_back(joint.child);
        else
          out.push_back(j);
      }
    return out;
  }

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
    is_cut_.assign(tree_.links.size(), false);
    count(by_name, followed);
    if (by_name && cut()) count(by_name, followed);
  }

  void count(bool by_name, const std::set<std::string>& followed) {
    of_arm_.assign(tree_.joints.size(), false);
    below_.assign(tree_.links.size(), 0);
    for (auto k = order_.rbegin(); k != order_.rend(); ++k) {
      int& longest = below_[static_cast<std::size_t>(*k)];
      for (const int j : link_at(tree_, *k).below) {
        const UrdfJoint& joint = joint_at(tree_, j);
        const int beyond = below_[static_cast<std::size_t>(joint.child)];
        // The last joint of a chain that other joints follow opens a gripper, unless a joint beyond it moves by itself.
        const bool drives = by_name && beyond == 0 && followed.contains(joint.name) &&
                            independent_[static_cast<std::size_t>(joint.child)] == 0;
        const bool off = drives || is_cut_[static_cast<std::size_t>(*k)] ||
                         (by_name && is_named_off_the_arm(tree_, joint));
        const bool arm = joint.supported() && (!joint.moves() || !off);
        of_arm_[static_cast<std::size_t>(j)] = arm;
        if (arm) longest = std::max(longest, beyond + (joint.moves() ? 1 : 0));
      }
    }
  }

  // Finds the links where a tool begins, and marks what lies beyond them: few joints and little mass, compared with the arm that
  // carries them.
  bool cut() {
    bool any = false;
    for (const int k : order_) {
      const auto at = static_cast<std::size_t>(k);
      if (!is_cut_[at] && below_[at] > 0 && 2 * below_[at] <= above_[at] && is_tool(tree_, k) &&
          (mass_below_[at] <= mass_above_[at] || mass_above_[at] == 0))
        is_cut_[at] = any = true;
      if (is_cut_[at])
        for (const int j : link_at(tree_, k).below)
          is_cut_[static_cast<std::size_t>(joint_at(tree_, j).child)] = true;
    }
    return any;
  }

  const UrdfTree& tree_;
  int base_;
  std::vector<int> order_;        // the links from the base on, parents first
  std::vector<bool> of_arm_;      // by joint
  std::vector<int> below_;        // by link: joints of the longest arm beyond it
  std::vector<int> above_;        // by link: joints that move between the base and it
  std::vector<int> independent_;  // by link: joints beyond it that move by themselves, not of a hand
  std::vector<bool> is_cut_;      // by link: of a tool
  std::vector<double> mass_below_, mass_above_;  // by link [kg]
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
  out.joints = joints;
  out.tool = arm.tool_on(end, out.tool_links);
  out.blocking = arm.blocking(end, out.blocked);
  for (int k = end; link_at(tree, k).above >= 0; k = joint_at(tree, link_at(tree, k).above).parent)
    if (arm.joints_to(k) < joints && rank(link_at(tree, k).name, -1) <= 1) out.passed = k;
  return out;
}

}  // namespace

std::vector<UrdfTip> urdf_tips(const UrdfTree& tree, int base) {
  const ArmTree arm(tree, base);
  std::vector<UrdfTip> out;
  for (const int end : arm.ends()) {
    out.push_back(tip_on(tree, arm, end));
    for (const int other : arm.other_ends(end)) out.back().shorter.push_back(tip_on(tree, arm, other));
  }
  return out;
}

}  // namespace catena::io::detail
