import Web

/// The pictures of a routine's steps.
package enum StepPicturesPage {
  package struct Step: Equatable, Sendable {
    package var id: String
    package var title: String
    package var image: FamilyImage?

    package init(id: String, title: String, image: FamilyImage? = nil) {
      (self.id, self.title, self.image) = (id, title, image)
    }
  }

  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var routine: String
    package var title: String
    package var steps: [Step]
    /// The files that were not taken.
    package var refused: RefusedFiles?

    package init(
      family: ZoneLink, routine: String, title: String, steps: [Step],
      refused: RefusedFiles? = nil
    ) {
      (self.family, self.routine, self.title) = (family, routine, title)
      (self.steps, self.refused) = (steps, refused)
    }
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let id = model.family.id
    return context.page(words.stepPictures) {
      context.top(
        words.stepPictures,
        crumbs: [
          Crumb(words.routines, .routines(.routines(family: id))),
          Crumb(model.title, .routines(.week(family: id, routine: model.routine))),
        ], note: words.stepPicturesNote)
      if let files = model.refused { context.refused(files) }
      section(.class("card")) {
        if model.steps.isEmpty { emptyState("🖼️", words.noSteps, words.noStepsText) }
        ul(.class("lines", "padded")) {
          model.steps.map { step in
            li(.class("wrap"), .dataKey(step.id)) {
              if let image = step.image { image.picture("tile-photo") }
              b(.class("grow")) { step.title }
              context.filePicker(
                .pictures(.setStep(family: id, routine: model.routine, step: step.id)),
                name: "photos", words.choosePicture(of: step.title), .photo, accept: "image/*",
                takesMany: false, button: words.addPicture)
              if step.image != nil {
                context.postButton(
                  .pictures(.removeStep(family: id, routine: model.routine, step: step.id)),
                  words.removePicture(of: step.title), .trash, style: .danger)
              }
            }
          }
        }
      }
    }
  }
}
