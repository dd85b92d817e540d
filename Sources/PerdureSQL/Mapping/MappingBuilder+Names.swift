// SPDX-License-Identifier: Apache-2.0
// Gives the columns of a table their names: entity by entity, attributes before keys, each group sorted by name. The elements
// of a composite attribute take the attribute's place, in declared order. Part of MappingBuilder.swift.

import PerdureStore

extension MappingBuilder {
    /// The attributes that an entity declares and stores.
    func ownAttributes(of entity: Int32) -> some Sequence<PropertyLayout> {
        own(entity).filter { !$0.isTransient && $0.attribute != nil }
    }

    /// The to-one relationships that an entity declares and stores, to entities that the store holds.
    func ownKeys(of entity: Int32) -> some Sequence<PropertyLayout> {
        own(entity).filter { property in
            guard !property.isTransient, let relationship = property.relationship else { return false }
            return !relationship.isToMany && holds(relationship.destination)
        }
    }

    // Lazy, because lists of layouts for each question were a tenth of what opening a store allocates.
    private func own(_ entity: Int32) -> LazySequence<ArraySlice<PropertyLayout>> {
        schema[entity].properties[schema[entity].inheritedCount...].lazy
    }

    /// The names of a table's columns, in the form that the file has.
    ///
    /// A file has the former form when it has all columns of that form and the two forms differ. Core Data's files do not
    /// have these columns by chance. A file of the former form lacks the columns whose numbers differ in the current form.
    func columnNames(root: Int32, table: String) throws -> TableNames {
        let wanted = try columnNames(root: root, .element)
        guard file.isExisting, hasSeveralColumns(root) else {
            return TableNames(predicted: wanted, wanted: wanted)
        }
        let former = try columnNames(root: root, .joined)
        let (names, others) = (expected(former), expected(wanted))
        let isFormer = names != others && file.hasColumns(names, in: table)
        return TableNames(predicted: isFormer ? former : wanted, wanted: wanted)
    }

    private func hasSeveralColumns(_ root: Int32) -> Bool {
        (hierarchies[root] ?? []).contains { entity in
            ownAttributes(of: entity).contains(where: \.hasSeveralColumns)
        }
    }

    /// The names of the columns that a file must have.
    ///
    /// A migration can add the remaining columns.
    private func expected(_ names: ColumnNames) -> Set<String> {
        let expected = names.names.filter { place, _ in
            let layout = schema[place.property.entity]
            return !file.isAddable(layout.properties[place.property.slot].name, of: layout.name)
        }
        return Set(expected.values)
    }

    private func columnNames(root: Int32, _ form: ElementNaming) throws -> ColumnNames {
        var names = ColumnNames(naming)
        for entity in hierarchies[root] ?? [] {
            for property in ownAttributes(of: entity) { try claim(property, entity, form, &names) }
            for property in ownKeys(of: entity) {
                let place = DeclaredSlot(entity: entity, slot: property.slot)
                names.claim(naming.keyColumn(try word(property.name, entity)), for: ColumnContent(place))
            }
        }
        for place in withoutInverse[root] ?? [] {
            let name = try word(schema[place.entity].properties[place.slot].name, place.entity)
            names.claim(naming.memberKey(name, owner: fileNumber(place.entity)), for: ColumnContent(place))
        }
        return names
    }

    /// Names the columns of an attribute.
    private func claim(
        _ property: PropertyLayout, _ entity: Int32, _ form: ElementNaming, _ names: inout ColumnNames
    ) throws {
        let place = DeclaredSlot(entity: entity, slot: property.slot)
        try AttributeLeaf.forEach(of: property) { number, leaf in
            guard naming.type(of: leaf.attribute.type) != nil else { return }
            let name = try word(property.name, leaf.path, entity, form)
            names.claim(naming.column(name), for: ColumnContent(place, leaf: number))
        }
    }

    private func word(_ name: String, _ elements: [String], _ entity: Int32, _ form: ElementNaming) throws
        -> String
    {
        guard let last = elements.last else { return try word(name, entity) }
        guard form == .joined || naming.namesElementsByPath else { return try word(last, entity) }
        return try ([name] + elements).map { try word($0, entity) }.joined(separator: "_")
    }

    private func word(_ name: String, _ entity: Int32) throws -> String {
        try naming.word(name, of: "\"\(schema[entity].name).\(name)\"")
    }
}
