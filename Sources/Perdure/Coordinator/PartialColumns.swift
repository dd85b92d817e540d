// SPDX-License-Identifier: Apache-2.0
// The columns of a fetch of objects that has propertiesToFetch. Its results are tuples, and no rows, so that nobody can
// take them for whole ones.

import PerdurePredicates
import PerdureStore

/// Which slots a fetch of objects reads.
struct PartialColumns {
    let shape: TupleShape
    private let slots: [Int]

    /// Resolves the properties; others than plain attributes of the entity are read when they are asked for.
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

    /// One result; nil for what is no object.
    func object(_ tuple: [StoredValue], _ origin: ObjectIDOrigin) -> FetchedObject? {
        guard case .reference(let key) = tuple.first else { return nil }
        let values = PartialValues(zip(slots, tuple.dropFirst()).map { ($0, $1) })
        return FetchedObject(id: origin.id(key), row: nil, partial: values)
    }
}
