// One function per element. They are internal: only views build pages.

func div(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "div", attributes, content())
}
func span(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "span", attributes, content())
}
func p(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "p", attributes, content())
}
func h1(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "h1", attributes, content())
}
func h2(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "h2", attributes, content())
}
func h3(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "h3", attributes, content())
}
func a(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "a", attributes, content())
}
func b(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "b", attributes, content())
}
func small(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "small", attributes, content())
}
func em(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "em", attributes, content())
}
func code(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "code", attributes, content())
}
func kbd(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "kbd", attributes, content())
}
func ul(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "ul", attributes, content())
}
func ol(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "ol", attributes, content())
}
func li(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "li", attributes, content())
}
func nav(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "nav", attributes, content())
}
func aside(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "aside", attributes, content())
}
func header(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "header", attributes, content())
}
func footer(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "footer", attributes, content())
}
func section(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "section", attributes, content())
}
func article(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "article", attributes, content())
}
func form(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "form", attributes, content())
}
func label(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "label", attributes, content())
}
func button(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "button", attributes, content())
}
func select(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "select", attributes, content())
}
func optgroup(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "optgroup", attributes, content())
}
func option(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "option", attributes, content())
}
func textarea(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "textarea", attributes, content())
}
func table(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "table", attributes, content())
}
func thead(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "thead", attributes, content())
}
func tbody(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "tbody", attributes, content())
}
func tr(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "tr", attributes, content())
}
func th(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "th", attributes, content())
}
func td(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "td", attributes, content())
}
func dl(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "dl", attributes, content())
}
func dt(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "dt", attributes, content())
}
func dd(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "dd", attributes, content())
}
func figure(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "figure", attributes, content())
}
func figcaption(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "figcaption", attributes, content())
}
func details(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "details", attributes, content())
}
func summary(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "summary", attributes, content())
}
func time(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "time", attributes, content())
}
func fieldset(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "fieldset", attributes, content())
}
func legend(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "legend", attributes, content())
}
func main(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "main", attributes, content())
}
func svg(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "svg", attributes, content())
}
func rect(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "rect", attributes, content())
}
func path(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "path", attributes, content())
}
func datalist(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "datalist", attributes, content())
}
func textarea(_ attributes: Attribute...) -> HTML { HTML(element: "textarea", attributes, .empty) }
func option(_ attributes: Attribute...) -> HTML { HTML(element: "option", attributes, .empty) }
func div(_ attributes: Attribute...) -> HTML { HTML(element: "div", attributes, .empty) }
func span(_ attributes: Attribute...) -> HTML { HTML(element: "span", attributes, .empty) }
func rect(_ attributes: Attribute...) -> HTML { HTML(element: "rect", attributes, .empty) }
func path(_ attributes: Attribute...) -> HTML { HTML(element: "path", attributes, .empty) }
func td(_ attributes: Attribute...) -> HTML { HTML(element: "td", attributes, .empty) }
func i(_ attributes: Attribute...) -> HTML { HTML(element: "i", attributes, .empty) }
func input(_ attributes: Attribute...) -> HTML { HTML(voidElement: "input", attributes) }
func img(_ attributes: Attribute...) -> HTML { HTML(voidElement: "img", attributes) }
func br(_ attributes: Attribute...) -> HTML { HTML(voidElement: "br", attributes) }
func hr(_ attributes: Attribute...) -> HTML { HTML(voidElement: "hr", attributes) }
func link(_ attributes: Attribute...) -> HTML { HTML(voidElement: "link", attributes) }
func meta(_ attributes: Attribute...) -> HTML { HTML(voidElement: "meta", attributes) }

/// The same element with its attributes in an array, for callers that collect them.
func element(
  _ name: StaticString, _ attributes: [Attribute], @HTMLBuilder content: () -> HTML
) -> HTML {
  HTML(element: name, attributes, content())
}

/// A void element with its attributes in an array.
func voidElement(_ name: StaticString, _ attributes: [Attribute]) -> HTML {
  HTML(voidElement: name, attributes)
}
