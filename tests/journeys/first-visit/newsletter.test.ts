import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'

const t = textFor('fa', 'newsletter')
const errors = textFor('fa', 'errors')

test(
  'a subscription starts with the button behind the e-mail’s link, and a forged link ends nothing',
  WITHOUT_SCRIPTS,
  async ({ page, context, playwright, javaScriptEnabled }) => {
    await context.setExtraHTTPHeaders(freshAddress())
    const email = `reader${Date.now()}@mail.example`
    await page.goto('/newsletter')
    await page.getByLabel(t('email')).fill(email)
    if (javaScriptEnabled) await expectAccessible(page)
    await page.getByRole('button', { name: t('submit') }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('sent.title') })).toBeVisible()

    let link = ''
    await expect.poll(() => (link = linkSentTo(email)), { timeout: 20_000 }).toContain('/newsletter/confirm?token=')
    await page.goto(link)
    await page.getByRole('button', { name: t('confirm.submit') }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('confirmed.title') })).toBeVisible()

    // Mail programs send it without a session and from another origin; a forged token is refused.
    const program = await playwright.request.newContext({ extraHTTPHeaders: { origin: 'https://mail.example' } })
    const origin = new URL(link).origin
    const forged = await program.post(`${origin}/newsletter/unsubscribe?token=${'a'.repeat(22)}.${'b'.repeat(22)}`, {
      form: { 'List-Unsubscribe': 'One-Click' },
      maxRedirects: 0,
    })
    expect(forged.status()).toBe(404)
    await program.dispose()
  },
)

test('an invalid e-mail address is reported and stays in the form', async ({ request }) => {
  const headers = { origin: `http://localhost:${process.env.SITE_PORT}`, ...freshAddress() }
  const answer = await request.post('/newsletter', { headers, form: { email: 'nobody@' } })
  expect(answer.status()).toBe(400)
  const html = await answer.text()
  expect(html).toContain('value="nobody@"')
  expect(html).toContain(errors('email'))
  expect(html).not.toMatch(/<script(?! type="application\/ld| src="\/assets\/plain-forms-)/)
})

/** The address in the latest message to a mailbox. */
function linkSentTo(email: string): string {
  const lines = readFileSync(join(process.env.SITE_DATA_DIR ?? '', 'outbox.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
  const texts = lines.map((line) => JSON.parse(line) as { to: string; text: string }).filter(({ to }) => to === email)
  return /https?:\/\/\S+confirm\?token=[\w.-]+/.exec(texts.at(-1)?.text ?? '')?.[0] ?? ''
}
