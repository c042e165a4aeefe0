import { expect, test } from '@playwright/test'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { amountIn, amountsIn } from '../../support/api/amounts.ts'
import { freshDriver, messagesTo, todayInTehran } from '../../support/browser/steps/traveller.ts'
import { hasTextBrowser, TextBrowser } from '../../support/browser/text-browser.ts'

const origin = `http://localhost:${process.env.SITE_PORT}`

const LATER = addDays(todayInTehran(), 56)

test.setTimeout(180_000)

test('in lynx: search, choose, reserve, pay at the bank, read the voucher, cancel', async ({ request }) => {
  test.skip(!hasTextBrowser('lynx'), 'lynx is not installed')
  const start = addDays(todayInTehran(), 52)
  const end = addDays(start, 4)
  const driver = freshDriver('en')
  const lynx = new TextBrowser('lynx', `${origin}/en`)
  try {
    await lynx.press(await lynx.read(/Iranian toman/), 'Iranian toman')
    let page = await lynx.read(/from [\d,]+ toman a day/)
    await lynx.press(page, 'Isfahan')
    await lynx.type(page, 'Pick-up', start)
    await lynx.type(page, 'Return', end)
    await lynx.press(page, 'Search')

    page = await lynx.read(/\d+ cars in Isfahan/)
    const title = await confirmedAtOnce(request, { city: 'isfahan', start_date: start, end_date: end })
    const card = page.slice(page.indexOf(`]${title}`))
    const rent = amountIn(/[\d,]+ toman(?=\s*total, 4 days)/.exec(card)?.[0] ?? '')
    await lynx.press(page, title)

    page = await lynx.read(/Reserve for [\d,]+ toman/)
    const bill = page.slice(page.indexOf('Rental, 4 days'))
    expect(amountsIn(bill)[1]).toBe(rent)
    const total = amountIn(/Reserve for ([\d,]+ toman)/.exec(page)?.[1] ?? '')
    const now = amountIn(/To pay now\s+([\d,]+ toman)/.exec(page)?.[1] ?? '')
    await lynx.type(page, 'Full name', driver.fullname)
    await lynx.type(page, 'National ID or passport number', driver.national_id)
    // The country's code is a field, too; the one for the phone comes after it.
    const phone = page.slice(page.indexOf('Mobile phone'))
    await lynx.type(phone, 'Mobile phone', '+49')
    await lynx.type(phone.slice(phone.search(/\[\d+\]/) + 1), ']', driver.phone)
    await lynx.type(page, 'E-mail', 'nora.winter@mail.example')
    const birth = page.slice(page.indexOf('Date of birth'))
    await lynx.type(birth, 'Day', '3')
    await lynx.type(birth, 'Month', '8')
    await lynx.type(birth, 'Year', '1989')
    await lynx.press(page, 'Reserve for')

    page = await lynx.read(/The vehicle is held for you until/)
    expect(amountIn(/\) Pay ([\d,]+ toman)/.exec(page)?.[1] ?? '')).toBe(now)
    expect(page).toContain(title)
    await lynx.press(page, 'Pay ')

    page = await lynx.read(/Simulated bank/)
    expect(amountsIn(/\) Pay: .*/.exec(page)?.[0] ?? '')).toEqual([now, now * 10])
    await lynx.press(page, 'Pay: ')
    await lynx.press(await lynx.read(/Return to the shop/), 'Return to the shop')

    page = await lynx.read(/Booked: /)
    expect(page).toContain('Confirmed')
    expect(page).toContain(driver.fullname)
    expect(amountIn(/\n\s*Paid\s+([\d,]+ toman)/.exec(page)?.[1] ?? '')).toBe(now)
    expect(amountIn(/To pay at pick-up\s+([\d,]+ toman)/.exec(page)?.[1] ?? '')).toBe(total - now)
    await expect.poll(() => messagesTo(driver.internationalPhone).length, { timeout: 20_000 }).toBe(2)

    await lynx.press(page, 'Cancel reservation')
    page = await lynx.read(/Cancel this reservation\?/)
    expect(amountIn(/all of the ([\d,]+ toman)/.exec(page)?.[1] ?? '')).toBe(now)
    await lynx.press(page, 'Yes, cancel it')
    page = await lynx.read(/This reservation is cancelled/)
    expect(amountIn(/you\s+get\s+([\d,]+ toman)\s+back/.exec(page)?.[1] ?? '')).toBe(now)
  } finally {
    lynx.close()
  }
})

