import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { awaken, cutAtEachForm } from '../../support/browser/cut-line.ts'
import { DESK_COMPANY, deskPages } from '../../support/browser/desk-pages.ts'
import { customersForms, turnFactorOn, visitorsForms } from '../../support/browser/form-pages.ts'
import { IS_WHOLE } from '../../support/browser/matrix.ts'
import { payHere, reserveAs } from '../../support/browser/steps/own-trip.ts'
import { askForCode, newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'
import { makeAgent, makeOperator } from '../../support/server/database/site-database.ts'

/**
 * Cuts the connection at each form that it finds on a page, so that new forms of these pages are tested without a change
 * here. `tests/web/page/sent-forms.test.ts` covers how each form of the site is sent, and which of them wait for the
 * connection.
 */

/** The sample takes every sixth page, other ones in Persian than in English, and at most two forms of each. */
const [EVERY_PAGE, MOST_FORMS] = IS_WHOLE ? [1, undefined] : [6, 2]
const [EVERY_DESK_PAGE, MOST_DESK_FORMS] = IS_WHOLE ? [1, undefined] : [12, 1]
/** A hand-over's page keeps what is typed by its own means: `hand-over-offline.test.ts`. */
const KEPT_OTHERWISE = /\/(hand-over|take-back)$/
const LANGUAGES = ['fa', 'en'] as const

for (const [turn, language] of LANGUAGES.entries()) {
  const prefix = language === 'fa' ? '' : '/en'
  const sampleOf = (paths: string[]) => paths.filter((_, nth) => nth % EVERY_PAGE === (turn * 3) % EVERY_PAGE)
  const cutAll = async (page: Page, context: BrowserContext, paths: readonly string[]) => {
    for (const path of paths)
      await test.step(path, async () => {
        const cut = { context, language, path: prefix + path, most: MOST_FORMS }
        expect(await cutAtEachForm(page, cut), path).toBeGreaterThan(0)
      })
  }

  test.describe(LOCALE_TAGS[language], () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('no form of a visitor’s pages loses what was typed when the connection is lost', async ({
      page,
      context,
      request,
    }) => {
      test.setTimeout(IS_WHOLE ? 900_000 : 180_000)
      await context.setExtraHTTPHeaders(freshAddress())
      await cutAll(page, context, sampleOf(await visitorsForms(request)))
    })

    test('no form of a customer’s pages loses what was typed when the connection is lost', async ({
      page,
      context,
      request,
    }) => {
      test.setTimeout(IS_WHOLE ? 900_000 : 180_000)
      await context.setExtraHTTPHeaders(freshAddress())
      const person = newcomer('fa')
      const access = await signInByApi(request, person)
      const { id: trip } = await reserveAs(request, 'fa', person, { asksDeposit: true })
      await startSignedIn(page, 'fa', person, `${prefix}/payment?id=${trip}`)
      await payHere(page, language, true)
      await page.waitForURL(/\/voucher\//)
      const pages = sampleOf(await customersForms(request, { person, access, trip }))
      await cutAll(page, context, pages)
    })
  })
}

test('no form of a sign-in loses what was typed when the connection is lost', async ({ page, context, request }) => {
  test.slow()
  await context.setExtraHTTPHeaders(freshAddress())
  const cut = { context, language: 'fa' } as const
  await page.goto('/login')
  await wake(page)
  await askForCode(page, 'fa', newcomer('fa'))
  expect(await cutAtEachForm(page, { ...cut, path: '/login?step=code' })).toBeGreaterThan(0)
  const person = newcomer('fa')
  await turnFactorOn(request, await signInByApi(request, person))
  await startSignedIn(page, 'fa', person, '/login/factor')
  expect(await cutAtEachForm(page, { ...cut, path: '/login/factor' })).toBeGreaterThan(0)
})

test('the search of the home page waits for the connection', async ({ page, context }) => {
  await context.setExtraHTTPHeaders(freshAddress())
  await page.goto('/en')
  await awaken(page)
  await context.setOffline(true)
  await page
    .getByRole('main')
    .getByRole('button', { name: textFor('en', 'search')('submit') })
    .first()
    .click()
  await expect(page.locator('.held[role=status]')).toContainText(textFor('en', 'common')('held.form'))
  await expect(page.locator('.oops')).toHaveCount(0)
  await context.setOffline(false)
  await page.waitForURL(/\/en\/rent\/car/)
})

for (const under of ['desk', 'operator'] as const) {
  test(`no form of the ${under}’s pages loses what was typed when the connection is lost`, async ({
    page,
    context,
    request,
  }) => {
    test.setTimeout(IS_WHOLE ? 1_800_000 : 120_000)
    await context.setExtraHTTPHeaders(freshAddress())
    const person = newcomer('fa')
    await signInByApi(request, person)
    if (under === 'desk') await makeAgent(person.sentTo, DESK_COMPANY)
    else await makeOperator(person.sentTo)
    await startSignedIn(page, 'fa', person, `/${under}`)
    const all = (await deskPages(under, person.sentTo)).filter(({ address }) => !KEPT_OTHERWISE.test(address))
    const pages = all.filter((_, nth) => nth % EVERY_DESK_PAGE === 4 % EVERY_DESK_PAGE)
    let count = 0
    for (const { address } of pages)
      count += await cutAtEachForm(page, { context, language: 'fa', path: address, most: MOST_DESK_FORMS })
    expect(count).toBeGreaterThan(0)
  })
}
