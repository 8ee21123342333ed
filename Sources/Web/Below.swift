// What stands below the pages and is shared with the API and the command line. Every file of the
// web app uses some of it, so it comes with `Web`.
@_exported import Backends
@_exported import Intake
@_exported import Wording
