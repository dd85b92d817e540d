// SPDX-License-Identifier: Apache-2.0
// Passes over many rows ask the processor for the memory of those that follow: rows lie anywhere, and each would be waited for.

import CSwiftRuntime

extension Array where Element == Row {
    /// Asks for the memory of the row that comes some places behind one, if there is one.
    @inlinable
    @inline(__always) package func fetchAhead(of index: Int) {
        let next = index + 8
        guard next < count else { return }
        // The address without a reference, which would be counted in the memory that is fetched.
        withUnsafeBytes {
            perdure_prefetch(
                $0.load(fromByteOffset: next * MemoryLayout<Row>.stride, as: UnsafeRawPointer.self))
        }
    }
}
