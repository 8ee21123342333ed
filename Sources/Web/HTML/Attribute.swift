/// One attribute of an element.
///
/// Attributes exist only as the factories below. There is none for `style` or for an `on…` handler,
/// and addresses come from ``Route``, so a page cannot break the content security policy and no
/// text of a person can become a `javascript:` link.
package struct Attribute: Sendable {
  package enum Value: Sendable {
    case text(String)
    case flag
    case absent
    /// Not written yet: the page decides which of its controls gets the focus.
    case mark(FormMark)
  }

  package let name: StaticString
  package let value: Value

  private init(_ name: StaticString, _ text: String?) {
    self.name = name
    value = text.map(Value.text) ?? .absent
  }

  private init(_ name: StaticString, mark: FormMark) {
    self.name = name
    value = .mark(mark)
  }

  private init(_ name: StaticString, isSet: Bool) {
    self.name = name
    value = isSet ? .flag : .absent
  }
}

// Identity, classes and text.
extension Attribute {
  /// Class names; those that are `nil` are left out.
  package static func `class`(_ names: String?...) -> Attribute {
    let present = names.compactMap { $0 }.joined(separator: " ")
    return Attribute("class", present.isEmpty ? nil : present)
  }
  package static func id(_ id: String?) -> Attribute { Attribute("id", id) }
  package static func label(_ text: String) -> Attribute { Attribute("label", text) }
  package static func title(_ text: String?) -> Attribute { Attribute("title", text) }
  package static func lang(_ code: String) -> Attribute { Attribute("lang", code) }
  package static func dir(_ direction: String) -> Attribute { Attribute("dir", direction) }
  package static func hidden(_ isHidden: Bool = true) -> Attribute {
    Attribute("hidden", isSet: isHidden)
  }
  package static func role(_ role: String?) -> Attribute { Attribute("role", role) }
  package static func tabindex(_ index: Int) -> Attribute { Attribute("tabindex", String(index)) }
  package static func open(_ isOpen: Bool) -> Attribute { Attribute("open", isSet: isOpen) }
  package static func datetime(_ text: String) -> Attribute { Attribute("datetime", text) }
  package static func colspan(_ count: Int) -> Attribute { Attribute("colspan", String(count)) }
  package static func scope(_ scope: String) -> Attribute { Attribute("scope", scope) }
}

// Addresses: only from the route table.
extension Attribute {
  package static func href(
    _ route: Route, fragment: String? = nil, from origin: ItemOrigin? = nil
  ) -> Attribute {
    let url = route.url(from: origin)
    return Attribute("href", fragment.map { url + "#" + $0 } ?? url)
  }
  package static func href(inPage fragment: String) -> Attribute {
    Attribute("href", "#" + fragment)
  }
  package static func href(_ address: ExternalAddress) -> Attribute {
    Attribute("href", address.text)
  }
  package static func src(_ route: Route) -> Attribute { Attribute("src", route.url) }
  package static func srcset(_ candidates: [(Route, Int)]) -> Attribute {
    Attribute("srcset", candidates.map { "\($0.0.url) \($0.1)w" }.joined(separator: ", "))
  }
  package static func sizes(_ sizes: String) -> Attribute { Attribute("sizes", sizes) }
  package static func action(_ route: Route, from origin: ItemOrigin? = nil) -> Attribute {
    Attribute("action", route.url(from: origin))
  }
  package static func formaction(_ route: Route) -> Attribute { Attribute("formaction", route.url) }
  package static func rel(_ kind: String) -> Attribute { Attribute("rel", kind) }
  package static func target(_ name: String) -> Attribute { Attribute("target", name) }
  package static func download(_ isSet: Bool = true) -> Attribute {
    Attribute("download", isSet: isSet)
  }
}

