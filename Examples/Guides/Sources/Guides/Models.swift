// SPDX-License-Identifier: Apache-2.0
// The program of Documentation/Guides/Models.md: the same model by macros, from a file, and in code.

import CoreData
import PerdureMacros

// MARK: By macros

@ManagedObject final class Recipe: NSManagedObject {
    @Attribute(.unique, .maximumLength(80)) var title: String = ""
    var minutes: Int?
    @Relationship(inverse: \RecipeStep.recipe, deleteRule: .cascade) var steps: [RecipeStep]
}

@ManagedObject final class RecipeStep: NSManagedObject {
    var text: String = ""
    @Relationship var recipe: Recipe?
}

// MARK: In code

func ovenModel() -> NSManagedObjectModel {
    let title = NSAttributeDescription()
    title.name = "title"
    title.attributeType = .stringAttributeType
    title.isOptional = false
    let dish = NSEntityDescription()
    dish.name = "Dish"
    dish.properties = [title]
    let model = NSManagedObjectModel()
    model.entities = [dish]
    return model
}

// MARK: The program

func memoryContainer(_ name: String, _ model: NSManagedObjectModel) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: name, managedObjectModel: model)
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    return container
}

@MainActor func models(in folder: URL) throws {
    let recipes = try memoryContainer("Recipes", NSManagedObjectModel(for: Recipe.self, RecipeStep.self))
        .viewContext
    let soup = Recipe(context: recipes)
    soup.title = "Soup"
    for text in ["Cut leek", "Boil"] {
        let step = RecipeStep(context: recipes)
        step.text = text
        soup.addToSteps(step)
    }
    try recipes.save()
    print("\(soup.title): \(soup.steps.count) steps")

    // The plugin has compiled Kitchen.xcdatamodeld and made the class Ingredient.
    let file = Bundle.module.url(forResource: "Kitchen", withExtension: "momd")
    let kitchenModel = try NSManagedObjectModel.load(contentsOf: file ?? folder)
    let kitchen = try memoryContainer("Kitchen", kitchenModel).viewContext
    let salt = Ingredient(context: kitchen)
    salt.name = "Salt"
    salt.grams = 3
    try kitchen.save()
    print("\(salt.name ?? ""): \(salt.grams) grams")

    let oven = try memoryContainer("Oven", ovenModel()).viewContext
    let bread = NSEntityDescription.insertNewObject(forEntityName: "Dish", into: oven)
    bread.setValue("Bread", forKey: "title")
    try oven.save()
    print(bread.value(forKey: "title") ?? "", "in the oven")
    bread.setValue(nil, forKey: "title")
    do { try oven.save() } catch { print(error.localizedDescription) }

    // The same model as a file, which Xcode opens: equal version hashes, so both open the same store.
    let declared = NSManagedObjectModel(for: Recipe.self, RecipeStep.self)
    let written = folder.appendingPathComponent("Recipes.xcdatamodel")
    try FileManager.default.createDirectory(at: written, withIntermediateDirectories: true)
    try declared.contentsXML().write(to: written.appendingPathComponent("contents"))
    let fromFile = try NSManagedObjectModel.load(contentsOf: written)
    print(fromFile.entityVersionHashesByName == declared.entityVersionHashesByName)
}
