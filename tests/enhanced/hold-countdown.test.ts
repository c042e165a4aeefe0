import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { reserveSome } from '../support/browser/steps/reserved.ts'
import { endHold } from '../support/server/database/site-database.ts'

const t = textFor('fa', 'payment')

test('the time to pay counts down, and its end is shown without a reload', async ({ page, request }) => {
  const reserved = await reserveSome(request, 'fa')
  await page.clock.install()
  await page.goto(`/payment?id=${reserved.id}`)
  const timer = page.getByRole('timer')
  await expect(timer).toBeVisible()
  const before = secondsIn(await timer.innerText())
  expect(before).toBeGreaterThan(19 * 60)
  await page.clock.runFor(60_000)
  expect(before - secondsIn(await timer.innerText())).toBeGreaterThanOrEqual(60)

  await endHold(reserved.id)
  await page.clock.runFor(20 * 60_000)
  await expect(page.getByRole('heading', { level: 1, name: t('expired.title') })).toBeVisible()
})

function secondsIn(text: string): number {
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec(toLatinDigits(text)) ?? []
  return Number(minutes) * 60 + Number(seconds)
}
