import type { Page } from '@playwright/test'

/** What each kind of element on a page looks like, as the browser worked it out; without widths where only style counts. */
export function looksOf(page: Page, { hasWidths = true }: { hasWidths?: boolean } = {}): Promise<string[]> {
  return page.evaluate(async (countsWidths) => {
    const isWidth = (name: string) => /^(inline-size|width|grid-template-columns)$/.test(name)
    await document.fonts.ready
    const rules = (element: Element) => {
      const style = getComputedStyle(element)
      // Of margins that are auto Chromium reports 0 or the room that is left, by when it worked them out.
      // Drawings come with the sheet; their room is there from the start. Heights also follow which pictures have come.
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
    // What comes after the place of the sheet is not shown without it.
    const place = document.querySelector('[data-sheet]')
    const isFirst = (element: Element) =>
      !place || Boolean(place.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING)
    const kinds = new Map(
      [...document.body.querySelectorAll('*')]
        // What is closed at first may get its style with the sheet; the frame of the small picture in view comes with it.
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
