import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type APIRequestContext, type APIResponse, expect, test } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { pathIn } from '#app/i18n/language.ts'
import pageRoutes from '#app/routes.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { DESK_COMPANY, deskPages } from '../../support/browser/desk-pages.ts'
import { customersForms, visitorsForms } from '../../support/browser/form-pages.ts'
import { sampleOf } from '../../support/browser/matrix.ts'
import { PUBLIC_PAGES } from '../../support/browser/public-pages.ts'
import { reserveAs } from '../../support/browser/steps/own-trip.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { forEachOf } from '../../support/crawler/read-page.ts'
import { confirmTrip, makeAgent, makeOperator } from '../../support/server/database/site-database.ts'

/** The path of W3C's checker, which `npm run test:all` installs where a Java answers. */
const CHECKER = process.env.HTML_CHECKER
const READ_IN = sampleOf(LANGUAGES)
const AT_ONCE = 3
const MOST_OUTPUT = 50_000_000

/** The styles are another checker's matter, and this one does not know container queries and masks yet. */
const OF_STYLES = /^CSS:/

interface Message {
  type: 'info' | 'error' | 'non-document-error'
  subType?: 'warning'
  url: string
  message: string
  extract?: string
}

test.describe.configure({ timeout: 600_000 })
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
test.skip(!CHECKER, "W3C's checker is not here: `npm run test:all` installs it where a Java answers.")

test("W3C's checker finds nothing on the public pages", async ({ request }) => {
  await expectValid(request, [...Object.values(PUBLIC_PAGES).flat(), ...(await visitorsForms(request))])
})

test("W3C's checker finds nothing on a customer's pages", async ({ page, request }) => {
  const person = newcomer('fa')
  const access = await signInByApi(request, person)
  const { id: trip } = await reserveAs(request, 'fa', person)
  await confirmTrip(trip)
  await startSignedIn(page, 'fa', person, '/profile/reservations')
  const forms = await customersForms(request, { person, access, trip })
  await expectValid(page.request, [...profileLists(), `/voucher/${trip}`, ...forms])
})

test("W3C's checker finds nothing on the company's desk", async ({ page, request }) => {
  const person = newcomer('fa')
  await signInByApi(request, person)
  await makeAgent(person.sentTo, DESK_COMPANY)
  await startSignedIn(page, 'fa', person, '/desk')
  await expectValid(page.request, await addressesUnder('desk', person.sentTo))
})

test("W3C's checker finds nothing on the operators' desk", async ({ page, request }) => {
  const person = newcomer('fa')
  await signInByApi(request, person)
  await makeOperator(person.sentTo)
  await startSignedIn(page, 'fa', person, '/operator')
  await expectValid(page.request, await addressesUnder('operator', person.sentTo))
})

async function addressesUnder(desk: 'desk' | 'operator', self: string): Promise<string[]> {
  return (await deskPages(desk, self)).map(({ address }) => address)
}

/** The pages of an account whose address names nothing. */
function profileLists(): string[] {
  const profile = (pageRoutes as RouteConfigEntry[]).find(({ path, children }) => path === 'profile' && children)
  const pages = (profile?.children ?? []).filter(({ path = '', file }) => file.endsWith('.tsx') && !path.includes(':'))
  return pages.map(({ path }) => `/profile/${path}`)
}

async function expectValid(request: APIRequestContext, addresses: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'savari-html-'))
  const names = new Map<string, string>()
  const pages = READ_IN.flatMap((language) => [...new Set(addresses)].map((address) => pathIn(language, address)))
  await forEachOf(pages, AT_ONCE, async (path) => {
    const html = await readPatiently(request, path)
    const name = `${names.size}.html`
    names.set(name, path)
    writeFileSync(join(folder, name), html)
  })
  const found = await messagesOn(folder)
  rmSync(folder, { recursive: true })
  const messages = found
    .filter(({ type, subType }) => type !== 'info' || subType === 'warning')
    .filter(({ message }) => !OF_STYLES.test(message))
    .map(({ url, message, extract }) => `${names.get(url.split('/').at(-1) ?? '')}: ${message} ${extract ?? ''}`)
  expect(names.size).toBeGreaterThan(60)
  expect(messages.slice(0, 60)).toEqual([])
}

/** Asks again where the site is busy with the other tests. */
async function readPatiently(request: APIRequestContext, path: string): Promise<string> {
  const answers: APIResponse[] = []
  await expect
    .poll(
      async () => {
        answers.push(await request.get(path, { headers: freshAddress() }))
        return answers.at(-1)?.status()
      },
      { timeout: 60_000, message: path },
    )
    .toBeLessThan(500)
  return (await answers.at(-1)?.text()) ?? ''
}

async function messagesOn(folder: string): Promise<Message[]> {
  const options = ['-jar', CHECKER ?? '', '--format', 'json', '--stdout', '--exit-zero-always', folder]
  const { stdout } = await promisify(execFile)('java', options, { maxBuffer: MOST_OUTPUT })
  return JSON.parse(stdout).messages
}
