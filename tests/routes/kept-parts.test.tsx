import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { Frame } from '#app/features/frame/frame.tsx'
import type { SiteFrame } from '#app/features/frame/site.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { createPageMarkup, type KeptInsertion } from '#app/web/router/kept-markup.server.ts'
import { KeptPart, KeptParts } from '#app/web/router/kept-part.tsx'
import { applyEdits } from '#app/web/router/page-edits.ts'
import { textOfPieces } from '#app/web/router/page-response.ts'
import { render } from '../support/browser/render.tsx'

const traits = { classes: new Set<string>(), markup: new Set<string>(), properties: [] }
const VIEWER = { name: 'Sara <b>', phone: '0912 000 0000', avatar: null, unread: 3 }
const FRAME: SiteFrame = {
  brand: { name: 'Savari & <sons>', languages: LANGUAGES, layout: 'default' },
  currency: 'IRT',
  currencies: [[6, 'IRT', 'Toman']],
  path: '/rent/car',
  query: new URLSearchParams('city=Kish&from=3'),
  cityNames: { fa: 'کیش', en: 'Kish', ar: 'كيش', tr: 'Kiş', de: 'Kish' },
}
const FRAMES: SiteFrame[] = [
  FRAME,
  { ...FRAME, path: '/' },
  { ...FRAME, query: new URLSearchParams('city=Kish&from=4') },
  { ...FRAME, query: new URLSearchParams('city=Tabriz') },
  { ...FRAME, currency: 'EUR' },
  { ...FRAME, brand: { ...FRAME.brand, name: 'Another' } },
  { ...FRAME, viewer: VIEWER },
  { ...FRAME, path: '/profile/chat', viewer: { ...VIEWER, unread: 0 } },
]

/** A page as React renders it, and as the server sends it from what it keeps. */
function bothOf(language: Language, element: React.ReactNode) {
  const routed = (page: React.ReactNode) => {
    const router = createMemoryRouter([{ path: '/', element: page }])
    return render(language, <RouterProvider router={router} />)
  }
  const markup = createPageMarkup(() => traits)
  const html = routed(<KeptParts value={markup.parts}>{element}</KeptParts>)
  const insertions = markup.insertions(html)
  return { rendered: routed(element), sent: textOfPieces(applyEdits(html, insertions)), insertions }
}

const isFromStore = ({ traits }: KeptInsertion) => traits.length > 0

test.each(LANGUAGES)('the frame in %s is sent as React renders it, whichever pages were sent before', (language) => {
  const pageOf = (frame: SiteFrame) => bothOf(language, <Frame frame={frame}>{'page'}</Frame>)
  for (const frame of [...FRAMES, ...FRAMES]) {
    const { rendered, sent } = pageOf(frame)
    expect(sent).toBe(rendered)
  }
  expect(pageOf(FRAME).insertions.filter(isFromStore)).toHaveLength(1)
})

test('a part is rendered once for all pages that show the same', () => {
  const page = (word: string) => (
    <p>
      text{' '}
      <KeptPart shows={['part of this test', word]}>
        <b>{word}</b>
      </KeptPart>{' '}
      text
    </p>
  )
  const first = bothOf('en', page('one'))
  const second = bothOf('en', page('one'))
  const third = bothOf('en', page('two'))
  for (const { sent, rendered } of [first, second, third]) expect(sent).toBe(rendered)
  expect(first.insertions.some(isFromStore)).toBe(false)
  expect(second.insertions.every(isFromStore)).toBe(true)
  expect(third.insertions.some(isFromStore)).toBe(false)
})
