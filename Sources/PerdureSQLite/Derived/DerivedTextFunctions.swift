// SPDX-License-Identifier: Apache-2.0
// The functions of text that triggers of derived attributes call. Registered with the others of Apple
// (Connection/AppleFunctions.swift).

import PerdurePredicates
import PerdureSQL

extension SQLiteConnection {
    /// Registers what `uppercase:` and its kin are called in triggers.
    func registerTextFunctions() throws {
        for function in DerivationForm.TextFunction.allCases {
            try register(SQLFunction(function), as: TriggerFunction.name(of: function))
        }
    }
}

extension SQLFunction {
    /// What `uppercase:` and its kin mean wherever they stand.
    fileprivate init(_ function: DerivationForm.TextFunction) {
        switch function {
        case .uppercase: self = .uppercase
        case .lowercase: self = .lowercase
        case .canonical: self = .canonical
        }
    }
}
