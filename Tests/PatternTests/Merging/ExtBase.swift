// SPDX-License-Identifier: Apache-2.0
// Attributes that no model has (TRN-249): a dictionary in one binary attribute, and the changes of it in a transient.

import Foundation
import Perdure
import PerdureTestSupport

/// An object with attributes by name, known at run time only.
class ExtBase: NSManagedObject {
    private(set) var knownSnapshot: [String: Any]?
    private(set) var decodeCount = 0
    private(set) var encodeCount = 0
    private(set) var log: [String] = []

    final var changes: [String: Any]? { value(forKey: "extendedChanges") as? [String: Any] }

    final var extendedSnapshot: [String: Any] {
        if let knownSnapshot { return knownSnapshot }
        // Not the attribute's value: a failed save may have left a new one there.
        let snapshot = decode(committedValues(forKeys: ["extendedData"])["extendedData"])
        knownSnapshot = snapshot
        return snapshot
    }

    final func value(forExtendedKey key: String) -> Any? {
        if let change = changes?[key] { return change is NSNull ? nil : change }
        return extendedSnapshot[key]
    }

    final func setValue(_ value: Any?, forExtendedKey key: String) {
        // A copy: undo keeps the former dictionary.
        var copy = changes ?? [:]
        copy[key] = value ?? NSNull()
        setValue(copy, forKey: "extendedChanges")
    }

    private func decode(_ data: Any?) -> [String: Any] {
        guard let data = data as? Data else { return [:] }
        decodeCount += 1
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
        if !(list is [String: Any]) { log.append("extendedData cannot be read") }
        return list as? [String: Any] ?? [:]
    }

    private func encode(_ dictionary: [String: Any]) -> Data? {
        if dictionary.isEmpty { return nil }
        encodeCount += 1
        let data = try? PropertyListSerialization.data(
            fromPropertyList: dictionary, format: .binary, options: 0)
        if data == nil { log.append("extendedChanges cannot be written") }
        return data
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        knownSnapshot = nil
    }

    override func willSave() {
        super.willSave()
        guard let changes else { return }
        let merged = extendedSnapshot.merging(changes) { $1 }.filter { !($0.value is NSNull) }
        setPrimitiveValue(encode(merged), forKey: "extendedData")
    }

    override func didSave() {
        super.didSave()
        knownSnapshot = nil
        setPrimitiveValue(nil, forKey: "extendedChanges")
    }
}

/// Has accessors for one extended key.
final class NamedExt: ExtBase, DependentKeyDeclaring {
    static var dependentKeys: [String: Set<String>] { ["size": ["extendedChanges", "extendedData"]] }

    var size: Int? {
        get { value(forExtendedKey: "size") as? Int }
        set { setValue(newValue, forExtendedKey: "size") }
    }
}

/// Takes every unknown key for an extended one.
final class OpenExt: ExtBase {
    override func value(forUndefinedKey key: String) -> Any? { value(forExtendedKey: key) }

    override func setValue(_ value: Any?, forUndefinedKey key: String) {
        setValue(value, forExtendedKey: key)
    }
}

/// A store with one extended object of A.
struct ExtStack {
    let stack: PatternStack
    let ext: ExtBase

    init(_ kind: Stack.Kind, _ values: [String: Any] = [:], as type: ExtBase.Type = ExtBase.self) throws {
        stack = try PatternStack(kind, ["Ext": type])
        ext = try stack.new("Ext", as: ExtBase.self)
        for (key, value) in values { ext.setValue(value, forExtendedKey: key) }
        try stack.a.save()
    }

    /// B sets extended keys and saves.
    func saveInB(_ values: [String: Any?]) throws {
        let twin = try stack.twin(ext, in: stack.b)
        stack.b.refresh(twin, mergeChanges: false)
        for (key, value) in values { twin.setValue(value, forExtendedKey: key) }
        try stack.b.save()
    }

    /// What is stored; nil for NULL.
    func stored() throws -> NSDictionary? {
        guard let data = try stack.stored(ext, "extendedData") as? Data else { return nil }
        return try PropertyListSerialization.propertyList(from: data, format: nil) as? NSDictionary
    }
}
