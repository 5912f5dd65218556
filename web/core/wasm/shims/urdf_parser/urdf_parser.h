// SPDX-License-Identifier: Apache-2.0
// urdfdom's reader, for the small documents that src/io/urdf_xml.cpp writes after it has checked a URDF: Debian has urdfdom only
// as a library for its own processors. The types, with their arithmetic, are those of urdfdom's headers.
#pragma once

#include <urdf_model/model.h>

#include <memory>
#include <string>

namespace urdf {

using ModelInterfaceSharedPtr = std::shared_ptr<ModelInterface>;

ModelInterfaceSharedPtr parseURDF(const std::string& text);

}  // namespace urdf
