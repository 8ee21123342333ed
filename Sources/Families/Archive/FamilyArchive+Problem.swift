import Household
import SyncProtocol

extension FamilyArchive {
  /// Why a whole file is refused.
  package enum Failure: Error, Equatable, Sendable {
    /// It has no family that this program has written.
    case notAFamily
    /// Written by a newer program.
    case newerVersion
    /// A line that is no record.
    case unreadable(line: Int)
    /// More records of a table than a family can have.
    case tooMany(Subject, max: Int)
    case lineTooLong(maxBytes: Int)
  }

  /// What a record is about.
  package enum Subject: String, CaseIterable, Sendable {
    case settings, face, routine, tick, approval, absence, picture, photo, reward, wish, grant
    case person

    init(_ table: String) {
      switch table {
      case "families": self = .settings
      case "familyFaces": self = .face
      case "routines": self = .routine
      case "routineEvents": self = .tick
      case "routineApprovals": self = .approval
      case "absences": self = .absence
      case "stepPictures": self = .picture
      case "routineProofs": self = .photo
      case "rewards": self = .reward
      case "rewardWishes": self = .wish
      case "starGrants": self = .grant
      default: self = .person
      }
    }
  }

  /// Something that did not fit, and what became of it.
  package struct Problem: Equatable, Sendable {
    package enum Reason: String, CaseIterable, Sendable {
      /// A value that no table takes; the record is left out.
      case invalid
      /// A day that the calendar does not have; what happened on it is left out.
      case noSuchDay
      /// A day that the calendar does not have; the record comes without it.
      case dayRemoved
      /// A routine began on no day; it begins on the day on which it was entered.
      case beginMoved
      /// A time far ahead; it is the last that can be told.
      case timeMoved
      /// Its id stands there twice; the first counts.
      case doubled
      /// What it refers to is not in the file.
      case referenceMissing
      /// It takes back nothing that can be taken back, such as itself.
      case takesBackNothing
      /// Its file is not in the archive, damaged, or no picture.
      case fileMissing

      /// Whether the record is left out.
      package var isLeftOut: Bool {
        switch self {
        case .dayRemoved, .beginMoved, .timeMoved: false
        case .invalid, .noSuchDay, .doubled, .referenceMissing, .takesBackNothing, .fileMissing:
          true
        }
      }
    }

    package let reason: Reason
    package let subject: Subject
    /// Of the document, from 1.
    package let line: Int
    /// What it is called; empty if it has no name.
    package let name: String

    package init(_ reason: Reason, _ subject: Subject, line: Int, name: String = "") {
      (self.reason, self.subject, self.line, self.name) = (reason, subject, line, name)
    }
  }
}
