// SPDX-License-Identifier: Apache-2.0
// The values of a model as snapshots have them, and the classes behind the identifiers of snapshots that are read.

import Foundation
import Perdure
import PerdureBase

extension _ModelObject {
    /// The values that are not nil, by names; of relationships the identifiers.
    final var snapshotValues: [String: any Codable] {
        var values: [String: any Codable] = [:]
        let properties = ModelFacts.of(modelType).properties
        for (slot, property) in properties.enumerated() {
            switch property.form {
            case .one: values[property.name] = destinationIdentifier(at: slot)
            case .many: values[property.name] = memberObjects(at: slot).map(\.identifier)
            default: values[property.name] = property.value(of: _value(at: slot)) as? any Codable
            }
        }
        return values
    }

    private func destinationIdentifier(at slot: Int) -> PersistentIdentifier? {
        (_toOne(at: slot) as? _ModelObject)?.identifier
    }
}

extension ModelFacts.Property {
    /// The type in Swift, without an optional around it.
    var plainType: any Any.Type {
        (metadata.valueType as? any OptionalValue.Type)?.wrappedType ?? metadata.valueType
    }

    /// The type in a snapshot; nil for values that have no coding.
    var snapshotType: (any Codable.Type)? {
        switch form {
        case .one: PersistentIdentifier.self
        case .many: [PersistentIdentifier].self
        default: plainType as? any Codable.Type
        }
    }

    /// The value in Swift of a stored value; nil where there is none, and where the type does not know it.
    func value(of stored: Any?) -> Any? {
        guard let stored else { return nil }
        func read<W>(_: W.Type) -> Any? { form.value(W.self, of: stored, as: name) }
        return _openExistential(plainType, do: read)
    }
}

/// The classes of containers with stores of a program's own.
enum SnapshotClasses {
    private struct Place: Hashable {
        let store: String
        let entity: String
    }

    private static let known = Lock<[Place: ModelFacts]>([:])

    static func register(_ schema: Schema, _ storeIdentifier: String) {
        // The facts are read without the lock, because that runs code of the classes.
        let facts = schema.types.map { ModelFacts.of($0) }
        known.withLock { known in
            for facts in facts {
                known[Place(store: storeIdentifier, entity: facts.entityName)] = facts
                known[Place(store: "", entity: facts.entityName)] = facts
            }
        }
    }

    /// The facts of the class of an identifier; of an identifier without a store those of the newest container.
    static func facts(of identifier: PersistentIdentifier) -> ModelFacts? {
        let place = Place(store: identifier.storeIdentifier ?? "", entity: identifier.entityName)
        return known.withLock { $0[place] ?? $0[Place(store: "", entity: place.entity)] }
    }
}
