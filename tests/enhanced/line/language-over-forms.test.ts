import { expect, test } from '@playwright/test'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { changeLanguageAtEachForm } from '../../support/browser/cut-line.ts'
import { DESK_COMPANY, deskPages } from '../../support/browser/desk-pages.ts'
import { customersForms, visitorsForms } from '../../support/browser/form-pages.ts'
import { IS_WHOLE } from '../../support/browser/matrix.ts'
import { payHere, reserveAs } from '../../support/browser/steps/own-trip.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { makeAgent } from '../../support/server/database/site-database.ts'

/**
 * What was typed into a form is there in another language, too: with scripts, as a link sends nothing
 * (docs/decisions/a-lost-line-loses-nothing.md). `booking-steps.test.ts` shows it for the booking without scripts.
 */
test.use({ locale: LOCALE_TAGS.fa })
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

/** The sample takes some of the pages, among them the long ones, and at most two forms of each. */
const LONG = /^\/(pages|profile\/ticketing\/new|profile\/profile$|partner|voucher\/[^/]+\/cancel\/account)/
const MOST_FORMS = IS_WHOLE ? undefined : 2
/** The booking's form has its own means (`booking-steps.test.ts`). */
const sampleOf = (paths: string[]) =>
  paths.filter((path) => !path.startsWith('/book/') && (IS_WHOLE || LONG.test(path)))

test('a visitor’s forms keep what was typed when the language is changed', async ({ page, request }) => {
  test.slow()
  let count = 0
  for (const path of sampleOf(await visitorsForms(request)))
    count += await changeLanguageAtEachForm(page, { path, language: 'en', most: MOST_FORMS })
  expect(count).toBeGreaterThan(1)
})

test('a customer’s forms keep what was typed when the language is changed', async ({ page, request }) => {
  test.slow()
  const person = newcomer('fa')
  const access = await signInByApi(request, person)
  const { id: trip } = await reserveAs(request, 'fa', person, { asksDeposit: true })
  await startSignedIn(page, 'fa', person, `/payment?id=${trip}`)
  await payHere(page, 'fa', true)
  await page.waitForURL(/\/voucher\//)
  let count = 0
  for (const path of sampleOf(await customersForms(request, { person, access, trip })))
    count += await changeLanguageAtEachForm(page, { path, language: 'de', most: MOST_FORMS })
  expect(count).toBeGreaterThan(2)
})

test('a desk’s form keeps what was typed when the language is changed', async ({ page, request }) => {
  test.slow()
  const person = newcomer('fa')
  await signInByApi(request, person)
  await makeAgent(person.sentTo, DESK_COMPANY)
  await startSignedIn(page, 'fa', person, '/desk')
  const pages = (await deskPages('desk', person.sentTo)).filter(({ address }) => address.endsWith('/new'))
  let count = 0
  for (const { address } of pages)
    count += await changeLanguageAtEachForm(page, { path: address, language: 'en', most: MOST_FORMS })
  expect(count).toBeGreaterThan(0)
})
