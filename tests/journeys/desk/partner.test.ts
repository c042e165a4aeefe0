import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { answered } from '../../support/browser/steps/answered.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { makeOperator } from '../../support/server/database/site-database.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'partner')
  const errors = textFor(language, 'errors')
  const fleet = textFor(language, 'fleet')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'somebody applies, is rejected, applies again, is approved and lists the first vehicle',
      WITHOUT_SCRIPTS,
      async ({ page, browser, request, javaScriptEnabled }) => {
        test.setTimeout(240_000)
        const look = async (one = page) => {
          if (javaScriptEnabled !== false) await expectAccessible(one)
          await expectToFit(one)
        }
        const company = `Sahel ${crypto.randomUUID().slice(0, 8)}`
        // The desk's address redirects to the page about becoming a partner.
        await startSignedIn(page, 'fa', newcomer('fa'), `${prefix}/desk`)
        await expect(page).toHaveURL(`${prefix}/partner`)
        await look()
        await page.getByRole('link', { name: t('begin') }).click()

        // Errors are beside their fields, and what was typed stays.
        await fill(page, { company_name: company, latin_name: 'ساحل', legal_name: 'Sahel Ltd.' })
        await save(page)
        await expect(page.locator('[name=latin_name]')).toHaveAccessibleDescription(new RegExp(errors('latin_name')))
        await expect(page.locator('[name=legal_id]')).toHaveAttribute('aria-invalid', 'true')
        await expect(page.locator('[name=company_name]')).toHaveValue(company)
        await look()
        await fill(page, { latin_name: company, legal_id: '۱۴۰۰۹۸۷۶۵۴۳' })
        await save(page)
        await look()
        await expect(page.getByText(t('hint.phone'))).toBeVisible()
        await fill(page, { contact_name: 'Maryam' })
        await save(page)

        // An incomplete application lists the missing fields, with links to them.
        await page.goto(`${prefix}/partner/apply/check`)
        await page.getByRole('checkbox').check()
        await send(page)
        const missing = page.getByRole('alert').getByRole('link')
        await expect(missing).toHaveCount(6)
        await expect(missing.first()).toContainText(t('field.city'))
        await expect(missing.first()).toHaveAttribute('href', '#said-place')

        // What was typed is still there when the application is resumed.
        await page.goto(`${prefix}/partner/apply`)
        await page.getByRole('link', { name: t('status.goOn') }).click()
        await expect(page).toHaveURL(/apply\/place$/)
        await page.getByLabel(t('field.place_kind')).selectOption('AIRPORT')
        await page.getByLabel(t('field.city')).selectOption({ index: 3 })
        await fill(page, { place_name: 'Terminal 1', address: 'Street 1' })
        await look()
        await save(page)
        await fill(page, { vehicles: 'about 30' })
        await save(page)
        await expect(page.locator('[name=vehicles]')).toHaveAccessibleDescription(new RegExp(errors('number')))
        await expect(page.getByRole('group', { name: t('field.kinds') })).toContainText(errors('required'))
        await look()
        await page.getByLabel(t('kind.CAR')).check()
        await fill(page, { vehicles: '۳۰' })
        await save(page)
        await look()
        await save(page)
        // A PDF that could run something is refused beside its field; what was accepted stays.
        await page.getByLabel(t('document.REGISTER')).setInputFiles(document('register.pdf', ACTIVE))
        await page.getByLabel(t('document.IDENTITY')).setInputFiles([await photo()])
        await save(page)
        await expect(page.locator('[name=REGISTER]')).toHaveAccessibleDescription(new RegExp(errors('pdf_active')))
        const added = page.getByRole('list', { name: t('documents.added') })
        await expect(added.getByRole('link', { name: 'front.jpg' })).toBeVisible()
        await look()
        await page.getByLabel(t('document.REGISTER')).setInputFiles(document('register.pdf', PLAIN))
        await page.getByLabel(t('document.OTHER')).setInputFiles(document('other.pdf', PLAIN))
        await save(page)
        await page.goto(`${prefix}/partner/apply/documents`)
        await added
          .getByRole('listitem')
          .filter({ hasText: 'other.pdf' })
          .getByRole('button', { name: t('documents.remove') })
          .click()
        await expect(added.getByRole('listitem')).toHaveCount(2)
        await save(page)
        await expect(page.getByText('Terminal 1')).toBeVisible()
        await expect(page.getByText('register.pdf')).toBeVisible()
        await send(page)
        await expect(page.getByRole('checkbox')).toHaveAttribute('aria-invalid', 'true')
        await look()
        await page.getByRole('checkbox').check()
        await send(page)
        await expect(page.getByText(t('status.sentDone'))).toBeVisible()
        await look()
        await page.goto(`${prefix}/partner/apply/company`)
        await expect(page).toHaveURL(/partner\/apply$/)

        const operator = await signInOperator(browser, request, javaScriptEnabled)
        const decide = async (name: string) => {
          await operator.goto(`${prefix}/operator`)
          await operator
            .getByRole('main')
            .getByRole('link', { name: textFor(language, 'operator')('waiting.partners') })
            .click()
          await expect(operator).toHaveURL(/operator\/partners/)
          await look(operator)
          await operator.getByRole('link', { name: company }).click()
          await operator.getByRole('button', { name }).click()
        }
        // An operator reads the documents, and asks for one more.
        await operator.goto(`${prefix}/operator/partners`)
        await operator.getByRole('link', { name: company }).click()
        const register = operator.getByRole('link', { name: 'register.pdf' })
        expect((await operator.request.get((await register.getAttribute('href')) ?? '')).status()).toBe(200)
        await operator.locator('[name=reason]').fill('The extract is older than a year')
        await operator.getByRole('button', { name: t('operator.ask') }).click()
        await expect(operator.getByText(t('operator.askedDone'))).toBeVisible()
        await page.goto(`${prefix}/partner/apply`)
        await expect(page.getByText('The extract is older than a year')).toBeVisible()
        await look()
        await page.getByRole('link', { name: t('status.addDocuments') }).click()
        await page.getByLabel(t('document.REGISTER')).setInputFiles(document('extract.pdf', PLAIN))
        await save(page)
        await page.getByRole('checkbox').check()
        await send(page)
        await decide(t('operator.reject'))
        await expect(operator.locator('[name=reason]')).toHaveAttribute('aria-invalid', 'true')
        await look(operator)
        await operator.locator('[name=reason]').fill('The number is not complete')
        await operator.getByRole('button', { name: t('operator.reject') }).click()
        await expect(operator.getByText(t('operator.rejectedDone'))).toBeVisible()

        await page.goto(`${prefix}/partner/apply`)
        await expect(page.getByText('The number is not complete')).toBeVisible()
        await look()
        await page.getByRole('link', { name: t('status.again') }).click()
        await fill(page, { legal_id: '14009876544' })
        await save(page)
        await page.goto(`${prefix}/partner/apply/check`)
        await page.getByRole('checkbox').check()
        await send(page)
        await decide(t('operator.approve'))
        await expect(operator.getByText(t('operator.approvedDone'))).toBeVisible()
        await operator.close()

        // The applicant has a desk now, with the list of first steps until the first listing.
        await page.goto(`${prefix}/partner/apply`)
        await page.getByRole('link', { name: t('toDesk') }).click()
        const list = page.getByRole('region', { name: t('onboarding.title') })
        await expect(list).toContainText(t('onboarding.hours'))
        await look()
        await list.getByRole('button', { name: t('onboarding.keepTerms') }).click()
        await expect(page.getByText(t('onboarding.termsDone'))).toBeVisible()
        await list.getByRole('link', { name: t('onboarding.hours') }).click()
        await page.getByRole('button', { name: textFor(language, 'hours')('week.save') }).click()
        await answered(page)
        await page.goto(`${prefix}/desk/statement`)
        await fill(page, { holder: 'Sahel', iban: 'IR06 2960 0000 0010 0324 2000 01' })
        await page.getByRole('button', { name: textFor(language, 'payouts')('bank.save') }).click()
        await answered(page)
        await page.goto(`${prefix}/desk`)
        await list.getByRole('link', { name: t('onboarding.vehicle') }).click()
        await enterVehicle(page)
        const vehicle = /fleet\/(\d+)\/photos/.exec(page.url())?.[1] ?? ''
        await page.goto(`${prefix}/desk`)
        await expect(list.getByText(t('onboarding.done'), { exact: true })).toHaveCount(5)
        await list.getByRole('link', { name: t('onboarding.photo') }).click()
        await page.locator('input[type=file]').setInputFiles([await photo()])
        await page.getByRole('button', { name: fleet('photos.send') }).click()
        await expect(page.getByText(fleet('photos.sent', { n: 1 }))).toBeVisible()
        await page.goto(`${prefix}/desk`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(list).toHaveCount(0)

        // Travellers find it once an operator has looked; a refused one can be corrected and offered again.
        await page.goto(`${prefix}/desk/fleet/${vehicle}`)
        await expect(page.getByText(fleet('awaitsLook'))).toBeVisible()
        await look()
        expect((await page.request.get(`${prefix}/book/car/${vehicle}`)).status()).toBe(404)
        const judge = await signInOperator(browser, request, javaScriptEnabled)
        const moderation = textFor(language, 'moderation')
        const open = async () => {
          await judge.goto(`${prefix}/operator/moderation/listings?show=waiting`)
          await look(judge)
          await judge.locator(`a[href$="/moderation/listings/${vehicle}"]`).click()
        }
        await open()
        await judge.getByRole('button', { name: moderation('look.refuse') }).click()
        await expect(judge.locator('[name=reason]')).toHaveAttribute('aria-invalid', 'true')
        await look(judge)
        await judge.locator('[name=reason]').fill('The picture shows another car')
        await judge.getByRole('button', { name: moderation('look.refuse') }).click()
        await expect(judge.getByText(moderation('look.refused'))).toBeVisible()
        await page.goto(`${prefix}/desk/fleet/${vehicle}`)
        await expect(page.getByText('The picture shows another car')).toBeVisible()
        await look()
        await page.goto(`${prefix}/desk/fleet/${vehicle}/pause`)
        await page.getByRole('button', { name: fleet('resume.submit') }).click()
        await answered(page)
        await open()
        await judge.getByRole('button', { name: moderation('look.approve'), exact: true }).click()
        await expect(judge.getByText(moderation('look.approved'))).toBeVisible()
        await judge.context().close()

        const shown = await (await request.get(`/api/business/rent/ad/${vehicle}/`)).json()
        const data = { company: [shown.company.id] }
        const found = await (await request.post('/api/business/rent/ad/search/', { data })).json()
        expect(found.results).toMatchObject([{ id: Number(vehicle), company: { name: company } }])
        expect((await page.request.get(`${prefix}/book/car/${vehicle}`)).status()).toBe(200)
      },
    )

    const save = (page: Page) => press(page, t('apply.save'))
    const send = (page: Page) => press(page, t('check.send'))

    async function press(page: Page, name: string) {
      await page.getByRole('button', { name }).click()
      await answered(page)
    }

    async function fill(page: Page, fields: Record<string, string>) {
      for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value)
    }

    async function enterVehicle(page: Page) {
      const field = (name: string) => page.locator(`[name=${name}]`)
      for (const name of ['make', 'type', 'colour', 'gearbox', 'fuel']) await field(name).selectOption({ index: 1 })
      await field('trust_type').selectOption('DEPOSIT_FREE')
      await fill(page, { plate: '۴۲۴۲۴ کیش', p1: '1800000', year: '2023' })
      await page.getByRole('button', { name: fleet('new.submit') }).click()
      await expect(page.getByText(fleet('new.done'))).toBeVisible()
    }

    async function signInOperator(browser: Browser, request: APIRequestContext, javaScriptEnabled?: boolean) {
      const person = newcomer('fa')
      await signInByApi(request, person)
      await makeOperator(person.sentTo)
      const context = await browser.newContext({
        ...{ locale: LOCALE_TAGS[language], extraHTTPHeaders: freshAddress() },
        ...(javaScriptEnabled === false && { javaScriptEnabled }),
      })
      const operator = await context.newPage()
      await startSignedIn(operator, 'fa', person, `${prefix}/operator`)
      return operator
    }
  })
}

const PLAIN = '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'
const ACTIVE = PLAIN.replace('/Pages', '/OpenAction<</S/JavaScript/JS(app.alert(1))>>/Pages')

function document(name: string, body: string) {
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(body) }
}

async function photo() {
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#246' } })
    .jpeg()
    .toBuffer()
  return { name: 'front.jpg', mimeType: 'image/jpeg', buffer }
}
