import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/identity/demonstration-people.ts'
import { amountIn, amountsIn } from '../../support/api/amounts.ts'
import { codeSentTo } from '../../support/browser/steps/sign-in.ts'
import { containing, hasTextBrowser, TextBrowser } from '../../support/browser/text-browser.ts'
import { freePort } from '../../support/server/process/free-port.ts'
import { startSiteProcess } from '../../support/server/process/site-process.ts'
import { hasOpenssl, openTlsDoor, type Passed } from '../../support/server/process/tls.ts'

test.setTimeout(180_000)

const login = textFor('fa', 'login')
const voucher = textFor('fa', 'voucher')
const trips = textFor('fa', 'trips')
const common = textFor('fa', 'common')
const [owner] = DEMONSTRATION_PEOPLE
const SESSION = '__Host-session'

test('in w3m, over TLS: sign in, see the refund of cancelling, cancel, sign out', async () => {
  test.skip(!hasTextBrowser('w3m'), 'w3m is not installed')
  test.skip(!hasOpenssl(), 'openssl is not installed')
  const port = await freePort()
  const origin = `https://localhost:${port}`
  const home = mkdtempSync(join(tmpdir(), 'savari-w3m-'))
  const site = await startSiteProcess({
    ORIGIN: origin,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    SESSION_SECRET: 'a-secret-of-the-tests-with-enough-characters',
  })
  const door = await openTlsDoor({ port, site: site.origin })
  const w3m = new TextBrowser('w3m', `${origin}/profile/reservations`, { options: '-o ssl_verify_server=0', home })
  try {
    let page = await w3m.read(containing(login('intro')))
    // The list of countries is a field, too; the one for the phone comes after it.
    await w3m.type(page, '۹۸', owner.phone.replace('+98', '0'))
    await w3m.press(page, login('send'))
    page = await w3m.read(containing(login('code.title')))
    await w3m.type(page, login('code.label'), await codeSentTo(owner.phone, 1, site.dataDir))
    const codeForm = page.slice(page.indexOf(login('code.label')), page.indexOf(login('demonstration.text')))
    await w3m.press(codeForm, login('code.submit'))

    page = await w3m.read(containing(voucher('status.CONFIRMED')))
    const walletBefore = walletIn(page)
    const beforeStatus = page.slice(0, page.indexOf(voucher('status.CONFIRMED')))
    const card = beforeStatus.slice(beforeStatus.lastIndexOf('['))
    await w3m.press(card, card.replace(/^\[\d+\]/, '').trim())
    page = await w3m.read(containing(voucher('cancelLink')))
    const paid = amountAfter(page, trips('paid'))
    expect(paid).toBeGreaterThan(0)
    await w3m.press(page, voucher('cancelLink'))

    page = await w3m.read(containing(voucher('cancel.title')))
    // Each way to refund is listed with its amount, which is the whole payment.
    expect(new Set(amountsIn(page))).toEqual(new Set([paid]))
    await w3m.press(page, voucher('cancel.yes'))
    page = await w3m.read(containing(voucher('status.CANCELLED')))
    expect(amountAfter(page, trips('refunded'))).toBe(paid)
    await w3m.press(page, trips('title'))
    page = await w3m.read(containing(trips('show.successful')))
    expect(page).not.toContain(voucher('status.CONFIRMED'))
    expect(walletIn(page)).toBe(walletBefore + paid)

    await w3m.press(page, common('nav.signOut'))
    page = await w3m.read(containing(login('signedOut')))
    expect(page).not.toContain(owner.fullname)
    expectSecure(door.passed)
    expect(site.output()).not.toContain('"event":"error"')
  } finally {
    w3m.close()
    await door.close()
    await site.stop()
    rmSync(home, { recursive: true, force: true })
  }
})

/**
 * The browser sent its own headers, every cookie was bound to this host and Secure, and signing out ended the session.
 */
function expectSecure(passed: Passed[]) {
  const posts = passed.filter(({ method }) => method === 'POST')
  expect(posts.map(({ path, status }) => `${path.replace(/\?.*/, '')} ${status}`)).toEqual([
    '/login 303',
    '/login 303',
    expect.stringMatching(/^\/voucher\/[\w-]{22}\/cancel 303$/),
    '/logout 303',
  ])
  expect(posts.map(({ httpVersion, origin }) => ({ httpVersion, origin }))).toEqual(
    posts.map(() => ({ httpVersion: '1.0', origin: undefined })),
  )
  const cookies = passed.flatMap(({ setCookies }) => setCookies)
  expect(cookies.some((cookie) => cookie.startsWith(`${SESSION}=`))).toBe(true)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-[\w-]+=/)
    expect(cookie.split('; ')).toEqual(expect.arrayContaining(['Path=/', 'Secure', 'HttpOnly']))
  }
  const out = passed.findIndex(({ path }) => path === '/logout')
  expect(passed[out]?.cookies).toContain(SESSION)
  expect(passed.slice(out + 1).length).toBeGreaterThan(0)
  expect(passed.slice(out + 1).flatMap((after) => after.cookies)).not.toContain(SESSION)
}

/** The text about the wallet in the account's menu. */
function walletIn(page: string): number {
  return amountIn(/کیف پول([^\n]*)/.exec(page)?.[1] ?? '')
}

function amountAfter(page: string, label: string): number {
  return amountIn(new RegExp(`^${label}\\s+(.*)`, 'm').exec(page)?.[1] ?? '')
}
