// SPDX-License-Identifier: Apache-2.0
// What should be seen, in the words of Subject.swift.

extension NaiveModel {
    func look(at place: Int) -> String {
        guard let object = objects[place] else { return "none" }
        var text = Sight.flags(
            [
                object.values == nil, object.isInserted, object.isInserted || object.isUpdated,
                object.isDeleted,
            ])
        text += object.hasChanges ? " dirty" : ""
        guard let values = object.values else { return text }
        text += " " + Key.allCases.map { "\($0)=\(values[$0] ?? .none)" }.joined(separator: " ")
        if object.isLost { return text }
        // OBJ-80, OBJ-83: persistent properties only, and none before the first save.
        let committed = object.snapshot.map { list($0.values) } ?? "[]"
        text += " committed " + committed + " changed " + list(object.shownChanges)
        if !object.isInserted { text += object.shownChanges.isEmpty ? "" : " persistent" }
        return text
    }

    private func list(_ values: Contents) -> String {
        "[" + values.map { "\($0)=\($1)" }.sorted().joined(separator: " ") + "]"
    }

    /// OBJ-23: the sets are disjoint.
    func lookAtContext() -> String {
        let present = objects.enumerated().compactMap { place, object in object.map { (place, $0) } }
        let sets = [
            present.filter { $0.1.isInserted },
            present.filter { $0.1.isUpdated && !$0.1.isInserted && !$0.1.isDeleted },
            present.filter { $0.1.isDeleted },
        ]
        let places = sets.map { $0.map { "\($0.0)" }.joined(separator: ",") }
        return "\(hasChanges) " + places.joined(separator: "/")
    }

    func lookAtStore() -> [String] {
        store.values.map { "p=\($0.values[.p] ?? .none) q=\($0.values[.q] ?? .none)" }.sorted()
    }
}
