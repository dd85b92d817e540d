// SPDX-License-Identifier: Apache-2.0
// The program of Documentation/Guides/ComputedValues.md: values beside the stored ones, by hand and built in.

import PerdureMacros

struct Size: CompositeValue {
    var width = 0.0
    var height = 0.0
}

nonisolated(unsafe) var computations = 0

@ManagedObject final class Plot: NSManagedObject {
    var owner: String = ""
    var family: String = ""
    // A composite: one attribute of several columns.
    @Attribute(default: Size()) var size: Size
    // A transient: tracked and undone like the others, and never stored.
    @Transient var isSelected: Bool = false

    // Computed: nothing is kept.
    var fullName: String { "\(owner) \(family)" }

    // Cached: computed again when a source has another value, by whichever way it got it.
    @Cached(
        "size",
        by: { (plot: Plot) in
            computations += 1
            return plot.size.width * plot.size.height
        })
    var area: Double
}

@ManagedObject final class Order: NSManagedObject {
    var number: Int = 0
    @Relationship(inverse: \OrderLine.order, deleteRule: .cascade) var lines: Set<OrderLine>
    // Derived: columns that the store keeps right.
    @Derived("lines.@count") var lineCount: Int
    @Derived("lines.amount.@sum", .indexed) var total: Int
    // Snapshot and delta: two contexts that vote are both counted.
    @Mergeable(.counter) var votes: Int = 0

    // Fetch-backed: a question, answered again after an event in which an answer may have changed.
    private static let bigger = FetchedMembers<Order, Order> { order in
        let request = NSFetchRequest<Order>(entityName: "Order")
        request.predicate = NSPredicate(format: "total > %d", order.total)
        return request
    }
    var biggerOrders: [Order] { Self.bigger.members(of: self) }
}

@ManagedObject final class OrderLine: NSManagedObject {
    var amount: Int = 0
    @Relationship var order: Order?
}

private func openValues(in folder: URL) throws -> NSPersistentContainer {
    let model = NSManagedObjectModel(for: Plot.self, Order.self, OrderLine.self)
    let container = NSPersistentContainer(name: "Values", managedObjectModel: model)
    container.persistentStoreDescriptions = [
        NSPersistentStoreDescription(url: folder.appendingPathComponent("Values.sqlite"))
    ]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    return container
}

@MainActor func computedValues(in folder: URL) throws {
    let container = try openValues(in: folder)
    let context = container.viewContext
    context.undoManager = UndoManager()

    let plot = Plot(context: context)
    (plot.owner, plot.family) = ("Ada", "Lovelace")
    plot.size = Size(width: 3, height: 4)
    print(plot.fullName)
    print("area \(plot.area), computed \(computations) times")
    plot.size.width = 5
    _ = plot.area
    print("area \(plot.area), computed \(computations) times")

    let (small, big) = (Order(context: context), Order(context: context))
    for (order, amounts) in [(small, [3, 4]), (big, [90])] {
        for amount in amounts {
            let line = OrderLine(context: context)
            (line.amount, line.order) = (amount, order)
        }
    }
    try context.save()
    print("lines \(small.lineCount), total \(small.total)")
    print("found by its total:", try context.count(Order.self, where: #Predicate { $0.total == 7 }))
    print("big orders:", small.biggerOrders.count)

    // What comes next is a step of its own; in a program with an event loop each turn of the main queue ends one.
    context.processPendingChanges()
    plot.isSelected = true
    context.undo()
    print("undone:", plot.isSelected)

    let other = container.newBackgroundContext()
    let id = small.objectID
    try other.performAndWait {
        (try other.existingObject(with: id) as? Order)?.$votes.increment(by: 2)
        try other.save()
    }
    small.$votes.increment(by: 3)
    try context.save()
    print("votes", small.votes)
}
