import { mkdirSync } from 'node:fs'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { serveSite } from '../../tests/bench/site.ts'
import { chromiumHere } from '../chromium.mjs'

const FOLDER = 'docs/pictures'
const DESK = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** `npm run pictures`: takes the README's pictures from the running product, a real booking paid at the simulated bank. */
mkdirSync(FOLDER, { recursive: true })
const site = await serveSite()
const browser = await chromium.launch({ executablePath: chromiumHere(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  const results = `rent/car?city=1061&start_date=${inDays(12)}&start_time=10:00&end_date=${inDays(17)}&end_time=10:00`
  const voucher = await bookAndPay()
  await take('home-fa', '/', DESK)
  await take('home-en-phone', '/en', PHONE)
  await take('results-fa', `/${results}`, DESK)
  await take('results-en-phone', `/en/${results}`, PHONE)
  await take('voucher-fa', voucher, { width: 1024, height: 1000 })
} finally {
  await browser.close()
  await site.stop()
}

async function take(name: string, path: string, viewport: { width: number; height: number }) {
  const context = await visitor(viewport)
  const page = await context.newPage()
  await page.goto(new URL(path, site.origin).href)
  await page.screenshot({ path: `${FOLDER}/${name}.png` })
  await context.close()
  console.log(`${FOLDER}/${name}.png`)
}

function visitor(viewport: { width: number; height: number }): Promise<BrowserContext> {
  return browser.newContext({ viewport, javaScriptEnabled: false, locale: 'fa-IR', timezoneId: 'Asia/Tehran' })
}

/** A car of a company that confirms at once, reserved and paid; the address of its voucher. */
async function bookAndPay(): Promise<string> {
  const context = await visitor(DESK)
  const page = await context.newPage()
  const id = await reserveOverApi(page)
  await page.goto(`${site.origin}/payment?id=${id}`)
  await page.locator('main form').first().locator('button:not([name])').first().click()
  await page.waitForURL(/127\.0\.0\.1/)
  await page.getByRole('button', { name: /^پرداخت:/ }).click()
  // Without a script the bank's page has a button that leads back.
  await page.getByRole('button').click()
  await page.waitForURL(/voucher/)
  const { pathname } = new URL(page.url())
  await context.close()
  return pathname
}

async function reserveOverApi(page: Page): Promise<string> {
  const time = { start_date: inDays(12), start_time: '10:00', end_date: inDays(17), end_time: '10:00' }
  const search = await page.request.post(`${site.origin}/api/business/rent/ad/search/?size=24`, {
    data: { city: 1061, categories: [2], types: ['suv'], ...time },
  })
  const { results } = (await search.json()) as { results: { id: number }[] }
  for (const { id } of results) {
    const read = await page.request.get(`${site.origin}/api/v2/rentals/${id}/`)
    const { company } = (await read.json()) as { company: { confirmation: string } }
    if (company.confirmation !== 'AT_ONCE') continue
    const reserved = await page.request.post(`${site.origin}/api/v2/rentals/${id}/reserve/`, {
      data: {
        ...time,
        fullname: 'نیلوفر راستگار',
        national_id: '0012345679',
        country_code: '+98',
        phone: '9121234567',
        date_of_birth: '1988-08-29',
        supplemental_insurance: true,
      },
    })
    if (reserved.ok()) return ((await reserved.json()) as { id: string }).id
  }
  throw new Error('No car of the demonstration could be reserved.')
}
