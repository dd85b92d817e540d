// SPDX-License-Identifier: Apache-2.0
// Values that are made when they are first asked for. A store of many entities would otherwise compile statements for all of
// them when it is opened, and most programs use few.

import Foundation
import PerdureBase

/// A number of values, each made once, at its first use, by any thread.
///
/// A value that is there is read without a lock.
final class LazyValues<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    // A list cannot hold what must not be copied. The memory is this object's, and only its atomic content changes.
    private nonisolated(unsafe) let places: UnsafeMutableBufferPointer<OnceReference>
    private let make: @Sendable (Int) -> Value
    private let making = NSLock()

    init(count: Int, _ make: @escaping @Sendable (Int) -> Value) {
        self.make = make
        places = .allocate(capacity: count)
        for index in 0..<count { places.initializeElement(at: index, to: OnceReference()) }
    }

    deinit {
        places.deinitialize()
        places.deallocate()
    }

    subscript(index: Int) -> Value {
        if let box = places[index].load(as: Box.self) { return box.value }
        return making.withLock {
            // Another thread may have made it meanwhile.
            places[index].load(as: Box.self)?.value ?? places[index].storeIfNil(Box(make(index))).value
        }
    }
}
