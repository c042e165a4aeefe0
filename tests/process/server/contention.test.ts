import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { openDatabase } from '#app/db/connection/connection.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { wrongInBooks } from '../../support/api/books.ts'
import { IS_WHOLE } from '../../support/browser/matrix.ts'
import { freshDriver, todayInTehran, travellerOn } from '../../support/browser/steps/traveller.ts'
import { startSiteProcess } from '../../support/server/process/site-process.ts'

/** Twenty rounds of two hundred take minutes; the API tests have two hundred in one round. */
const ATTEMPTS = IS_WHOLE ? 200 : 60
const ROUNDS = IS_WHOLE ? 20 : 1

test.use({ javaScriptEnabled: false, locale: 'fa-IR' })
test.setTimeout(300_000)

test(`${ROUNDS} times ${ATTEMPTS} people send the form for one vehicle at once, and each time one of them gets it`, async ({
  page,
}, testInfo) => {
  // So many requests at once are over the limit; here all are admitted, so that they compete for the vehicle.
  const site = await startSiteProcess({ TRUSTED_PROXIES: '127.0.0.1,::1', MAX_QUEUE_MS: '60000' })
  try {
    const wanted = { start: addDays(todayInTehran(), 20), end: addDays(todayInTehran(), 23) }
    const { db, close } = await openDatabase({ dataDir: site.dataDir, log: () => {} })
    const wrongBefore = await wrongInBooks(db)
    const vehicles = await freeVehicles(site.origin, wanted)
    expect(vehicles.length).toBe(ROUNDS)
    const started = performance.now()
    for (const [round, id] of vehicles.entries()) {
      const address = `${site.origin}/book/car/${id}/${wanted.start}/${wanted.end}`
      const fields = await filledForm(page, address)
      const answers = await Promise.all(
        Array.from({ length: ATTEMPTS }, (_, person) => send(address, fields, round * ATTEMPTS + person)),
      )
      const statuses = Object.groupBy(answers, ({ status }) => status)
      const counts = Object.entries(statuses).map(([status, all]) => [status, all?.length])
      expect(Object.fromEntries(counts), `round ${round + 1}`).toEqual({ 303: 1, 409: ATTEMPTS - 1 })
      expect(statuses[303]?.[0]?.location).toMatch(/\/payment\?id=[\w-]{22}$/)
      for (const { html, phone, fullname } of statuses[409] ?? []) {
        expect(html).toContain(`value="${phone}"`)
        expect(html).toContain(`value="${fullname}"`)
      }
    }
    const perSecond = (ROUNDS * ATTEMPTS * 1000) / (performance.now() - started)
    testInfo.annotations.push({ type: 'attempts a second', description: perSecond.toFixed(0) })

    const held = await db
      .selectFrom('reservation')
      .innerJoin('busy', 'busy.reservation_id', 'reservation.id')
      .select('reservation.ad_id')
      .where('reservation.status', '=', 'AWAITING_PAYMENT')
      .where('reservation.start_date', '=', wanted.start)
      .where('busy.status', '=', 1)
      .execute()
    const wrong = await wrongInBooks(db)
    await close()
    expect(held.map(({ ad_id }) => ad_id).toSorted()).toEqual(vehicles.toSorted())
    expect(wrong).toEqual(wrongBefore)
    expect(site.output()).not.toContain('"event":"error"')
  } finally {
    await site.stop()
  }
})

async function freeVehicles(origin: string, { start, end }: { start: string; end: string }): Promise<number[]> {
  const answer = await fetch(`${origin}/api/business/rent/ad/search/?size=${ROUNDS}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ city: 'kish', categories: [2], start_date: start, end_date: end }),
  })
  const { results } = (await answer.json()) as { results: { id: number }[] }
  return results.map(({ id }) => id)
}

/** The form as a browser would send it, filled in by a person, with its button "reserve". */
async function filledForm(page: Page, address: string): Promise<[string, string][]> {
  await page.goto(address)
  await travellerOn(page, 'fa').fillDriver(freshDriver('fa'))
  return page.locator('form#book').evaluate((form: HTMLFormElement) => {
    const button = form.querySelector<HTMLButtonElement>('button[value="reserve"]')
    return [...new FormData(form, button)].map(([name, value]) => [name, String(value)])
  })
}

/** A person with their own phone, network address and page. */
async function send(address: string, fields: [string, string][], person: number) {
  const own = {
    phone: `0912${String(3_000_000 + person)}`,
    fullname: `مسافر ${person}`,
    idempotency_key: randomUUID(),
  }
  const answer = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: new URL(address).origin,
      'accept-encoding': 'identity',
      'x-forwarded-for': `10.${(person >> 16) & 255}.${(person >> 8) & 255}.${person & 255}`,
    },
    body: new URLSearchParams([...fields.filter(([name]) => !(name in own)), ...Object.entries(own)]),
  })
  const html = await answer.text()
  return { ...own, status: answer.status, location: answer.headers.get('location'), html }
}
