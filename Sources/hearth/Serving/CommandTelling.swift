import Backends
import Web
import WebApp

/// What there is to tell, for commands: they know no pages, and each notification leads to one.
enum CommandTelling {
  static let areas: any Telling = AreaTelling(.all)
}