// Forms.
extension Attribute {
  package static func type(_ type: String) -> Attribute { Attribute("type", type) }
  package static func name(_ name: String?) -> Attribute { Attribute("name", name) }
  package static func value(_ value: String?) -> Attribute { Attribute("value", value) }
  package static func method(_ method: String) -> Attribute { Attribute("method", method) }
  package static func enctype(_ type: String) -> Attribute { Attribute("enctype", type) }
  package static func `for`(_ id: String) -> Attribute { Attribute("for", id) }
  package static func form(_ id: String?) -> Attribute { Attribute("form", id) }
  package static func placeholder(_ text: String?) -> Attribute { Attribute("placeholder", text) }
  package static func autocomplete(_ purpose: String?) -> Attribute {
    Attribute("autocomplete", purpose)
  }
  package static func inputmode(_ mode: String?) -> Attribute { Attribute("inputmode", mode) }
  package static func list(_ id: String?) -> Attribute { Attribute("list", id) }
  package static func pattern(_ pattern: String?) -> Attribute { Attribute("pattern", pattern) }
  package static func accept(_ types: String?) -> Attribute { Attribute("accept", types) }
  package static func enterkeyhint(_ hint: String?) -> Attribute { Attribute("enterkeyhint", hint) }
  package static func maxlength(_ count: Int?) -> Attribute {
    Attribute("maxlength", count.map(String.init))
  }
  package static func min(_ text: String?) -> Attribute { Attribute("min", text) }
  package static func max(_ text: String?) -> Attribute { Attribute("max", text) }
  package static func step(_ text: String?) -> Attribute { Attribute("step", text) }
  package static func rows(_ count: Int) -> Attribute { Attribute("rows", String(count)) }
  package static func required(_ isSet: Bool = true) -> Attribute {
    Attribute("required", isSet: isSet)
  }
  package static func checked(_ isSet: Bool) -> Attribute { Attribute("checked", isSet: isSet) }
  package static func selected(_ isSet: Bool) -> Attribute { Attribute("selected", isSet: isSet) }
  package static func disabled(_ isSet: Bool = true) -> Attribute {
    Attribute("disabled", isSet: isSet)
  }
  package static func readonly(_ isSet: Bool = true) -> Attribute {
    Attribute("readonly", isSet: isSet)
  }
  package static func multiple(_ isSet: Bool = true) -> Attribute {
    Attribute("multiple", isSet: isSet)
  }
  /// Marks a control: whether it asks for the focus, and its fault.
  package static func focus(isAsked: Bool, fault: FormFault?) -> Attribute {
    Attribute("autofocus", mark: FormMark(isAsked: isAsked, fault: fault))
  }
  package static func novalidate() -> Attribute { Attribute("novalidate", isSet: true) }
  package static func autocapitalize(_ mode: String) -> Attribute {
    Attribute("autocapitalize", mode)
  }
  package static func spellcheck(_ isOn: Bool) -> Attribute {
    Attribute("spellcheck", isOn ? "true" : "false")
  }
}

// Images.
extension Attribute {
  package static func alt(_ text: String) -> Attribute { Attribute("alt", text) }
  package static func width(_ count: Int) -> Attribute { Attribute("width", String(count)) }
  package static func height(_ count: Int) -> Attribute { Attribute("height", String(count)) }
  /// The camera that a phone offers; `environment` is the one at its back.
  package static func capture(_ camera: String) -> Attribute { Attribute("capture", camera) }
  package static func playsinline() -> Attribute { Attribute("playsinline", isSet: true) }
  package static func muted() -> Attribute { Attribute("muted", isSet: true) }
  package static func lazy() -> Attribute { Attribute("loading", "lazy") }
  package static func decodingAsync() -> Attribute { Attribute("decoding", "async") }
}

// Accessibility.
extension Attribute {
  package static func ariaLabel(_ text: String?) -> Attribute { Attribute("aria-label", text) }
  package static func ariaDescribedBy(_ id: String?) -> Attribute {
    Attribute("aria-describedby", id)
  }
  package static func ariaPressed(_ isPressed: Bool) -> Attribute {
    Attribute("aria-pressed", isPressed ? "true" : "false")
  }
  package static func ariaHidden() -> Attribute { Attribute("aria-hidden", "true") }
  package static func ariaLive(_ mode: String) -> Attribute { Attribute("aria-live", mode) }
  package static func ariaInvalid(_ isInvalid: Bool) -> Attribute {
    Attribute("aria-invalid", isInvalid ? "true" : nil)
  }
  /// Marks the link to the page that is being shown.
  package static func current(_ isCurrent: Bool) -> Attribute {
    Attribute("aria-current", isCurrent ? "page" : nil)
  }
  package static func ariaCurrentTrue(_ isCurrent: Bool) -> Attribute {
    Attribute("aria-current", isCurrent ? "true" : nil)
  }
}

