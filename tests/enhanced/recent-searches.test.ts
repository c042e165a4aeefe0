import { expect, test } from '@playwright/test'
import { formatDate } from '#app/i18n/format/dates.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { expectAccessible } from '../support/browser/accessible.ts'
import { wake } from '../support/browser/steps/wake.ts'

const TODAY = dateIn('Asia/Tehran', new Date())
const [START, END] = [addDays(TODAY, 12), addDays(TODAY, 19)]

for (const [language, prefix, city] of [
  ['en', '/en', 'Kish'],
  ['fa', '', 'کیش'],
] as const) {
  test(`${language}: searches are remembered in this browser, and forgotten on request`, async ({ page }) => {
    const t = textFor(language, 'search')
    await page.goto(`${prefix}/rent/car?city=${city}&start_date=${START}&end_date=${END}`)
    await wake(page)
    await page.waitForFunction(() => localStorage.getItem('recent-searches') !== null)
    await page.goto(prefix || '/')
    await wake(page)
    const recent = page.getByRole('region', { name: t('recent.title') })
    const link = recent.getByRole('link', { name: formatDate(END, language, 'weekday') })
    await expect(link).toContainText(city)
    await expectAccessible(page)
    await link.click()
    await expect(page).toHaveURL(new RegExp(`/rent/car\\?.*start_date=${START}.*end_date=${END}`))
    await page.goBack()
    await wake(page)
    await recent.getByRole('button', { name: t('recent.clear') }).click()
    await expect(page.getByText(t('recent.cleared'))).toBeFocused()
    expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull()
    await page.reload()
    await wake(page)
    await expect(recent).toHaveCount(0)
  })
}
