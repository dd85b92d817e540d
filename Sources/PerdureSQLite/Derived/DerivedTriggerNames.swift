// SPDX-License-Identifier: Apache-2.0
// Finds triggers in a file by the attribute that they compute. Used by DerivedRebuild.swift and StoreCheck+Derived.swift.

import PerdureSQL
import PerdureStore

/// Finds the triggers of one derived attribute, whichever program wrote them.
struct DerivedTriggerNames {
    let entity: String
    let attribute: String
    let table: String

    init(entity: String, attribute: String, table: String) {
        (self.entity, self.attribute, self.table) = (entity, attribute, table)
    }

    init(_ derived: DerivedAttribute) {
        self.init(entity: derived.entity, attribute: derived.name, table: derived.table)
    }

    func find(in texts: [String: String]) -> [String] {
        texts.filter { name, text in
            let trigger = TriggerText(text)
            // The whole prefix is compared, because another entity's name may end in the same letters.
            return trigger.firingTable.map { name.hasPrefix("Z_DA_\($0)_\(entity)_\(attribute)_") } == true
                && trigger.tells(of: attribute, in: table)
        }.keys.sorted()
    }

    func drop(_ connection: SQLiteConnection) throws {
        for name in find(in: try StoreTriggers.texts(connection)) {
            try connection.execute("DROP TRIGGER \(quotedName(name))")
        }
    }
}
