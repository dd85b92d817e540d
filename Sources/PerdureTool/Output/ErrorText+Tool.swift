// SPDX-License-Identifier: Apache-2.0
// Errors of the tool's own beside those of the layers below (PerdureInspection/ErrorText.swift).

import PerdureInspection

extension ErrorText {
    /// The text of an error of the tool's own, or of a layer below.
    static func toolDescription(of error: any Error) -> String {
        (error as? ToolError)?.message ?? describe(error)
    }
}
