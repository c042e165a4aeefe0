import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { toPersianDigits } from '#app/rules/text/digits.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { amountIn } from '../../api/amounts.ts'
import { chooseDays } from './choose-date.ts'

/** A rental to search for: where, from which day on (days from today), for how many days. */
export interface RequestedChange {
  city: string
  daysAhead: number
  days: number
}

/** A vehicle as the list of results shows it. */
export interface Chosen {
  id: number
  title: string
  rent: number
}

export interface Bill {
  lines: number[]
  total: number
  now: number
  atDesk: number
}

/** A driver whom nobody else in the tests has booked for. */
export interface Driver {
  fullname: string
  national_id: string
  phone: string
  /** E.164, as the site stores it and shows it without spaces. */
  internationalPhone: string
}

const SITE = `http://localhost:${process.env.SITE_PORT}`
const SEPARATE_API = process.env.SITE_API_PORT ? `http://localhost:${process.env.SITE_API_PORT}` : undefined

/** The address of a call that a test makes by itself: the site's, or that of an API in a process of its own. */
export function apiAddress(path: string): string {
  return (SEPARATE_API ?? SITE) + path
}

const prefixOf = (language: Language) => (language === 'fa' ? '' : `/${language}`)

/**
 * A customer who goes through the pages of a site in one language, with or without JavaScript, and reads them.
 * `api` is the API's origin where it is not the site's.
 */
