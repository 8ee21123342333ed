import Families
import Wording

// Words about families that come back from a file.
extension Catalogue {
  package func familyFile(_ failure: FamilyArchive.Failure) -> String {
    switch failure {
    case .notAFamily: say("There is no family in this file, or it is damaged.")
    case .newerVersion: say("A newer Hearth has written this family. Update this one first.")
    case .unreadable(let line):
      say("Line \(number(line)) of the family cannot be read. Nothing was changed.")
    case .tooMany(let subject, let max):
      say("More than \(number(max)) \(familyParts(subject)): no family has that many.")
    case .lineTooLong: say("A line of the family is too long. Nothing was changed.")
    }
  }

  package func familyRefusal(_ refusal: FamilyImportPlan.Refusal) -> String {
    switch refusal {
    case .inAnotherFamily(let name):
      say(
        """
        You are in the family \(name). Leave it first, or bring this one back with another \
        account: nobody is in two families.
        """)
    case .parentsOnly: say("You are a child in your family. A parent can bring it back.")
    case .tooMany(let subject, let max):
      say("A family has at most \(number(max)) \(familyParts(subject)), with those that are there.")
    case .unknownPerson:
      say("Each person of the file is one person of the family, and no two are the same.")
    }
  }

  package func familyProblem(_ problem: FamilyArchive.Problem) -> String {
    let what = problem.name.isEmpty ? familyPart(problem.subject) : problem.name
    let line = number(problem.line)
    return switch problem.reason {
    case .invalid: say("Line \(line), \(what): left out, as something in it cannot be stored.")
    case .noSuchDay: say("Line \(line), \(what): left out, as there is no such day.")
    case .dayRemoved: say("Line \(line), \(what): comes without a day that does not exist.")
    case .beginMoved:
      say("Line \(line), \(what): began on no day; it begins when it was entered.")
    case .timeMoved: say("Line \(line), \(what): its time was too far ahead.")
    case .doubled: say("Line \(line), \(what): stands there twice; the first counts.")
    case .referenceMissing:
      say("Line \(line), \(what): left out, as what it belongs to is not in the file.")
    case .takesBackNothing:
      say("Line \(line), \(what): left out, as it takes back nothing that is in the file.")
    case .fileMissing: say("Line \(line), \(what): left out, as its picture is not in the file.")
    }
  }

  /// How many there are of something.
  package func familyParts(_ subject: FamilyArchive.Subject) -> String {
    switch subject {
    case .settings: say("families")
    case .face: say("faces")
    case .routine: say("routines")
    case .tick: say("ticks")
    case .approval: say("approvals")
    case .absence: say("absences")
    case .picture: say("pictures")
    case .photo: say("photos")
    case .reward: say("rewards")
    case .wish: say("wishes")
    case .grant: say("granted wishes")
    case .person: say("people")
    }
  }

  private func familyPart(_ subject: FamilyArchive.Subject) -> String {
    switch subject {
    case .settings: say("the family")
    case .face: say("a face")
    case .routine: say("a routine")
    case .tick: say("a tick")
    case .approval: say("an approval")
    case .absence: say("an absence")
    case .picture: say("a picture")
    case .photo: say("a photo")
    case .reward: say("a reward")
    case .wish: say("a wish")
    case .grant: say("a granted wish")
    case .person: say("a person")
    }
  }
}
