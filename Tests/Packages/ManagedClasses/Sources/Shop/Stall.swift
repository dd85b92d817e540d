// SPDX-License-Identifier: Apache-2.0
// Classes that a program's model names without their module.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreData

public class Stall: NSManagedObject {
    @NSManaged public var lastEvent: Notification?
}

/// Nobody but a model names it.
class Booth: NSManagedObject {}
