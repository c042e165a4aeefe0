import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { apiAddress, freshAddress } from './traveller.ts'
import { wake } from './wake.ts'

/** Messages are sent from a queue with retries, so they may take a while. */
const LATER = { timeout: 20_000 }

/** Somebody whom no other test uses: what they type, and where their code is sent. */
export interface Newcomer {
  dialCode: string
  phone: string
  email?: string
  sentTo: string
}

let counter = 0

export function newcomer(language: Language): Newcomer {
  counter++
  const digits = String(Date.now() * 64 + ((process.pid + counter) % 64))
  if (language === 'fa') {
    const phone = `912${digits.slice(-7)}`
    return { dialCode: '+98', phone: `0${phone}`, sentTo: `+98${phone}` }
  }
  const email = `guest${digits.slice(-9)}@mail.example`
  const { dialCode, network, length } = ABROAD[language]
  return { dialCode, phone: `${network}${digits.slice(-length)}`, email, sentTo: email }
}

const GERMAN = { dialCode: '+49', network: '151', length: 8 }
const ABROAD = {
  en: GERMAN,
  de: GERMAN,
  ar: { dialCode: '+971', network: '50', length: 7 },
  tr: { dialCode: '+90', network: '532', length: 7 },
} as const

/**
 * Waits until this many codes were sent there and returns the newest; from the tests' own site or the one of another
 * data folder.
 */
export async function codeSentTo(to: string, count = 1, dataDir = process.env.SITE_DATA_DIR): Promise<string> {
  await expect.poll(() => codesTo(to, dataDir).length, LATER).toBeGreaterThanOrEqual(count)
  return codesTo(to, dataDir).at(-1) ?? ''
}

/** A code that is not the right one. */
export function wrongCode(code: string): string {
  return code === '111111' ? '222222' : '111111'
}

/** Fills in and submits the first step, on a page or in a dialog. */
export async function askForCode(page: Page, language: Language, person: Newcomer) {
  const t = textFor(language, 'login')
  await page.getByLabel(t('countryCode')).selectOption(person.dialCode)
  await page.getByLabel(t('phone')).fill(person.phone)
  if (person.email) await page.getByLabel(t('email')).fill(person.email)
  await page.getByRole('button', { name: t('send') }).click()
  await expect(page.getByRole('heading', { name: t('code.title') })).toBeVisible()
}

/** Types a code and sends it. */
export async function giveCode(page: Page, language: Language, code: string) {
  const t = textFor(language, 'login')
  await page.getByLabel(t('code.label')).fill(code)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('code.submit'), exact: true })
    .click()
}

/** Signs in on the page and waits for the page it leads to. */
export async function signIn(page: Page, language: Language, person: Newcomer, returnUrl: string) {
  const prefix = language === 'fa' ? '' : `/${language}`
  const before = codesTo(person.sentTo).length
  await page.goto(`${prefix}/login?returnUrl=${encodeURIComponent(returnUrl)}`)
  await askForCode(page, language, person)
  await giveCode(page, language, await codeSentTo(person.sentTo, before + 1))
  await page.waitForURL((url) => url.pathname + url.search === returnUrl)
}

/**
 * For tests that are not about signing in: sends only the requests of the two forms, opens `path`, and wakes the page
 * where scripts run. Leaves the same cookies as `signIn`.
 */
export async function startSignedIn(page: Page, language: Language, person: Newcomer, path: string) {
  const login = `${language === 'fa' ? '' : `/${language}`}/login`
  const before = codesTo(person.sentTo).length
  const post = async (step: string, form: Record<string, string>) => {
    const headers = { origin: `http://localhost:${process.env.SITE_PORT}` }
    const answer = await page.request.post(`${login}?step=${step}`, { form, headers, maxRedirects: 0 })
    expect(answer.status()).toBe(303)
  }
  const { dialCode, phone, email } = person
  await post('phone', { intent: 'send', country_code: dialCode, phone, ...(email && { email }) })
  await post('code', { intent: 'verify', token: await codeSentTo(person.sentTo, before + 1) })
  await page.goto(path)
  if (await page.evaluate(hasScripts)) await wake(page)
}

/** Whether scripts run and the page has some: most lists have none. */
function hasScripts(): boolean {
  return matchMedia('(scripting: enabled)').matches && document.querySelector('link[rel="modulepreload"]') !== null
}

/** Signs somebody new in by the API, in Persian; returns their access token. */
export async function signInByApi(
  request: APIRequestContext,
  { phone, dialCode, email, sentTo }: Newcomer,
): Promise<string> {
  const headers = { 'accept-language': 'fa-IR', ...freshAddress() }
  const form = { phone, country_code: dialCode, email }
  const requested = await request.post(apiAddress('/api/users/login/'), { headers, data: form })
  if (!requested.ok()) throw new Error(await requested.text())
  const data = { ...form, token: await codeSentTo(sentTo) }
  const answer = await request.patch(apiAddress('/api/users/activate/'), { headers, data })
  if (!answer.ok()) throw new Error(await answer.text())
  return (await answer.json()).access
}

function codesTo(to: string, dataDir = process.env.SITE_DATA_DIR): string[] {
  const file = join(dataDir ?? '', 'outbox.jsonl')
  return lines(file)
    .map((line) => JSON.parse(line) as { to: string; code?: string })
    .flatMap((message) => (message.to === to && message.code ? [message.code] : []))
}

function lines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    // Nothing has been sent yet, so there is no file.
    return []
  }
}
