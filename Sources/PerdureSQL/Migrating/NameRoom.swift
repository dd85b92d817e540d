// SPDX-License-Identifier: Apache-2.0
// Renames so that no name is in the way of another: what needs a name that is taken gets a name in between first.

/// The order in which things of one namespace get their new names.
package struct NameRoom {
    /// A step from a name to another.
    package struct Rename: Hashable, Sendable {
        package let from: String
        package let to: String
    }

    package private(set) var renames: [Rename] = []
    /// Where something is that keeps a name of its own, or gets one in between: old name → present name.
    package private(set) var current: [String: String] = [:]

    /// Plans the renames.
    ///
    /// - Parameters:
    ///   - names: All names that exist.
    ///   - moved: Old name → new name.
    ///   - made: Names that new things will get.
    ///   - prefix: Begins the names in between.
    package init(_ names: [String], moving moved: [String: String], making made: [String], prefix: String) {
        let targets = Set((Array(moved.values) + made).map { $0.uppercased() })
        var taken = Set(names.map { $0.uppercased() }).union(targets)
        var late: [Rename] = []
        for name in names.sorted() {
            let target = moved[name] ?? name
            current[name] = target
            if target == name, moved[name] != nil { continue }
            let isInTheWay = targets.contains(name.uppercased())
            let isBlocked = moved[name] != nil && names.contains { $0.uppercased() == target.uppercased() }
            guard isInTheWay || isBlocked else {
                if moved[name] != nil { renames.append(Rename(from: name, to: target)) }
                continue
            }
            let between = Self.free(prefix, &taken)
            renames.append(Rename(from: name, to: between))
            if moved[name] == nil {
                current[name] = between
            } else {
                late.append(Rename(from: between, to: target))
            }
        }
        renames += late
    }

    private static func free(_ prefix: String, _ taken: inout Set<String>) -> String {
        var number = 0
        while !taken.insert("\(prefix)\(number)").inserted { number += 1 }
        return "\(prefix)\(number)"
    }
}
