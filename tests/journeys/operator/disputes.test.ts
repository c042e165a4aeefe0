import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { answered } from '../../support/browser/steps/answered.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { rentFrom, signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { bringToDesk, completeRental, makeOperator } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

const CUSTOMER_SAYS = 'The tank was full.'
const CHARGE = 'The seats were dirty, and a stain was left.'
const COMPANY_SAYS = 'See the photo of the gauge.'
const REASON = 'The gauge shows a quarter less'

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'disputes')
  const protocol = textFor(language, 'protocol')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test(
      'a charge is proposed, edited, sent and disputed, both sides write, and an operator decides it once, up to the books',
      WITHOUT_SCRIPTS,
      async ({ request, browser, javaScriptEnabled }) => {
        test.setTimeout(180_000)
        const isScripted = javaScriptEnabled !== false
        const looks = async (page: Page) => {
          await expectToFit(page)
          if (isScripted) await expectAccessible(page)
        }
        const someone = () => openBrowser(browser, { locale: LOCALE_TAGS[language], javaScriptEnabled: isScripted })
        const companyId = await makeCompany()
        const { id, customer } = await rentFrom(request, companyId)
        await bringToDesk(id, 'CONFIRMED')
        await completeRental(id)

        // The company writes a charge, changes it before it is sent, and sends it.
        const company = await someone()
        const desk = await company.newPage()
        await signInStaff(desk, request, { companyId, desk: `${prefix}/desk` })
        const fill = async (amount: string, reason: string) => {
          await desk.locator('main [name=amount]').fill(amount)
          await desk.locator('main [name=reason]').fill(reason)
        }
        const press = async (name: string) => {
          await desk.getByRole('button', { name, exact: true }).click()
          await answered(desk)
        }
        await desk.goto(`${prefix}/desk/reservations/${id}/charge`)
        await desk.locator('main [name=what]').selectOption('cleaning')
        await desk.locator('main [name=image]').setInputFiles(await picture())
        await fill('۲۰۰٬۰۰۰', 'The seats were dirty.')
        await press(protocol('hand.save'))
        await expect(desk.getByText(protocol('hand.saved'))).toBeVisible()
        await expect(desk.getByText(protocol('hand.draft'))).toBeVisible()
        await expect(desk.getByRole('link', { name: protocol('hand.picture') })).toBeVisible()
        await looks(desk)
        await desk.goto(`${prefix}/desk/reservations/${id}`)
        await desk.getByRole('link', { name: protocol('hand.goOn') }).click()
        await expect(desk.locator('main [name=reason]')).toHaveValue('The seats were dirty.')
        await expect(desk.locator('main [name=amount]')).toHaveValue(language === 'fa' ? '۲۰۰٬۰۰۰' : '200,000')
        await fill('۳۰۰٬۰۰۰', CHARGE)
        await press(protocol('hand.submit'))
        await expect(desk.getByText(protocol('hand.done'))).toBeVisible()
        await expect(desk.getByText(CHARGE)).toBeVisible()
        await expect(desk.getByRole('link', { name: protocol('hand.link') })).toBeVisible()

        const theirs = await someone()
        const trip = await theirs.newPage()
        await startSignedIn(trip, 'fa', customer, `${prefix}/profile/reservation/${id}`)
        await trip.goto(`${prefix}/profile/reservation/${id}`)
        await trip.getByLabel(protocol('charges.why')).fill(CUSTOMER_SAYS)
        await trip.getByRole('button', { name: protocol('charges.dispute') }).click()
        await expect(trip.getByText(protocol('charges.disputed'))).toBeVisible()
        await looks(trip)

        await desk.goto(`${prefix}/desk/reservations/${id}`)
        await expect(desk.getByText(CUSTOMER_SAYS)).toBeVisible()
        await desk.getByLabel(protocol('statement.answer.label')).fill(COMPANY_SAYS)
        await desk.getByRole('button', { name: protocol('statement.answer.submit') }).click()
        await expect(desk.getByText(protocol('statement.answer.done'))).toBeVisible()
        await looks(desk)

        const operators = await someone()
        const page = await operators.newPage()
        const operator = newcomer('fa')
        await signInByApi(request, operator)
        await makeOperator(operator.sentTo)
        await startSignedIn(page, 'fa', operator, `${prefix}/operator/disputes`)
        await page.goto(`${prefix}/operator/disputes`)
        await expect(page.getByRole('heading', { level: 1, name: t('title') })).toBeVisible()
        await looks(page)
        const db = await siteDatabase()
        const opened = await db
          .selectFrom('dispute')
          .innerJoin('proposal', 'proposal.id', 'proposal_id')
          .select('dispute.id')
          .where('reservation_id', '=', id)
          .executeTakeFirstOrThrow()
        await page.locator(`a[href$="/disputes/${opened.id}"]`).first().click()
        for (const said of [CUSTOMER_SAYS, COMPANY_SAYS]) await expect(page.getByText(said)).toBeVisible()
        await looks(page)
        const dispute = new URL(page.url()).pathname
        await page.getByRole('link', { name: t('decide') }).click()
        const later = await operators.newPage()
        await later.goto(`${dispute}/ruling`)

        // A part needs an amount; what was typed stays.
        await page.getByRole('radio', { name: t('PART') }).check({ force: true })
        await page.locator('main [name=reason]').fill(REASON)
        await page.getByRole('button', { name: t('submit') }).click()
        await expect(page.locator('main [name=amount]')).toHaveAttribute('aria-invalid', 'true')
        await expect(page.locator('main [name=reason]')).toHaveValue(REASON)
        await looks(page)
        await page.locator('main [name=amount]').fill('۱۰۰٬۰۰۰')
        await page.getByRole('button', { name: t('submit') }).click()
        await expect(page.getByText(t('done'))).toBeVisible()
        await expect(page.getByText(new RegExp(REASON))).toBeVisible()
        await looks(page)

        // Another page of an operator comes too late, and says so.
        await later.getByRole('radio', { name: t('NOTHING') }).check({ force: true })
        await later.locator('main [name=reason]').fill('Nothing is proven')
        await later.getByRole('button', { name: t('submit') }).click()
        const faster = t('gone', { status: protocol('proposalStatus.RULED') })
        await expect(later.getByText(faster)).toBeVisible()
        const gone = await later.goto(`${dispute}/ruling`)
        expect(gone?.status()).toBe(409)
        await expect(later.getByText(faster)).toBeVisible()
        await expect(later.getByRole('button', { name: t('submit') })).toHaveCount(0)

        for (const side of [trip, desk]) {
          await side.reload()
          await expect(side.getByText(new RegExp(REASON))).toBeVisible()
        }
        await expect(trip.getByText(protocol('proposalStatus.RULED'))).toBeVisible()

        // What was decided is received at the desk, and is in the company's cash book.
        await desk.getByRole('button', { name: protocol('desk.received') }).click()
        await expect(desk.getByText(protocol('desk.settled'))).toBeVisible()
        const booked = db.selectFrom('desk_money').select(['purpose', 'amount']).where('reservation_id', '=', id)
        expect(await booked.execute()).toContainEqual({ purpose: 'CHARGE', amount: 100_000 })
        for (const context of [theirs, company, operators]) await context.close()
      },
    )
  })
}

async function picture() {
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#765' } })
    .jpeg()
    .toBuffer()
  return { name: 'seats.jpg', mimeType: 'image/jpeg', buffer }
}

function openBrowser(
  browser: Browser,
  options: { locale: string; javaScriptEnabled: boolean },
): Promise<BrowserContext> {
  return browser.newContext({ ...options, extraHTTPHeaders: freshAddress() })
}
