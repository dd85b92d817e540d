// SPDX-License-Identifier: Apache-2.0
// The classes of the model's two entities, with accessors written by hand over key-value coding.

import CoreData

final class TodoList: NSManagedObject {
    var name: String {
        get { value(forKey: "name") as? String ?? "" }
        set { setValue(newValue, forKey: "name") }
    }
    var items: Set<Item> {
        get { value(forKey: "items") as? Set<Item> ?? [] }
        set { setValue(newValue, forKey: "items") }
    }
}

final class Item: NSManagedObject {
    var title: String {
        get { value(forKey: "title") as? String ?? "" }
        set { setValue(newValue, forKey: "title") }
    }
    var isDone: Bool {
        get { value(forKey: "isDone") as? Bool ?? false }
        set { setValue(newValue, forKey: "isDone") }
    }
    var points: Int {
        get { value(forKey: "points") as? Int ?? 0 }
        set { setValue(newValue, forKey: "points") }
    }
    var list: TodoList? {
        get { value(forKey: "list") as? TodoList }
        set { setValue(newValue, forKey: "list") }
    }

    override func awakeFromInsert() {
        super.awakeFromInsert()
        setPrimitiveValue(Date(), forKey: "created")
    }
}
