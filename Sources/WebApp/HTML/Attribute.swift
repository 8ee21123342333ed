/// One attribute of an element.
///
/// Attributes exist only as the factories below. There is none for `style` or for an `on…` handler,
/// and addresses come from ``Route``, so a page cannot break the content security policy and no
/// text of a person can become a `javascript:` link.
package struct Attribute: Sendable {
  enum Value: Sendable {
    case text(String)
    case flag
    case absent
    /// Not written yet: the page decides which of its controls gets the focus.
    case mark(FormMark)
  }

  let name: StaticString
  let value: Value

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
  static func `class`(_ names: String?...) -> Attribute {
    let present = names.compactMap { $0 }.joined(separator: " ")
    return Attribute("class", present.isEmpty ? nil : present)
  }
  static func id(_ id: String?) -> Attribute { Attribute("id", id) }
  static func label(_ text: String) -> Attribute { Attribute("label", text) }
  static func title(_ text: String?) -> Attribute { Attribute("title", text) }
  static func lang(_ code: String) -> Attribute { Attribute("lang", code) }
  static func dir(_ direction: String) -> Attribute { Attribute("dir", direction) }
  static func hidden(_ isHidden: Bool = true) -> Attribute { Attribute("hidden", isSet: isHidden) }
  static func role(_ role: String) -> Attribute { Attribute("role", role) }
  static func tabindex(_ index: Int) -> Attribute { Attribute("tabindex", String(index)) }
  static func open(_ isOpen: Bool) -> Attribute { Attribute("open", isSet: isOpen) }
  static func datetime(_ text: String) -> Attribute { Attribute("datetime", text) }
  static func colspan(_ count: Int) -> Attribute { Attribute("colspan", String(count)) }
  static func scope(_ scope: String) -> Attribute { Attribute("scope", scope) }
}

// Addresses: only from the route table.
extension Attribute {
  static func href(
    _ route: Route, fragment: String? = nil, from origin: ItemOrigin? = nil
  ) -> Attribute {
    let url = route.url(from: origin)
    return Attribute("href", fragment.map { url + "#" + $0 } ?? url)
  }
  static func href(inPage fragment: String) -> Attribute { Attribute("href", "#" + fragment) }
  static func href(_ address: ExternalAddress) -> Attribute { Attribute("href", address.text) }
  static func src(_ route: Route) -> Attribute { Attribute("src", route.url) }
  static func srcset(_ candidates: [(Route, Int)]) -> Attribute {
    Attribute("srcset", candidates.map { "\($0.0.url) \($0.1)w" }.joined(separator: ", "))
  }
  static func sizes(_ sizes: String) -> Attribute { Attribute("sizes", sizes) }
  static func action(_ route: Route, from origin: ItemOrigin? = nil) -> Attribute {
    Attribute("action", route.url(from: origin))
  }
  static func formaction(_ route: Route) -> Attribute { Attribute("formaction", route.url) }
  static func rel(_ kind: String) -> Attribute { Attribute("rel", kind) }
  static func target(_ name: String) -> Attribute { Attribute("target", name) }
  static func download() -> Attribute { Attribute("download", isSet: true) }
}

