// SPDX-License-Identifier: Apache-2.0
// Models in the resources of a package's targets: which bundles are searched, in which order.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

/// A class that models of these tests name.
final class FoundThing: NSManagedObject {}

@Suite("Finding models")
struct ModelFindingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a model with one entity to the resources of a target; the entity is called like the target.
    private func write(
        _ name: String, target: String, className: String? = nil, extension type: String = "momd"
    ) throws {
        let entity = ModelSamples.entity(target)
        entity.managedObjectClassName = className
        let bundle = folder.file("Package_\(target).resources")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        try ModelSamples.model(entity).write(compiledTo: bundle.appendingPathComponent("\(name).\(type)"))
    }

    private func program(_ name: String = "App") throws -> ProgramBundles {
        let main = try #require(Bundle(path: folder.url.path))
        return ProgramBundles(main: main, folders: [folder.url, folder.url], program: name)
    }

    private func found(_ name: String, program: ProgramBundles) throws -> String {
        try ModelFinding(name: name, program: program).url().deletingLastPathComponent().lastPathComponent
    }

    @Test("STO-190 a model in a library's resources is found by its name")
    func library() throws {
        try write("Shop", target: "Store")
        try write("Other", target: "App")
        #expect(try found("Shop", program: program()) == "Package_Store.resources")
        let model = try ModelFinding(name: "Shop", program: program()).model()
        #expect(model.entities.map(\.name) == ["Store"])
    }

    @Test("STO-190 the program's own model is preferred, and what lies beside the program to both")
    func order() throws {
        try write("Shop", target: "Aaa")
        try write("Shop", target: "App")
        #expect(try found("Shop", program: program()) == "Package_App.resources")
        try ModelSamples.model(ModelSamples.entity("Main")).write(compiledTo: folder.file("Shop.mom"))
        #expect(try found("Shop", program: program()) == folder.url.lastPathComponent)
    }

    @Test("STO-190 of several models that are not the program's, the one whose classes are in it is taken")
    func classes() throws {
        try write("Shop", target: "Aaa", className: "NoSuchModule.Thing")
        try write("Shop", target: "Bbb", className: "PerdureTests.FoundThing")
        #expect(try found("Shop", program: program()) == "Package_Bbb.resources")
    }

    @Test("STO-190 several models that differ are an error that names them, equal ones are none")
    func ambiguity() throws {
        try write("Shop", target: "Aaa")
        let copy = folder.file("Package_Bbb.resources")
        try FileManager.default.copyItem(at: folder.file("Package_Aaa.resources"), to: copy)
        #expect(try found("Shop", program: program()) == "Package_Aaa.resources")
        try FileManager.default.removeItem(at: copy)
        try write("Shop", target: "Bbb")
        let first = folder.file("Package_Aaa.resources/Shop.momd").path
        let second = folder.file("Package_Bbb.resources/Shop.momd").path
        #expect {
            try found("Shop", program: program())
        } throws: { error in
            error.localizedDescription
                == "There are several models \"Shop\", and they differ: \(first), \(second). "
                + "Name the bundle of the right one in init(name:bundles:), or give the model itself."
        }
    }

    @Test("STO-190 a model that is nowhere is an error that names the places")
    func missing() throws {
        try write("Shop", target: "Store")
        let places = [folder.url.path, folder.file("Package_Store.resources").path].joined(separator: ", ")
        #expect {
            try found("Cinema", program: program())
        } throws: { error in
            (error as? CocoaError)?.code == .fileNoSuchFile
                && error.localizedDescription.contains("There is no model \"Cinema\"")
                && error.localizedDescription.contains(places)
        }
    }

    @Test("MOD-5 merging without bundles merges the program's own models")
    func merging() throws {
        try write("Shop", target: "App")
        try write("Cinema", target: "App")
        try write("Library", target: "Aaa")
        let names = try program().models.map(\.lastPathComponent)
        #expect(names == ["Cinema.momd", "Shop.momd"])
    }

    @Test("MOD-5 a program without models has those of the modules it is made of")
    func mergingLibraries() throws {
        try write("Shop", target: "Store", className: "PerdureTests.FoundThing")
        try write("Shop", target: "Stale", className: "NoSuchModule.Thing")
        try write("Plain", target: "Plain")
        let paths = try program().models.map { $0.path.dropFirst(folder.url.path.count + 1) }
        #expect(paths == ["Package_Plain.resources/Plain.momd", "Package_Store.resources/Shop.momd"])
    }

    @Test("MOD-5 a source beside its compiled form is no second model")
    func sourceBeside() throws {
        try write("Shop", target: "App")
        let source = folder.file("Package_App.resources/Shop.xcdatamodel")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        let xml = ModelSamples.model(ModelSamples.entity("App")).contentsXML()
        try xml.write(to: source.appendingPathComponent("contents"))
        let bundle = try #require(Bundle(path: folder.file("Package_App.resources").path))
        #expect(ModelFiles.urls(in: bundle).map(\.lastPathComponent) == ["Shop.momd"])
        let merged = try #require(NSManagedObjectModel.mergedModel(from: [bundle]))
        #expect(merged.entities.map(\.name) == ["App"])
    }
}