// Attributes that htmx and hearth.js read.
extension Attribute {
  package static func hxPost(_ route: Route) -> Attribute { Attribute("hx-post", route.url) }
  package static func hxGet(_ route: Route) -> Attribute { Attribute("hx-get", route.url) }
  package static func hxTarget(_ selector: String) -> Attribute { Attribute("hx-target", selector) }
  package static func hxSelect(_ selector: String) -> Attribute { Attribute("hx-select", selector) }
  package static func hxSelectOOB(_ selector: String) -> Attribute {
    Attribute("hx-select-oob", selector)
  }
  package static func hxSwap(_ mode: String) -> Attribute { Attribute("hx-swap", mode) }
  package static func hxTrigger(_ trigger: String) -> Attribute { Attribute("hx-trigger", trigger) }
  package static func hxReplaceURL() -> Attribute { Attribute("hx-replace-url", "true") }
  package static func hxSync(_ mode: String) -> Attribute { Attribute("hx-sync", mode) }
  package static func dataCopy(_ text: String) -> Attribute { Attribute("data-copy", text) }
  package static func dataCopied(_ text: String) -> Attribute { Attribute("data-copied", text) }
  package static func dataFailed(_ text: String) -> Attribute { Attribute("data-failed", text) }
  /// Whether the page's main region is loaded again when something it shows changes.
  package static func dataLive(_ isLive: Bool) -> Attribute {
    Attribute("data-live", isLive ? "true" : nil)
  }
  package static func dataEvents(_ route: Route) -> Attribute {
    Attribute("data-events", route.url)
  }
  /// The version that the page shows. It is sent to the stream of events, which reports at once if
  /// something has changed since.
  package static func dataSeen(_ version: String) -> Attribute { Attribute("data-seen", version) }
  package static func dataWorker(_ route: Route) -> Attribute {
    Attribute("data-worker", route.url)
  }
  package static func dataHotkey(_ key: String) -> Attribute { Attribute("data-hotkey", key) }
  package static func dataPreview(_ id: String) -> Attribute { Attribute("data-preview", id) }
  package static func dataRefreshSeconds(_ count: Int?) -> Attribute {
    Attribute("data-refresh-seconds", count.map(String.init))
  }
  /// What a script says after each press of several, from none on, and how many there are.
  package static func dataTexts(_ texts: [String]) -> Attribute {
    Attribute("data-texts", texts.joined(separator: "\n"))
  }
  /// Pressing it has the browser read the text, where it can: a script shows the button then.
  package static func dataSpeak(_ text: String) -> Attribute { Attribute("data-speak", text) }
  /// A form whose answer changes the page in place, where the browser runs scripts.
  package static func dataInPlace(_ isSet: Bool) -> Attribute {
    Attribute("data-in-place", isSet: isSet)
  }
  package static func dataKey(_ key: String) -> Attribute { Attribute("data-key", key) }
  /// The link's page is shown as a sheet above the one that it stands on.
  package static func dataSheet() -> Attribute { Attribute("data-sheet", isSet: true) }
  /// The form sends its files as soon as they are picked; the text is said meanwhile.
  package static func dataUpload(_ text: String) -> Attribute { Attribute("data-upload", text) }
  /// Around the field of a time zone: what offers that of this device, with `@` for its name.
  package static func dataTimeZone(_ text: String) -> Attribute { Attribute("data-zone", text) }
  /// The name of a sheet's button that closes it.
  package static func dataClose(_ text: String) -> Attribute { Attribute("data-close", text) }
  /// What is typed into the form is kept under this name until it is saved.
  package static func dataDraft(_ name: String) -> Attribute { Attribute("data-draft", name) }
  /// The form has what was just typed: no draft is put over it.
  /// What `draft.js` says of somebody who is gone, with `{name}` for the name, and of somebody
  /// whose name it does not know.
  package static func dataGone(_ text: String?) -> Attribute {
    Attribute("data-gone", text)
  }
  package static func dataGoneUnknown(_ text: String?) -> Attribute {
    Attribute("data-gone-unknown", text)
  }
  package static func dataTyped(_ isSet: Bool) -> Attribute {
    Attribute("data-typed", isSet: isSet)
  }
  /// Pressing it forgets the draft of the form on the page.
  package static func dataForget() -> Attribute { Attribute("data-forget", isSet: true) }
  package static func dataMessage() -> Attribute { Attribute("data-message", isSet: true) }
  package static func dataDismiss() -> Attribute { Attribute("data-dismiss", isSet: true) }
  /// A button whose answer is a file: the page stays, and its form can be sent again.
  package static func dataDownload(_ isSet: Bool) -> Attribute {
    Attribute("data-download", isSet: isSet)
  }
  /// Children of the element can be dragged into an order, which is posted here.
  package static func dataOrder(_ route: Route?) -> Attribute {
    Attribute("data-order", route?.url)
  }
  /// The message for an order that could not be saved.
  package static func dataUnsaved(_ text: String) -> Attribute { Attribute("data-unsaved", text) }
  /// Keeps the focus where it was when another page replaces this one.
  package static func dataKeep(_ name: String) -> Attribute { Attribute("data-keep", name) }
  /// The address of a picture that is loaded in advance.
  package static func dataPicture(_ route: Route) -> Attribute {
    Attribute("data-picture", route.url)
  }
  /// The picture as it was uploaded, for looking closer.
  package static func dataOriginal(_ route: Route) -> Attribute {
    Attribute("data-original", route.url)
  }
  /// The message while the camera looks for a code; ``dataDenied(_:)`` is for a camera that may not
  /// be used.
  package static func dataLooking(_ text: String) -> Attribute { Attribute("data-looking", text) }
  package static func dataDenied(_ text: String) -> Attribute { Attribute("data-denied", text) }
  /// A button that writes where the device is behind the text of a field.
  package static func dataLocate(_ field: String) -> Attribute {
    Attribute("data-locate", field)
  }
  package static func dataReload() -> Attribute { Attribute("data-reload", isSet: true) }
}

