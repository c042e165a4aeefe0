import { expect, type Page, test } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import pageRoutes from '#app/routes.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/demonstration-people.ts'
import { axeErrors, brokenWords } from '../support/browser/accessible.ts'
import { newcomer, signInByApi, startSignedIn } from '../support/browser/sign-in.ts'
import { freshAddress } from '../support/browser/traveller.ts'
import { makeWaitingBatch, oweToUncheckedAccount, requestPayout } from '../support/server/due-payout.ts'
import { siteDatabase } from '../support/server/site-connection.ts'
import { makeAgent, makeOperator } from '../support/server/site-database.ts'

const STAFF = DEMONSTRATION_PEOPLE.find(({ identity }) => identity === 'agency')
/** As many as there are pages: a busy machine takes longer, and nothing here is measured. */
test.describe.configure({ timeout: 900_000 })
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

test('every screen of the company desk passes axe, and the keyboard reaches all of it', async ({ page, request }) => {
  const person = newcomer('fa')
  await signInByApi(request, person)
  await makeAgent(person.sentTo, STAFF?.companyId ?? 0)
  await startSignedIn(page, 'fa', person, '/desk')
  await walk(page, 'desk', await deskParams())
})

test('every screen of the operators passes axe, and the keyboard reaches all of it', async ({ page, request }) => {
  const person = newcomer('fa')
  await signInByApi(request, person)
  await makeOperator(person.sentTo)
  await startSignedIn(page, 'fa', person, '/operator')
  await walk(page, 'operator', await operatorParams(person.sentTo))
})

type Params = Record<string, string | number | undefined>

/** Opens each page below an address; `params` are by the path as `routes.ts` has it. */
async function walk(page: Page, under: string, params: Params) {
  const seen: string[] = []
  for (const { path, file } of pagesUnder(under)) {
    const filled = path.includes(':') ? params[path] : path
    // What the demonstration has none of is named, so that nothing is left out by mistake.
    if (filled === undefined) {
      seen.push(`${path}: not looked at`)
      continue
    }
    const address = `/${filled}`
    await test.step(address, async () => {
      const answer = await page.goto(address)
      // A page about what is not to be done any more says so.
      expect.soft([200, 409], `${address} (${file})`).toContain(answer?.status())
      await page.waitForLoadState('load')
      expect.soft(await axeErrors(page), address).toEqual([])
      expect.soft(await unreached(page), `${address}: the keyboard`).toEqual([])
      expect.soft(await brokenOnPhone(page), `${address}: words on a phone`).toEqual([])
    })
    seen.push(path)
  }
  expect(seen.filter((path) => path.endsWith('not looked at'))).toEqual([])
}

function pagesUnder(under: string): { path: string; file: string }[] {
  const top = (pageRoutes as RouteConfigEntry[]).find(({ path, children }) => path === under && children)
  return (top?.children ?? []).map(({ path = '', file }) => ({ path: [under, path].filter(Boolean).join('/'), file }))
}

/** Words that break on a phone. */
async function brokenOnPhone(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const broken = await brokenWords(page)
  if (before) await page.setViewportSize(before)
  return broken
}

/** Goes through the page by Tab from its start, and returns what is shown, can be used and never had the focus. */
async function unreached(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const usable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]'
    const all = [...document.querySelectorAll<HTMLElement>(usable)].filter((element) => {
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: false })
      const isOff = element.matches(':disabled, [tabindex="-1"]')
      // Of a group of radio buttons one takes the focus.
      return isShown && !isOff && !(element instanceof HTMLInputElement && element.type === 'radio')
    })
    for (const element of all) element.dataset.unreached = element.outerHTML.slice(0, 120)
    document.addEventListener('focusin', ({ target }) => (target as HTMLElement).removeAttribute('data-unreached'))
    ;(document.activeElement as HTMLElement | null)?.blur()
    return all.length
  })
  for (let n = 0; n < count + 20; n++) {
    await page.keyboard.press('Tab')
    if (n % 10 === 9 && (await page.locator('[data-unreached]').count()) === 0) return []
  }
  return page
    .locator('[data-unreached]')
    .evaluateAll((left) => left.map((one) => (one as HTMLElement).dataset.unreached ?? ''))
}

