// SPDX-License-Identifier: Apache-2.0
// Rows in the binary form of COPY, made of columns that are arrays already: elements of both have the same bytes.

#if PostgreSQL
/// Rows to be copied into a table.
package struct CopyBytes {
    private var bytes: [UInt8] = []

    /// Signature, flags, and the length of an extension that is not there.
    private static let header: [UInt8] =
        [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0x00] + .init(repeating: 0, count: 8)

    /// The bytes in front of an array's elements.
    private static let arrayHeader = 20

    /// What libpq gets at once.
    private static let part = 1 << 20

    /// Turns columns into rows.
    ///
    /// - Parameters:
    ///   - columns: Encoded arrays of so many elements, and single values, which all rows have.
    ///   - count: How many rows there are.
    /// - Throws: `PostgreSQLError.invalidValue` for a column of another form or length.
    package init(_ columns: [ServerValue], count: Int) throws {
        let sources = try columns.map { try Source($0, count) }
        bytes.reserveCapacity(sources.reduce(64) { $0 + $1.bytes.count } + 2 * count)
        bytes += Self.header
        var places = sources.map(\.start)
        for _ in 0..<count {
            bytes.append(bigEndian: Int16(truncatingIfNeeded: sources.count))
            for index in sources.indices {
                let start = places[index]
                let end = try sources[index].end(from: start)
                bytes.append(contentsOf: sources[index].bytes[start..<end])
                if !sources[index].isConstant { places[index] = end }
            }
        }
        bytes.append(bigEndian: Int16(-1))
    }

    /// Lends the bytes, some at a time.
    func withParts(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try bytes.withUnsafeBytes { all in
            for start in stride(from: 0, to: all.count, by: Self.part) {
                try body(UnsafeRawBufferPointer(rebasing: all[start..<min(start + Self.part, all.count)]))
            }
        }
    }

    /// One column.
    private struct Source {
        let bytes: [UInt8]
        let start: Int
        let isConstant: Bool

        init(_ column: ServerValue, _ count: Int) throws {
            if case .encodedArray(_, let encoded) = column {
                (bytes, start, isConstant) = (encoded, CopyBytes.arrayHeader, false)
                return
            }
            var array = ArrayBytes(.int8, capacity: 1)
            try array.append(column)
            guard case .encodedArray(_, let encoded) = array.value() else { throw Self.broken }
            (bytes, start, isConstant) = (encoded, CopyBytes.arrayHeader, true)
        }

        /// The end of the element at a place: its length, and so many bytes; a null has the length -1.
        func end(from start: Int) throws -> Int {
            guard start + 4 <= bytes.count else { throw Self.broken }
            let length = bytes.withUnsafeBytes {
                Int(Int32(bigEndian: $0.loadUnaligned(fromByteOffset: start, as: Int32.self)))
            }
            let end = start + 4 + max(length, 0)
            guard end <= bytes.count else { throw Self.broken }
            return end
        }

        private static let broken = PostgreSQLError.invalidValue(
            what: "a column of new rows", reason: "it has less values than there are rows")
    }
}
#endif
