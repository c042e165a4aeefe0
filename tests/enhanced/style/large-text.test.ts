import { expect, type Page, test } from '@playwright/test'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { reserveAs } from '../../support/browser/steps/own-trip.ts'
import { newcomer, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { freshAddress, todayInTehran } from '../../support/browser/steps/traveller.ts'

const START = addDays(todayInTehran(), 60)
const END = addDays(START, 4)
const WIDTH = 390
const HEIGHT = 844

for (const language of ['fa', 'en'] as const) {
  test.describe(LOCALE_TAGS[language], () => {
    test.use({ locale: LOCALE_TAGS[language], viewport: { width: WIDTH, height: HEIGHT } })

    test('with text of twice the size, as set in the browser, no price breaks inside its number, bars cover at most a quarter, and nothing sticks out', async ({
      page,
      context,
      request,
    }) => {
      test.slow()
      await context.setExtraHTTPHeaders(freshAddress())
      const session = await context.newCDPSession(page)
      await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
      const prefix = language === 'fa' ? '' : '/en'
      const person = newcomer(language)
      const { id } = await reserveAs(request, language, person)
      await startSignedIn(page, language, person, `${prefix}/profile/reservations`)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
      for (const path of [
        prefix || '/',
        `${prefix}/rent/car?city=1061&start_date=${START}&start_time=10:00&end_date=${END}&end_time=10:00`,
        `${prefix}/book/car/62/${START}/${END}`,
        `${prefix}/payment?id=${id}`,
        `${prefix}/voucher/${id}`,
        `${prefix}/profile/reservations`,
      ]) {
        await page.goto(path)
        expect.soft(await brokenAmounts(page), path).toEqual([])
        expect.soft(await coveredHeight(page), path).toBeLessThanOrEqual(HEIGHT / 4)
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(WIDTH)
      }
    })
  })
}

/** The amounts on the page whose number is in more than one line. */
function brokenAmounts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: parent, textContent } = text
      if (!parent?.checkVisibility() || parent.closest('.vh, option, script, style')) continue
      const numbers = parent.closest('.price')
        ? /\p{Nd}[\p{Nd}.,٬٫]+/gu
        : /€\p{Nd}[\p{Nd}.,]+|\p{Nd}+(?:[.,٬]\p{Nd}{3})+/gu
      for (const { 0: number, index } of (textContent ?? '').matchAll(numbers)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + number.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(number)
      }
    }
    return broken
  })
}

/** The height of all bars that stay where they are while the page is scrolled. */
function coveredHeight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const bars = [...document.querySelectorAll('.bar, .pay-bar, .tabs')].filter(
      (bar) => bar.checkVisibility() && ['fixed', 'sticky'].includes(getComputedStyle(bar).position),
    )
    return bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0)
  })
}
