import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LOCALE_TAGS } from '#app/rules/constants.ts'
import { expectAccessible } from '../../support/browser/accessible.ts'
import { inSample } from '../../support/browser/matrix.ts'
import { expectToFit } from '../../support/browser/reflow.ts'
import { signInStaff } from '../../support/browser/steps/staff.ts'
import { freshAddress } from '../../support/browser/steps/traveller.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { makeCompany } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))
test.setTimeout(120_000)

/** Nobody has this name (RFC 2606), so that every try fails. */
const ADDRESS = 'https://hooks.invalid/savari'

for (const language of ['fa', 'en'] as const) {
  const prefix = language === 'fa' ? '' : '/en'
  const t = textFor(language, 'webhooks')
  const errors = textFor(language, 'errors')

  test.describe(LOCALE_TAGS[language], inSample(language), () => {
    test.use({ locale: LOCALE_TAGS[language] })

    test('an owner has events sent, sees what came of it, and sends them again', async ({
      page,
      request,
      javaScriptEnabled,
    }) => {
      const look = async () => {
        await expectToFit(page)
        if (javaScriptEnabled !== false) await expectAccessible(page)
      }
      const companyId = await makeCompany()
      const main = page.getByRole('main')
      const press = (name: string) => main.getByRole('button', { name, exact: true }).click()
      const link = (name: string) => main.getByRole('link', { name, exact: true })
      const said = (text: string) => expect(page.getByText(text).first()).toBeVisible()
      await signInStaff(page, request, { companyId, desk: `${prefix}/desk` })
      await page.goto(`${prefix}/desk/developers`)
      await said(t('list.none'))
      await link(t('list.new')).click()

      // All that is typed stays, whatever is wrong with it.
      const address = main.getByLabel(t('fields.url'), { exact: true })
      await address.fill('http://hooks.invalid/')
      await main.getByRole('checkbox', { name: t('type.vehicle.changed') }).check()
      await press(t('new.submit'))
      await expect(main.getByText(errors('web_address')).first()).toBeVisible()
      await expect(address).toHaveValue('http://hooks.invalid/')
      await expect(main.getByRole('checkbox', { name: t('type.vehicle.changed') })).toBeChecked()
      await look()
      await address.fill(ADDRESS)
      await press(t('new.submit'))
      const secret = await main.getByLabel(t('made.secret'), { exact: true }).inputValue()
      expect(secret).toMatch(/^whsec_/)
      await look()
      await link(t('made.back')).click()
      await expect(page.getByText(secret)).toHaveCount(0)
      await look()

      // The events that it gets; none chosen means all.
      await expect(address).toHaveValue(ADDRESS)
      await main.getByRole('checkbox', { name: t('type.vehicle.changed') }).uncheck()
      await press(t('change.submit'))
      await said(t('change.done'))
      await expect(main.getByRole('checkbox', { name: t('type.vehicle.changed') })).not.toBeChecked()
      await page.goto(`${prefix}/desk/developers`)
      await expect(main.getByText(t('list.all'))).toBeVisible()
      await look()
      await main.getByRole('link', { name: t('list.open') }).click()

      await press(t('test.submit'))
      await page.waitForURL(/\/desk\/developers\/deliveries\//)
      await expect(main.getByText('webhook.test').first()).toBeVisible()
      await expect(async () => {
        await page.reload()
        await expect(main.getByText(t('problem.unreachable'))).not.toHaveCount(0, { timeout: 500 })
      }).toPass()
      await expect(main.getByText('"type": "webhook.test"')).toBeVisible()
      await expect(main.getByText('v1,…').first()).toBeVisible()
      await look()
      await press(t('delivery.again'))
      await said(t('delivery.againDone'))

      // An event that a receiver refused before it was switched off.
      const webhook = await ofCompany(companyId)
      await refuseOne(companyId, webhook)
      await page.goto(`${prefix}/desk/developers/webhooks/${webhook}/deliveries`)
      await look()
      await link(t('status.FAILED')).click()
      await expect(main.getByRole('link', { name: t('type.vehicle.changed') })).toHaveCount(1)
      await expect(main.getByText('webhook.test')).toHaveCount(0)
      await main.getByRole('link', { name: t('type.vehicle.changed') }).click()
      await expect(main.getByText('HTTP 503').first()).toBeVisible()
      await expect(main.getByText('<b>upstream timed out</b>')).toBeVisible()
      await look()

      await page.goto(`${prefix}/desk/developers/webhooks/${webhook}`)
      await main.getByLabel(t('replay.on'), { exact: true }).fill('soon')
      await press(t('replay.submit'))
      await expect(main.getByText(errors('date')).first()).toBeVisible()
      await expect(main.getByLabel(t('replay.on'), { exact: true })).toHaveValue('soon')
      await main.getByLabel(t('replay.on'), { exact: true }).fill(language === 'fa' ? '۱۴۰۴/۱/۱' : '2025-03-21')
      await main.getByLabel(t('replay.at'), { exact: true }).fill('۹:۰۵')
      await press(t('replay.submit'))
      await said(t('replay.done', { n: 1 }))
      await look()

      await press(t('off.submit'))
      await said(t('off.done'))
      await expect(main.getByText(t('state.off'), { exact: true })).toBeVisible()
      await press(t('on.submit'))
      await said(t('on.done'))
      await press(t('rotate.submit'))
      expect(await main.getByLabel(t('made.secret'), { exact: true }).inputValue()).not.toBe(secret)
      await link(t('made.back')).click()
      await press(t('remove.submit'))
      await said(t('remove.done'))
      await said(t('list.none'))
    })
  })
}

async function ofCompany(company: number): Promise<number> {
  const db = await siteDatabase()
  const row = await db.selectFrom('webhook').select('id').where('company_id', '=', company).executeTakeFirstOrThrow()
  return row.id
}

/** An event that was not delivered. */
async function refuseOne(company_id: number, webhook_id: number): Promise<void> {
  const db = await siteDatabase()
  const at = new Date()
  const event = { company_id, type: 'vehicle.changed' as const, subject: '1', at, data: '{"vehicle":null}' }
  const { position } = await db
    .selectNoFrom((of) => of.fn<number>('nextval', [of.val('event_position')]).as('position'))
    .executeTakeFirstOrThrow()
  const { id: event_id } = await db
    .insertInto('event')
    .values({ ...event, position })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: delivery_id } = await db
    .insertInto('webhook_delivery')
    .values({ webhook_id, event_id, status: 'FAILED', failures: 8, next_at: at, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = { delivery_id, at, ms: 340, request_headers: '{"webhook-signature":"v1,…"}' }
  const answer = { status: 503, response_headers: '{"retry-after":"120"}', response_body: '<b>upstream timed out</b>' }
  await db
    .insertInto('webhook_try')
    .values({ ...made, ...answer })
    .execute()
}
