// SPDX-License-Identifier: Apache-2.0
// The columns of attributes that merge (PG-35): which type they have, and the forms of sets in them. DictionaryJSON.swift has
// dictionaries. Rows hold both as property lists, as in every store.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureSQL
import PerdureStore

extension SQLColumnType {
    /// The column of an attribute that merges; nil for one without a column.
    init?(_ rule: MergeRule) {
        switch (rule.kind, rule.type) {
        case (.counter, .double), (.counter, .float): self = .double
        case (.counter, .decimal): self = .numeric
        // The rule knows the range of its type.
        case (.counter, _): self = .bigint
        case (.set, _):
            self =
                switch rule.element {
                case .string, .uri: .texts
                case .integer: .bigints
                case .uuid: .uuids
                }
        case (.dictionary, _): self = .jsonb
        case (.value, let type): self.init(type)
        }
    }
}

// A parameter that is an array of arrays would lose their limits: sets travel as JSON, and the statement makes arrays of them (PG-73).
extension SQLColumnType {
    /// The type of elements of the parameter that carries values of many rows.
    var arrayElement: ServerType { isArray ? .jsonb : serverType }

    /// A value as an element of that parameter.
    func element(_ value: ServerValue) -> ServerValue {
        guard isArray else { return value }
        return value.setJSON.map { .jsonb($0) } ?? .null(.jsonb)
    }

    /// The column's value, from an element of that parameter; NULL would become an empty array.
    func selected(_ element: String) -> String {
        guard isArray else { return element }
        let type = self == .bigints ? "bigint" : self == .uuids ? "uuid" : "text"
        return "CASE WHEN \(element) IS NOT NULL THEN "
            + "ARRAY(SELECT e.e::\(type) FROM jsonb_array_elements_text(\(element)) AS e(e)) END"
    }
}

extension ServerValue {
    /// The array of a set; null for an empty one, nil for what is no set of this column.
    init?(set data: Data, _ type: SQLColumnType) {
        guard let list = try? PropertyList.read(data).arrayValue else { return nil }
        let elements = list.compactMap { ServerValue(element: $0, type.serverType) }
        guard elements.count == list.count else { return nil }
        self = elements.isEmpty ? type.null : .array(type.serverType, elements.ascending)
    }

    /// An element of a set; nil for what its column does not hold.
    init?(element: PropertyListValue, _ type: ServerType) {
        switch (element, type) {
        case (.string(let text), .text):
            guard !text.utf8.contains(0) else { return nil }
            self = .text(text)
        case (.integer(let number), .int8): self = .int8(number)
        case (.string(let text), .uuid):
            guard let uuid = UUID(uuidString: text) else { return nil }
            self = .uuid(uuid)
        default: return nil
        }
    }

    /// The element in a property list; nil for null and for elements of other types.
    fileprivate var element: PropertyListValue? {
        switch self {
        case .text(let text): .string(text)
        case .int8(let number): .integer(number)
        case .uuid(let uuid): .string(uuid.uuidString)
        default: nil
        }
    }

    /// The set as the text of a JSON array: parameters that are arrays of sets need this form (PG-73).
    var setJSON: String? {
        guard case .array(_, let elements) = self else { return nil }
        return DictionaryJSON.text(.array(elements.compactMap(\.element)))
    }

    /// Whether an element stands before another one: texts by their bytes.
    fileprivate func isBefore(_ other: ServerValue) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.int8(let left), .int8(let right)): left < right
        case (.uuid(let left), .uuid(let right)): left.uuidString < right.uuidString
        default: false
        }
    }
}

extension [ServerValue] {
    /// The elements ascending, each once.
    fileprivate var ascending: [ServerValue] {
        var all: [ServerValue] = []
        for element in sorted(by: { $0.isBefore($1) }) {
            if let last = all.last, !last.isBefore(element) { continue }
            all.append(element)
        }
        return all
    }
}

extension StoredValue {
    /// The property list of a set or a dictionary; nil for other values.
    ///
    /// What another program wrote and nobody can read becomes bytes that are no property list.
    init?(mergeable value: ServerValue) {
        switch value {
        case .array(_, let elements):
            let list = elements.ascending.compactMap(\.element)
            if list.isEmpty {
                self = .null
            } else if let data = try? BinaryPropertyList.write(.array(list)) {
                self = .data(data)
            } else {
                return nil
            }
        case .jsonb(let text):
            let content = DictionaryJSON.dictionary(text)
            if content?.isEmpty == true {
                self = .null
            } else if let content, let data = try? BinaryPropertyList.write(.dictionary(content)) {
                self = .data(data)
            } else {
                self = .data(Data(text.utf8))
            }
        default: return nil
        }
    }
}
#endif
