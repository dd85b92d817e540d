// SPDX-License-Identifier: Apache-2.0
// Prints problems in the compiler's form, which build logs and editors know: path: error: place: reason.

import PerdureModelFormat

enum ProblemText {
    /// The line for one problem.
    static func text(of problem: ModelFormatError) -> String {
        let path = problem.path.map { "\($0): " } ?? ""
        let entity = problem.entity.map { "entity \($0)" }
        let property = problem.property.map { "property \($0)" }
        let place = [entity, property].compactMap { $0 }.joined(separator: ", ")
        return "\(path)error: \(place.isEmpty ? "" : place + ": ")\(problem.reason)"
    }
}
