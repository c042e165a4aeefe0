import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { type ListedAd, rowOfAd } from '#app/features/search/listing.ts'
import { AdCards } from '#app/routes/rent/ad-card.tsx'
import { useKeptCards } from '#app/routes/rent/kept-cards.tsx'
import type { ResultsData } from '#app/routes/rent/results.tsx'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { FormToken } from '#app/ui/form/post-form.tsx'
import { createPageMarkup, type PageMarkup } from '#app/web/router/kept-markup.server.ts'
import { type KeptEntry, KeptMarkup } from '#app/web/router/kept-markup.ts'
import { applyEdits } from '#app/web/router/page-edits.ts'
import { textOfPieces } from '#app/web/router/page-response.ts'
import { render } from '../support/browser/render.tsx'

const RIO: ListedAd = {
  ...{ id: 7, title: 'Kia "Rio" & more', year: '2020', picture: 'sedan-red', colour: 'Red', company: 'A <b>' },
  ...{ terms: 'Kish · free until 3 <December> & later', score: 4.7, ratings: 12, gearbox: 'Manual', fuel: 'Petrol' },
  ...{ seats: 5, trust: 'Cash deposit', units: '3 of these', guarantee: 16000, pin: 1, day: 1900, total: 9500 },
}
const FREE: ListedAd = { ...RIO, id: 8, guarantee: 0, pin: 0, ratings: 0, units: '' }
const PLAIN: ListedAd = { ...FREE, id: 9, total: undefined }

const traits = { classes: new Set<string>(), markup: new Set<string>(), properties: [] }
const createMarkup = () => createPageMarkup(() => traits)

interface Page {
  language?: Language
  ads?: ListedAd[]
  token?: string
  from?: string
  markup?: PageMarkup
}

/** A list as the server sends it from what it keeps, and as React renders it. */
function bothOf({
  language = 'en',
  ads = [RIO, FREE, PLAIN],
  token,
  from = '2026-12-11',
  markup = createMarkup(),
}: Page = {}) {
  const time = { start_date: from, start_time: '10:00', end_date: '2026-12-16', end_time: '10:00' }
  const results = { kind: 'car', currency: 'EUR', days: 5, query: 'currency=2', time, ads: ads.map(rowOfAd) }
  const shown = results as unknown as ResultsData & { ads: NonNullable<ResultsData['ads']> }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: as KeptList does
  const Kept = () => <ul dangerouslySetInnerHTML={{ __html: useKeptCards(shown) ?? '' }} />
  const routed = (element: React.ReactNode) => {
    const hydrationData = { loaderData: { root: { favourites: [8] } } }
    const router = createMemoryRouter([{ id: 'root', path: '/', loader: () => null, element }], { hydrationData })
    const page = <RouterProvider router={router} />
    return render(language, <FormToken value={token}>{page}</FormToken>)
  }
  const html = routed(
    <KeptMarkup value={markup.store}>
      <Kept />
    </KeptMarkup>,
  )
  const inserted = markup.insertions(html)
  return {
    inserted,
    kept: textOfPieces(applyEdits(html, inserted)),
    rendered: routed(
      <ul>
        <AdCards results={shown} ads={shown.ads} />
      </ul>,
    ),
  }
}

/** Both spell the same signs differently. */
const spelledAlike = (markup: string) => markup.replace(/&#(\d+);/g, (_, code) => `&#x${Number(code).toString(16)};`)
const NAMED = { '&lt;': '&#x3c;', '&gt;': '&#x3e;', '&amp;': '&#x26;', '&quot;': '&#x22;' }
const numbered = (markup: string) =>
  Object.entries(NAMED).reduce((text, [name, number]) => text.replaceAll(name, number), spelledAlike(markup))

test.each(LANGUAGES)(
  'cards in %s are kept as React renders them, for visitors and for who is signed in',
  (language) => {
    for (const token of [undefined, 'of <this> sign-in']) {
      const { kept, rendered } = bothOf({ language, ...(token && { token }) })
      expect(numbered(kept)).toBe(numbered(rendered))
      expect(kept).not.toContain(createMarkup().store?.place)
    }
  },
)

test('a vehicle at the same price is rendered once for all days and people, and again when what it shows changes', () => {
  const keysOf = (page: Page) => {
    const markup = createMarkup()
    const entryOf = vi.spyOn(markup.store!, 'entryOf')
    const { kept, rendered } = bothOf({ ads: [RIO], markup, ...page })
    expect(numbered(kept)).toBe(numbered(rendered))
    return entryOf.mock.calls.map(([key]) => key)
  }
  const known = keysOf({})
  expect(known).toHaveLength(1)
  expect(keysOf({ from: '2026-12-12' })).toEqual(known)
  expect(keysOf({ ads: [{ ...RIO, terms: 'Kish' }] })).toEqual(known)
  const mine = keysOf({ token: 'mine' })
  expect(mine).not.toEqual(known)
  expect(keysOf({ token: 'of somebody else' })).toEqual(mine)
  expect(keysOf({ ads: [{ ...RIO, total: 9600 }] })).not.toEqual(known)
  expect(keysOf({ ads: [{ ...RIO, id: 8 }] })).not.toEqual(keysOf({ ads: [{ ...RIO, id: 10 }] }))
  expect(keysOf({ language: 'de' })).not.toEqual(known)
})

test('what is kept of a card has memory of its own, all parts together', () => {
  const markup = createMarkup()
  const entryOf = vi.spyOn(markup.store!, 'entryOf')
  bothOf({ ads: [{ ...RIO, title: 'Kept' }], markup })
  const { parts } = entryOf.mock.results[0]!.value as KeptEntry
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  expect(parts.length).toBeGreaterThan(1)
  expect(new Set(parts.map(({ buffer }) => buffer)).size).toBe(1)
  expect(parts[0]?.buffer.byteLength).toBe(length)
})

test('a text that looks like a place is shown as it is', () => {
  const { kept, rendered } = bothOf({ ads: [{ ...RIO, title: 'place $& $1', terms: '$& $1 $$' }] })
  expect(numbered(kept)).toBe(numbered(rendered))
  expect(kept).toContain('$&#38; $1 $$')
})

test('the page learns what the style of its cards depends on, whether they were kept before or not', () => {
  for (const title of ['Seen for the first time', 'Seen for the first time']) {
    const markup = createPageMarkup((html) => ({ ...traits, classes: new Set(html.match(/(?<=class=")card[^"]*/g)) }))
    const { inserted } = bothOf({ ads: [{ ...RIO, title }], markup })
    expect(inserted.flatMap(({ traits }) => traits.flatMap(({ classes }) => [...classes]))).toEqual(['card ad ad-pin'])
  }
})
