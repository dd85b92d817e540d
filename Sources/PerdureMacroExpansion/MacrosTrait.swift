// SPDX-License-Identifier: Apache-2.0
// Says what is missing where a package that was fetched uses macros without their trait. Package.swift has the trait.

#if !canImport(SwiftSyntax)
#error(
    "PerdureMacros and SwiftData by version need swift-syntax: add traits: [\"Macros\"] to the dependency on Perdure"
)
#endif
