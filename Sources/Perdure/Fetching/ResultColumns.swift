// SPDX-License-Identifier: Apache-2.0
// The columns of a dictionary result: resolves propertiesToFetch, and makes dictionaries from tuples.

import Foundation
import PerdureBase
import PerdurePredicates
import PerdureStore

/// The columns of one request.
struct ResultColumns {
    private let entity: NSEntityDescription
    private let schema: Schema
    private(set) var shape: TupleShape
    private var codings: [AttributeCoding] = []
    /// The columns that read entries of dictionaries.
    private var entries: Set<Int> = []
    /// The columns that read whole sets and dictionaries.
    private var wholeColumns: [Int: PropertyLayout] = [:]

    /// Resolves the columns of a request.
    ///
    /// - Throws: `CoreDataException` that names an unknown, transient or to-many property.
    init(_ fetch: ObjectFetch) throws {
        entity = fetch.entity
        schema = fetch.entity.compiled.schema
        shape = TupleShape(columns: [])
        let request = fetch.request
        shape.columns = try (request.propertiesToFetch ?? allProperties()).map(column)
        shape.isDistinct = request.returnsDistinctResults
        let groups = GroupCheck(entity, schema)
        shape.groupBy = try (request.propertiesToGroupBy ?? []).map { try groups.checked(column($0)) }
        shape.having = request.havingPredicate?.node.substituting(computed)
        codings = shape.columns.map { AttributeCoding(result: $0, entity) }
        for (index, column) in shape.columns.enumerated() {
            guard let (property, isEntry) = merged(column) else { continue }
            if isEntry { entries.insert(index) } else { wholeColumns[index] = property }
        }
        try checkGrouping(request)
    }

    /// The computed columns by name; havingPredicate may use the names as variables.
    private var computed: [String: ExpressionNode] {
        Dictionary(shape.columns.map { ($0.name, $0.expression) }, uniquingKeysWith: { first, _ in first })
    }

    /// The set or dictionary attribute that a column reads, whole or one entry of it.
    private func merged(_ column: TupleShape.Column) -> (property: PropertyLayout, isEntry: Bool)? {
        guard case .keyPath(.evaluatedObject, let keys) = column.expression, keys.last != "@count" else {
            return nil
        }
        var layout = entity.layout
        for (index, key) in keys.enumerated() {
            guard let property = layout.property(named: key) else { return nil }
            if property.hasParts { return (property, index < keys.count - 1) }
            guard let relationship = property.relationship else { return nil }
            layout = schema[relationship.destination]
        }
        return nil
    }

    /// Whether a column's values in tuples are bytes whose order means nothing.
    func isEntry(_ column: Int) -> Bool { entries.contains(column) }

    /// All stored attributes and to-one relationships.
    private func allProperties() -> [Any] {
        entity.layout.properties.filter(\.isStoredInRow).map(\.name)
    }

    private func column(_ property: Any) throws -> TupleShape.Column {
        switch property {
        case let name as String:
            return try column(named: name)
        case let keyPath as AnyKeyPath:
            return try column(named: keyPath.propertyKeys().isEmpty ? "self" : keyPath.propertyName())
        case let expression as NSExpressionDescription:
            guard let node = expression.expression?.node else { throw invalid(expression.name) }
            if case .keyPath(_, let keys) = node, keys.last == "entity" { throw noEntity(expression.name) }
            let type =
                StoredAttributeType(rawValue: Int(expression.expressionResultType.rawValue)) ?? .undefined
            return TupleShape.Column(name: expression.name, expression: node, type: type)
        case let property as NSPropertyDescription:
            guard entity.propertiesByName[property.name] != nil else {
                throw CoreDataException.invalidArgument(
                    "Invalid property \(property.name) passed to setPropertiesToFetch: (entity mismatch)")
            }
            return try column(named: property.name)
        default:
            throw invalid("\(property)")
        }
    }

    /// The name of columns for the order alone, which no property has.
    static let orderName = "$order"

