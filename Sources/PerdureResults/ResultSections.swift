// SPDX-License-Identifier: Apache-2.0
// The sections of a fetched list: runs of objects with one name. SectionFinder.swift finds them.
// ResultChangeBuilder+Sections.swift updates them after changes.

import Foundation
import Perdure
import PerdureBase
import PerdurePredicates

/// A section, as a fetched results controller shows it.
public protocol NSFetchedResultsSectionInfo {
    /// The section's name: the value of the section key path of its objects, as text.
    var name: String { get }
    /// The section's title in an index; nil for none.
    var indexTitle: String? { get }
    /// The number of objects in the section.
    var numberOfObjects: Int { get }
    /// The section's objects.
    var objects: [Any]? { get }
}

/// A section of a list in its current state.
struct ResultSection: NSFetchedResultsSectionInfo {
    let name: String
    let indexTitle: String?
    let members: ArraySlice<NSManagedObject>

    var numberOfObjects: Int { members.count }
    var objects: [Any]? { Array(members) }
}

/// The names and sizes of the sections of a list; a list without a section key path always has one section.
struct ResultSections {
    let names: [String]
    let counts: [Int]
    /// The start index of each section, then the end index of the last one.
    let starts: [Int]
    private let numbers: [SectionIdentity: Int]
    private let isByBytes: Bool

    /// - Parameters:
    ///   - names: the names in their order.
    ///   - counts: the number of objects of each section.
    ///   - isByBytes: whether names are equal only with the same bytes.
    init(_ names: [String], _ counts: [Int], isByBytes: Bool = false) {
        self.names = names
        self.counts = counts
        self.isByBytes = isByBytes
        starts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        let identities = names.map { SectionIdentity(name: $0, isByBytes: isByBytes) }
        numbers = Dictionary(zip(identities, names.indices), uniquingKeysWith: { first, _ in first })
    }

    /// Other sections of the same list.
    func changed(to names: [String], _ counts: [Int]) -> ResultSections {
        ResultSections(names, counts, isByBytes: isByBytes)
    }

    /// A name, as this list compares it.
    func identity(_ name: String) -> SectionIdentity { SectionIdentity(name: name, isByBytes: isByBytes) }

    var count: Int { names.count }

    func range(_ section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

    func number(of name: String) -> Int? { numbers[identity(name)] }

    /// The section of an index in the list.
    func section(at index: Int) -> Int {
        var low = 0
        var high = count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= index { low = middle } else { high = middle }
        }
        return low
    }

    func path(of index: Int) -> IndexPath {
        let section = section(at: index)
        return IndexPath(indexes: [section, index - starts[section]])
    }

    /// The index in the list; nil for a path outside of the list.
    func index(of path: IndexPath) -> Int? {
        guard path.count == 2, counts.indices.contains(path[0]), path[1] >= 0, path[1] < counts[path[0]]
        else { return nil }
        return starts[path[0]] + path[1]
    }
}

/// Reads the section names of objects.
struct SectionKey {
    let path: String
    let keys: [String]

    init(_ path: String) {
        self.path = path
        keys = path.split(separator: ".").map(String.init)
    }

    /// - Throws: `CoreDataException` for an unknown key.
    func name(of object: NSManagedObject) throws -> String {
        try ExceptionTrap.catching { Self.text(try KeyPathReader.read(keys[...], from: object)) }
    }

    private static func text(_ value: Any?) -> String {
        switch value {
        case nil: ""
        case let text as String: text
        case let flag as Bool: flag ? "1" : "0"
        case let value?: "\(value)"
        }
    }
}
