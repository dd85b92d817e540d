// SPDX-License-Identifier: Apache-2.0
// Adding to one to-many relationship, among few and among many members: by an append, from the other side, and by one assignment.

import Foundation
import SwiftData

/// Additions of new models to a saved one.
enum Appending {
    static func print() throws {
        try rows("append to a to-many", [1250, 2500, 5000, 10_000]) { box, count in
            for number in 0..<count { box.items.append(ModelPart(number: number)) }
        }
        try rows("append, save after each hundred", [1250, 2500, 5000, 10_000]) { box, count in
            for number in 0..<count {
                box.items.append(ModelPart(number: number))
                if number % 100 == 99 { try box.modelContext?.save() }
            }
        }
        try rows("set the other side", [1250, 2500, 5000, 10_000]) { box, count in
            for number in 0..<count { ModelPart(number: number).box = box }
        }
        try rows("assign all at once", [1250, 2500, 5000, 10_000]) { box, count in
            box.items = (0..<count).map { ModelPart(number: $0) }
        }
    }

    private static func rows(
        _ name: String, _ counts: [Int], _ add: (ModelBox, Int) throws -> Void
    ) throws {
        var first = 0.0
        for count in counts {
            let container = try ModelContainer(
                for: ModelBox.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
            let context = ModelContext(container)
            let box = ModelBox()
            context.insert(box)
            try context.save()
            let time = try seconds {
                try add(box, count)
                try context.save()
            }
            let each = time * 1e6 / Double(count)
            if first == 0 { first = each }
            row("\(name), \(count) times, each", each, each / first, "µs")
        }
    }
}
