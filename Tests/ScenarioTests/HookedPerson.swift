// SPDX-License-Identifier: Apache-2.0
// Persons as an application writes them: hooks, a stored Swift property, a name made of two.

import CoreData
import Foundation

/// Writes down its hooks.
class HookedPerson: NSManagedObject {
    var temp = 0
    var hooks: [String] = []
    var logsChanges = false
    /// What awakeFromFetch sets mood to; nothing when nil.
    var freshMood: String?

    override func awakeFromFetch() {
        super.awakeFromFetch()
        hooks.append("awakeFromFetch")
        if let freshMood { setPrimitiveValue(freshMood, forKey: "mood") }
    }

    override func willTurnIntoFault() {
        super.willTurnIntoFault()
        hooks.append("willTurnIntoFault")
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        hooks.append("didTurnIntoFault")
    }

    override func willChangeValue(forKey key: String) {
        if logsChanges { hooks.append("willChange \(key)") }
        super.willChangeValue(forKey: key)
    }

    override func didChangeValue(forKey key: String) {
        super.didChangeValue(forKey: key)
        if logsChanges { hooks.append("didChange \(key)") }
    }
}

/// Has a full name that reads and sets its parts.
class NamedPerson: NSManagedObject {
    var fullName: String? {
        get {
            willAccessValue(forKey: "fullName")
            defer { didAccessValue(forKey: "fullName") }
            let parts = ["firstName", "lastName"].compactMap { value(forKey: $0) as? String }
            return parts.isEmpty ? nil : parts.joined(separator: " ")
        }
        set {
            willChangeValue(forKey: "fullName")
            let words = newValue?.split(separator: " ").map(String.init) ?? []
            setValue(words.first, forKey: "firstName")
            setValue(words.count > 1 ? words.last : nil, forKey: "lastName")
            didChangeValue(forKey: "fullName")
        }
    }
}

/// Sets a date in willSave: with a primitive write, or, when `isRestless`, through the setter.
final class DatedPerson: NSManagedObject {
    var willSaveCount = 0
    var isRestless = false

    override func willSave() {
        super.willSave()
        willSaveCount += 1
        if isRestless {
            setValue(Date(timeIntervalSinceReferenceDate: Double(willSaveCount)), forKey: "modified")
        } else {
            setPrimitiveValue(Date(timeIntervalSinceReferenceDate: 77), forKey: "modified")
        }
    }
}

/// What a place is at: immutable.
final class Location: NSObject {
    let latitude: Double
    let longitude: Double

    init(_ latitude: Double, _ longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Caches a location made of its numbers.
final class Place: NSManagedObject {
    var coreLocation: Location {
        willAccessValue(forKey: "coreLocation")
        defer { didAccessValue(forKey: "coreLocation") }
        if let cached = primitiveValue(forKey: "coreLocation") as? Location { return cached }
        let made = Location(latitude, value(forKey: "longitude") as? Double ?? 0)
        setPrimitiveValue(made, forKey: "coreLocation")
        return made
    }

    var latitude: Double {
        get {
            willAccessValue(forKey: "latitude")
            defer { didAccessValue(forKey: "latitude") }
            return primitiveValue(forKey: "latitude") as? Double ?? 0
        }
        set {
            willChangeValue(forKey: "coreLocation")
            willChangeValue(forKey: "latitude")
            setPrimitiveValue(newValue, forKey: "latitude")
            didChangeValue(forKey: "latitude")
            setPrimitiveValue(nil, forKey: "coreLocation")
            didChangeValue(forKey: "coreLocation")
        }
    }
}
