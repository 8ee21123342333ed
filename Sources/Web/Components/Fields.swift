import Values

/// How a field of a form is shown and filled in.
package struct FieldStyle {
  package var type = "text"
  package var autocomplete: String?
  package var inputmode: String?
  package var hint: String?
  package var placeholder: String?
  package var maxLength: Int?
  /// The id of the `<datalist>` with suggestions.
  package var list: String?
  package var min: String?
  package var isRequired = false
  package var hasFocus = false
  /// Words that must stay as typed: codes, serial numbers, addresses of the network.
  package var isVerbatim = false
  /// A text shown inside the frame of the field, before what is typed, such as a currency.
  package var prefix: String?

  package init(
    type: String = "text", autocomplete: String? = nil, inputmode: String? = nil,
    hint: String? = nil, placeholder: String? = nil, maxLength: Int? = nil, list: String? = nil,
    min: String? = nil, isRequired: Bool = false, hasFocus: Bool = false, isVerbatim: Bool = false,
    prefix: String? = nil
  ) {
    self.type = type
    self.autocomplete = autocomplete
    self.inputmode = inputmode
    self.hint = hint
    self.placeholder = placeholder
    self.maxLength = maxLength
    self.list = list
    self.min = min
    self.isRequired = isRequired
    self.hasFocus = hasFocus
    self.isVerbatim = isVerbatim
    self.prefix = prefix
  }
}

extension ViewContext {
  /// A labelled line of text, with its hint and its problem.
  package func field(
    _ name: String, _ text: String, _ value: FieldValue, _ style: FieldStyle = .init()
  )
    -> HTML
  {
    fieldFrame(name, text, value, style) { describedBy, focus in
      voidElement(
        "input",
        [
          .class("input"), .id("f-\(name)"), .name(name), .type(style.type), .value(value.text),
          .autocomplete(style.autocomplete), .inputmode(style.inputmode),
          .placeholder(style.placeholder), .maxlength(style.maxLength), .list(style.list),
          .min(style.min), .required(style.isRequired), focus,
          .ariaInvalid(value.problem != nil), .ariaDescribedBy(describedBy),
        ] + (style.isVerbatim ? [.autocapitalize("none"), .spellcheck(false)] : []))
    }
  }

  /// The hidden field with the form as it began; see ``FormValues/version``.
  package func began<Name>(_ values: FormValues<Name>) -> HTML {
    values.version.isEmpty
      ? .empty : input(.type("hidden"), .name("version"), .value(values.version))
  }

  /// A labelled box for several lines.
  package func textBox(
    _ name: String, _ text: String, _ value: FieldValue, _ style: FieldStyle = .init()
  )
    -> HTML
  {
    fieldFrame(name, text, value, style) { describedBy, focus in
      textarea(
        .class("input"), .id("f-\(name)"), .name(name), .rows(4), .maxlength(style.maxLength),
        focus,
        .ariaInvalid(value.problem != nil), .ariaDescribedBy(describedBy)
      ) {
        // A browser drops one line break right after the opening tag. This extra one protects the
        // first line break of the text.
        "\n" + value.text
      }
    }
  }

  /// A labelled choice of one among a few.
  package func picker(
    _ name: String, _ text: String, _ value: FieldValue, _ choices: [(value: String, text: String)],
    _ style: FieldStyle = .init()
  ) -> HTML {
    picker(name, text, value, style) {
      choices.map { choice in
        option(.value(choice.value), .selected(choice.value == value.text)) { choice.text }
      }
    }
  }

  /// A labelled choice of one among options, which may stand in groups.
  package func picker(
    _ name: String, _ text: String, _ value: FieldValue, _ style: FieldStyle = .init(),
    @HTMLBuilder options: () -> HTML
  ) -> HTML {
    let options = options()
    return fieldFrame(name, text, value, style) { describedBy, focus in
      select(
        .class("input"), .id("f-\(name)"), .name(name), .autocomplete(style.autocomplete),
        .required(style.isRequired), focus, .ariaInvalid(value.problem != nil),
        .ariaDescribedBy(describedBy)
      ) { options }
    }
  }

  /// A checkbox with its emoji and text.
  package func checkbox(
    _ name: String, value: String, _ text: String, isChecked: Bool, emoji: String = "",
    style: String = "check"
  ) -> HTML {
    label(.class(style)) {
      input(.type("checkbox"), .name(name), .value(value), .checked(isChecked))
      if !emoji.isEmpty { span(.class("emoji"), .ariaHidden()) { emoji } }
      span { text }
    }
  }

  /// A large card to choose one of a few ways to go on.
  package func choice(
    _ name: String, value: String, title: String, detail: String, icon: Icon, isChecked: Bool,
    style: String? = nil, isDisabled: Bool = false, badge: String? = nil
  ) -> HTML {
    label(.class("choice", style, isDisabled ? "disabled" : nil)) {
      input(
        .type("radio"), .name(name), .value(value), .checked(isChecked), .disabled(isDisabled))
      span(.class("ic")) { icon(24) }
      span(.class("grow")) {
        b { title }
        if let badge { span(.class("tag")) { badge } }
        small { detail }
      }
      span(.class("radio"), .ariaHidden())
    }
  }

  /// Twelve round colours to choose from.
  package func colourPicker(_ name: String, _ text: String, _ colour: PaletteColour) -> HTML {
    fieldset(.class("swatches")) {
      legend { text }
      PaletteColour.allCases.map { each in
        label(.class("swatch", each.className), .title(words.colour(each))) {
          input(
            .type("radio"), .name(name), .value(String(each.rawValue)), .checked(each == colour),
            .ariaLabel(words.colour(each)))
          Icon.check(16)
        }
      }
    }
  }

  /// The problem of a part of a form that has no single control; nothing when there is none.
  ///
  /// - Parameter title: what the part is called; empty where the problem says it.
  package func problem(_ name: String, _ value: FieldValue, of title: String = "") -> HTML {
    guard let problem = value.problem else { return .empty }
    return message(name, value).telling(
      FormFault(id: "f-\(name)-problem", title: title, text: words.problem(problem)))
  }

  private func message(_ name: String, _ value: FieldValue) -> HTML {
    guard let problem = value.problem else { return .empty }
    return p(.class("problem"), .id("f-\(name)-problem")) {
      Icon.warning(16)
      span { words.problem(problem) }
    }
  }

  private func fieldFrame(
    _ name: String, _ text: String, _ value: FieldValue, _ style: FieldStyle,
    control: (_ describedBy: String?, _ focus: Attribute) -> HTML
  ) -> HTML {
    let focus = Attribute.focus(
      isAsked: style.hasFocus,
      fault: value.problem.map {
        FormFault(id: "f-\(name)", title: text, text: words.problem($0))
      })
    var notes: [String] = []
    if style.hint != nil { notes.append("f-\(name)-hint") }
    if value.problem != nil { notes.append("f-\(name)-problem") }
    return div(.class("field", value.problem == nil ? nil : "invalid")) {
      // The style sheet draws the star of a required field; the field's `required` says it to
      // screen readers.
      label(.class(style.isRequired ? "must" : nil), .for("f-\(name)")) { text }
      if let prefix = style.prefix {
        span(.class("prefixed")) {
          span(.class("prefix"), .ariaHidden()) { prefix }
          control(notes.isEmpty ? nil : notes.joined(separator: " "), focus)
        }
      } else {
        control(notes.isEmpty ? nil : notes.joined(separator: " "), focus)
      }
      message(name, value)
      if let hint = style.hint { p(.class("hint"), .id("f-\(name)-hint")) { hint } }
    }
  }
}
