import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITH_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { wake } from '../../support/browser/steps/wake.ts'
import { makeAgent } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

const SWIPE_STEPS = 20

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'fleet')
  const errors = textFor(language, 'errors')
  const desk = textFor(language, 'desk')
  const fleet = `${prefix}/desk/fleet`

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test(
      'a vehicle is entered, photographed, copied, paused and retired',
      WITH_SCRIPTS,
      async ({ page, request, javaScriptEnabled }) => {
        test.setTimeout(180_000)
        const look = async () => {
          if (javaScriptEnabled !== false) await expectAccessible(page)
          await expectToFit(page)
        }
        await signInStaff(page, request)
        await page.getByRole('link', { name: t('new.title') }).click()
        await look()

        // Errors are beside their fields, and what was typed stays.
        const field = (name: string) => page.locator(`[name=${name}]`)
        for (const name of ['make', 'type', 'colour', 'gearbox', 'fuel']) await field(name).selectOption({ index: 1 })
        await field('trust_type').selectOption('DEPOSIT_FREE')
        await field('plate').fill('۴۲۴۲۴ کیش')
        await field('p1').fill('zero')
        await field('year').fill('۱۸۰۰')
        await page.getByRole('button', { name: t('new.submit') }).click()
        await expect(field('p1')).toHaveAccessibleDescription(errors('number'))
        await expect(field('year')).toHaveAttribute('aria-invalid', 'true')
        await expect(field('plate')).toHaveValue('۴۲۴۲۴ کیش')
        await look()
        await field('p1').fill('۱٬۸۰۰٬۰۰۰')
        await field('year').fill('۱۴۰۲')
        await page.getByRole('button', { name: t('new.submit') }).click()
        await expect(page.getByText(t('new.done'))).toBeVisible()
        const id = Number(/fleet\/(\d+)\/photos/.exec(page.url())?.[1])

        await sendPhotos(page)
        await look()
        await page
          .getByRole('button', { name: `${t('photos.makeMain')}` })
          .last()
          .click()
        await expect(page.getByText(t('photos.moved'))).toBeVisible()
        await opensLarge(page, id, javaScriptEnabled !== false)
        await page.goto(`${fleet}/${id}/photos`)
        await page.getByLabel(t('photos.alt')).first().fill('Red, from the front')
        await page
          .getByRole('button', { name: t('photos.save') })
          .first()
          .click()
        await expect(page.getByText(t('photos.saved'))).toBeVisible()

        // Customers see it.
        const shown = `${prefix}/book/car/${id}`
        await page.goto(shown)
        await expect(page.getByRole('img', { name: 'Red, from the front' })).toHaveAttribute('src', /\/photo-\d+-/)

        await page.goto(`${fleet}/${id}/copy`)
        await page.getByLabel(t('copy.plates')).fill('51515 کیش\n42424 کیش')
        await page.getByRole('button', { name: t('copy.submit') }).click()
        await expect(page.getByRole('alert')).toContainText('42424')
        await page.getByLabel(t('copy.plates')).fill('51515 کیش')
        await page.getByRole('button', { name: t('copy.submit') }).click()
        await expect(page.getByText(t('copy.done', { n: 1 }))).toBeVisible()
        await look()

        // The desk's search box finds vehicles beside reservations.
        await page.goto(`${prefix}/desk/reservations?q=51515`)
        const found = page.getByRole('region', { name: desk('search.vehicles', { n: 1 }) })
        await expect(found.getByRole('link')).toHaveAttribute('href', /\/desk\/fleet\/\d+$/)
        await look()

        const statusOf = async () => (await page.request.get(shown)).status()
        for (const [action, status] of [
          ['pause', 404],
          ['resume', 200],
        ] as const) {
          await page.goto(`${fleet}/${id}/pause`)
          await page.getByRole('button', { name: t(`${action}.submit`) }).click()
          await expect(page.getByText(t(`${action}.done`))).toBeVisible()
          expect(await statusOf()).toBe(status)
        }
        await page.goto(`${fleet}/${id}/retire`)
        await look()
        await page.getByRole('button', { name: t('retire.submit') }).click()
        await expect(page.getByText(t('retire.done'))).toBeVisible()
        expect(await statusOf()).toBe(410)
        await page.goto(`${fleet}?state=RETIRED`)
        await expect(page.getByRole('row')).toHaveCount(2)
        await look()
      },
    )

    /** Sends two photos and a drawing: the photos are accepted, and the drawing is refused by name. */
    async function sendPhotos(page: Page) {
      const photo = async (background: string) => ({
        name: 'front.jpg',
        mimeType: 'image/jpeg',
        buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background } })
          .jpeg()
          .toBuffer(),
      })
      const drawing = {
        name: 'x.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      }
      await page.locator('input[type=file]').setInputFiles([await photo('#246'), await photo('#a33'), drawing])
      await page.getByRole('button', { name: t('photos.send') }).click()
      await expect(page.getByRole('alert')).toContainText('x.svg')
      const ready = page.getByRole('main').locator('img[src*="photo-"]')
      await expect(async () => {
        await page.goto(page.url())
        await expect(ready).toHaveCount(2, { timeout: 1000 })
      }).toPass({ timeout: 30_000 })
    }

    /** A large photo is a file of its own; with scripts it opens over the page, and keys turn to the other. */
    async function opensLarge(page: Page, id: number, isScripted: boolean) {
      const booking = textFor(language, 'booking')
      await page.goto(`${prefix}/book/car/${id}`)
      const link = page.getByRole('link', { name: booking('largePhotos.open', { n: formatNumber(1, language) }) })
      const file = await page.request.get((await link.getAttribute('href')) ?? '')
      expect([file.status(), file.headers()['content-type']]).toEqual([200, 'image/webp'])
      if (!isScripted) return
      await wake(page)
      await link.click()
      const dialog = page.getByRole('dialog', { name: booking('largePhotos.title') })
      await expect(dialog.getByRole('img').first()).toBeInViewport({ ratio: 0.9 })
      await page.keyboard.press(language === 'fa' ? 'ArrowLeft' : 'ArrowRight')
      await expect(dialog.getByRole('img').last()).toBeInViewport({ ratio: 0.9 })
      await expectAccessible(page)
      await page.keyboard.press('Home')
      await expect(dialog.getByRole('img').first()).toBeInViewport({ ratio: 0.9 })
      await swipe(page, dialog.getByRole('img').first(), language === 'fa' ? 1 : -1)
      await expect(dialog.getByRole('img').last()).toBeInViewport({ ratio: 0.9 })
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(link).toBeFocused()
    }

    /** A finger that crosses two thirds of an element, to the right (1) or to the left (-1). */
    async function swipe(page: Page, over: Locator, direction: 1 | -1) {
      const box = await over.boundingBox()
      if (!box) throw new Error('it is not shown')
      const devTools = await page.context().newCDPSession(page)
      const y = box.y + box.height / 2
      for (let step = 0; step <= SWIPE_STEPS; step++) {
        const x = box.x + box.width * (0.5 + direction * (step / SWIPE_STEPS - 0.5) * (2 / 3))
        const type = step === 0 ? 'touchStart' : 'touchMove'
        await devTools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
      }
      await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }

    /** Signs in on the Persian page, where an Iranian number gets its code by SMS. */
    async function signInStaff(page: Page, request: APIRequestContext) {
      const person = newcomer('fa')
      await signInByApi(request, person)
      await makeAgent(person.sentTo, await makeCompany())
      await startSignedIn(page, 'fa', person, fleet)
    }
  })
}
