// SPDX-License-Identifier: Apache-2.0
import Foundation
extension ConstantValue {
    /// The constant that stands for a value of any type; what is no value becomes `.object`.
    package init(_ value: Any?) { self = .null }
    /// The constant as a plain value: String, Bool, Int64, Double, Decimal, Date, Data, UUID, URL, [Any],
    /// Set<AnyHashable>, [String: Any], the object, or nil.
    package var anyValue: Any? { nil }
}
