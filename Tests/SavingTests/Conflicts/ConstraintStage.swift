// SPDX-License-Identifier: Apache-2.0
// Where constraint conflicts are played: the other has saved the department D1 {x, 1} with one employee, A has D2 {y, 2}.
// ConstraintTable.swift says what A does.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// Two departments, and A, who does not know D1 unless told so.
final class ConstraintStage {
    let stack: Stack
    let a: NSManagedObjectContext
    let d1: NSManagedObjectID
    let d2: NSManagedObjectID
    /// What A has inserted.
    private(set) var new: [NSManagedObject] = []
    private let second: Stack?
    /// A's own object for D1, if A knows it.
    private let known: NSManagedObject?

    init(_ other: Other, _ policy: NSMergePolicy, isKnown: Bool) throws {
        let stack = try Stack(other.kind, ConflictModel.departments())
        let a = stack.context(policy)
        let second =
            try other.isCoordinator ? stack.place.map { try Stack(at: $0, ConflictModel.departments()) } : nil
        (self.stack, self.a, self.second) = (stack, a, second)
        d2 = try a.performAndWait {
            let object = a.insert("Department", ["name": "y", "code": "2"])
            try a.save()
            return object.objectID
        }
        if other == .process, let url = stack.url {
            let run = try FaultWriter("department", url.path, "x", "1").finish()
            try #require(run.exitCode == 0, "\(run.lines) \(run.errors)")
        } else {
            let b = (second ?? stack).context()
            try b.performAndWait { try ConflictModel.insertDepartment("x", "1", into: b) }
        }
        let reader = stack.context()
        let d1 = try reader.performAndWait {
            try #require(try reader.all("Department", "name == 'x'").first).objectID
        }
        self.d1 = d1
        known = isKnown ? try a.performAndWait { try a.existingObject(with: d1) } : nil
    }

    /// Lets A do something: "new x 2", "new x", "D1=z", separated by semicolons; "-" is nil.
    func aDoes(_ text: String) throws {
        for deed in text.split(separator: ";") {
            let words = deed.split(whereSeparator: { $0 == " " || $0 == "=" }).map(String.init)
            let name = words[1] == "-" ? nil : words[1]
            switch words[0] {
            case "D1": try a.existingObject(with: d1).setValue(name, forKey: "name")
            case "D2": try a.existingObject(with: d2).setValue(name, forKey: "name")
            default:
                let object = a.insert("Department", ["name": name])
                if words.count > 2 { object.setValue(words[2], forKey: "code") }
                new.append(object)
            }
        }
    }

    /// The stored departments, as a fresh coordinator reads them where the store outlasts its own: "x 1, y 2".
    func stored() throws -> String {
        let fresh = try stack.place.map { try Stack(at: $0, ConflictModel.departments()) }
        return try departments(fresh ?? stack).joined(separator: ", ")
    }

    /// The same as A sees them.
    func shown() throws -> String {
        try a.all("Department").map(ConflictModel.departmentText).sorted().joined(separator: ", ")
    }

    /// The name of the department that the employee of D1 belongs to.
    func employer() throws -> String? {
        let reader = stack.context()
        return try reader.performAndWait {
            let ada = try reader.all("Person", "firstName == 'Ada'").first
            return (ada?.value(forKey: "department") as? NSManagedObject)?.value(forKey: "name") as? String
        }
    }

    /// The IDs of stored departments by their names.
    func ids() throws -> [String: [NSManagedObjectID]] {
        let reader = stack.context()
        return try reader.performAndWait {
            let all = try reader.all("Department").map {
                ($0.value(forKey: "name") as? String ?? "-", $0.objectID)
            }
            return Dictionary(grouping: all, by: \.0).mapValues { $0.map(\.1) }
        }
    }

    func save() -> NSError? {
        do { try a.save() } catch { return error as NSError }
        return nil
    }
}

/// The stored departments: "name code", sorted.
func departments(_ stack: Stack) throws -> [String] {
    let context = stack.context()
    return try context.performAndWait {
        try context.all("Department").map(ConflictModel.departmentText).sorted()
    }
}
