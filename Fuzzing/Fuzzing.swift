// SPDX-License-Identifier: Apache-2.0
// The entry point of libFuzzer: feeds one reader with whatever the fuzzer makes up. `make fuzz` builds
// it (PERDURE_FUZZ=1 adds the target) and runs Scripts/fuzz.

import Foundation
import PerdureModelFormat
import PerdurePredicates
import PerdurePropertyList
import PerdureSQLite

/// The readers that take files or text from strangers, each with a look at what it read (ReadingChecks.swift, StoredChecks.swift,
/// MergingChecks.swift, HistoryChecks.swift, PredicateChecks.swift).
private let readers: [String: @Sendable (Data) throws -> Void] = [
    "plist": { try ReadingChecks.check(BinaryPropertyList.read($0)) },
    "xmlplist": { try ReadingChecks.check(PropertyList.read($0)) },
    "archive": { try ReadingChecks.check(KeyedArchive.decodePlainValue($0)) },
    "mom": { try ReadingChecks.check(compiled: CompiledModelReader.read(data: $0)) },
    "source": { try ReadingChecks.check(source: XMLModelReader.read(data: $0)) },
    "cdm": { try ReadingChecks.check(mapping: CompiledMappingReader.read(data: $0)) },
    "mapping": { try ReadingChecks.check(mapping: MappingSource.read(data: $0).compile()) },
    "cache": { try StoredChecks.check(cache: $0) },
    "metadata": { try StoredChecks.check(metadata: StoreMetadata.dictionary($0, path: "fuzz")) },
    "external": {
        try ReadingChecks.check(externalName: ExternalDataFolder.fileName(in: $0, entity: "E", property: "p"))
        try StoredChecks.check(external: $0)
    },
    "delta": { try MergingChecks.check(delta: $0) },
    "merged": { MergingChecks.check(merged: $0) },
    "history": { try HistoryChecks.check(history: $0) },
    "predicate": { try PredicateChecks.check(String(decoding: $0, as: UTF8.self)) },
]

/// The one that this run is about.
private let reader = readers[ProcessInfo.processInfo.environment["PERDURE_READER"] ?? ""]

/// Called by libFuzzer for every input; errors are what a reader is expected to give.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let reader else { fatalError("PERDURE_READER must be one of \(readers.keys.sorted())") }
    let data = bytes.map { Data(bytes: $0, count: count) } ?? Data()
    try? reader(data)
    return 0
}
