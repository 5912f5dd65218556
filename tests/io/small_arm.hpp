// SPDX-License-Identifier: Apache-2.0
// A small arm as URDF text, for tests.
#pragma once

namespace catena::test {

// Every kind of joint, axes and origins at odd angles, a camera on a bracket, a gripper with a mimic joint.
inline const char* const kSmallArm = R"(<?xml version="1.0"?>
<robot name="small arm">
  <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="world"/>
  <link name="pedestal">
    <inertial><mass value="30"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  </link>
  <link name="turret">
    <inertial>
      <origin xyz="0.01 -0.02 0.1" rpy="0.1 0.2 0.3"/>
      <mass value="4.5"/>
      <inertia ixx="0.03" ixy="0.001" ixz="-0.002" iyy="0.04" iyz="0.003" izz="0.02"/>
    </inertial>
    <visual><geometry><mesh filename="package://arm/turret.stl"/></geometry><material name="nowhere"/></visual>
  </link>
  <link name="boom">
    <inertial>
      <origin xyz="0.3 0 0.02"/>
      <mass value="3.25"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.09" iyz="0" izz="0.09"/>
    </inertial>
  </link>
  <link name="bracket">
    <inertial>
      <origin xyz="0 0.05 0" rpy="0 0 1"/>
      <mass value="0.5"/>
      <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.002" iyz="0" izz="0.002"/>
    </inertial>
  </link>
  <link name="camera">
    <inertial><mass value="0.2"/><inertia ixx="1e-4" ixy="0" ixz="0" iyy="1e-4" iyz="0" izz="1e-4"/></inertial>
  </link>
  <link name="slider">
    <inertial>
      <origin xyz="0 0 0.2"/>
      <mass value="1.5"/>
      <inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.001"/>
    </inertial>
  </link>
  <link name="wrist">
    <inertial><mass value="0.75"/><inertia ixx="1e-3" ixy="0" ixz="0" iyy="1e-3" iyz="0" izz="1e-3"/></inertial>
  </link>
  <link name="flange"/>
  <link name="finger_1">
    <inertial><origin xyz="0.01 0 0.03"/><mass value="0.05"/>
      <inertia ixx="1e-5" ixy="0" ixz="0" iyy="1e-5" iyz="0" izz="1e-5"/></inertial>
  </link>
  <link name="finger_2">
    <inertial><origin xyz="-0.01 0 0.03"/><mass value="0.05"/>
      <inertia ixx="1e-5" ixy="0" ixz="0" iyy="1e-5" iyz="0" izz="1e-5"/></inertial>
  </link>
  <joint name="stand" type="fixed">
    <parent link="world"/><child link="pedestal"/><origin xyz="1 2 0.5" rpy="0 0.1 0.7"/>
  </joint>
  <joint name="pan" type="continuous">
    <parent link="pedestal"/><child link="turret"/>
    <origin xyz="0 0 0.4" rpy="0.05 0 0"/><axis xyz="0.1 -0.2 2"/>
    <limit effort="80" velocity="3"/>
  </joint>
  <joint name="lift" type="revolute">
    <parent link="turret"/><child link="boom"/>
    <origin xyz="0.1	0.02
0.2" rpy="1.5707963267948966 0 0"/><axis xyz="0 0 -1"/>
    <limit lower="-1.5" upper="0.5" effort="60" velocity="2"/>
    <dynamics damping="0.7" friction="1.25"/>
  </joint>
  <joint name="screws" type="fixed"><parent link="boom"/><child link="bracket"/><origin xyz="0.3 0 0.1" rpy="0 0 0.5"/></joint>
  <joint name="tilt" type="revolute">
    <parent link="bracket"/><child link="camera"/><origin xyz="0 0.1 0" rpy="0.3 0 0"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/>
  </joint>
  <joint name="extend" type="prismatic">
    <parent link="boom"/><child link="slider"/><origin xyz="0.6 0 0" rpy="0.2 0.3 -0.4"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="0.4" effort="200" velocity="0.5"/>
  </joint>
  <joint name="roll" type="revolute">
    <parent link="slider"/><child link="wrist"/><origin xyz="0.1 0.2 0.3" rpy="1 2 3"/><axis xyz="1 1 1"/>
    <limit effort="5" velocity="0"/>
  </joint>
  <joint name="mount" type="fixed"><parent link="wrist"/><child link="flange"/><origin xyz="0 0 0.08" rpy="0 0 0.785"/></joint>
  <joint name="grip" type="prismatic">
    <parent link="flange"/><child link="finger_1"/><origin xyz="0.01 0 0.02"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="0.04" effort="20" velocity="0.1"/>
  </joint>
  <joint name="grip_too" type="prismatic">
    <parent link="flange"/><child link="finger_2"/><origin xyz="-0.01 0 0.02"/><axis xyz="-1 0 0"/>
    <limit lower="0" upper="0.04" effort="20" velocity="0.1"/><mimic joint="grip"/>
  </joint>
</robot>
)";

}  // namespace catena::test