test('in w3m, in Persian: choose, reserve, pay at the bank, read the voucher, cancel', async ({ request }) => {
  test.skip(!hasTextBrowser('w3m'), 'w3m is not installed')
  const driver = freshDriver('fa')
  const w3m = new TextBrowser('w3m', `${origin}/rent/car?city=shiraz&start_date=${LATER}&end_date=${addDays(LATER, 2)}`)
  try {
    let page = await w3m.read(/خودرو در شیراز/)
    const wanted = { city: 'shiraz', start_date: LATER, end_date: addDays(LATER, 2) }
    const title = await confirmedAtOnce(request, wanted, 'fa')
    await w3m.press(page, title)

    page = await w3m.read(/رزرو با قیمت/)
    const [now = 0] = amountsIn(page.slice(page.indexOf('پرداخت اکنون')))
    expect(now).toBeGreaterThan(0)
    await w3m.type(page, 'نام و نام خانوادگی', driver.fullname)
    await w3m.type(page, 'کد ملی یا شمارهٔ گذرنامه', driver.national_id)
    // The list of countries is a field, too; the one for the phone comes after it.
    await w3m.type(page.slice(page.indexOf('کد ملی یا شمارهٔ گذرنامه')), '+98', driver.phone)
    const birth = page.slice(page.indexOf('تاریخ تولد'))
    await w3m.type(birth, 'روز', '۱۲')
    await w3m.type(birth, 'ماه', '۵')
    await w3m.type(birth, 'سال', '۱۳۶۸')
    await w3m.press(page, 'رزرو با قیمت')

    page = await w3m.read(/برای شما نگه داشته می‌شود/)
    // The heading and the list of steps have the word without a link.
    const pay = /پرداخت\s[^\n۰-۹]*[۰-۹٬]+/.exec(page)?.[0] ?? 'no button'
    await w3m.press(page, pay)
    page = await w3m.read(/بانک آزمایشی|Simulated bank/)
    expect(amountsIn(page)).toEqual(expect.arrayContaining([now, now * 10]))
    await w3m.press(page, page.includes('Simulated') ? 'Pay: ' : 'پرداخت: ')
    page = await w3m.read(/بازگشت به فروشگاه|Return to the shop/)
    await w3m.press(page, page.includes('Return to') ? 'Return to the shop' : 'بازگشت به فروشگاه')

    page = await w3m.read(/رزرو شد: /)
    expect(page).toContain(driver.fullname)
    expect(page).toContain('تأیید شده')
    await w3m.press(page, 'لغو رزرو')
    page = await w3m.read(/رزرو را لغو می‌کنید/)
    await w3m.press(page, 'بله، لغو شود')
    await w3m.read(/این رزرو لغو شده است/)
  } finally {
    w3m.close()
  }
})

/** A vehicle on the first page of results with a unique name there, whose company confirms at once. */
async function confirmedAtOnce(
  request: import('@playwright/test').APIRequestContext,
  wanted: { city: string; start_date: string; end_date: string },
  language = 'en',
): Promise<string> {
  const headers = { 'accept-language': language }
  const found = await request.post('/api/business/rent/ad/search/', { headers, data: { ...wanted, categories: [2] } })
  const { results } = (await found.json()) as { results: { id: number; title: string }[] }
  for (const { id, title } of results) {
    if (results.filter((other) => other.title.startsWith(title)).length > 1) continue
    const answer = await request.get(`/api/v2/rentals/${id}/`, { headers })
    const { company } = (await answer.json()) as { company: { confirmation: string } }
    if (company.confirmation === 'AT_ONCE') return title
  }
  throw new Error('no company of the list confirms at once')
}

test('in w3m: the guides for developers, from one to the next', async () => {
  test.skip(!hasTextBrowser('w3m'), 'w3m is not installed')
  const w3m = new TextBrowser('w3m', `${origin}/api/docs/first-reservation`)
  try {
    const page = await w3m.read(/Your first reservation/)
    expect(page).toContain('curl')
    await w3m.press(page, 'Changes and versions')
    expect(await w3m.read(/take instead/)).toContain('/business/rent/ad/reserve/')
  } finally {
    w3m.close()
  }
})
