import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample, WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { reviewVehicle } from '../../support/server/database/site-database.ts'
import { makeVehicle } from '../../support/server/own-fleet.ts'

const PERSIAN = 'ماشین تمیز بود & سر وقت رسید.'

for (const language of ['fa', 'en'] as const) {
  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language], extraHTTPHeaders: freshAddress() })

    test(
      'a vehicle counts its ratings by stars, and a review in another language has a link to a translation',
      WITHOUT_SCRIPTS,
      async ({ page, javaScriptEnabled }) => {
        const t = textFor(language, 'booking')
        const { id } = await makeVehicle()
        await reviewVehicle(id, [
          { score: 5, body: PERSIAN, language: 'fa' },
          { score: 5, body: 'The tank was full.', language: 'en' },
          { score: 2, body: 'The radio was broken.', language: 'en' },
        ])
        await page.goto(`${language === 'fa' ? '' : '/en'}/book/car/${id}`)
        const reviews = page.getByRole('region', { name: t('reviews.title') })
        const counts = [
          t('reviews.counts', { ratings: 3, n: 3 }),
          t('reviews.mark', { stars: 5, n: 2 }),
          t('reviews.mark', { stars: 2, n: 1 }),
        ]
        await expect(reviews.getByText(counts.join(' · '))).toBeVisible()

        // The reader's language comes first, and needs no translation.
        const [here, elsewhere] = language === 'fa' ? [PERSIAN, 'The tank was full.'] : ['The tank was full.', PERSIAN]
        const own = reviews.getByRole('listitem').filter({ hasText: here })
        const foreign = reviews.getByRole('listitem').filter({ hasText: elsewhere })
        if (language === 'fa') await expect(reviews.getByRole('listitem').first()).toContainText(here)
        else await expect(reviews.getByRole('listitem').last()).toContainText(elsewhere)
        await expect(own.getByRole('link')).toHaveCount(0)
        await expect(foreign.getByText(elsewhere)).toHaveAttribute('lang', language === 'fa' ? 'en' : 'fa')
        const link = foreign.getByRole('link', { name: t('reviews.translate') })
        const { origin, searchParams } = new URL((await link.getAttribute('href')) ?? '')
        expect(origin).toBe('https://translate.google.com')
        expect(Object.fromEntries(searchParams)).toEqual({ tl: language, text: elsewhere })
        await expect(link).toHaveAttribute('rel', /noopener/)
        if (javaScriptEnabled !== false) await expectAccessible(page)
      },
    )
  })
}
