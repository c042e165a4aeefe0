import { type APIRequestContext, expect, request, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/identity/demonstration-people.ts'
import { codeSentTo, type Newcomer, newcomer } from '../../support/browser/steps/sign-in.ts'
import { containing, hasTextBrowser, TextBrowser } from '../../support/browser/text-browser.ts'
import { type SiteProcess, startSiteProcess } from '../../support/server/process/site-process.ts'

test.describe.configure({ mode: 'default' })
test.setTimeout(180_000)

const PAGE = '/profile/profile?a=b'
const login = textFor('fa', 'login')
const voucher = textFor('fa', 'voucher')
const common = textFor('fa', 'common')
const [owner] = DEMONSTRATION_PEOPLE

let site: SiteProcess

test.beforeAll(async () => {
  site = await startSiteProcess()
})
test.afterAll(() => site?.stop())

test('a form without Origin and Referer is accepted only with the token of its own session', async () => {
  const [mine, another] = [await visitor(), await visitor()]
  const someone = newcomer('fa')
  await signIn(mine, someone)
  await signIn(another, newcomer('fa'))
  const [own, foreign] = [await tokenOn(mine), await tokenOn(another)]
  expect(own).not.toBe(foreign)
  expect(await tokenOn(mine)).toBe(own)

  expect(await save(mine)).toBe(403)
  expect(await save(mine, { form_token: '' })).toBe(403)
  expect(await save(mine, { form_token: foreign })).toBe(403)
  expect(await save(mine, { form_token: own }, { origin: 'https://evil.example' })).toBe(403)
  expect(await save(mine, { form_token: own }, { referer: 'https://evil.example/' })).toBe(403)
  expect(await save(mine, { form_token: own })).toBe(303)
  expect(await save(mine, {}, { referer: `${site.origin}/profile/profile` })).toBe(303)

  const out = await mine.post('/logout', { form: { form_token: own, returnUrl: '/' }, maxRedirects: 0 })
  expect(out.status()).toBe(303)
  await signIn(mine, someone)
  expect(await save(mine, { form_token: own })).toBe(403)
  expect(await save(mine, { form_token: await tokenOn(mine) })).toBe(303)
  for (const token of [own, foreign]) expect(site.output()).not.toContain(token)
})

test('public pages have no token', async () => {
  const everybody = await visitor()
  for (const path of ['/', '/rent/car?city=kish', '/voucher', '/login']) {
    const page = await everybody.get(path)
    expect(page.status()).toBe(200)
    expect(await page.text()).not.toMatch(/form_?token/i)
  }
})

test('in lynx, which sends no Referer for a page with a query: sign in, cancel a trip, sign out', async () => {
  test.skip(!hasTextBrowser('lynx'), 'lynx is not installed')
  // Text browsers may refuse to send a Secure cookie to localhost over HTTP.
  const here = site.origin.replace('localhost', '127.0.0.1')
  const lynx = new TextBrowser('lynx', `${here}/profile/reservations?show=successful`)
  try {
    let page = await lynx.read(containing(login('intro')))
    await lynx.type(page, '۹۸', owner.phone.replace('+98', '0'))
    await lynx.press(page, login('send'))
    page = await lynx.read(containing(login('code.title')))
    await lynx.type(page, login('code.label'), await codeSentTo(owner.phone, 1, site.dataDir))
    await lynx.press(page, login('code.submit'))

    page = await lynx.read(containing(voucher('status.CONFIRMED')))
    const beforeStatus = page.slice(0, page.indexOf(voucher('status.CONFIRMED')))
    const [, title = ''] = /\[\d+\]([^[\n]*)[^[]*$/.exec(beforeStatus) ?? []
    await lynx.press(page.slice(beforeStatus.lastIndexOf('[')), title.trim())
    page = await lynx.read(containing(voucher('cancelLink')))
    await lynx.press(page, voucher('cancelLink'))
    page = await lynx.read(containing(voucher('cancel.title')))
    await lynx.press(page, voucher('cancel.yes'))
    page = await lynx.read(containing(voucher('status.CANCELLED')))
    page = await lynx.read(containing(common('nav.signOut')))
    await lynx.press(page, common('nav.signOut'))
    page = await lynx.read(containing(login('signedOut')))
    expect(page).not.toContain(owner.fullname)
  } finally {
    lynx.close()
  }
})

/** A visitor whose program sends neither Origin nor Referer. */
function visitor(): Promise<APIRequestContext> {
  return request.newContext({ baseURL: site.origin })
}

async function signIn(visitor: APIRequestContext, { dialCode, phone, sentTo }: Newcomer) {
  const sent = codes.get(sentTo) ?? 0
  codes.set(sentTo, sent + 1)
  const fields = { intent: 'send', country_code: dialCode, phone }
  await visitor.post('/login?step=phone', { form: fields })
  const token = await codeSentTo(sentTo, sent + 1, site.dataDir)
  const answer = await visitor.post('/login?step=code', { form: { intent: 'verify', token }, maxRedirects: 0 })
  expect(answer.status()).toBe(303)
}

/** How many codes each phone or mailbox has requested. */
const codes = new Map<string, number>()

async function tokenOn(visitor: APIRequestContext): Promise<string> {
  const page = await (await visitor.get(PAGE)).text()
  const tokens = [...page.matchAll(/<form[^>]*method="post"[^>]*><input[^>]*name="form_token" value="([\w-]{22})"/g)]
  expect(tokens).toHaveLength([...page.matchAll(/<form[^>]*method="post"/g)].length)
  expect(new Set(tokens.map(([, token]) => token)).size).toBe(1)
  return tokens[0]?.[1] ?? ''
}

/** Saves the choice of notifications; returns the status of the answer. */
async function save(
  visitor: APIRequestContext,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<number> {
  const form = { ...fields, intent: 'notifications', email: 'on' }
  return (await visitor.post(PAGE, { form, headers, maxRedirects: 0 })).status()
}
