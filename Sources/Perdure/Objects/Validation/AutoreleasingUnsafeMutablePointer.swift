// SPDX-License-Identifier: Apache-2.0
// The pointer through which validation hands a value, by its name on Apple's systems.

/// A pointer to a value that a callee may replace.
///
/// ## Compatibility
/// Foundation on Linux has no such type; here it is a plain pointer, and `&value` makes one.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>
