// SPDX-License-Identifier: Apache-2.0
// Writes `addToReviews`, `removeFromReviews` and, for ordered relationships, the methods with an index, with Xcode's names.
// Each method has a form for one member and a form for any sequence of members.

import PerdureAccessorText

/// Writes the methods of a to-many relationship.
struct ToManyWriter {
    let property: ManagedProperty
    let slot: SlotText
    /// The names that the class declares itself.
    let declaredNames: Set<String>

    /// The declarations of the methods that the class does not have yet.
    var declarations: [[String]] {
        switch property.type.shape {
        case .single: return []
        case .set(let element): return unordered(element)
        case .array(let element): return unordered(element) + ordered(element)
        case .objectSet: return unordered(destination) + collections("NSSet")
        case .orderedObjectSet:
            return unordered(destination) + collections("NSOrderedSet") + ordered(destination)
        }
    }

    private var destination: String {
        let text = property.arguments.text("to") ?? "NSManagedObject.self"
        return text.hasSuffix(".self") ? String(text.dropLast(5)) : text
    }

    private func method(_ name: String, _ parameters: String, _ body: String) -> [String] {
        ["\(property.access)func \(name)(\(parameters)) { \(body) }"]
    }

    private func unordered(_ element: String) -> [[String]] {
        let name = property.capitalized
        var result: [[String]] = []
        if !declaredNames.contains("addTo\(name)(_:)") {
            result.append(method("addTo\(name)", "_ value: \(element)", slot.add("[value]")))
            result.append(
                method(
                    "addTo\(name)", "_ values: some Sequence<\(element)>", slot.add("Array(values)"))
            )
        }
        if !declaredNames.contains("removeFrom\(name)(_:)") {
            result.append(method("removeFrom\(name)", "_ value: \(element)", slot.remove("[value]")))
            result.append(
                method(
                    "removeFrom\(name)", "_ values: some Sequence<\(element)>",
                    slot.remove("Array(values)")))
        }
        return result
    }

    private func collections(_ type: String) -> [[String]] {
        let name = property.capitalized
        return ["addTo", "removeFrom"].filter { !declaredNames.contains("\($0)\(name)(_:)") }.map {
            method(
                "\($0)\(name)", "_ values: \(type)",
                $0 == "addTo" ? slot.add("values") : slot.remove("values"))
        }
    }

    private func ordered(_ element: String) -> [[String]] {
        let name = property.capitalized
        let all = [
            (
                "insertInto\(name)", "_ value: \(element), at index: Int",
                slot.insert("value", at: "index")
            ),
            (
                "insertInto\(name)", "_ values: [\(element)], at indexes: _IndexSet",
                slot.insert("values", at: "indexes")
            ),
            ("removeFrom\(name)", "at index: Int", slot.removeMember(at: "index")),
            ("removeFrom\(name)", "at indexes: _IndexSet", slot.removeMembers(at: "indexes")),
            (
                "replace\(name)", "at index: Int, with value: \(element)",
                slot.replaceMember(at: "index", with: "value")
            ),
            (
                "replace\(name)", "at indexes: _IndexSet, with values: [\(element)]",
                slot.replaceMembers(at: "indexes", with: "values")
            ),
        ]
        let taken = [
            "insertInto\(name)": "insertInto\(name)(_:at:)", "removeFrom\(name)": "removeFrom\(name)(at:)",
            "replace\(name)": "replace\(name)(at:with:)",
        ]
        return all.filter { !declaredNames.contains(taken[$0.0] ?? "") }.map { method($0.0, $0.1, $0.2) }
    }
}
