import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { DEMONSTRATION_TEST_KEY } from '#app/rules/access/demonstration-key.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { startSiteProcess } from '../../support/server/process/site-process.ts'

const DRIVER = {
  ...{ fullname: 'Sara Example', national_id: 'K12345678', country_code: '+49', phone: '15112345678' },
  ...{ email: 'sara@example.com', date_of_birth: '1990-05-20', country: 'DE', city: 'Berlin' },
  ...{ address: 'Example Street 1', zip_code: '10827' },
}

test('a test key reserves and pays in a database beside the embedded one, and the company answers by itself', async () => {
  test.slow()
  const site = await startSiteProcess()
  try {
    const call = async (path: string, body?: object) => {
      const answer = await fetch(`${site.origin}/api${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${DEMONSTRATION_TEST_KEY}`,
          'accept-language': 'en',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      expect(answer.headers.get('cache-control') ?? 'private, no-store').toBe('private, no-store')
      return (await answer.json()) as Record<string, unknown>
    }
    const today = new Date().toISOString().slice(0, 10)
    const dates = { start_date: addDays(today, 30), end_date: addDays(today, 33) }
    const found = await call('/business/rent/ad/search/?currency=EUR', { city: 'test-city', ...dates })
    const vehicles = found.results as { id: number; title: string }[]
    expect(vehicles).toHaveLength(10)
    const rejected = vehicles.find(({ title }) => title === 'Test Rejected')
    const reserved = await call(`/v2/rentals/${rejected?.id}/reserve/`, {
      ...{ ...dates, start_time: '10:00', end_time: '10:00', currency: 'EUR', ...DRIVER },
    })
    const paying = await call('/gateway/pay/', { gateway: 'yekpay', transaction_id: reserved.id })
    const paid = await call('/payments/pay/client_verify/', { ref_id: paying.payment_id })
    expect(paid.status).toBe('PAID')
    const status = () => call(`/business/rent/ad/reserve/${reserved.id}/status/`)
    expect((await status()).status).toBe('AWAITING_CONFIRMATION')
    await expect.poll(async () => (await status()).status, { timeout: 20_000 }).toBe('REJECTED')

    const asVisitor = await fetch(`${site.origin}/api/business/rent/ad/reserve/${reserved.id}/status/`)
    expect(asVisitor.status).toBe(404)
    const outbox = join(site.dataDir, 'outbox.jsonl')
    expect(existsSync(outbox) ? readFileSync(outbox, 'utf8') : '').not.toContain('15112345678')
  } finally {
    await site.stop()
  }
})
