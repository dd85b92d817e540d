// SPDX-License-Identifier: Apache-2.0
// The table of macros, by their type names in the declarations of PerdureMacros and SwiftData.

import SwiftSyntaxMacros

/// All macros of this module by their type names.
public var macroTable: [String: any Macro.Type] {
    [
        "ManagedObjectMacro": ManagedObjectMacro.self,
        "ManagedPropertyMacro": ManagedPropertyMacro.self,
        "PropertyMarkerMacro": PropertyMarkerMacro.self,
        "DependsOnMacro": DependsOnMacro.self,
        "PersistentModelMacro": PersistentModelMacro.self,
        "PersistedPropertyMacro": PersistedPropertyMacro.self,
        "PersistentMarkerMacro": PersistentMarkerMacro.self,
        "PersistentConstraintMacro": PersistentConstraintMacro.self,
        "ModelActorMacro": ModelActorMacro.self,
    ]
}
