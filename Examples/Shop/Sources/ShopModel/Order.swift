// SPDX-License-Identifier: Apache-2.0
// The entity Order generates "Category/Extension": the class is written here, its properties are generated.

import CoreData

/// What happens to an order; stored as its raw value.
public enum Status: String, Sendable {
    case open, paid, sent
}

/// Products that a customer bought together.
public final class Order: NSManagedObject {
    public override func awakeFromInsert() {
        super.awakeFromInsert()
        primitivePlaced = Date()
    }

    /// What the products cost together.
    public var total: Decimal {
        products?.reduce(Decimal(0)) { sum, product in sum + ((product as? Product)?.price?.decimalValue ?? 0)
        } ?? 0
    }
}
