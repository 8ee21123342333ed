import Web

/// Where a code is read: by the camera, from a picture, or typed.
package enum ScanPage {
  /// Why a code leads nowhere.
  package enum Problem: Equatable, Sendable {
    /// Nothing was typed.
    case empty
    /// There is no picture in the form.
    case noPicture
    /// The picture has no code that can be read.
    case noCode
    /// The picture was refused.
    case picture(FieldProblem)
    /// A label of this Hearth, of something that is deleted or that the person may not see.
    case notHere
    /// A code from elsewhere; its host, or the beginning of its text.
    case foreign(String)
    /// No item has this number.
    case unknown(String)
  }

  /// One of several things that a picture shows or a number stands for.
  package struct Choice: Equatable, Sendable {
    package var title: String
    package var detail: String = ""
    package var route: Route
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    /// What was typed.
    package var code: String = ""
    package var problem: Problem?
    package var choices: [Choice] = []
  }
}

/// The number of a product that was scanned: what has it already, and adding something that does.
package enum ScannedProductPage {
  package struct Model: Equatable, Sendable {
    /// As it is printed.
    package var code: String
    package var rows: [ItemRow] = []
    /// Where an item can be added, the home of this browser first.
    package var homes: [ZoneLink] = []
  }
}
