import type { Text } from '#app/i18n/text/text-types.ts'
import type { CurrencyCode, Language } from '#app/rules/constants.ts'
import type { BillLine, DayReason } from '#app/rules/money/price.ts'
import { commaOf } from './comma.ts'
import { weekdayNames } from './dates.ts'
import { formatMoney, moneyParts } from './money.ts'
import { formatPercent } from './numerals.ts'

type Words = { t: Text<'bill'>; language: Language }

/** What a line of a rental's bill is for, with its days and its price per day. */
export function billLineText(line: BillLine, currency: CurrencyCode, { t, language }: Words): string {
  const { kind, quantity, days, unit } = line
  return t.loose(kind, { n: quantity, days: days ?? 1, unit: unitPrice(unit, currency, language) })
}

/** The seasons and weekdays for which a price per day holds, one text for each percentage. */
export function dayReasonTexts(why: readonly DayReason[], { t, language }: Words): string[] {
  const names = weekdayNames(language)
  const nameOf = (reason: DayReason) =>
    'season' in reason ? reason.season : names.find(({ weekday }) => weekday === reason.weekday)?.long
  const texts = [...new Set(why.map(({ percent }) => percent))].map((percent) => {
    // Seasons have their company's language: each name by itself, so that it does not change the order of the line.
    const of = why.filter((reason) => reason.percent === percent).map((reason) => `\u2068${nameOf(reason)}\u2069`)
    const said = percent > 0 ? `+${formatPercent(percent, language)}` : formatPercent(percent, language)
    return `${of.join(commaOf(language))}: \u2068${said}\u2069`
  })
  return texts.length > 0 ? texts : [t('otherDays')]
}

/** The price per day without its unit if that is a word, which appears once, at the end of the line. */
function unitPrice(amount: number, currency: CurrencyCode, language: Language): string {
  const { sign, number, unit } = moneyParts(amount, currency, language)
  return unit.length > 1 ? sign + number : formatMoney(amount, currency, language)
}
