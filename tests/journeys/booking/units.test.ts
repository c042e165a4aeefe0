import { expect, test } from '@playwright/test'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { WITHOUT_SCRIPTS } from '../../support/browser/matrix.ts'
import { freshAddress, todayInTehran } from '../../support/browser/steps/traveller.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { makeVehicle } from '../../support/server/own-fleet.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(freshAddress()))

test(
  'the page of a taken vehicle leads to an identical one with another plate, on the same dates',
  WITHOUT_SCRIPTS,
  async ({ page }) => {
    const db = await siteDatabase()
    const taken = await makeVehicle()
    const unit = await makeVehicle()
    // Vehicles of tests differ in nothing else.
    const extra_km_price = Math.floor(Math.random() * 1_000_000_000)
    await db.updateTable('ad').set({ extra_km_price }).where('id', 'in', [taken.id, unit.id]).execute()
    const [start, end] = [addDays(todayInTehran(), 60), addDays(todayInTehran(), 63)]
    const days = `${start}/${end}?start_time=11:00`
    const open = () => page.goto(`/en/book/car/${taken.id}/${days}`)
    await open()
    await expect(page).toHaveURL(new RegExp(`/en/book/car/${taken.id}/`))
    const block = {
      kind: 'BLOCK',
      status: 2,
      start_at: new Date(`${start}T00:00Z`),
      end_at: new Date(`${end}T00:00Z`),
    } as const
    await db
      .insertInto('busy')
      .values({ ad_id: taken.id, ...block })
      .execute()
    // The previous version of the page is cached for ten seconds.
    await expect(async () => {
      await open()
      const address = new URL(page.url())
      expect(address.pathname).toBe(`/en/book/car/${unit.id}/${start}/${end}`)
      expect(address.searchParams.get('start_time')).toBe('11:00')
    }).toPass({ timeout: 30_000 })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
)
