// SPDX-License-Identifier: Apache-2.0
// The names of objects whose keys are no numbers: their URIs carry the key's text (PG-61).

#if PostgreSQL
import PerdureSQL
import PerdureStore

extension PostgreSQLEngine: KeyNamingEngine {
    package var namesKeys: Bool { texts.attached?.keys != nil }

    package func name(of key: ObjectKey) -> String? {
        guard shape(of: key.root) != nil else { return nil }
        return texts.attached?.keys?.directory.text(of: key.number).map(KeyShape.bare)
    }

    package func number(named name: String, entity: Int32) -> Int64? {
        guard let shape = shape(of: schema[entity].root) else {
            return Int64(name).flatMap { $0 > 0 && name == "\($0)" ? $0 : nil }
        }
        guard let values = shape.values(of: name), let keys = texts.attached?.keys else { return nil }
        let own = zip(values, shape.types).map { $1 == "uuid" ? $0.lowercased() : $0 }
        return keys.directory.number(of: shape.text(of: own))
    }

    private func shape(of root: Int32) -> KeyShape? {
        guard let table = mapping[root]?.table else { return nil }
        return texts.shape(mapping.system.key, of: mapping.tables[table].name)
    }
}
#endif
