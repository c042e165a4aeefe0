import { describe, expect, test } from 'vitest'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CODE_MINUTES, LANGUAGES, type Language } from '#app/rules/constants.ts'
import { NOTICE_KINDS, type NoticeKind, ruleOf } from '#app/rules/messages/notifications.ts'
import { smsParts, smsText } from '#app/rules/messages/sms-text.ts'

describe('an SMS', () => {
  test.each([
    ['“Corolla” – it’s yours…', '"Corolla" - it\'s yours...'],
    ['9\u00a0€', '9 €'],
    ['Fahrzeug „Golf“ für Köln', 'Fahrzeug "Golf" für Köln'],
  ])('writes %s as a keyboard does', (text, sent) => expect(smsText(text)).toBe(sent))

  test('keeps letters with marks where they cost no second part, and writes them without where they do', () => {
    const short = 'Şişli şubesi'
    expect(smsText(short)).toBe(short)
    expect(smsText(`${short} `.repeat(8))).toBe('Sisli subesi '.repeat(8))
  })

  test('keeps the signs of another script', () => {
    const text = 'رزرو «پژو ۲۰۶» می‌ماند'
    expect(smsText(text)).toBe(text)
  })

  test.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['ş'.repeat(70), 1],
    ['ş'.repeat(71), 2],
    ['a'.repeat(307), 3],
  ])('of %s is sent in %i parts', (text, parts) => expect(smsParts(text)).toBe(parts))
})

/** Never sent by SMS, or with a text that people write themselves. */
const NOT_COUNTED = ['pushTest', 'news', 'newsletterConfirm', 'alertConfirm', 'priceFell', 'chatMessage']
const ORIGIN = 'https://savari.example'
const LONGEST_VEHICLE: Record<Language, string> = {
  fa: 'تویوتا لندکروزر پرادو',
  en: 'Toyota Land Cruiser Prado',
  ar: 'تويوتا لاند كروزر برادو',
  tr: 'Toyota Land Cruiser Prado',
  de: 'Toyota Land Cruiser Prado',
}
const REASON: Record<Language, string> = {
  fa: 'خودرو در تعمیرگاه است.',
  en: 'The car is being repaired.',
  ar: 'السيارة قيد الإصلاح.',
  tr: 'Araç tamirde.',
  de: 'Das Auto ist in der Werkstatt.',
}
const DRIVER: Record<Language, string> = {
  fa: 'آرمان رستگار',
  en: 'Alexander Winter',
  ar: 'عبد الرحمن الحسن',
  tr: 'Özgür Yıldırım',
  de: 'Alexander Winter',
}
const INSTANT: Record<Language, string> = {
  fa: 'سه‌شنبه ۲۵ آذر، ۱۰:۰۰',
  en: 'Wed 16 Dec, 10:00',
  ar: 'الأربعاء ١٦ ديسمبر، ١٠:٠٠',
  tr: '16 Aralık Çar, 10:00',
  de: 'Mi., 16. Dez., 10:00',
}
const ID = 'PLn5fIXO14RVFN0i7BjdtA'
/** Where the link of a message leads. */
const PATHS: Record<ReturnType<typeof ruleOf>['leadsTo'], string> = {
  ...{ pay: `/payment?id=${ID}`, voucher: `/voucher/${ID}`, reservation: `/voucher/${ID}`, rate: `/voucher/${ID}` },
  ...{ charge: `/profile/reservation/${ID}`, wallet: '/profile/wallet', account: '/profile/profile' },
  ...{ ticket: `/profile/ticketing/${ID}`, chat: '/profile/chat', desk: `/desk/reservations/${ID}` },
  ...{ statement: '/desk/statement', invitation: `/invitation/${ID}`, partner: '/partner/apply' },
  ...{ approvals: '/operator/approvals', inbox: '/operator/inbox', news: '/blog', newsletter: '/newsletter' },
  ...{ alert: '/price-alert', offers: '/rent/car' },
  extension: `/profile/reservation/${ID}/extension`,
  cheaper: `/profile/reservation/${ID}/cheaper`,
  contract: `/voucher/${ID}/contract`,
  checkIn: `/profile/reservation/${ID}/check-in`,
  keyBox: `/profile/reservation/${ID}/key-box`,
  quote: `/quote/${ID}`,
  plan: `/voucher/${ID}/plan`,
}
/** Persian and Arabic letters need sixteen bits each. */
const MOST_PARTS: Record<Language, number> = { fa: 3, ar: 3, en: 2, tr: 2, de: 2 }

describe.each(LANGUAGES)('the SMS in %s', (language) => {
  const text = textFor(language, 'notice')
  const amount = language === 'fa' ? formatMoney(48_650_000, 'IRT', 'fa') : formatMoney(486_500, 'EUR', language)
  const values = {
    ...{ number: 'SV-48213', vehicle: LONGEST_VEHICLE[language], brand: language === 'fa' ? 'سواری' : 'Savari' },
    ...{ amount, balance: amount, reason: REASON[language], until: INSTANT[language], pick_up: INSTANT[language] },
    ...{ return_at: INSTANT[language], wanted: INSTANT[language], driver: DRIVER[language], n: 12 },
    ...{ code: '482133', company: language === 'fa' ? 'کاروان سیر' : 'Karvan Seir', name: 'YubiKey 5C', none: 'false' },
    ...{ subject: REASON[language], minutes: CODE_MINUTES, city: 'Istanbul', host: 'calendar.example', ending: '3007' },
    unit: `${LONGEST_VEHICLE[language]} 48213`,
    day: formatDate('2026-11-25', language, 'weekday'),
  }
  const kinds = (Object.keys(NOTICE_KINDS) as NoticeKind[]).filter((kind) => !NOT_COUNTED.includes(kind))

  test('of every notification have few parts', () => {
    const long = kinds.flatMap((kind) => {
      const path = pathIn(language, kind === 'calendarTooComplex' ? '/desk/feeds' : PATHS[ruleOf(kind).leadsTo])
      const sms = smsText(`${values.brand}: ${text.loose(`${kind}.body`, values)} ${ORIGIN}${path}`)
      return smsParts(sms) > MOST_PARTS[language] ? [`${smsParts(sms)} ${kind} (${sms.length}): ${sms}`] : []
    })
    expect(long).toEqual([])
  })

  test('of every code have two parts at most', () => {
    for (const kind of ['signIn', 'changePhone', 'changeEmail', 'deleteAccount', 'walletPayout', 'signContract']) {
      const sms = smsText(`${text.loose(`code.${kind}`, values)}\n\n@savari.example #482133`)
      expect(smsParts(sms), sms).toBeLessThanOrEqual(MOST_PARTS[language])
    }
  })
})
