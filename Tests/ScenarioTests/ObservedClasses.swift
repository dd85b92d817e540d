// SPDX-License-Identifier: Apache-2.0
// Classes whose objects are observed: they declare what their keys depend on, and write down what happens to them.

import CoreData
import Foundation

/// A name of two parts, declared as such.
final class DeclaredPerson: NamedPerson {
    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        key == "fullName"
            ? ["firstName", "lastName"] : super.keyPathsForValuesAffectingValue(forKey: key)
    }

    override class var _classProperties: ClassProperties? {
        ClassProperties(
            DeclaredPerson.self,
            accessors: ["fullName": KeyAccessor(get: { ($0 as? DeclaredPerson)?.fullName })]
        ) { _ in [:] }
    }
}

/// The snapshot-and-delta pattern, with a log; the snapshot is made of the archive when it is asked for.
final class LoggedShape: NSManagedObject {
    /// Stands for a color that was set to nil.
    private static let none = ShapeColor("(none)")

    var log: [String] = []
    /// Whether the snapshot is made by the getter, and not when the object is fetched.
    var isLazy = false
    private(set) var decodeCount = 0
    private var snapshot: ShapeColor?
    private var hasSnapshot = false
    private var delta: ShapeColor? { primitiveValue(forKey: "color") as? ShapeColor }

    var color: ShapeColor? {
        get {
            willAccessValue(forKey: "color")
            defer { didAccessValue(forKey: "color") }
            log.append("get")
            if let delta { return delta === Self.none ? nil : delta }
            if !hasSnapshot { takeSnapshot() }
            return snapshot
        }
        set {
            log.append("willChange")
            willChangeValue(forKey: "color")
            setPrimitiveValue(newValue ?? Self.none, forKey: "color")
            log.append("didChange")
            didChangeValue(forKey: "color")
        }
    }

    private func takeSnapshot() {
        decodeCount += 1
        snapshot = ShapeColor(committedValues(forKeys: ["colorData"])["colorData"])
        hasSnapshot = true
    }

    override func awakeFromFetch() {
        super.awakeFromFetch()
        log.append("awakeFromFetch")
        if !isLazy { takeSnapshot() }
    }

    override func willTurnIntoFault() {
        super.willTurnIntoFault()
        log.append("willTurnIntoFault")
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        log.append("didTurnIntoFault")
        snapshot = nil
        hasSnapshot = false
    }

    override func willSave() {
        super.willSave()
        log.append("willSave")
        guard let delta else { return }
        setPrimitiveValue(delta === Self.none ? nil : delta.archive, forKey: "colorData")
    }

    override func didSave() {
        super.didSave()
        log.append("didSave")
        guard let delta else { return }
        snapshot = delta === Self.none ? nil : delta
        hasSnapshot = true
        setPrimitiveValue(nil, forKey: "color")
    }

    /// The lines since the last call.
    func takeLog() -> [String] {
        defer { log = [] }
        return log
    }

    override class var _classProperties: ClassProperties? {
        ClassProperties(
            LoggedShape.self, accessors: ["color": KeyAccessor(get: { ($0 as? LoggedShape)?.color })]
        ) { _ in [:] }
    }
}

/// Attributes by name in one binary attribute; "size" is declared, others are known at run time only.
final class DeclaredExt: NSManagedObject {
    private var snapshot: [String: Any] {
        let data = committedValues(forKeys: ["extendedData"])["extendedData"] as? Data
        let read = data.flatMap { try? PropertyListSerialization.propertyList(from: $0, format: nil) }
        return read as? [String: Any] ?? [:]
    }

    private var changes: [String: Any]? { primitiveValue(forKey: "extendedChanges") as? [String: Any] }

    override func value(forUndefinedKey key: String) -> Any? {
        willAccessValue(forKey: key)
        defer { didAccessValue(forKey: key) }
        if let change = changes?[key] { return change is NSNull ? nil : change }
        return snapshot[key]
    }

    override func setValue(_ value: Any?, forUndefinedKey key: String) {
        var changes = changes ?? [:]
        changes[key] = value ?? NSNull()
        setValue(changes, forKey: "extendedChanges")
    }

    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        key == "size"
            ? ["extendedChanges", "extendedData"] : super.keyPathsForValuesAffectingValue(forKey: key)
    }

    override func willSave() {
        super.willSave()
        guard let changes else { return }
        let merged = snapshot.merging(changes) { $1 }.filter { !($0.value is NSNull) }
        let data = try? PropertyListSerialization.data(fromPropertyList: merged, format: .binary, options: 0)
        setPrimitiveValue(merged.isEmpty ? nil : data, forKey: "extendedData")
    }

    override func didSave() {
        super.didSave()
        setPrimitiveValue(nil, forKey: "extendedChanges")
    }
}
