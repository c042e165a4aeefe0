import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { makeOperator } from '../../server/database/site-database.ts'
import { newcomer, signInByApi } from './sign-in.ts'
import { apiAddress, freshAddress } from './traveller.ts'

export type Operator = Awaited<ReturnType<typeof newOperator>>

/** A new operator, who can make links that sign other people in. */
async function newOperator(request: APIRequestContext) {
  const person = newcomer('fa')
  const access = await signInByApi(request, person)
  await makeOperator(person.sentTo)
  return {
    /** The token of a link for the person with this Iranian phone (E.164). Throws when nobody has it. */
    async linkFor(phone: string): Promise<string> {
      const answer = await request.post(apiAddress('/api/users/direct_login/'), {
        headers: { authorization: `Bearer ${access}`, ...freshAddress() },
        data: { phone: phone.replace(/^\+98/, '0'), country_code: '+98' },
      })
      if (!answer.ok()) throw new Error(await answer.text())
      return new URL((await answer.json()).url).searchParams.get('token') ?? ''
    },
    /** Answers a ticket. */
    async answer(ticket: string, message: string) {
      const headers = { authorization: `Bearer ${access}`, ...freshAddress() }
      const sent = await request.post(apiAddress(`/api/ticketing/${ticket}/new_message/`), {
        headers,
        data: { message },
      })
      if (!sent.ok()) throw new Error(await sent.text())
    },
  }
}

/** For tests that sign known people in: all tests of a worker share one operator. */
export const testWithOperator = test.extend<object, { operator: Operator }>({
  operator: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: `http://localhost:${process.env.SITE_PORT}` })
      await use(await newOperator(request))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
})

/** Opens a link's page, presses its button and waits for the page it leads to. */
export async function followLink(page: Page, language: Language, token: string, returnUrl: string) {
  const prefix = language === 'fa' ? '' : `/${language}`
  await page.goto(`${prefix}/login?token=${token}&returnUrl=${encodeURIComponent(returnUrl)}`)
  await page.getByRole('button', { name: textFor(language, 'login')('link.submit') }).click()
  await expect(page).toHaveURL(returnUrl)
}
