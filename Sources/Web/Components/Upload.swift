extension ViewContext {
  /// A form that takes files and nothing else. With script they are sent as soon as they are picked
  /// or dropped, with a bar that shows how far it is and a way to stop; without script a button
  /// sends them.
  ///
  /// - Parameters:
  ///   - name: the name of the field.
  ///   - accept: the kinds of files that a browser offers.
  ///   - opensCamera: whether a phone opens its camera at once; one picture is taken then.
  ///   - button: the words of the button without script.
  ///   - fields: hidden fields that are sent along.
  package func filePicker(
    _ route: Route, name: String, _ title: String, _ icon: Icon, accept: String? = nil,
    takesMany: Bool = true, opensCamera: Bool = false, button: String,
    fields: HTML = .empty
  ) -> HTML {
    uploadForm(
      route, .class("upload", opensCamera ? "camera" : nil), .dataUpload(words.uploading)
    ) {
      fields
      label(.class("drop")) {
        icon()
        span { title }
        input(
          .type("file"), .name(name), .accept(accept),
          opensCamera ? .capture("environment") : .multiple(takesMany), .required(),
          .ariaLabel(title))
      }
      div(.class("upload-progress"), .hidden()) {
        progressBar
        span(.class("grow"), .role("status"))
        Web.button(.class("btn", "quiet", "small"), .type("button")) { words.cancel }
      }
      div(.class("without-script")) { submit(button, .upload, style: .plain) }
    }
  }

  /// The files of an upload that were not taken, each with the reason and what to do.
  package func refused(_ files: RefusedFiles) -> HTML {
    note(.bad) {
      p { words.filesRefused(files) }
      ul { files.problems.map { problem in li { words.problem(problem) } } }
    }
  }

  private var progressBar: HTML {
    element("progress", [.max("100"), .value("0"), .ariaLabel(words.uploadProgress)]) { HTML.empty }
  }
}
