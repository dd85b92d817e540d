// SPDX-License-Identifier: Apache-2.0
// Relationships of every kind, in the class and in an extension, with a nested class at the other end.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreData
import Foundation

public class Person: NSManagedObject {
    @NSManaged public var born: Date!
    @NSManaged var firstName: String?
    @NSManaged public var lastName: String?
    @NSManaged public var boss: Person?
    @NSManaged public var friends: Set<Person>
    @NSManaged public var reports: NSSet?
    @NSManaged public var visits: Int64
    @NSManaged public var nicknames: Set<String>
    @NSManaged public var settings: [String: Any]

    @NSManaged var primitiveFirstName: String?

    public var name: String? {
        get { firstName }
        set { firstName = newValue }
    }

    public var fullName: String { [firstName, lastName].compactMap(\.self).joined(separator: " ") }

    class func keyPathsForValuesAffectingFullName() -> Set<String> { ["firstName", "lastName"] }

    public func renameSilently(_ name: String) -> String? {
        primitiveFirstName = name
        return primitiveFirstName
    }
}

extension Person {
    @NSManaged public var tasks: NSOrderedSet

    @NSManaged public func addToReports(_ value: Person)
    @NSManaged public func removeFromReports(_ value: Person)
    @NSManaged public func addToReports(_ values: NSSet)
    @NSManaged public func removeFromReports(_ values: NSSet)
    @NSManaged public func addToFriends(_ values: Set<Person>)

    @NSManaged public func insertIntoTasks(_ value: Job.Task, at idx: Int)
    @NSManaged public func removeFromTasks(at idx: Int)
    @NSManaged public func insertIntoTasks(_ values: [Job.Task], at indexes: NSIndexSet)
    @NSManaged public func removeFromTasks(at indexes: NSIndexSet)
    @NSManaged public func replaceTasks(at idx: Int, with value: Job.Task)
    @NSManaged public func replaceTasks(at indexes: NSIndexSet, with values: [Job.Task])
    @NSManaged public func addToTasks(_ value: Job.Task)
    @NSManaged public func removeFromTasks(_ value: Job.Task)
    @NSManaged public func addToTasks(_ values: NSOrderedSet)
    @NSManaged public func removeFromTasks(_ values: NSOrderedSet)
}

public enum Job {
    public class Task: NSManagedObject {
        @NSManaged public var title: String?
        @NSManaged public var owner: Person?

        #if DEBUG
        @NSManaged public var primitiveTitle: String?
        #else
        @NSManaged public var primitiveTitle: String?
        #endif
    }
}
