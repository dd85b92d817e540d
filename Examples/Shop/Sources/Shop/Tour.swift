// SPDX-License-Identifier: Apache-2.0
// The steps of the example, each with a line that says what it does and shows.

import CoreData
import ShopModel

struct Tour {
    let container: NSPersistentContainer

    /// Opens a store; the model is found by its name in the resources of ShopModel.
    init(file: URL) throws {
        container = NSPersistentContainer(name: "Shop")
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
    }

    func run() throws {
        let names = container.managedObjectModel.entities.compactMap(\.managedObjectClassName).sorted()
        say("Found the model \"Shop\" with the classes \(names.joined(separator: ", "))")
        let context = container.newBackgroundContext()
        try context.performAndWait {
            try insert(in: context)
            try fetch(in: context)
            try change(in: context)
            try readByName(in: context)
        }
    }

    private func insert(in context: NSManagedObjectContext) throws {
        let products = [("Tea", "4.50", 0.1), ("Teapot", "32.00", 1.2), ("Cup", "8.25", 0.3)].map { data in
            let product = Product(context: context)
            (product.title, product.price, product.weight) = (
                data.0, NSDecimalNumber(string: data.1), NSNumber(value: data.2)
            )
            return product
        }
        let customer = Customer(context: context)
        customer.id = UUID()
        customer.name = "Zoë"
        customer.newsletters = ["tea", "news"]
        for number in 1...2 {
            let order = Order(context: context)
            order.number = Int64(number)
            order.addToProducts(NSOrderedSet(array: number == 1 ? products : [products[2]]))
            customer.addToOrders(order)
        }
        try context.save()
        say("Saved \(products.count) products and a customer with \(customer.orders?.count ?? 0) orders")
    }

    private func fetch(in context: NSManagedObjectContext) throws {
        context.refreshAllObjects()
        let request = Order.fetchRequest()
        request.predicate = NSPredicate(format: "customer.name ==[d] %@", "Zoe")
        request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
        for order in try context.fetch(request) {
            let titles = (order.products?.array as? [Product] ?? []).map(\.title).joined(separator: ", ")
            let owner = order.customer?.name ?? "nobody"
            say("Order \(order.number) of \(owner) is \(name(of: order.status)): \(titles); \(order.total)")
        }
        guard let customer = try context.fetch(Customer.fetchRequest()).first else { return }
        let changed = customer.changed == nil ? "never" : "just now"
        say("The store computed: \(customer.orderCount) orders, changed \(changed)")
        let letters = customer.newsletters as? [String] ?? []
        say("A list in one attribute: \(letters.joined(separator: ", "))")
    }

    private func change(in context: NSManagedObjectContext) throws {
        let orders = try context.fetch(Order.fetchRequest())
        guard let order = orders.first(where: { $0.number == 1 }) else { return }
        order.status = .paid
        order.removeFromProducts(at: 0)
        (order.products?.lastObject as? Product)?.isSoldOut = true
        try context.save()
        let request = NSFetchRequest<Product>(entityName: "Product")
        request.predicate = NSPredicate(format: "isSoldOut == YES")
        let soldOut = try context.fetch(request).map { "\($0.title) (\($0.weight?.doubleValue ?? 0) kg)" }
        let count = order.products?.count ?? 0
        say(
            "Order 1 is \(name(of: order.status)) with \(count) products; sold out: \(soldOut.joined(separator: ", "))"
        )
    }

    private func name(of status: Status?) -> String { status?.rawValue ?? "in no state" }

    private func readByName(in context: NSManagedObjectContext) throws {
        guard let customer = try context.fetch(Customer.fetchRequest()).first else { return }
        say("By name, through a property written by hand: \(customer.value(forKey: "greeting") ?? "nothing")")
    }

    private func say(_ text: String) { print("• \(text)") }
}
