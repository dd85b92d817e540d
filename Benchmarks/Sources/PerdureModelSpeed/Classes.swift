// SPDX-License-Identifier: Apache-2.0
// The same object four times: a plain class, an observable one, a model, a managed object.

import CoreData
import Observation
import SwiftData

final class PlainItem {
    var number: Int
    var name: String

    init(number: Int, name: String) {
        self.number = number
        self.name = name
    }
}

@Observable
final class ObservableItem {
    var number: Int
    var name: String

    init(number: Int, name: String) {
        self.number = number
        self.name = name
    }
}

@Model
final class ModelItem {
    var number: Int
    var name: String
    var weight: Double = 1.5
    var isDone: Bool = false

    init(number: Int, name: String) {
        self.number = number
        self.name = name
    }
}

@Model
final class ModelBox {
    var items: [ModelPart] = []

    init() {}
}

@Model
final class ModelPart {
    var number: Int
    var box: ModelBox?

    init(number: Int) { self.number = number }
}

/// The managed object with the entity of ModelItem.
final class ManagedItem: NSManagedObject {
    weak var companion: AnyObject?

    var isDone: Bool {
        get { _bool(at: 0) }
        set { _setBool(newValue, at: 0) }
    }
    var name: String {
        get { _string(at: 1) ?? "" }
        set { _setString(newValue, at: 1) }
    }
    var number: Int {
        get { Int(_int64(at: 2)) }
        set { _setInt64(Int64(newValue), at: 2) }
    }
    var weight: Double {
        get { _double(at: 3) }
        set { _setDouble(newValue, at: 3) }
    }

    override class var _classProperties: ClassProperties? {
        ClassProperties(ManagedItem.self, slots: ["isDone", "name", "number", "weight"]) { _ in [:] }
    }
}
