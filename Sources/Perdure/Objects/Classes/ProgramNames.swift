// SPDX-License-Identifier: Apache-2.0
// The protocol that holds our additions to managed objects. A subclass cannot declare a name that NSManagedObject has. A
// member of a protocol's extension instead gives way to a member that a class or a program's extension declares.

import Foundation

/// Carries our additions to Apple's members, so that programs may use the same names for their own.
///
/// Only NSManagedObject conforms. Our member is called unless the class, or an extension of the class in scope, declares
/// a member of the same name and type.
public protocol _ManagedObjectAdditions: NSObject {}

extension NSManagedObject: _ManagedObjectAdditions {}
