// SPDX-License-Identifier: Apache-2.0
// What a measurement gives: a figure with its spread, beside the C program's where there is one. The table and the JSON
// file are made of these.

/// Values of some runs.
package struct Series: Codable, Sendable {
    /// In ascending order.
    package let values: [Double]

    package init(_ values: [Double]) { self.values = values.sorted() }

    package var median: Double { values.isEmpty ? .nan : values[values.count / 2] }
    package var lowest: Double { values.first ?? .nan }
    package var highest: Double { values.last ?? .nan }
}

/// One line of the results.
package struct Figure: Codable, Sendable {
    /// What a target speaks of.
    package enum Measure: String, Codable, Sendable {
        /// Perdure's median divided by the C program's.
        case ratio
        /// Perdure's median.
        case value
    }

    package var name: String
    package var unit: String
    /// How many objects one run is about.
    package var objects: Int64?
    package var perdure: Series
    package var baseline: Series?
    /// Time on processors of both, which what runs beside disturbs less.
    package var processor: Series?
    package var baselineProcessor: Series?
    /// The peer's, SQLAlchemy's; nil where it was not asked or is not installed.
    package var peer: Series?
    /// The most that is allowed.
    package var target: Double?
    package var measure = Measure.value
    /// Of one more run, which is not timed.
    package var counts: Counts?
    /// By how much the C program's resident memory grew at most, in bytes.
    package var baselinePeak: Int64?

    package init(_ name: String, _ unit: String, _ values: [Double], target: Double? = nil) {
        self.name = name
        self.unit = unit
        self.target = target
        perdure = Series(values)
    }

    package var ratio: Double? { baseline.map { perdure.median / $0.median } }

    /// Perdure's time on processors divided by the C program's.
    package var processorRatio: Double? {
        guard let processor, let baselineProcessor, baselineProcessor.median > 0 else { return nil }
        return processor.median / baselineProcessor.median
    }

    /// Whether the target is met; nil without one.
    package var isMet: Bool? {
        guard let target else { return nil }
        return (measure == .ratio ? ratio ?? .infinity : perdure.median) <= target
    }
}

/// What one run of a workload asked of SQLite and of malloc.
package struct Counts: Codable, Sendable, Equatable {
    /// How many objects it is about.
    package var objects: Int64
    /// Statements that were prepared, and texts that were executed without.
    package var prepared: Int64
    package var executed: Int64
    /// Calls of `sqlite3_step`, and rows that they gave.
    package var stepped: Int64
    package var rows: Int64
    /// Blocks of memory, and their bytes.
    package var allocations: Int64
    package var allocatedBytes: Int64
    /// Bytes on the heap that the work left there.
    package var keptBytes: Int64
    /// By how much the resident memory grew at most, in bytes.
    package var peakBytes: Int64

    package init(
        objects: Int64, prepared: Int64, executed: Int64, stepped: Int64, rows: Int64, allocations: Int64,
        allocatedBytes: Int64, keptBytes: Int64, peakBytes: Int64
    ) {
        (self.objects, self.prepared, self.executed) = (objects, prepared, executed)
        (self.stepped, self.rows) = (stepped, rows)
        (self.allocations, self.allocatedBytes) = (allocations, allocatedBytes)
        (self.keptBytes, self.peakBytes) = (keptBytes, peakBytes)
    }

    package var allocationsPerObject: Double { Double(allocations) / Double(max(1, objects)) }
    package var keptBytesPerObject: Double { Double(keptBytes) / Double(max(1, objects)) }
}
