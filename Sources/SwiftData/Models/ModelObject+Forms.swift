// SPDX-License-Identifier: Apache-2.0
// Attributes whose type is not plain: enums, structs, collections, what transformers write. ValueForm+Values.swift converts.

import Foundation
import Perdure
import PerdureBase

extension _ModelObject {
    private func property(at slot: Int) -> ModelFacts.Property { ModelFacts.of(modelType).properties[slot] }

    /// Reads an attribute in the form of its property.
    ///
    /// A value that the type does not know is nil, the declaration's default, or the first value of the type; the row keeps it
    /// until the property is set.
    final func formed<T>(at slot: Int) -> T {
        let property = property(at: slot)
        if let wrapped = T.self as? any OptionalValue.Type {
            let value = _value(at: slot).flatMap { optional(wrapped.wrappedType, $0, property) }
            // Either a value of the wrapped type or none: both are values of T.
            return value as! T
        }
        if let stored = _value(at: slot) {
            if let value = property.form.value(T.self, of: stored, as: property.name) { return value }
            UnreadableValues.tell(stored, property.name, self)
        }
        if let value = property.form.fallback(T.self) ?? property.metadata.defaultValue as? T
            ?? property.form.zeros(T.self)
        {
            return value
        }
        CoreDataException.invalidArgument(
            "\(entity.name ?? "").\(property.name) of \(objectID.uriRepresentation()) has no value, and nothing stands "
                + "for a missing \(T.self): make the property optional, or give it a default."
        ).stop()
    }

    /// A value of the type inside an optional; nil where the type does not know it.
    private func optional(_ type: any Any.Type, _ stored: Any, _ property: ModelFacts.Property) -> Any? {
        func read<W>(_: W.Type) -> Any? { property.form.value(W.self, of: stored, as: property.name) }
        if let value = _openExistential(type, do: read) { return value }
        UnreadableValues.tell(stored, property.name, self)
        return nil
    }

    /// Sets an attribute in the form of its property; reports a value that the store cannot keep.
    final func setFormed<T>(_ value: T, at slot: Int) {
        let property = property(at: slot)
        do {
            let content = (value as? any OptionalValue).map(\.content) ?? value
            _setValue(try content.flatMap { try property.form.stored($0, as: property.name) }, at: slot)
        } catch let exception as CoreDataException {
            ExceptionTrap.raise(exception)
        } catch {
            ExceptionTrap.raise(refusal(of: T.self, property.name, error))
        }
    }

    /// The type's own code has thrown an error, which knows nothing of the model.
    private func refusal(of type: Any.Type, _ name: String, _ error: any Error) -> CoreDataException {
        .invalidArgument(
            "\(entity.name ?? "").\(name) cannot be set, because the encode(to:) of \(type) has thrown \(error). "
                + "Let it encode the value, or set another value.")
    }
}

/// Values in stores that the program's types do not know, each told once.
enum UnreadableValues {
    private static let told = Lock<Set<String>>([])

    static func tell(_ stored: Any, _ name: String, _ object: _ModelObject) {
        let place = "\(object.entity.name ?? "").\(name) of \(object.objectID.uriRepresentation())"
        guard told.withLock({ $0.insert(place).inserted }) else { return }
        let words =
            "SwiftData: warning: \(place) is \(stored), which the property's type does not know; the row keeps it\n"
        FileHandle.standardError.write(Data(words.utf8))
    }
}
