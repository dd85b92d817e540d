// SPDX-License-Identifier: Apache-2.0
// The readers that take files or text from strangers, each with a look at what it read. The fuzzer feeds them what it makes up;
// the tests feed them what it once made up (Fuzzing/Kept).

import Foundation
import PerdureModelFormat
import PerdurePredicates
import PerdurePropertyList
import PerdureSQLite

/// Readers of foreign bytes.
package enum FuzzReaders {
    /// Each reader by the name that Scripts/fuzz knows it by; errors are what a reader is expected to give.
    package static let all: [String: @Sendable (Data) throws -> Void] = [
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
            try ReadingChecks.check(
                externalName: ExternalDataFolder.fileName(in: $0, entity: "E", property: "p"))
            try StoredChecks.check(external: $0)
        },
        "delta": { try MergingChecks.check(delta: $0) },
        "merged": { MergingChecks.check(merged: $0) },
        "history": { try HistoryChecks.check(history: $0) },
        "predicate": { try PredicateChecks.check(String(decoding: $0, as: UTF8.self)) },
    ]
}
