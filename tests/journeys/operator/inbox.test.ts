import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { newcomer, signInByApi, startSignedIn } from '../../support/browser/steps/sign-in.ts'
import { rentFrom } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { bringToDesk, makeAgent, makeOperator } from '../../support/server/database/site-database.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
test.setTimeout(120_000)

/** Sends a message from the next live room as soon as it is on the page, before anything else happens there. */
async function sendAsItAppears(page: Page, text: string) {
  await page.addInitScript((message) => {
    const watch = new MutationObserver(() => {
      const field = document.querySelector<HTMLTextAreaElement>('.room-page textarea')
      if (!field?.form) return
      watch.disconnect()
      field.value = message
      field.form.requestSubmit()
    })
    watch.observe(document, { childList: true, subtree: true })
  }, text)
}

/** Calls of a customer by the API. */
function customerCalls(request: APIRequestContext, token: string) {
  return async (path: string, data: object) => {
    const headers = { authorization: `Bearer ${token}`, ...freshAddress() }
    const answer = await request.post(`/api${path}`, { headers, data })
    if (!answer.ok()) throw new Error(await answer.text())
    return answer.json()
  }
}

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'inbox')
  const tickets = textFor(language, 'tickets')
  const desk = textFor(language, 'desk')
  const chat = textFor(language, 'chat')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('an operator answers a ticket; what its customer adds meanwhile comes by itself with scripts, and by a reload without', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const isScripted = javaScriptEnabled !== false
      const call = customerCalls(request, await signInByApi(request, newcomer('fa')))
      const operator = newcomer('fa')
      await signInByApi(request, operator)
      await makeOperator(operator.sentTo)
      const inbox = `${prefix}/operator/inbox?order=latest`
      await startSignedIn(page, 'fa', operator, inbox)
      await expectToFit(page)
      const subject = `Deposit ${newcomer('fa').phone}`
      const { id } = await call('/ticketing/', { department: 'FINANCIAL', subject, message: 'Where is it?' })
      const link = page.getByRole('link', { name: subject })
      if (!isScripted) await page.reload()
      await expect(link).toBeVisible()
      if (isScripted) await expectAccessible(page)
      await link.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject)

      const talk = page.getByRole('list', { name: tickets('talk') })
      const box = page.getByRole('textbox', { name: tickets('reply') })
      await box.fill('It is on its way.')
      await call(`/ticketing/${id}/new_message/`, { message: 'Are you there?' })
      if (isScripted) await expect(talk.getByText('Are you there?')).toBeVisible()
      await expect(box).toHaveValue('It is on its way.')
      await page.getByRole('button', { name: tickets('replySend') }).click()
      if (!isScripted) {
        // What was written meanwhile is shown first, and the answer is kept.
        await expect(page.getByRole('alert')).toContainText(textFor(language, 'errors')('written_meanwhile'))
        await expect(talk.getByText('Are you there?')).toBeVisible()
        await expect(box).toHaveValue('It is on its way.')
        await page.getByRole('button', { name: tickets('replySend') }).click()
      }
      await expect(talk.getByText('It is on its way.')).toBeVisible()
      await expect(box).toHaveValue('')
      await expect(page.getByText(t('mine'), { exact: true }).first()).toBeVisible()
      await expectToFit(page)
      if (isScripted) await expectAccessible(page)
    })

    test('a company answers its customer at its own desk', async ({ page, request, javaScriptEnabled }) => {
      const isScripted = javaScriptEnabled !== false
      const companyId = await makeCompany()
      const { id: reservation, customer } = await rentFrom(request, companyId)
      await bringToDesk(reservation, 'CONFIRMED')
      const call = customerCalls(request, await signInByApi(request, customer))
      const { room } = await call('/admin/management/ticketing/create-reserve-chat/', { reservation })
      await call(`/ticketing/chats/${room.id}/new_message/`, { message: 'Counter 4 is closed' })
      const staff = newcomer('fa')
      await signInByApi(request, staff)
      await makeAgent(staff.sentTo, companyId)
      await startSignedIn(page, 'fa', staff, `${prefix}/desk/messages`)
      await expect(page.getByText('Counter 4 is closed')).toBeVisible()
      await expectToFit(page)
      if (isScripted) await expectAccessible(page)
      await page.getByRole('main').getByRole('link', { name: 'آرمان رستگار' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('آرمان رستگار')
      const conversation = page.url()
      const talk = page.getByRole('list', { name: chat('messages') })
      await expect(talk.getByText('Counter 4 is closed')).toBeVisible()
      await page.getByRole('textbox', { name: chat('message') }).fill('Use counter 2.')
      await page.getByRole('button', { name: chat('send') }).click()
      await expect(talk.getByText('Use counter 2.')).toBeVisible()
      await expectToFit(page)
      if (isScripted) await expectAccessible(page)
      await page.goto(`${prefix}/desk/messages?show=waiting`)
      await expect(page.getByText(t('company.none'))).toBeVisible()
      if (isScripted) {
        await sendAsItAppears(page, 'At once')
        await page.goto(conversation)
        await expect(talk.getByText('At once')).toBeVisible()
      }
      // Whoever is a customer in a room does not find it there.
      const foreign = (await page.request.get(`${prefix}/desk/messages/${'A'.repeat(22)}`)).status()
      expect(foreign).toBe(404)
      await page.goto(`${prefix}/desk`)
      await expect(page.getByRole('link', { name: desk('nav.messages') }).first()).toHaveAttribute(
        'href',
        `${prefix}/desk/messages`,
      )
    })
  })
}
