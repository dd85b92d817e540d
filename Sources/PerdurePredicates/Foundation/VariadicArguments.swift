// SPDX-License-Identifier: Apache-2.0
// `value as CVarArg` in existing code: on Linux few types conform, so the arguments of format strings get the
// conformance here. NSPredicate's initialisers look at the values themselves and never at the encoding.

import Foundation

extension NSObject: @retroactive CVarArg {
    /// The object's address.
    public var _cVarArgEncoding: [Int] { [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())] }
}

extension Array: @retroactive CVarArg {
    /// A null address: printf has no form for this type.
    public var _cVarArgEncoding: [Int] { [0] }
}

extension Set: @retroactive CVarArg {
    /// A null address: printf has no form for this type.
    public var _cVarArgEncoding: [Int] { [0] }
}

extension Dictionary: @retroactive CVarArg {
    /// A null address: printf has no form for this type.
    public var _cVarArgEncoding: [Int] { [0] }
}

extension Date: @retroactive CVarArg {
    /// The encoding of the seconds since the reference date.
    public var _cVarArgEncoding: [Int] { timeIntervalSinceReferenceDate._cVarArgEncoding }
}

extension UUID: @retroactive CVarArg {
    /// A null address: printf has no form for this type.
    public var _cVarArgEncoding: [Int] { [0] }
}

extension URL: @retroactive CVarArg {
    /// A null address: printf has no form for this type.
    public var _cVarArgEncoding: [Int] { [0] }
}

extension Data: @retroactive CVarArg {
    /// A null address: printf has no form for this type.
    public var _cVarArgEncoding: [Int] { [0] }
}

extension Decimal: @retroactive CVarArg {
    /// The encoding of the nearest double.
    public var _cVarArgEncoding: [Int] { nearestDouble._cVarArgEncoding }
}
