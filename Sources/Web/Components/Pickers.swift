import Values

extension ViewContext {
  /// A choice of one currency: those of the person's homes first, then the common ones, then all.
  ///
  /// A value that is none of them stays as it is: a currency that ended, or a mistyped one of an
  /// older program, which is told as a problem.
  ///
  /// - Parameters:
  ///   - used: codes that the person uses already, the likeliest first.
  ///   - none: what the choice of no currency is called; `nil` when there has to be one.
  package func currencyPicker(
    _ name: String, _ text: String, _ value: FieldValue, used: [String] = [], none: String? = nil,
    hint: String? = nil
  ) -> HTML {
    let common = Currency.common.filter { !used.contains($0) }
    let rest = Currency.all.filter { !used.contains($0) && !common.contains($0) }
    let isOffered =
      value.text.isEmpty || used.contains(value.text) || Currency.all.contains(value.text)
    let groups: [(codes: [String], title: String)] = [
      (isOffered ? [] : [value.text], ""), (used, words.currenciesInUse),
      (common, words.commonCurrencies), (rest, words.allCurrencies),
    ]
    return picker(name, text, value, FieldStyle(hint: hint)) {
      if none != nil || value.text.isEmpty {
        option(.value(""), .selected(value.text.isEmpty)) { none ?? "" }
      }
      groups.map { codes, title in
        guard !codes.isEmpty else { return .empty }
        let options = HTML(
          joining: codes.map { code in
            option(.value(code), .selected(code == value.text)) { code }
          })
        return title.isEmpty ? options : element("optgroup", [.label(title)]) { options }
      }
    }
  }

  /// A time zone by its name, such as Europe/Paris: typed with suggestions, as there are hundreds.
  /// Script offers the zone of this device when it is another.
  package func timeZonePicker(
    _ name: String, _ text: String, _ value: FieldValue, zones: [String], hint: String? = nil
  ) -> HTML {
    div(.class("time-zone"), .dataTimeZone(words.useTimeZone)) {
      field(
        name, text, value, FieldStyle(hint: hint, list: "\(name)-list", isVerbatim: true))
      datalist(.id("\(name)-list")) { zones.map { option(.value($0)) } }
    }
  }
}
