// SPDX-License-Identifier: Apache-2.0
// Compares the objects of two stores, hierarchy by hierarchy: by numbers in one pass, by keys with those of one store in memory.

import PerdureStore

/// The comparison of two stores.
struct StoreComparison {
    private let (a, b): (ObjectStream, ObjectStream)
    private let isByKey: Bool
    /// Properties that entities of only one of the models have.
    let unequalProperties: [String]

    init(_ first: any CopyableEngine, _ second: any CopyableEngine, _ keys: ComparisonKeys) {
        (a, b) = (ObjectStream(first, keys), ObjectStream(second, keys))
        isByKey = !keys.isEmpty
        unequalProperties = Self.unequal(first.schema, second.schema)
    }

    private static func unequal(_ first: Schema, _ second: Schema) -> [String] {
        let both = Set(first.entities.map(\.name)).intersection(second.entities.map(\.name))
        return both.sorted().flatMap { name -> [String] in
            let sets = [first, second].map { schema in
                Set(schema.entity(named: name).map { ExportedValue.properties(of: $0).map(\.name) } ?? [])
            }
            return sets[0].symmetricDifference(sets[1]).sorted().map { "\(name).\($0)" }
        }
    }

    /// Reports all differences, in the order of entities and objects.
    func run(_ report: (StoreDifference) throws -> Void) throws {
        try a.readNames()
        try b.readNames()
        let roots = Set([a, b].flatMap { $0.schema.entities.filter { $0.superentity == nil }.map(\.name) })
        for root in roots.sorted() {
            var (first, second) = (pages(a, root), pages(b, root))
            if isByKey {
                try compareKeys(&first, &second, report)
            } else {
                try compareNumbers(&first, &second, report)
            }
        }
    }

    private func pages(_ stream: ObjectStream, _ root: String) -> StreamPages? {
        stream.schema.entity(named: root).map { stream.pages(of: $0) }
    }

    private func compareNumbers(
        _ first: inout StreamPages?, _ second: inout StreamPages?,
        _ report: (StoreDifference) throws -> Void
    ) throws {
        while true {
            let (left, right) = (try first?.peek(), try second?.peek())
            guard left != nil || right != nil else { return }
            let (own, other) = (left?.number ?? .max, right?.number ?? .max)
            let (one, two) = (
                own <= other ? try first?.next() : nil, other <= own ? try second?.next() : nil
            )
            if let one, let two, one.entity == two.entity {
                try compare(one, two, report)
            } else {
                if let one { try report(.onlyInA(one.name)) }
                if let two { try report(.onlyInB(two.name)) }
            }
        }
    }

    private func compareKeys(
        _ first: inout StreamPages?, _ second: inout StreamPages?,
        _ report: (StoreDifference) throws -> Void
    ) throws {
        var others: [String: ComparedObject] = [:]
        var order: [String] = []
        while let object = try second?.next() {
            others[object.name] = object
            order.append(object.name)
        }
        while let object = try first?.next() {
            if let other = others.removeValue(forKey: object.name) {
                try compare(object, other, report)
            } else {
                try report(.onlyInA(object.name))
            }
        }
        for name in order where others[name] != nil { try report(.onlyInB(name)) }
    }

    private func compare(
        _ a: ComparedObject, _ b: ComparedObject, _ report: (StoreDifference) throws -> Void
    ) throws {
        for (key, value) in a.values.sorted(by: { $0.key < $1.key }) {
            guard let other = b.values[key], other != value else { continue }
            try report(.value(object: a.name, key: key, a: value, b: other))
        }
    }
}