    /// A column for the key of a sort descriptor.
    func column(sortedBy keys: [String]) throws -> TupleShape.Column {
        if keys.last == "@count" { return column(Self.orderName, keys, .integer64) }
        var column = try column(named: keys.joined(separator: "."))
        column.name = Self.orderName
        // An entry is then read as a value, which has an order.
        if merged(column)?.isEntry == true { column.type = .undefined }
        return column
    }

    private func column(named path: String) throws -> TupleShape.Column {
        if path == "objectID" || path == "self" {
            return TupleShape.Column(name: path, expression: .evaluatedObject, type: .objectID)
        }
        let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard !keys.contains("") else { throw invalid(path) }
        var layout = entity.layout
        for (index, key) in keys.enumerated() {
            guard let property = layout.property(named: key), property.isStoredInRow else {
                throw invalid(path)
            }
            if property.hasEntries, index < keys.count - 1 {
                return column(path, keys, .binary)
            }
            if index == keys.count - 1 { return column(path, keys, property.attribute?.type ?? .objectID) }
            if let elements = property.attribute?.elements, !elements.isEmpty {
                return column(path, keys, try elementType(keys[(index + 1)...], elements, path))
            }
            guard let relationship = property.relationship else { throw invalid(path) }
            layout = schema[relationship.destination]
        }
        throw invalid(path)
    }

    private func column(_ path: String, _ keys: [String], _ type: StoredAttributeType) -> TupleShape.Column {
        TupleShape.Column(
            name: path, expression: .keyPath(base: .evaluatedObject, keys: keys), type: type)
    }

    /// The type of an element of a composite.
    private func elementType(_ keys: ArraySlice<String>, _ elements: [PropertyDefinition], _ path: String)
        throws
        -> StoredAttributeType
    {
        guard let element = elements.first(where: { $0.name == keys.first }),
            case .attribute(let attribute) = element.kind
        else { throw invalid(path) }
        return keys.count == 1
            ? attribute.type : try elementType(keys.dropFirst(), attribute.elements, path)
    }

    private func noEntity(_ name: String) -> CoreDataException {
        .invalidArgument(
            "The column \"\(name)\" of a request for \"\(entity.name ?? "")\" is an entity, which is no value: use "
                + "entity.name.")
    }

    private func invalid(_ path: String) -> CoreDataException {
        .invalidArgument(
            "Invalid keypath \(path) passed to setPropertiesToFetch: of a request for "
                + "\"\(entity.name ?? "")\": use stored attributes and to-one relationships.")
    }

    private func checkGrouping(_ request: AnyFetchRequest) throws {
        guard shape.having == nil || !shape.groupBy.isEmpty else {
            throw CoreDataException.invalidArgument(
                "A request with a havingPredicate needs propertiesToGroupBy.")
        }
        guard shape.groupBy.isEmpty || request.propertiesToFetch?.isEmpty == false else {
            throw CoreDataException.invalidArgument(
                "A request with propertiesToGroupBy needs propertiesToFetch.")
        }
    }

    /// The dictionary of one result; nil values are left out.
    func dictionary(_ tuple: [StoredValue], _ namespace: ObjectIDNamespace) -> [String: Any] {
        var result: [String: Any] = [:]
        for (index, value) in tuple.enumerated() where index < shape.columns.count && !value.isEmptyComposite
        {
            if case .reference(let key) = value {
                result[shape.columns[index].name] = namespace.id(key)
            } else if !entries.isEmpty, entries.contains(index) {
                result[shape.columns[index].name] = Self.entry(value)
            } else if !wholeColumns.isEmpty, let property = wholeColumns[index] {
                result[shape.columns[index].name] = property.shown(value, codings[index])
            } else if let value = codings[index].value(value) {
                result[shape.columns[index].name] = value
            }
        }
        return result
    }

    private static func entry(_ value: StoredValue) -> Any? {
        guard case .data(let data) = value else { return nil }
        return ConstantValue(packed: data)?.anyValue
    }

    /// The error of a request that would have to mix the tuples of several stores.
    func severalStores(_ stores: [EngineStore]) -> CoreDataException {
        .invalidArgument(
            "A request for dictionaries of \"\(entity.name ?? "")\" with aggregates or groups concerns \(stores.count) "
                + "stores. Set affectedStores to one of them.")
    }
}
