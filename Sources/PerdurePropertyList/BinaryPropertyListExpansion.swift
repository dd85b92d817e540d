// SPDX-License-Identifier: Apache-2.0
// Turns the objects of a BinaryPropertyListTable into values. It decodes each object once, and containers share their elements.
// The number of values that a walk over the result would meet has a limit.

/// Decodes objects of one property list.
struct BinaryPropertyListExpansion {
    let table: BinaryPropertyListTable
    let limits: PropertyListLimits
    private let allowedVisits: Int
    private var decoded: [Int: Decoded] = [:]

    private enum Decoded {
        case inProgress
        /// The value, and how many values a walk over it meets.
        case done(PropertyListValue, visits: Int)
    }

    init(table: BinaryPropertyListTable, limits: PropertyListLimits) {
        self.table = table
        self.limits = limits
        allowedVisits = limits.visits(forByteCount: table.bytes.count)
    }

    /// The value of one object with all that it holds.
    mutating func value(at index: Int) throws -> PropertyListValue { try decode(index, depth: 0).value }

    private mutating func decode(_ index: Int, depth: Int) throws -> (value: PropertyListValue, visits: Int) {
        switch decoded[index] {
        case .done(let value, let visits): return (value, visits)
        case .inProgress: throw PropertyListError("a container holds itself", offset: offset(index))
        case nil: break
        }
        guard depth < limits.depth else {
            throw PropertyListError(
                "more than \(limits.depth) containers inside each other", offset: offset(index))
        }
        decoded[index] = .inProgress
        let result = try decodeNew(index, depth: depth)
        decoded[index] = .done(result.value, visits: result.visits)
        return result
    }

    private mutating func decodeNew(_ index: Int, depth: Int) throws -> (
        value: PropertyListValue, visits: Int
    ) {
        var visits = 1
        switch try table.object(at: index) {
        case .leaf(let value): return (value, visits)
        case .array(let elements):
            return (.array(try elements.map { try element($0, depth, &visits) }), visits)
        case .set(let elements):
            return (.set(try elements.map { try element($0, depth, &visits) }), visits)
        case .dictionary(let keys, let values):
            var result: [String: PropertyListValue] = Dictionary(minimumCapacity: keys.count)
            for (key, value) in zip(keys, values) {
                guard case .string(let name) = try element(key, depth, &visits) else {
                    throw PropertyListError("a dictionary's key is no string", offset: offset(key))
                }
                guard result.updateValue(try element(value, depth, &visits), forKey: name) == nil else {
                    throw PropertyListError("the key '\(name)' stands twice", offset: offset(key))
                }
            }
            return (.dictionary(result), visits)
        }
    }

    private mutating func element(_ index: Int, _ depth: Int, _ visits: inout Int) throws -> PropertyListValue
    {
        let (value, inner) = try decode(index, depth: depth + 1)
        visits += inner
        guard visits <= allowedVisits else {
            throw PropertyListError("shared containers expand to too many values", offset: offset(index))
        }
        return value
    }

    private func offset(_ index: Int) -> Int { Int(table.offsets[index]) }
}
