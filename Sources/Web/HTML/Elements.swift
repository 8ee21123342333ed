// One function per element. They are internal: only views build pages.

package func div(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "div", attributes, content())
}
package func span(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "span", attributes, content())
}
package func p(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "p", attributes, content())
}
package func h1(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "h1", attributes, content().named(attributes))
}
package func h2(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "h2", attributes, content())
}
package func h3(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "h3", attributes, content())
}
package func a(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "a", attributes, content().named(attributes))
}
package func b(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "b", attributes, content())
}
package func small(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "small", attributes, content())
}
package func em(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "em", attributes, content())
}
package func code(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "code", attributes, content())
}
package func kbd(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "kbd", attributes, content())
}
package func ul(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "ul", attributes, content())
}
package func ol(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "ol", attributes, content())
}
package func li(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "li", attributes, content())
}
package func nav(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "nav", attributes, content())
}
package func aside(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "aside", attributes, content())
}
package func header(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "header", attributes, content())
}
package func footer(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "footer", attributes, content())
}
package func section(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "section", attributes, content())
}
package func article(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "article", attributes, content())
}
package func form(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "form", attributes, content())
}
package func label(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "label", attributes, content())
}
package func button(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "button", attributes, content().named(attributes))
}
package func select(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "select", attributes, content())
}
package func optgroup(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "optgroup", attributes, content())
}
package func option(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "option", attributes, content())
}
package func textarea(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "textarea", attributes, content())
}
package func table(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "table", attributes, content())
}
package func thead(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "thead", attributes, content())
}
package func tbody(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "tbody", attributes, content())
}
package func tr(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "tr", attributes, content())
}
package func th(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "th", attributes, content())
}
package func td(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "td", attributes, content())
}
package func dl(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "dl", attributes, content())
}
package func dt(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "dt", attributes, content())
}
package func dd(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "dd", attributes, content())
}
package func figure(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "figure", attributes, content())
}
package func figcaption(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "figcaption", attributes, content())
}
package func details(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "details", attributes, content())
}
package func summary(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "summary", attributes, content())
}
package func time(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "time", attributes, content())
}
package func fieldset(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "fieldset", attributes, content())
}
package func legend(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "legend", attributes, content())
}
package func main(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "main", attributes, content())
}
package func svg(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "svg", attributes, content())
}
package func rect(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "rect", attributes, content())
}
package func path(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "path", attributes, content())
}
package func datalist(_ attributes: Attribute..., @HTMLBuilder content: () -> HTML) -> HTML {
  HTML(element: "datalist", attributes, content())
}
package func textarea(_ attributes: Attribute...) -> HTML {
  HTML(element: "textarea", attributes, .empty)
}
package func option(_ attributes: Attribute...) -> HTML {
  HTML(element: "option", attributes, .empty)
}
package func div(_ attributes: Attribute...) -> HTML { HTML(element: "div", attributes, .empty) }
package func span(_ attributes: Attribute...) -> HTML { HTML(element: "span", attributes, .empty) }
package func rect(_ attributes: Attribute...) -> HTML { HTML(element: "rect", attributes, .empty) }
package func path(_ attributes: Attribute...) -> HTML { HTML(element: "path", attributes, .empty) }
package func td(_ attributes: Attribute...) -> HTML { HTML(element: "td", attributes, .empty) }
package func i(_ attributes: Attribute...) -> HTML { HTML(element: "i", attributes, .empty) }
package func input(_ attributes: Attribute...) -> HTML { HTML(voidElement: "input", attributes) }
package func img(_ attributes: Attribute...) -> HTML { HTML(voidElement: "img", attributes) }
package func br(_ attributes: Attribute...) -> HTML { HTML(voidElement: "br", attributes) }
package func hr(_ attributes: Attribute...) -> HTML { HTML(voidElement: "hr", attributes) }
package func link(_ attributes: Attribute...) -> HTML { HTML(voidElement: "link", attributes) }
package func meta(_ attributes: Attribute...) -> HTML { HTML(voidElement: "meta", attributes) }

/// The same element with its attributes in an array, for callers that collect them.
package func element(
  _ name: StaticString, _ attributes: [Attribute], @HTMLBuilder content: () -> HTML
) -> HTML {
  HTML(element: name, attributes, content())
}

/// A void element with its attributes in an array.
package func voidElement(_ name: StaticString, _ attributes: [Attribute]) -> HTML {
  HTML(voidElement: name, attributes)
}
