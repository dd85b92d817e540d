// SPDX-License-Identifier: Apache-2.0
// The text functions that triggers of derived attributes call. They are registered with Apple's other functions
// (Connection/AppleFunctions.swift).

import PerdurePredicates
import PerdureSQL

extension SQLiteConnection {
    /// Registers the functions for `uppercase:` and its kin under their names in triggers.
    func registerTextFunctions() throws {
        for function in DerivationForm.TextFunction.allCases {
            try register(SQLFunction(function), as: TriggerFunction.name(of: function))
        }
    }
}

extension SQLFunction {
    /// The function for `uppercase:` and its kin in any expression.
    fileprivate init(_ function: DerivationForm.TextFunction) {
        switch function {
        case .uppercase: self = .uppercase
        case .lowercase: self = .lowercase
        case .canonical: self = .canonical
        }
    }
}
