import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { askForCode, codeSentTo, giveCode, newcomer } from '../../support/browser/steps/sign-in.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { originsNoted } from '../../support/server/database/site-database.ts'

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'contact')
  const errors = textFor(language, 'errors')
  const login = textFor(language, 'login')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language], extraHTTPHeaders: freshAddress() })

    test(
      'WhatsApp opens once the visitor’s phone is noted, and all other ways to reach support are shown',
      WITHOUT_SCRIPTS,
      async ({ page, javaScriptEnabled }) => {
        const opened: string[] = []
        await page.context().route('https://wa.me/**', (route) => {
          opened.push(route.request().url())
          return route.fulfill({ body: 'WhatsApp', contentType: 'text/plain' })
        })
        await page.goto(`${prefix}/pages/contact`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title'))
        await expectToFit(page)
        if (javaScriptEnabled !== false) await expectAccessible(page)
        await expect(page.getByRole('main').locator('a[href^="tel:"]')).toBeVisible()
        await expect(page.getByRole('link', { name: t('chat') })).toHaveAttribute('href', `${prefix}/profile/chat`)

        await page.getByLabel(login('countryCode')).selectOption('+49')
        await page.getByRole('textbox', { name: t('whatsapp.phone') }).fill('12')
        await page.getByRole('button', { name: t('whatsapp.open') }).click()
        await expect(page.getByRole('alert')).toContainText(errors('phone'))
        await expect(page.getByRole('textbox', { name: t('whatsapp.phone') })).toHaveValue('12')
        expect(opened).toEqual([])

        const phone = `151${String(Date.now()).slice(-8)}`
        await page.getByRole('textbox', { name: t('whatsapp.phone') }).fill(phone)
        await page.getByRole('button', { name: t('whatsapp.open') }).click()
        await expect.poll(() => opened[0]).toMatch(/^https:\/\/wa\.me\/98\d+$/)
        expect(await originsNoted(`+49${phone}`)).toEqual(['contact'])
      },
    )

    test('a message survives the sign-in and becomes a ticket', WITHOUT_SCRIPTS, async ({ page }) => {
      const person = newcomer(language)
      await page.goto(`${prefix}/pages/contact`)
      const form = page.getByRole('form', { name: t('write.title') })
      await form.locator('[required]').evaluateAll((fields) => {
        for (const field of fields) field.removeAttribute('required')
      })
      await form.getByLabel(t('write.subject')).fill('Where do I park?')
      await form.getByRole('button', { name: t('write.send') }).click()
      await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1)
      await expect(form.getByLabel(t('write.subject'))).toHaveValue('Where do I park?')
      await form.getByLabel(t('write.message')).fill('At the airport\nin Kish.')
      await form.getByRole('button', { name: t('write.send') }).click()
      await askForCode(page, language, person)
      await giveCode(page, language, await codeSentTo(person.sentTo))
      await page.getByRole('button', { name: login('resume.submit') }).click()
      await expect(page.getByRole('heading', { name: 'Where do I park?' })).toBeVisible()
      await expect(page.getByText('in Kish.')).toBeVisible()
    })
  })
}

for (const language of ['fa', 'ar'] as const) {
  test(
    `${language}: a phone number is aligned to the reading side, and its groups run left to right`,
    WITHOUT_SCRIPTS,
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      for (const path of ['', '/pages/contact']) {
        await page.goto(language === 'fa' ? path || '/' : `/ar${path}`)
        const phone = page.getByRole('main').locator('a[href^="tel:"]').first()
        const seen = await phone.evaluate((link) => {
          const text = link.firstChild as Text
          const leftOf = (at: number) => {
            const range = document.createRange()
            range.setStart(text, at)
            range.setEnd(text, at + 1)
            return range.getBoundingClientRect().left
          }
          const groups = [...text.data.matchAll(/\p{N}+/gu)].map(({ index }) => leftOf(index))
          const card = link.closest('.card')?.getBoundingClientRect()
          return { groups, toReadingSide: (card?.right ?? 0) - link.getBoundingClientRect().right }
        })
        expect(seen.groups.length, path).toBeGreaterThan(2)
        expect(seen.groups, path).toEqual(seen.groups.toSorted((one, other) => one - other))
        expect(seen.toReadingSide, path).toBeLessThan(40)
      }
    },
  )
}
