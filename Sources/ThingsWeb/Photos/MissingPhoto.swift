import Web

/// The picture that stands for a photo whose file is not here, with a sentence if there is room.
/// It has fixed colours, as a picture does not follow the page's theme.
func missingPhoto(_ size: PhotoSize, _ words: Catalogue) -> HTML {
  guard size != .thumbnail else {
    return HTML(
      TrustedMarkup(
        """
        <svg xmlns='http://www.w3.org/2000/svg' width='160' height='160' viewBox='0 0 160 160'>\
        <path fill='#57504a' d='M0 0h160v160H0z'/><g fill='none' stroke='#f4efe6' \
        stroke-width='6' stroke-linecap='round' stroke-linejoin='round'><path d='M44 52h72v56H44z\
        m0 44 20-20 32 32M36 36l88 88'/><circle cx='96' cy='70' r='7'/></g></svg>
        """))
  }
  return HTML(joining: [
    HTML(
      TrustedMarkup(
        """
        <svg xmlns='http://www.w3.org/2000/svg' width='640' height='480' viewBox='0 0 640 480'>\
        <path fill='#57504a' d='M0 0h640v480H0z'/><g fill='none' stroke='#f4efe6' \
        stroke-width='6' stroke-linecap='round' stroke-linejoin='round'><path d='M268 152h104v84\
        H268zm0 62 30-30 48 52M256 128l128 128'/><circle cx='344' cy='178' r='9'/></g>\
        <text x='320' y='320' fill='#f4efe6' font-family='sans-serif' font-size='24' \
        text-anchor='middle'>
        """)), HTML(text: words.photoNotHere), HTML(TrustedMarkup("</text></svg>")),
  ])
}
