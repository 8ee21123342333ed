import Web

/// The pictures of a family's routines.
package enum PictureRoute: RouteFamily {
  /// The pictures of a routine's steps.
  case steps(family: String, routine: String)
  case setStep(family: String, routine: String, step: String)
  case removeStep(family: String, routine: String, step: String)
  /// Notes that a routine was done, with a photo that shows it.
  case prove(String)
  /// The bytes of a step's picture.
  case step(family: String, picture: String, PhotoSize)
  /// The bytes of a photo that shows that something was done.
  case proof(family: String, proof: String, PhotoSize)

  package static let readers = [
    of(steps), of(setStep), of(removeStep), of(prove),
    of { step(family: $0, picture: $1, $2) }, of { proof(family: $0, proof: $1, $2) },
  ]

  package var place: Place {
    switch self {
    case .steps(let family, let routine):
      at(
        "families", family, "routines", routine, "pictures",
        get: { $0.stepPicturesPage(family, routine) })
    case .setStep(let family, let routine, let step):
      at(
        "families", family, "routines", routine, "pictures", step,
        get: { $0.backToStepPictures(family, routine) },
        post: { $0.setStepPicture(family, routine, step) }
      ).taking(.photos)
    case .removeStep(let family, let routine, let step):
      at(
        "families", family, "routines", routine, "pictures", step, "remove",
        post: { $0.removeStepPicture(family, routine, step) })
    case .prove(let family):
      at(
        "families", family, "prove", get: { $0.backToFamily(family) },
        makes: { $0.proveRoutine(family) }
      ).taking(.photos).marked(.whileLocked)
    case .step(let family, let picture, let size):
      at(
        "families", family, "pictures", picture, size.rawValue,
        get: { $0.stepPicture(family, picture, size) }
      ).marked(.whileLocked)
    case .proof(let family, let proof, let size):
      at(
        "families", family, "proofs", proof, size.rawValue,
        get: { $0.proofPicture(family, proof, size) }
      ).marked(.whileLocked)
    }
  }
}

extension Route {
  package static func pictures(_ route: PictureRoute) -> Route { Route(route) }
}
