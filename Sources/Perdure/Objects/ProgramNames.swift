// SPDX-License-Identifier: Apache-2.0
// Where our additions to managed objects stand. Names in NSManagedObject are taken from all its subclasses, which may not
// declare them once more; a member of a protocol's extension gives way to what a class or a program's extension declares.

import Foundation

/// Carries what managed objects have besides Apple's members, so that programs may use the same names for their own.
///
/// Only NSManagedObject conforms. A member of ours is called where neither the class nor an extension of it that is in
/// scope declares one of the same name and type.
public protocol _ManagedObjectAdditions: NSObject {}

extension NSManagedObject: _ManagedObjectAdditions {}
