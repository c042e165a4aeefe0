import type { Page } from '@playwright/test'

/** The computed style of each kind of element on a page; without widths where only style counts. */
export function looksOf(page: Page, { hasWidths = true }: { hasWidths?: boolean } = {}): Promise<string[]> {
  return page.evaluate(async (countsWidths) => {
    const isWidth = (name: string) => /^(inline-size|width|grid-template-columns)$/.test(name)
    await document.fonts.ready
    const rules = (element: Element) => {
      const style = getComputedStyle(element)
      // For auto margins Chromium reports 0 or the free space, depending on when it computed them.
      // Background drawings come with the style sheet; their space is reserved from the start. Heights depend on which pictures have loaded.
      const names = [...style].filter(
        (name) =>
          (countsWidths || !isWidth(name)) &&
          !/^--|^cursor$|^transition|timeline|^margin-(inline|left|right)|mask|block-size|height|origin|grid-template-rows/.test(
            name,
          ),
      )
      return names.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';')
    }
    const nameOf = (element: Element | null) => `${element?.tagName}.${element?.getAttribute('class') ?? ''}`
    // Elements behind the style sheet's link are not shown before the sheet has loaded.
    const place = document.querySelector('[data-sheet]')
    const isFirst = (element: Element) =>
      !place || Boolean(place.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING)
    const kinds = new Map(
      [...document.body.querySelectorAll('*')]
        // Parts that are closed at first may get their style with the sheet, and so may the frame of the selected thumbnail.
        .filter((element) => !element.matches('script, link, .thumbs a'))
        .filter((element) => element.checkVisibility() && isFirst(element))
        .map((element) => [`${nameOf(element.parentElement)} > ${nameOf(element)}`, element]),
    )
    return [...kinds].map(([kind, element]) => {
      const all = rules(element)
      let sum = 0
      for (let at = 0; at < all.length; at++) sum = (sum * 31 + all.charCodeAt(at)) | 0
      return `${kind} ${sum}`
    })
  }, hasWidths)
}
