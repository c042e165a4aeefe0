import { globSync, readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import pageRoutes from '#app/routes.ts'
import { FORM_ROUTES } from '../../support/browser/form-pages.ts'

/**
 * What sends a form in the browser on pages that hydrate, and what keeps it while the connection is lost; on all other
 * pages `plain-forms.live.ts` does both.
 */
const BY_THE_BROWSER: Record<string, string> = {
  'app/features/favourites/heart.tsx': 'a press alone',
  'app/features/search/recent-searches.live.tsx': 'a press alone',
  'app/features/desk/account-links.tsx': 'the sign-out',
  'app/routes/profile/account-menu.tsx': 'the sign-out',
  'app/features/frame/bars/drawer.tsx': 'the sign-out',
  'app/routes/rent/ad-card.tsx': 'a press alone',
  'app/routes/desk/prices/seasons.tsx': 'a press alone',
  'app/routes/contact/contact-list.tsx': 'its page, to which one comes back',
  'app/routes/desk/protocols/sheet-form.tsx': 'kept-draft.live.tsx',
  'app/features/payment/bank-form.tsx': 'leads to the bank, with nothing typed',
}

/** Requests of our own scripts, besides the router's, each with what happens without an answer. */
const OWN_REQUESTS = [
  'app/features/account/time-zone.live.ts',
  'app/features/chat/live/live-calls.live.ts',
  'app/features/chat/live/unread-watch.live.ts',
  'app/features/desk/desk-socket.live.ts',
  'app/features/offline/kept-trips.ts',
  'app/features/offline/serve-trips.ts',
  'app/features/phone/all-dial-codes.live.ts',
  'app/features/protocol/kept-photos.live.ts',
  'app/features/push/set-up.live.ts',
  'app/features/search/day-prices.live.tsx',
  'app/features/sign-in/security-key.live.ts',
  'app/ui/connection/held-request.live.ts',
  'app/ui/connection/plain-forms.live.ts',
]

const files = globSync('app/{features,routes,ui}/**/*.{ts,tsx}').filter((path) => !path.includes('.server.'))
const holding = (pattern: RegExp) => files.filter((path) => pattern.test(readFileSync(path, 'utf8')))

test('each form that changes something is sent by the router, which waits for the connection, or is listed with what keeps it', () => {
  const byTheBrowser = holding(/<PostForm\s[^>]*\bas="form"|<form\b[^>]*method="post"/)
  expect(byTheBrowser.sort()).toEqual(Object.keys(BY_THE_BROWSER).sort())
})

test('each request of a script besides the router’s is listed', () => {
  const own = holding(/(?<![.\w])fetch\(/)
  expect(own.sort()).toEqual(OWN_REQUESTS)
})

test('a part that is loaded on demand waits for the connection, or is left out', () => {
  const parts = holding(/= lazy(<.*>)?\(\(\) => import\(/).filter((path) => path !== 'app/ui/dialog.live.tsx')
  expect(parts).toEqual([])
})

test('the line is cut at the forms of each page that has some', () => {
  const OF_DESKS = /^(desk|operator)(\/|$)/
  const answering = routesOf(pageRoutes as RouteConfigEntry[]).filter(
    ({ path, file }) =>
      !OF_DESKS.test(path) &&
      file.endsWith('.tsx') &&
      /^export (async )?function action\b/m.test(readFileSync(`app/${file}`, 'utf8')),
  )
  const cut = new Set(FORM_ROUTES)
  expect(answering.map(({ path }) => path).filter((path) => !cut.has(path))).toEqual([])
})

function routesOf(entries: RouteConfigEntry[], parent = ''): { path: string; file: string }[] {
  return entries.flatMap(({ path = '', file, children = [] }) => {
    const whole = [parent, path].filter(Boolean).join('/')
    return [{ path: whole, file }, ...routesOf(children, whole)]
  })
}
