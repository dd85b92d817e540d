// SPDX-License-Identifier: Apache-2.0
// Computed properties in an extension in another file than the class.

import Foundation
import PerdureMacros

extension Movie {
    @DependsOn("title", "genre") var label: String { "\(title): \(genre.rawValue)" }

    @DependsOn("title") var upperTitle: String {
        get { title.uppercased() }
        set { title = newValue.lowercased() }
    }
}
