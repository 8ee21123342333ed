import Web

// Templates that new items begin with.
extension Catalogue {
  var templates: String { say("Templates") }
  func templateCount(_ count: Int) -> String {
    plural(
      count, one: "1 template to begin new items with",
      other: "\(number(count)) templates to begin new items with")
  }
  var noTemplatesTitle: String { say("No templates yet") }
  var noTemplatesText: String {
    say("A template fills in the form of things that you add again and again.")
  }
  var newTemplate: String { say("New template") }
  var editTemplate: String { say("Edit template") }
  var deleteTemplate: String { say("Delete template") }
  var deleteTemplateHint: String { say("Items that began with it stay as they are.") }
  var templateName: String { say("Name of the template") }
  var templateExample: String { say("Paperback") }
  var templateText: String { say("A new item begins with what you fill in here.") }
  var itemName: String { say("Name of the item") }
  var templateFields: String { say("Own fields to fill in") }
  var templateFieldsHint: String { say("One name on each line.") }
  var useTemplate: String { say("Use") }
  var saveAsTemplate: String { say("Save as a template") }
  var fromTemplate: String { say("Begin with a template") }
  var withoutTemplate: String { say("Without a template") }
  func usingTemplate(_ name: String) -> String { say("Template: \(name)") }
}
