// SPDX-License-Identifier: Apache-2.0
// The parameters of all statements of a pipeline, one behind the other in bytes that are used again.

#if PostgreSQL
import Foundation

/// Encodes parameters before anything is sent, so that a value without a form costs no connection.
struct ParameterBuffer {
    // The first byte is nobody's: even the bytes of an empty value have an address then, as one without is null.
    private var bytes: [UInt8] = [0]
    private var spans: [Range<Int>?] = []
    /// Where the parameters of each statement begin among the spans.
    private var starts: [Int] = []
    /// More is given back to the system after a use.
    private static let keptCapacity = 1 << 20

    /// Forgets the parameters; the memory stays unless it is much.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
        bytes.append(0)
        spans.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
    }

    /// Adds the parameters of one statement.
    ///
    /// - Throws: `PostgreSQLError.invalidValue` for a value without a form, more than 65,535 of them, or more than 2 GiB.
    mutating func append(_ parameters: [ServerValue]) throws {
        guard parameters.count <= Int(UInt16.max) else {
            throw PostgreSQLError.invalidValue(
                what: "statement", reason: "it has more than 65,535 parameters")
        }
        starts.append(spans.count)
        for (index, parameter) in parameters.enumerated() {
            let start = bytes.count
            try parameter.encode(to: &bytes, what: "parameter \(index + 1)")
            guard bytes.count - start < Int(Int32.max) else {
                throw PostgreSQLError.invalidValue(
                    what: "parameter \(index + 1)", reason: "it has more than 2 GiB")
            }
            spans.append(parameter.isNull ? nil : start..<bytes.count)
        }
    }

    /// Hands the parameters of one statement to libpq, which copies them.
    ///
    /// - Parameters:
    ///   - statement: its position among those that were added.
    ///   - body: gets pointers, lengths and formats; it must keep none of them.
    /// - Returns: what the body returns.
    func withParameters<T>(
        of statement: Int,
        _ body: (
            Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>
        ) -> T
    ) -> T {
        let end = statement + 1 < starts.count ? starts[statement + 1] : spans.count
        let own = spans[starts[statement]..<end]
        return bytes.withUnsafeBytes { content in
            let base = content.baseAddress?.assumingMemoryBound(to: CChar.self)
            // The extra element gives empty lists an address.
            return Self.withPlaces(own.count + 1) { pointers, lengths, formats in
                for (place, span) in own.enumerated() {
                    pointers[place] = span.flatMap { base?.advanced(by: $0.lowerBound) }
                    lengths[place] = Int32(span?.count ?? 0)
                }
                return body(Int32(own.count), pointers, lengths, formats)
            }
        }
    }

    /// Lends memory for pointers, lengths and formats, on the stack for the usual numbers; an extra element gives empty lists an
    /// address.
    private static func withPlaces<T>(
        _ count: Int,
        _ body: (
            UnsafeMutablePointer<UnsafePointer<CChar>?>, UnsafeMutablePointer<Int32>,
            UnsafeMutablePointer<Int32>
        ) -> T
    ) -> T {
        withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: count) { pointers in
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count) { numbers in
                pointers.initialize(repeating: nil)
                numbers.initialize(repeating: 1)
                // Neither is empty.
                return body(pointers.baseAddress!, numbers.baseAddress!, numbers.baseAddress! + count)
            }
        }
    }
}
#endif
