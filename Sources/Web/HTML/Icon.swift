/// The icons of Hearth, drawn for it: 20 × 20, lines of 1.5 px that take the colour of the text.
package enum Icon: CaseIterable, Equatable, Sendable {
  case arrow, bath, bed, bell, box, car, check, chevronDown, chevronLeft, chevronRight, clock, close
  case cloudOff, coin, copy, desk, device, door, download, edit, file, gear, home, houses, info
  case key, leave, link, lock, menu, merge, minus, more, people, person, phone, photo, plus, pot,
    qr, roof
  case search, share, shelf, shield, signOut, sofa, sparkle, star, sun, sync, tag, ticket, tools
  case trash, tree, undo, upload, warning

  /// The drawing at a size in pixels. It is hidden from screen readers: words beside it, or the
  /// label of its link or button, say what it means.
  package func callAsFunction(_ size: Int = 20) -> HTML {
    HTML(
      element: "svg",
      [
        .class("icon"), .width(size), .height(size), .viewBox(20, 20), .fill("none"),
        .stroke("currentColor"), .strokeWidth("1.5"), .strokeLinecap("round"),
        .strokeLinejoin("round"), .ariaHidden(),
      ], HTML(lines))
  }
}

extension Icon {
  private var lines: TrustedMarkup {
    switch self {
    case .arrow:
      TrustedMarkup("<path d='M4 10h12M11.5 5.5 16 10l-4.5 4.5'/>")
    case .bath:
      TrustedMarkup(
        """
        <path d='M3 10h14v2.5a3.5 3.5 0 0 1-3.5 3.5h-7A3.5 3.5 0 0 1 3 12.5zM5 10V5.5A1.5 1.5 0 0 \
        1 6.5 4c.9 0 1.5.6 1.5 1.5M6 16v1M14 16v1'/>
        """)
    case .bed:
      TrustedMarkup("<path d='M3 16V5M3 13h14v3M17 13v-2.5A2.5 2.5 0 0 0 14.5 8H8v5'/>")
    case .bell:
      TrustedMarkup("<path d='M5.5 13V9a4.5 4.5 0 0 1 9 0v4l1.5 2H4zM8.5 17h3M10 3v1.5'/>")
    case .box:
      TrustedMarkup("<path d='M3 6.5 10 3l7 3.5v7L10 17l-7-3.5zM3 6.5l7 3.5 7-3.5M10 10v7'/>")
    case .car:
      TrustedMarkup(
        """
        <path d='M4 11l1.4-4.2A1.5 1.5 0 0 1 6.8 6h6.4a1.5 1.5 0 0 1 1.4.8L16 11M3 \
        11h14v4.5h-2.5V14h-9v1.5H3z'/>
        """)
    case .check:
      TrustedMarkup("<path d='m4.5 10.5 3.5 3.5 7.5-8'/>")
    case .chevronDown:
      TrustedMarkup("<path d='m6 8 4 4 4-4'/>")
    case .chevronLeft:
      TrustedMarkup("<path d='m12 6-4 4 4 4'/>")
    case .chevronRight:
      TrustedMarkup("<path d='m8 6 4 4-4 4'/>")
    case .clock:
      TrustedMarkup("<circle cx='10' cy='10' r='7'/><path d='M10 6v4l2.5 2'/>")
    case .close:
      TrustedMarkup("<path d='m5.5 5.5 9 9M14.5 5.5l-9 9'/>")
    case .cloudOff:
      TrustedMarkup(
        """
        <path d='M3 4l13 13M6 7.5A4 4 0 0 0 5.5 15H13M8.5 5.3A4.5 4.5 0 0 1 14.5 9a3 3 0 0 1 2.3 \
        4.5'/>
        """)
    case .coin:
      TrustedMarkup(
        """
        <circle cx='10' cy='10' r='7'/><path d='M12.4 7.6c-.6-.7-1.4-1-2.4-1-1.3 0-2.3.6-2.3 1.7 \
        0 2.4 4.8 1 4.8 3.4 0 1.1-1.1 1.7-2.5 1.7-1 0-1.9-.3-2.5-1M10 5.5v9'/>
        """)
    case .copy:
      TrustedMarkup(
        """
        <rect x='7' y='7' width='9' height='9' rx='2'/><path d='M13 7V5.5A1.5 1.5 0 0 0 11.5 \
        4h-6A1.5 1.5 0 0 0 4 5.5v6A1.5 1.5 0 0 0 5.5 13H7'/>
        """)
    case .desk:
      TrustedMarkup("<path d='M3 5h14v7H3zM8 15h4M10 12v3'/>")
    case .device:
      TrustedMarkup(
        """
        <rect x='3' y='4.5' width='14' height='9' rx='1.5'/><path d='M7 16.5h6M10 13.5v3'/>
        """)
    case .door:
      TrustedMarkup("<path d='M5 17V4a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v13M3 17h14M12 10.5h.01'/>")
    case .download:
      TrustedMarkup(
        """
        <path d='M10 4v9M6.5 9.5 10 13l3.5-3.5M4 12.5V15a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1v-2.5'/>
        """)
    case .edit:
      TrustedMarkup("<path d='m4 16 .7-3.3 8-8 2.6 2.6-8 8zM11.5 6l2.6 2.6'/>")
    case .file:
      TrustedMarkup(
        """
        <path d='M5.5 3h6L15 6.5V16a1 1 0 0 1-1 1H5.5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11.5 \
        3v3.5H15M7.5 10.5h5M7.5 13.5h3.5'/>
        """)
    case .gear:
      TrustedMarkup(
        """
        <circle cx='10' cy='10' r='2.5'/><path d='M10 3v2M10 15v2M3 10h2M15 10h2M5.05 5.05l1.4 \
        1.4M13.55 13.55l1.4 1.4M5.05 14.95l1.4-1.4M13.55 6.45l1.4-1.4'/>
        """)
    case .home:
      TrustedMarkup(
        "<path d='M3 9.5 10 4l7 5.5V16a1 1 0 0 1-1 1h-3.5v-4.5h-5V17H4a1 1 0 0 1-1-1z'/>")
    case .houses:
      TrustedMarkup("<path d='M3 8l3.5-3L10 8v7H3zM10 10l3.5-3L17 10v5h-7'/>")
    case .info:
      TrustedMarkup("<circle cx='10' cy='10' r='7'/><path d='M10 9.5v4M10 6.8h.01'/>")
    case .key:
      TrustedMarkup("<circle cx='7' cy='13' r='3'/><path d='m9.2 10.8 6.3-6.3M13 7l2 2'/>")
    case .leave:
      TrustedMarkup(
        """
        <path d='M12 4h3a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-3M11 10H3M6.5 6.5 3 10l3.5 3.5'/>
        """)
    case .link:
      TrustedMarkup(
        """
        <path d='M8.5 11.5a3 3 0 0 0 4.3 0l2.4-2.4a3 3 0 0 0-4.3-4.3l-.9.9M11.5 8.5a3 3 0 0 0-4.3 \
        0l-2.4 2.4a3 3 0 0 0 4.3 4.3l.9-.9'/>
        """)
    case .lock:
      TrustedMarkup(
        """
        <rect x='4.5' y='9' width='11' height='7.5' rx='1.5'/><path d='M7 9V6.5a3 3 0 0 1 6 0V9'/>
        """)
    case .menu:
      TrustedMarkup("<path d='M4 6h12M4 10h12M4 14h12'/>")
    case .merge:
      TrustedMarkup("<path d='M5 4v3c0 3 5 3 5 6v3M15 4v3c0 3-5 3-5 6'/>")
    case .minus:
      TrustedMarkup("<path d='M4 10h12'/>")
    case .more:
      TrustedMarkup("<path d='M5 10h.01M10 10h.01M15 10h.01'/>")
    case .people:
      TrustedMarkup(
        """
        <circle cx='7.5' cy='7' r='2.7'/><path d='M2.5 16c.4-2.8 2.3-4.3 5-4.3s4.6 1.5 5 4.3M12.5 \
        4.6a2.5 2.5 0 0 1 0 4.8M14.3 12c1.8.4 2.9 1.8 3.2 4'/>
        """)
    case .person:
      TrustedMarkup(
        """
        <circle cx='10' cy='7' r='3'/><path d='M4 16.5c.5-3.2 2.8-4.7 6-4.7s5.5 1.5 6 4.7'/>
        """)
    case .phone:
      TrustedMarkup("<rect x='6' y='3' width='8' height='14' rx='1.8'/><path d='M9.5 14.5h1'/>")
    case .photo:
      TrustedMarkup(
        """
        <rect x='3' y='4.5' width='14' height='11' rx='2'/><path d='m4 14 4-4 3 3 2-2 3 3M13 \
        8h.01'/>
        """)
    case .plus:
      TrustedMarkup("<path d='M10 4v12M4 10h12'/>")
    case .pot:
      TrustedMarkup(
        """
        <path d='M4 8h12v5.5a2.5 2.5 0 0 1-2.5 2.5h-7A2.5 2.5 0 0 1 4 13.5zM2.5 8h15M8 5.5V4M12 \
        5.5V4'/>
        """)
    case .qr:
      TrustedMarkup(
        "<path d='M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h2v2M16.5 11.5v2M13.5 16.5h3v-1'/>"
      )
    case .roof:
      TrustedMarkup("<path d='M3 11 10 5l7 6M5 10v6h10v-6'/>")
    case .search:
      TrustedMarkup("<circle cx='9' cy='9' r='5'/><path d='m13 13 4 4'/>")
    case .share:
      TrustedMarkup(
        """
        <circle cx='5' cy='10' r='2'/><circle cx='14.5' cy='5' r='2'/><circle cx='14.5' cy='15' \
        r='2'/><path d='m6.8 9 5.9-3M6.8 11l5.9 3'/>
        """)
    case .shelf:
      TrustedMarkup("<path d='M4 3v14M16 3v14M4 8h12M4 14h12M7 8V5h3v3M11 14v-3h2.5v3'/>")
    case .shield:
      TrustedMarkup("<path d='M10 3l6 2.2v4.6c0 3.6-2.5 6-6 7.2-3.5-1.2-6-3.6-6-7.2V5.2z'/>")
    case .signOut:
      TrustedMarkup(
        """
        <path d='M8 4H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3M9 10h8M13.5 6.5 17 10l-3.5 3.5'/>
        """)
    case .sofa:
      TrustedMarkup(
        """
        <path d='M4 9V6.5A1.5 1.5 0 0 1 5.5 5h9A1.5 1.5 0 0 1 16 6.5V9M2.5 10.5a1.5 1.5 0 0 1 3 \
        0V12h9v-1.5a1.5 1.5 0 0 1 3 0V15h-15zM4 15v1.5M16 15v1.5'/>
        """)
    case .sparkle:
      TrustedMarkup("<path d='M10 3v4M10 13v4M3 10h4M13 10h4'/>")
    case .star:
      TrustedMarkup(
        "<path d='m10 3.5 2 4.2 4.5.6-3.3 3.2.8 4.5-4-2.2L6 16l.8-4.5L3.5 8.3 8 7.7z'/>")
    case .sun:
      TrustedMarkup(
        """
        <circle cx='10' cy='10' r='3.5'/><path d='M10 2.5v1.5M10 16v1.5M2.5 10h1.5M16 10h1.5M4.7 \
        4.7l1 1M14.3 14.3l1 1M15.3 4.7l-1 1M5.7 14.3l-1 1'/>
        """)
    case .sync:
      TrustedMarkup(
        """
        <path d='M4 9a6 6 0 0 1 10.5-3L16 7.5M16 4v3.5h-3.5M16 11a6 6 0 0 1-10.5 3L4 12.5M4 \
        16v-3.5h3.5'/>
        """)
    case .tag:
      TrustedMarkup("<path d='M3.5 10.2V4a.5.5 0 0 1 .5-.5h6.2l6.3 6.3-6.5 6.5zM7 7h.01'/>")
    case .ticket:
      TrustedMarkup(
        """
        <path d='M3 7a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v1.8a1.5 1.5 0 0 0 0 2.9V13a1 1 0 0 1-1 1H4a1 \
        1 0 0 1-1-1v-1.3a1.5 1.5 0 0 0 0-2.9zM12 6v1.5M12 9.3v1.4M12 12.5V14'/>
        """)
    case .tools:
      TrustedMarkup(
        """
        <path d='m11.5 8.5-7 7a1.4 1.4 0 0 0 2 2l7-7M11.5 8.5a3.5 3.5 0 0 1 4.3-4.6L13.5 6.2l.3 2 \
        2 .3 2.2-2.3a3.5 3.5 0 0 1-4.6 4.3z'/>
        """)
    case .trash:
      TrustedMarkup(
        """
        <path d='M4 6h12M8 6V4.5a.5.5 0 0 1 .5-.5h3a.5.5 0 0 1 .5.5V6M5.5 6l.7 9.6a1 1 0 0 0 1 \
        .9h5.6a1 1 0 0 0 1-.9L14.5 6M8.5 9v4.5M11.5 9v4.5'/>
        """)
    case .tree:
      TrustedMarkup("<path d='M10 17v-5M10 3 5.5 8.5h2L4.5 12.5h11l-3-4h2z'/>")
    case .undo:
      TrustedMarkup("<path d='M7 5 3.5 8.5 7 12M4 8.5h7.5a4 4 0 0 1 0 8H9'/>")
    case .upload:
      TrustedMarkup(
        """
        <path d='M10 13V4M6.5 7.5 10 4l3.5 3.5M4 12.5V15a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1v-2.5'/>
        """)
    case .warning:
      TrustedMarkup("<path d='M10 4 3 16h14zM10 8.5v3.5M10 14h.01'/>")
    }
  }
}