// Forms.
extension Attribute {
  static func type(_ type: String) -> Attribute { Attribute("type", type) }
  static func name(_ name: String?) -> Attribute { Attribute("name", name) }
  static func value(_ value: String?) -> Attribute { Attribute("value", value) }
  static func method(_ method: String) -> Attribute { Attribute("method", method) }
  static func enctype(_ type: String) -> Attribute { Attribute("enctype", type) }
  static func `for`(_ id: String) -> Attribute { Attribute("for", id) }
  static func form(_ id: String?) -> Attribute { Attribute("form", id) }
  static func placeholder(_ text: String?) -> Attribute { Attribute("placeholder", text) }
  static func autocomplete(_ purpose: String?) -> Attribute { Attribute("autocomplete", purpose) }
  static func inputmode(_ mode: String?) -> Attribute { Attribute("inputmode", mode) }
  static func list(_ id: String?) -> Attribute { Attribute("list", id) }
  static func pattern(_ pattern: String?) -> Attribute { Attribute("pattern", pattern) }
  static func accept(_ types: String?) -> Attribute { Attribute("accept", types) }
  static func enterkeyhint(_ hint: String?) -> Attribute { Attribute("enterkeyhint", hint) }
  static func maxlength(_ count: Int?) -> Attribute {
    Attribute("maxlength", count.map(String.init))
  }
  static func min(_ text: String?) -> Attribute { Attribute("min", text) }
  static func max(_ text: String?) -> Attribute { Attribute("max", text) }
  static func step(_ text: String?) -> Attribute { Attribute("step", text) }
  static func rows(_ count: Int) -> Attribute { Attribute("rows", String(count)) }
  static func required(_ isSet: Bool = true) -> Attribute { Attribute("required", isSet: isSet) }
  static func checked(_ isSet: Bool) -> Attribute { Attribute("checked", isSet: isSet) }
  static func selected(_ isSet: Bool) -> Attribute { Attribute("selected", isSet: isSet) }
  static func disabled(_ isSet: Bool = true) -> Attribute { Attribute("disabled", isSet: isSet) }
  static func readonly(_ isSet: Bool = true) -> Attribute { Attribute("readonly", isSet: isSet) }
  static func multiple(_ isSet: Bool = true) -> Attribute { Attribute("multiple", isSet: isSet) }
  /// Marks a control: whether it asks for the focus, and its fault.
  static func focus(isAsked: Bool, fault: FormFault?) -> Attribute {
    Attribute("autofocus", mark: FormMark(isAsked: isAsked, fault: fault))
  }
  static func novalidate() -> Attribute { Attribute("novalidate", isSet: true) }
  static func autocapitalize(_ mode: String) -> Attribute { Attribute("autocapitalize", mode) }
  static func spellcheck(_ isOn: Bool) -> Attribute {
    Attribute("spellcheck", isOn ? "true" : "false")
  }
}

// Images.
extension Attribute {
  static func alt(_ text: String) -> Attribute { Attribute("alt", text) }
  static func width(_ count: Int) -> Attribute { Attribute("width", String(count)) }
  static func height(_ count: Int) -> Attribute { Attribute("height", String(count)) }
  /// The camera that a phone offers; `environment` is the one at its back.
  static func capture(_ camera: String) -> Attribute { Attribute("capture", camera) }
  static func playsinline() -> Attribute { Attribute("playsinline", isSet: true) }
  static func muted() -> Attribute { Attribute("muted", isSet: true) }
  static func lazy() -> Attribute { Attribute("loading", "lazy") }
  static func decodingAsync() -> Attribute { Attribute("decoding", "async") }
}

// Accessibility.
extension Attribute {
  static func ariaLabel(_ text: String?) -> Attribute { Attribute("aria-label", text) }
  static func ariaDescribedBy(_ id: String?) -> Attribute { Attribute("aria-describedby", id) }
  static func ariaHidden() -> Attribute { Attribute("aria-hidden", "true") }
  static func ariaLive(_ mode: String) -> Attribute { Attribute("aria-live", mode) }
  static func ariaInvalid(_ isInvalid: Bool) -> Attribute {
    Attribute("aria-invalid", isInvalid ? "true" : nil)
  }
  /// Marks the link to the page that is being shown.
  static func current(_ isCurrent: Bool) -> Attribute {
    Attribute("aria-current", isCurrent ? "page" : nil)
  }
  static func ariaCurrentTrue(_ isCurrent: Bool) -> Attribute {
    Attribute("aria-current", isCurrent ? "true" : nil)
  }
}