export function travellerOn(
  page: Page,
  language: Language,
  { origin = SITE, api = SEPARATE_API }: { origin?: string; api?: string | undefined } = {},
) {
  const booking = textFor(language, 'booking')
  const search = textFor(language, 'search')
  const results = textFor(language, 'results')
  const payment = textFor(language, 'payment')
  const bill = textFor(language, 'bill')
  const common = textFor(language, 'common')
  const home = `${origin}${prefixOf(language) || '/'}`

  return { search: searchFor, choose, readBill, fillDriver, reserve, readPayment, goToBank }

  /** Goes from the home page to the list of available vehicles. */
  async function searchFor({ city, daysAhead, days }: RequestedChange) {
    await page.goto(home)
    const form = page.getByRole('search')
    await form.getByLabel(search('city')).selectOption({ label: city })
    const start = addDays(todayInTehran(), daysAhead)
    await chooseDays(page, language, [start, addDays(start, days)])
    for (const time of await form.getByLabel(common('date.time')).all()) await time.selectOption('10:00')
    await form.getByRole('button', { name: search('submit') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(city)
    await expect(page.getByText(results('pricesFor', { days }))).toBeVisible()
  }

  /** The `nth` vehicle of the list whose company confirms at once. */
  async function choose(nth: number): Promise<Chosen> {
    const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
    const links = cards.getByRole('heading', { level: 2 }).getByRole('link')
    await expect(links.first()).toBeVisible()
    const ids = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    const atOnce: number[] = []
    for (const [index, href] of ids.entries()) if (await confirmsAtOnce(idIn(href))) atOnce.push(index)
    const index = atOnce[nth % atOnce.length]
    if (index === undefined) throw new Error('no company of the list confirms at once')
    const card = cards.filter({ has: page.locator(`a[href="${ids[index]}"]`) })
    const title = await links.nth(index).innerText()
    const rent = amountIn(await card.locator('.price').innerText())
    await links.nth(index).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
    return { id: idIn(ids[index] ?? ''), title, rent }
  }

  async function confirmsAtOnce(id: number): Promise<boolean> {
    const answer = await page.request.get(`${api ?? origin}/api/v2/rentals/${id}/`)
    const { company } = (await answer.json()) as { company: { confirmation: string } }
    return company.confirmation === 'AT_ONCE'
  }

  /** Reads the bill beside the booking form. */
  async function readBill(): Promise<Bill> {
    return readBillIn(page.getByRole('complementary', { name: booking('price.summary') }), {
      total: bill('total'),
      now: bill('payable_now'),
      atDesk: bill('due_at_desk'),
    })
  }

  async function fillDriver({ fullname, national_id, phone }: Driver) {
    const form = page.getByRole('region', { name: booking('driver.title') })
    await form.getByLabel(booking('driver.fullname')).fill(fullname)
    // Its label follows the country.
    await form.locator('input[name=national_id]').fill(national_id)
    if (language !== 'fa') await form.getByLabel(booking('driver.country_code')).fill('+49')
    await form.getByLabel(booking('driver.phone')).fill(phone)
    const birth = form.getByRole('group', { name: booking('driver.date_of_birth') })
    const [day, month, year] = language === 'fa' ? ['۱۲', '۵', '۱۳۶۸'] : ['3', '8', '1989']
    await birth.getByLabel(common('date.day')).fill(day ?? '')
    await birth.getByLabel(common('date.month')).fill(month ?? '')
    await birth.getByLabel(common('date.year')).fill(year ?? '')
    if (language === 'fa') return
    await form.getByLabel(booking('driver.email')).fill(`nora.${phone}@mail.example`)
    await form.getByLabel(booking('driver.country'), { exact: true }).fill('Germany')
    await form.getByLabel(booking('driver.city')).fill('Bremen')
    await form.getByLabel(booking('driver.address')).fill('Am Wall 12')
    await form.getByLabel(booking('driver.zip_code')).fill('28195')
  }

  /** Presses "reserve" and returns the amount on the button. */
  async function reserve(): Promise<number> {
    const button = page.getByRole('button', { name: around(booking('driver.reserve', { amount: GAP })) })
    const amount = amountIn(await button.innerText())
    await button.click()
    await expect(page.getByRole('heading', { level: 1, name: payment('title') })).toBeVisible()
    return amount
  }

  /** Reads the bill of the payment page and the amount on its button. */
  async function readPayment(): Promise<Bill & { button: number }> {
    const shown = await readBillIn(page.getByRole('complementary', { name: payment('summary') }), {
      total: bill('total'),
      now: bill('payable_now'),
      atDesk: bill('due_at_desk'),
    })
    return { ...shown, button: amountIn(await payButton().innerText()) }
  }

  async function goToBank() {
    await payButton().click()
    await page.waitForURL(/^http:\/\/127\.0\.0\.1/)
  }

  function payButton() {
    return page.getByRole('button', { name: around(payment('pay', { amount: GAP })) })
  }
}

/** Reads the lines and sums of a bill; the line for what is due at the company's desk may be missing where that is nothing. */
async function readBillIn(scope: Locator, names: { total: string; now: string; atDesk: string }): Promise<Bill> {
  const rows = scope.locator('dl.bill > div')
  await expect(rows.filter({ hasText: names.total }).first()).toBeVisible()
  const read = await rows.evaluateAll((all) =>
    all.map((row) => ({
      name: row.querySelector('dt')?.textContent ?? '',
      amount: row.querySelector('dd')?.textContent ?? '',
    })),
  )
  const sum = (name: string) => read.find((row) => row.name === name)
  const at = read.findIndex((row) => row.name === names.total)
  const desk = sum(names.atDesk)
  return {
    lines: read.slice(0, at).map(({ amount }) => signed(amount)),
    total: amountIn(sum(names.total)?.amount ?? ''),
    now: amountIn(sum(names.now)?.amount ?? ''),
    atDesk: desk ? amountIn(desk.amount) : 0,
  }
}

function signed(amount: string): number {
  return /[-−]/.test(amount) ? -amountIn(amount) : amountIn(amount)
}

/** Digits for a phone and an address that no other test has: from the clock and the process. */
let counter = 0
function fresh(digits: number): string {
  counter++
  return String(Date.now() * 64 + ((process.pid + counter) % 64)).slice(-digits)
}

export function freshDriver(language: Language): Driver {
  if (language === 'fa') {
    const number = `912${fresh(7)}`
    return {
      fullname: 'آرمان رستگار',
      national_id: toPersianDigits('0499370899'),
      phone: toPersianDigits(`0${number}`),
      internationalPhone: `+98${number}`,
    }
  }
  const number = `151${fresh(8)}`
  return { fullname: 'Nora Winter', national_id: 'C01X0006H', phone: number, internationalPhone: `+49${number}` }
}

/** A network address of its own: at most 20 reservations from one address may wait to be paid. */
export function freshAddress(): Record<string, string> {
  const bytes = Number(fresh(9))
  return { 'x-forwarded-for': `10.${(bytes >> 16) & 255}.${(bytes >> 8) & 255}.${bytes & 255}` }
}

/** The messages that were sent to a phone or e-mail address, oldest first. */
export function messagesTo(to: string): string[] {
  const file = join(process.env.SITE_DATA_DIR ?? '', 'outbox.jsonl')
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines
    .map((line) => JSON.parse(line) as { to: string; text: string })
    .filter((message) => message.to === to)
    .map(({ text }) => text)
}

/** Placeholder for the unknown parts of a text. */
export const GAP = '\u0001'

/** Matches a text with anything in place of its gaps. */
export function around(text: string): RegExp {
  return new RegExp(text.split(GAP).map(escapePattern).join('.+'))
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

export function todayInTehran(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran' }).format(new Date())
}

function idIn(href: string): number {
  return Number(/\/book\/(?:car|motor)\/(\d+)/.exec(href)?.[1])
}