async function deskParams(): Promise<Params> {
  const db = await siteDatabase()
  const company = STAFF?.companyId ?? 0
  const reservation = async (...status: ('AWAITING_CONFIRMATION' | 'CONFIRMED' | 'ACTIVE' | 'COMPLETED')[]) =>
    (
      await db
        .selectFrom('reservation')
        .select('id')
        .where('company_id', '=', company)
        .where('status', 'in', status)
        .orderBy('start_at')
        .executeTakeFirstOrThrow()
    ).id
  const ad = (await db.selectFrom('ad').select('id').where('company_id', '=', company).executeTakeFirstOrThrow()).id
  const place = await db.selectFrom('place').select('id').where('company_id', '=', company).executeTakeFirstOrThrow()
  const colleague = await db
    .selectFrom('account')
    .select('id')
    .where('company_id', '=', company)
    .where('staff_role', '=', 'DRIVER')
    .executeTakeFirstOrThrow()
  const at = 'desk/reservations'
  const vehicle = (page: string) => [`desk/fleet/:id${page}`, `desk/fleet/${ad}${page}`] as const
  return {
    [`${at}/:id`]: `${at}/${await reservation('CONFIRMED')}`,
    [`${at}/:id/hand-over`]: `${at}/${await reservation('CONFIRMED')}/hand-over`,
    [`${at}/:id/take-back`]: `${at}/${await reservation('ACTIVE')}/take-back`,
    [`${at}/:id/late-fee`]: `${at}/${await reservation('ACTIVE')}/late-fee`,
    [`${at}/:id/rent`]: `${at}/${await reservation('ACTIVE')}/rent`,
    [`${at}/:id/vehicle`]: `${at}/${await reservation('CONFIRMED')}/vehicle`,
    [`${at}/:id/:action`]: `${at}/${await reservation('AWAITING_CONFIRMATION')}/reject`,
    'desk/staff/:id/remove': `desk/staff/${colleague.id}/remove`,
    'desk/company/places/:id': `desk/company/places/${place.id}`,
    ...Object.fromEntries(['', '/photos', '/pause', '/retire', '/copy', '/prices'].map(vehicle)),
  }
}

async function operatorParams(self: string): Promise<Params> {
  const db = await siteDatabase()
  const { id: person } = await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'CLIENT')
    .where('phone', '<>', self)
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  const payment = await db.selectFrom('payment').select('id').where('status', '=', 'PAID').executeTakeFirstOrThrow()
  const company = STAFF?.companyId
  const application = await db
    .selectFrom('partner_application')
    .select('id')
    .where('status', '=', 'SENT')
    .executeTakeFirstOrThrow()
  const answer = await db.selectFrom('canned_answer').select('id').executeTakeFirstOrThrow()
  const ad = await db.selectFrom('ad').select('id').executeTakeFirstOrThrow()
  const city = await db.selectFrom('city').select('id').executeTakeFirstOrThrow()
  const place = await db
    .selectFrom('place')
    .select('id')
    .where('company_id', '=', company ?? 0)
    .executeTakeFirstOrThrow()
  const places = `operator/companies/${company}/places`
  const companyPlaces = {
    'operator/companies/:id/places': places,
    'operator/companies/:id/places/new': `${places}/new`,
    'operator/companies/:id/places/:place': `${places}/${place.id}`,
  }
  const colleague = await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('phone', '<>', self)
    .executeTakeFirstOrThrow()
  const room = await db.selectFrom('conversation').select('id').where('kind', '=', 'TICKET').executeTakeFirstOrThrow()
  return {
    'operator/people/:id': `operator/people/${person}`,
    'operator/people/:id/ban': `operator/people/${person}/ban`,
    'operator/people/:id/second-factor': `operator/people/${person}`,
    'operator/people/:id/correct': `operator/people/${person}/correct`,
    'operator/payments/:id': `operator/payments/${payment.id}`,
    'operator/payments/:id/refund': `operator/payments/${payment.id}/refund`,
    'operator/companies/:id': `operator/companies/${company}`,
    'operator/companies/:id/suspend': `operator/companies/${company}/suspend`,
    'operator/companies/:id/commission': `operator/companies/${company}/commission`,
    'operator/companies/:id/bank': `operator/companies/${await oweToUncheckedAccount()}/bank`,
    'operator/operators/:id': `operator/operators/${colleague.id}`,
    ...companyPlaces,
    'operator/partners/:id': `operator/partners/${application.id}`,
    'operator/inbox/answers/:id': `operator/inbox/answers/${answer.id}`,
    'operator/inbox/:id': `operator/inbox/${room.id}`,
    'operator/moderation/listings/:id': `operator/moderation/listings/${ad.id}`,
    'operator/texts/:kind/:slug': 'operator/texts/page/about-us',
    'operator/cities/:id': `operator/cities/${city.id}`,
    'operator/contacts/:id': 'operator/contacts/new',
    'operator/apps/:id': 'operator/apps/new',
    'operator/templates/:key': 'operator/templates/confirmed.title',
    'operator/payouts/:id': `operator/payouts/${await makeWaitingBatch()}`,
    'operator/payouts/requested/:id': `operator/payouts/requested/${await requestPayout(person)}`,
    // The demonstration has no photo that somebody reported.
    'operator/moderation/photos/:id': 'operator/moderation/photos',
  }
}