// Attributes that htmx and hearth.js read.
extension Attribute {
  static func hxGet(_ route: Route) -> Attribute { Attribute("hx-get", route.url) }
  static func hxTarget(_ selector: String) -> Attribute { Attribute("hx-target", selector) }
  static func hxSelect(_ selector: String) -> Attribute { Attribute("hx-select", selector) }
  static func hxSelectOOB(_ selector: String) -> Attribute { Attribute("hx-select-oob", selector) }
  static func hxSwap(_ mode: String) -> Attribute { Attribute("hx-swap", mode) }
  static func hxTrigger(_ trigger: String) -> Attribute { Attribute("hx-trigger", trigger) }
  static func hxReplaceURL() -> Attribute { Attribute("hx-replace-url", "true") }
  static func hxSync(_ mode: String) -> Attribute { Attribute("hx-sync", mode) }
  static func dataCopy(_ text: String) -> Attribute { Attribute("data-copy", text) }
  static func dataCopied(_ text: String) -> Attribute { Attribute("data-copied", text) }
  static func dataFailed(_ text: String) -> Attribute { Attribute("data-failed", text) }
  /// Whether the page's main region is loaded again when something it shows changes.
  static func dataLive(_ isLive: Bool) -> Attribute {
    Attribute("data-live", isLive ? "true" : nil)
  }
  static func dataEvents(_ route: Route) -> Attribute { Attribute("data-events", route.url) }
  /// The version that the page shows. It is sent to the stream of events, which reports at once if
  /// something has changed since.
  static func dataSeen(_ version: String) -> Attribute { Attribute("data-seen", version) }
  static func dataWorker(_ route: Route) -> Attribute { Attribute("data-worker", route.url) }
  static func dataHotkey(_ key: String) -> Attribute { Attribute("data-hotkey", key) }
  static func dataPreview(_ id: String) -> Attribute { Attribute("data-preview", id) }
  static func dataRefreshSeconds(_ count: Int?) -> Attribute {
    Attribute("data-refresh-seconds", count.map(String.init))
  }
  static func dataKey(_ key: String) -> Attribute { Attribute("data-key", key) }
  static func dataToast() -> Attribute { Attribute("data-toast", isSet: true) }
  static func dataDismiss() -> Attribute { Attribute("data-dismiss", isSet: true) }
  /// A button whose answer is a file: the page stays, and its form can be sent again.
  static func dataDownload(_ isSet: Bool) -> Attribute { Attribute("data-download", isSet: isSet) }
  /// Children of the element can be dragged into an order, which is posted here.
  static func dataOrder(_ route: Route?) -> Attribute { Attribute("data-order", route?.url) }
  /// The message for an order that could not be saved.
  static func dataUnsaved(_ text: String) -> Attribute { Attribute("data-unsaved", text) }
  /// Keeps the focus where it was when another page replaces this one.
  static func dataKeep(_ name: String) -> Attribute { Attribute("data-keep", name) }
  /// The address of a picture that is loaded in advance.
  static func dataPicture(_ route: Route) -> Attribute { Attribute("data-picture", route.url) }
  /// The picture as it was uploaded, for looking closer.
  static func dataOriginal(_ route: Route) -> Attribute { Attribute("data-original", route.url) }
  /// The message while the camera looks for a code; ``dataDenied(_:)`` is for a camera that may not
  /// be used.
  static func dataLooking(_ text: String) -> Attribute { Attribute("data-looking", text) }
  static func dataDenied(_ text: String) -> Attribute { Attribute("data-denied", text) }
  static func dataReload() -> Attribute { Attribute("data-reload", isSet: true) }
}

// SVG.
extension Attribute {
  static func viewBox(_ width: Int, _ height: Int) -> Attribute {
    Attribute("viewBox", "0 0 \(width) \(height)")
  }
  static func x(_ value: Int) -> Attribute { Attribute("x", String(value)) }
  static func y(_ value: Int) -> Attribute { Attribute("y", String(value)) }
  static func rx(_ value: Int) -> Attribute { Attribute("rx", String(value)) }
  static func fill(_ paint: String) -> Attribute { Attribute("fill", paint) }
  static func stroke(_ paint: String) -> Attribute { Attribute("stroke", paint) }
  static func d(_ path: String) -> Attribute { Attribute("d", path) }
  static func fontSize(_ value: Int) -> Attribute { Attribute("font-size", String(value)) }
  static func strokeWidth(_ width: String) -> Attribute { Attribute("stroke-width", width) }
  static func strokeLinecap(_ cap: String) -> Attribute { Attribute("stroke-linecap", cap) }
  static func strokeLinejoin(_ join: String) -> Attribute { Attribute("stroke-linejoin", join) }
  static func shapeRendering(_ mode: String) -> Attribute { Attribute("shape-rendering", mode) }
  static func preserveAspectRatio(_ mode: String) -> Attribute {
    Attribute("preserveAspectRatio", mode)
  }
}

// The head of the document.
extension Attribute {
  static func charset(_ name: String) -> Attribute { Attribute("charset", name) }
  static func content(_ text: String) -> Attribute { Attribute("content", text) }
  static func media(_ query: String) -> Attribute { Attribute("media", query) }
  static func `as`(_ kind: String) -> Attribute { Attribute("as", kind) }
  static func crossorigin() -> Attribute { Attribute("crossorigin", isSet: true) }
  static func `defer`() -> Attribute { Attribute("defer", isSet: true) }
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
