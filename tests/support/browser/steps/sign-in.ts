import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { freshAddress } from './traveller.ts'
import { wake } from './wake.ts'

/** Messages go by a queue that retries. */
const LATER = { timeout: 20_000 }

/** Somebody whom no other test knows: as they type themselves, and where their code is sent. */
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

/** The newest code that was sent there, once there are so many; by the tests' own site or that of another folder. */
export async function codeSentTo(to: string, count = 1, dataDir = process.env.SITE_DATA_DIR): Promise<string> {
  await expect.poll(() => codesTo(to, dataDir).length, LATER).toBeGreaterThanOrEqual(count)
  return codesTo(to, dataDir).at(-1) ?? ''
}

/** A code that is not the right one. */
export function wrongCode(code: string): string {
  return code === '111111' ? '222222' : '111111'
}

/** Fills the first step, from wherever it is shown, and sends it. */
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

/** Signs in on the page and waits until it led on. */
export async function signIn(page: Page, language: Language, person: Newcomer, returnUrl: string) {
  const prefix = language === 'fa' ? '' : `/${language}`
  const before = codesTo(person.sentTo).length
  await page.goto(`${prefix}/login?returnUrl=${encodeURIComponent(returnUrl)}`)
  await askForCode(page, language, person)
  await giveCode(page, language, await codeSentTo(person.sentTo, before + 1))
  await page.waitForURL((url) => url.pathname + url.search === returnUrl)
}

/**
 * For a test that is about something else: signs in by the two forms' requests alone, opens `path`, and wakes the page
 * where scripts run. The browser's cookies are those of `signIn`.
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

/** Signs somebody new in as an app would, in Persian; gives their access token. */
export async function signInByApi(
  request: APIRequestContext,
  { phone, dialCode, email, sentTo }: Newcomer,
): Promise<string> {
  const headers = { 'accept-language': 'fa-IR', ...freshAddress() }
  const form = { phone, country_code: dialCode, email }
  const requested = await request.post('/api/users/login/', { headers, data: form })
  if (!requested.ok()) throw new Error(await requested.text())
  const data = { ...form, token: await codeSentTo(sentTo) }
  const answer = await request.patch('/api/users/activate/', { headers, data })
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
    // Nothing was sent yet.
    return []
  }
}
