// SPDX-License-Identifier: Apache-2.0
// How the words of the command line become places and stores that are looked at (PerdureInspection).

import Foundation
import PerdureInspection
import PerdureSQLite

typealias InspectedStore = PerdureInspection.InspectedStore
typealias StorePlaces = PerdureInspection.StorePlaces
typealias FilePlace = PerdureInspection.FilePlace
typealias ErrorText = PerdureInspection.ErrorText
typealias Misspelling = PerdureInspection.Misspelling
typealias UnknownName = PerdureInspection.UnknownName

extension InspectedStore {
    /// Opens the store that an operand names.
    ///
    /// - Throws: `ToolError` and the errors of the layers below.
    init(_ arguments: Arguments, operand: String = "STORE") throws {
        let place = try StorePlaces.place(arguments[operand: operand], PlaceOptions(arguments))
        guard let file = arguments.values["model"] else {
            try self.init(place)
            return
        }
        try self.init(
            place,
            model: .given(origin: file) { try ModelFit(store: place.shown, metadata: $0).version(of: file) })
    }
}

extension PlaceOptions {
    /// What the options of the command line say.
    init(_ arguments: Arguments) throws {
        self.init()
        schema = arguments.values["schema"]
        tls = arguments.values["tls"]
        if let limit = try arguments.count("copy-limit") {
            let (bytes, overflows) = Int64(limit).multipliedReportingOverflow(by: 1 << 30)
            copying.limit = overflows ? .max : bytes
        }
        copying.began = Interruption.removeOnInterrupt
        let shown = ShownProgress("Copying \(arguments[operand: "STORE"])", isQuiet: arguments.isQuiet)
        copying.progress = { shown.show($0, of: $1) }
    }
}

#if PostgreSQL
typealias ServerPlace = PerdureInspection.ServerPlace

extension ServerPlace {
    /// Reads a URL; `--schema` and `--tls` stand above what it says.
    ///
    /// - Throws: `InspectionError` that names what is wrong, and repeats no value.
    init(_ text: String, _ arguments: Arguments) throws {
        try self.init(text, schema: arguments.values["schema"], tls: arguments.values["tls"])
    }
}
#endif

extension ExitCode {
    /// The code of an error of looking.
    init(_ kind: InspectionError.Kind) {
        self =
            switch kind {
            case .usage: .usage
            case .badInput: .badInput
            case .cannotWrite: .cannotWrite
            }
    }
}
