// SPDX-License-Identifier: Apache-2.0
// What observers are told, as lines of text, so that tests compare complete logs.

import Foundation
import Perdure

/// The lines of all observations of a test.
final class ChangeLog {
    private var lines: [String] = []
    /// Kept, so that the observations go on.
    var observations: [NSKeyValueObservation] = []

    func add(_ line: String) { lines.append(line) }

    /// The lines since the last call.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }

    /// Observes a property by name.
    func watch(
        _ object: NSManagedObject, _ keyPath: String, _ options: NSKeyValueObservingOptions = []
    ) throws {
        let log = self
        observations.append(
            try object.observe(keyPath, options: options) { [unowned log] _, change in
                log.add("\(keyPath) \(Self.text(change))")
            })
    }

    /// Kind, places and values of a change.
    static func text<Value>(_ change: NSKeyValueObservedChange<Value>) -> String {
        var words = ["\(change.kind)"]
        if change.isPrior { words.append("prior") }
        if let indexes = change.indexes { words.append("at \(indexes.map(\.self))") }
        if let old = change.oldValue { words.append("old \(text(old))") }
        if let new = change.newValue { words.append("new \(text(new))") }
        return words.joined(separator: " ")
    }

    /// A value; objects by their names.
    static func text(_ value: Any) -> String {
        switch value {
        case is NSNull: "nil"
        case let object as NSManagedObject: name(of: object)
        case let set as NSSet:
            "{" + set.compactMap { ($0 as? NSManagedObject).map(name) }.sorted().joined(separator: " ") + "}"
        case let list as NSOrderedSet: text(list.array)
        case let list as [Any]: "[" + list.map(text).joined(separator: " ") + "]"
        default: "\(value)"
        }
    }

    private static func name(of object: NSManagedObject) -> String {
        let keys = ["firstName", "name", "title", "label"].filter {
            object.entity.propertiesByName[$0] != nil
        }
        return keys.first.flatMap { object.primitiveValue(forKey: $0) as? String } ?? "?"
    }
}

/// An observer by name.
final class NamedObserver: KeyValueObserver {
    let log: ChangeLog
    init(_ log: ChangeLog) { self.log = log }

    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        let parts = (change ?? [:]).map { "\($0.key.rawValue)=\(ChangeLog.text($0.value))" }.sorted()
        let name = (object as? NSManagedObject).map { ChangeLog.text($0) } ?? "?"
        log.add("\(name).\(keyPath ?? "?") \(parts.joined(separator: " "))")
    }
}