// SVG.
extension Attribute {
  package static func viewBox(_ width: Int, _ height: Int) -> Attribute {
    Attribute("viewBox", "0 0 \(width) \(height)")
  }
  package static func x(_ value: Int) -> Attribute { Attribute("x", String(value)) }
  package static func y(_ value: Int) -> Attribute { Attribute("y", String(value)) }
  package static func rx(_ value: Int) -> Attribute { Attribute("rx", String(value)) }
  package static func fill(_ paint: String) -> Attribute { Attribute("fill", paint) }
  package static func stroke(_ paint: String) -> Attribute { Attribute("stroke", paint) }
  package static func d(_ path: String) -> Attribute { Attribute("d", path) }
  package static func fontSize(_ value: Int) -> Attribute { Attribute("font-size", String(value)) }
  package static func strokeWidth(_ width: String) -> Attribute { Attribute("stroke-width", width) }
  package static func strokeLinecap(_ cap: String) -> Attribute { Attribute("stroke-linecap", cap) }
  package static func strokeLinejoin(_ join: String) -> Attribute {
    Attribute("stroke-linejoin", join)
  }
  package static func shapeRendering(_ mode: String) -> Attribute {
    Attribute("shape-rendering", mode)
  }
  package static func preserveAspectRatio(_ mode: String) -> Attribute {
    Attribute("preserveAspectRatio", mode)
  }
}

// The head of the document.
extension Attribute {
  package static func charset(_ name: String) -> Attribute { Attribute("charset", name) }
  package static func content(_ text: String) -> Attribute { Attribute("content", text) }
  package static func media(_ query: String) -> Attribute { Attribute("media", query) }
  package static func `as`(_ kind: String) -> Attribute { Attribute("as", kind) }
  package static func crossorigin() -> Attribute { Attribute("crossorigin", isSet: true) }
  /// Nothing is drawn before what the link names is there.
  package static func blocksRendering() -> Attribute { Attribute("blocking", "render") }
  package static func `defer`() -> Attribute { Attribute("defer", isSet: true) }
}

/// An address outside this web app that is safe to link to: `http` or `https` and nothing else.
package struct ExternalAddress: Equatable, Sendable {
  /// The address as it is written in the page.
  package let text: String

  /// Checks a text; `nil` when it is no web address, as with `javascript:` and `data:`.
  package init?(_ text: String) {
    let lowered = text.lowercased()
    guard lowered.hasPrefix("https://") || lowered.hasPrefix("http://") else { return nil }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
    self.text = text
  }
}
