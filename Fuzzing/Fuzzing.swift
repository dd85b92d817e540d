// SPDX-License-Identifier: Apache-2.0
// The entry point of libFuzzer: feeds one reader with whatever the fuzzer makes up. `make fuzz` builds
// it (PERDURE_FUZZ=1 adds the target) and runs Scripts/fuzz.

import Foundation
import FuzzChecks

/// The one that this run is about.
private let reader = FuzzReaders.all[ProcessInfo.processInfo.environment["PERDURE_READER"] ?? ""]

/// Called by libFuzzer for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let reader else { fatalError("PERDURE_READER must be one of \(FuzzReaders.all.keys.sorted())") }
    let data = bytes.map { Data(bytes: $0, count: count) } ?? Data()
    try? reader(data)
    return 0
}
