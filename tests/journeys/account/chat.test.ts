import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signIn, signInByApi } from '../../support/browser/steps/sign-in.ts'
import { apiAddress, freshAddress } from '../../support/browser/steps/traveller.ts'
import { makeOperator } from '../../support/server/database/site-database.ts'

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'chat')
  const common = textFor(language, 'common')
  const errors = textFor(language, 'errors')
  const tickets = textFor(language, 'tickets')
  const chat = `${prefix}/profile/chat`

  test.describe(language, () => {
    test.use({ locale: language === 'fa' ? 'fa-IR' : 'en-US' })
    test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

    test('a visitor signs in and comes back to the chat, where answers are marked as new and counted', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const operator = newcomer('fa')
      const access = await signInByApi(request, operator)
      await makeOperator(operator.sentTo)
      const headers = { authorization: `Bearer ${access}`, ...freshAddress() }

      test.skip(javaScriptEnabled !== false, 'with scripts the chat lives: tests/enhanced/chat.test.ts')
      await page.setViewportSize({ width: 390, height: 800 })
      await page.goto(`${prefix || '/'}`)
      await page
        .getByRole('navigation', { name: common('nav.bottom') })
        .getByRole('link', { name: common('nav.chat') })
        .click()
      await expect(page).toHaveURL(/\/login\?returnUrl=/)
      await page.goto(chat)
      // With scripts this message is a toast that disappears after two seconds.
      if (javaScriptEnabled === false) await expect(page.getByText(errors('not_logged_in'))).toBeVisible()
      await signIn(page, language, newcomer(language), chat)
      await expect(page).toHaveURL(new RegExp(`${chat}$`))
      await expect(page.getByText(t('empty'))).toBeVisible()

      // A message of spaces is refused, and the typed text stays.
      await page.getByLabel(t('message')).fill('   ')
      await page.getByRole('button', { name: t('send') }).click()
      await expect(page.getByLabel(t('message'))).toHaveAccessibleDescription(new RegExp(errors('required')))

      // Tests of other languages write at the same time, so the address distinguishes their rooms.
      const address = `https://savari.example/${crypto.randomUUID()}`
      await say(page, `See ${address} and geo:26.5,53.9`)
      const own = page.locator('.msg-me')
      await expect(own).toHaveCount(1)
      await expect(own.getByRole('link', { name: address })).toHaveAttribute('rel', /nofollow/)
      await expect(own.getByRole('img', { name: textFor(language, 'map')('altPlace') })).toBeVisible()

      const room = await roomOf(`See ${address}`)
      for (const message of ['first', 'second']) {
        const answer = await request.post(apiAddress(`/api/ticketing/chats/${room}/new_message/`), {
          headers,
          data: { message },
        })
        expect(answer.status()).toBe(201)
      }
      await page.goto(`${prefix || '/'}`)
      const tab = page
        .getByRole('navigation', { name: common('nav.bottom') })
        .getByRole('link', { name: common('nav.chat') })
      await expect(tab.locator('.dot')).toHaveAttribute('data-unread', /^[2-9]$/)
      await tab.click()
      await expect(page.getByText(t('new'), { exact: true })).toBeVisible()
      await expect(page.locator('.msg').filter({ hasText: 'second' })).toBeVisible()
      // A page that shows the unread messages does not count them as unread.
      await expect(page.locator('[data-unread]:visible')).toHaveCount(0)
      await page.getByRole('link', { name: t('refresh') }).click()
      await expect(page.getByText(t('new'), { exact: true })).toHaveCount(0)
      await expect(tab.locator('.dot')).toHaveCount(0)
      // The link works again, although its address differs only in the fragment.
      const third = await request.post(apiAddress(`/api/ticketing/chats/${room}/new_message/`), {
        headers,
        data: { message: 'third' },
      })
      expect(third.status()).toBe(201)
      await page.getByRole('link', { name: t('refresh') }).click()
      await expect(page.locator('.msg').filter({ hasText: 'third' })).toBeVisible()
      await expectToFit(page)

      // Several pictures go with one message and are shown.
      const buffer = await png()
      const pictures = ['front.png', 'back.png'].map((name) => ({ name, mimeType: 'image/png', buffer }))
      await page.getByLabel(tickets('files')).setInputFiles(pictures)
      await page.getByRole('button', { name: t('send') }).click()
      await expect(own.last().getByRole('img')).toHaveCount(2)
      // A file that is no picture is refused, and the text stays.
      await page.getByLabel(t('message')).fill('my licence')
      await page.getByLabel(tickets('files')).setInputFiles([
        { name: 'x.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ no') },
        { name: 'licence.png', mimeType: 'image/png', buffer },
      ])
      await page.getByRole('button', { name: t('send') }).click()
      await expect(page.locator('#chat-files-error')).toContainText(errors('file_type'))
      await expect(page.getByLabel(t('message'))).toHaveValue('my licence')
      // The picture that was accepted is kept for the next try, also while an emoji is inserted.
      await expect(page.getByRole('checkbox', { name: 'licence.jpg' })).toBeChecked()
      await page
        .locator('summary')
        .filter({ hasText: textFor(language, 'live')('emoji') })
        .click()
      await page.getByRole('button', { name: '🙏' }).click()
      await expect(page.getByLabel(t('message'))).toHaveValue('my licence🙏')
      await page.getByRole('button', { name: t('send') }).click()
      await expect(own.last()).toContainText('my licence🙏')
      await expect(own.last().getByRole('img')).toHaveCount(1)

      async function roomOf(text: string): Promise<string> {
        const answer = await request.get(apiAddress('/api/ticketing/chats/?size=100'), { headers })
        const { results } = (await answer.json()) as {
          results: { id: string; last_message: { message: string } | null }[]
        }
        // One after another, the newest first: the demonstration's bot may have answered already, other tests' rooms are many,
        // and may refuse to be read.
        for (const { id } of results) {
          const history = await request.get(apiAddress(`/api/ticketing/chats/${id}/messages/`), { headers })
          if (!history.ok()) continue
          const { messages } = (await history.json()) as { messages: { message: string }[] }
          if (messages.some(({ message }) => message.startsWith(text))) return id
        }
        throw new Error('the room is not there')
      }
    })

    async function say(page: Page, text: string) {
      await page.getByLabel(t('message')).fill(text)
      await page.getByRole('button', { name: t('send') }).click()
      await expect(page.locator('.msg-me').last()).toContainText(text.slice(0, 20))
    }
  })
}

const png = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#086' } })
    .png()
    .toBuffer()
