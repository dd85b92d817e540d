// SPDX-License-Identifier: Apache-2.0
// The columns of a fetch of objects with propertiesToFetch. Its results are tuples and not rows, so that no code can
// take them for whole rows.

import PerdurePredicates
import PerdureStore

/// The slots that a fetch of objects reads.
struct PartialColumns {
    let shape: TupleShape
    private let slots: [Int]

    /// Resolves the properties.
    ///
    /// Only plain attributes of the entity are read by the fetch, others at their first use.
    ///
    /// - Throws: `CoreDataException` that names an unknown or transient property.
    init(_ fetch: ObjectFetch) throws {
        let asked = try ResultColumns(fetch).shape.columns
        let layout = fetch.entity.layout
        let properties = asked.compactMap { layout.property(named: $0.name) }.filter(PartialValues.allows)
        slots = properties.map(\.slot)
        let object = TupleShape.Column(name: "objectID", expression: .evaluatedObject, type: .objectID)
        let values = properties.map { property in
            TupleShape.Column(
                name: property.name, expression: .keyPath(base: .evaluatedObject, keys: [property.name]),
                type: property.attribute?.type ?? .undefined)
        }
        shape = TupleShape(columns: [object] + values)
    }

    /// The object of one result; nil for a tuple without an object.
    func object(_ tuple: [StoredValue], _ namespace: ObjectIDNamespace) -> FetchedObject? {
        guard case .reference(let key) = tuple.first else { return nil }
        let values = PartialValues(zip(slots, tuple.dropFirst()).map { ($0, $1) })
        return FetchedObject(id: namespace.id(key), row: nil, partial: values)
    }
}
