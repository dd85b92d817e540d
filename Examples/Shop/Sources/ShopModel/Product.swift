// SPDX-License-Identifier: Apache-2.0
// The entity Product generates nothing: class and properties are written here. The plugin supplies what @NSManaged
// promises.

import CoreData

/// Something to buy.
public final class Product: NSManagedObject {
    /// Whether there is none left.
    @NSManaged public var isSoldOut: Bool
    /// The price of one.
    @NSManaged public var price: NSDecimalNumber?
    /// What it is called.
    @NSManaged public var title: String
    /// In kilograms; nil where nobody weighed it.
    @NSManaged public var weight: NSNumber?
    /// The orders it is part of.
    @NSManaged public var orders: Set<Order>

    /// Adds the product to an order.
    @NSManaged public func addToOrders(_ value: Order)
    /// Takes the product out of an order.
    @NSManaged public func removeFromOrders(_ value: Order)
}
