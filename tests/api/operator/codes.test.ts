import { beforeEach, describe, expect, test } from 'vitest'
import { CATEGORY } from '#app/rules/constants.ts'
import { testApi } from '../../support/api/api.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const KISH = 1061
const QESHM = 1062

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { visitor, admin } = await fiveIdentities(site)
const second = await signedIn(site, { phone: '+989120000301', role: 'ADMIN', operatorRole: 'MONEY' })
const { operator } = admin.calls

const NEW = { percent: 10, currency: 'IRT', start_date: '2026-11-01', end_date: '2026-12-31', total_uses: 50 } as const

beforeEach(async () => {
  await db.deleteFrom('discount_use').execute()
  await db.deleteFrom('discount_code').execute()
  await db.updateTable('city').set({ hidden: false }).execute()
})

/** Why a code does not hold for a vehicle; null where it does. */
const reasonAgainst = async (code: string, id: number) =>
  (await visitor.reservations.discountIsValid({ ...RENTAL, id, code })).reason

const fieldsOf = async (call: Promise<unknown>) => (await refusal(call)).data as { fields: object }

describe('a discount code of an operator', () => {
  test('holds everywhere without limits', async () => {
    const { code } = await operator.settings.createCode({ ...NEW, code: 'EVERY' })
    expect(code).toMatchObject({ categories: [], cities: [], companies: [] })
    expect(await reasonAgainst('EVERY', TOMAN.ad)).toBeNull()
    expect(await reasonAgainst('EVERY', BY_HAND.ad)).toBeNull()
  })

  test('limited to a company holds for its vehicles alone, in a price and in a reservation', async () => {
    const { code } = await operator.settings.createCode({ ...NEW, code: 'DARYA', companies: [BY_HAND.company] })
    expect(code?.companies).toEqual([{ id: BY_HAND.company, name: 'Darya' }])
    expect(await reasonAgainst('darya', BY_HAND.ad)).toBeNull()
    expect(await reasonAgainst('darya', TOMAN.ad)).toBe('discount_company')
    const rental = { ...RENTAL, ...DRIVER, id: TOMAN.ad, discount_code: 'DARYA' }
    expect(await fieldsOf(visitor.reservations.reserve(rental))).toMatchObject({
      fields: { discount_code: ['discount_company'] },
    })
  })

  test('limited to a city or a category holds for these alone', async () => {
    await operator.settings.createCode({ ...NEW, code: 'QESHM', cities: [QESHM] })
    await operator.settings.createCode({ ...NEW, code: 'KISH', cities: [KISH, QESHM] })
    await operator.settings.createCode({ ...NEW, code: 'MOTO', categories: [CATEGORY.MOTOR] })
    expect(await reasonAgainst('QESHM', TOMAN.ad)).toBe('discount_city')
    expect(await reasonAgainst('KISH', TOMAN.ad)).toBeNull()
    expect(await reasonAgainst('MOTO', TOMAN.ad)).toBe('discount_category')
  })

  test('limited to a city that is hidden still holds there, and operators see that it is hidden', async () => {
    await db.updateTable('city').set({ hidden: true }).where('id', '=', KISH).execute()
    expect((await operator.settings.codeChoices()).cities).toContainEqual({
      id: KISH,
      name: expect.stringContaining('Kish'),
      is_hidden: true,
    })
    await operator.settings.createCode({ ...NEW, code: 'HIDDEN', cities: [KISH] })
    expect((await operator.settings.codes({})).results).toMatchObject([
      { code: 'HIDDEN', cities: [{ id: KISH, name: expect.stringContaining('Kish'), is_hidden: true }] },
    ])
    expect(await reasonAgainst('HIDDEN', TOMAN.ad)).toBeNull()
    await operator.settings.createCode({ ...NEW, code: 'ELSEWHERE', cities: [QESHM] })
    expect(await reasonAgainst('ELSEWHERE', TOMAN.ad)).toBe('discount_city')
  })

  test('is refused with a limit that names nothing, and with a field that is not known', async () => {
    const unknown = { categories: [7], cities: [1], companies: [99] }
    expect(await fieldsOf(operator.settings.createCode({ ...NEW, code: 'WRONG', ...unknown }))).toMatchObject({
      fields: { categories: ['invalid'] },
    })
    expect(
      await fieldsOf(operator.settings.createCode({ ...NEW, code: 'WRONG', ...unknown, categories: [] })),
    ).toMatchObject({
      fields: { cities: ['unknown_city'], companies: ['unknown_company'] },
    })
    const many = Array.from({ length: 201 }, (_, index) => index + 1)
    expect(await fieldsOf(operator.settings.createCode({ ...NEW, code: 'WRONG', cities: many }))).toMatchObject({
      fields: { cities: ['max'] },
    })
    expect((await refusal(operator.settings.createCode({ ...NEW, code: 'WRONG', city: KISH } as never))).code).toBe(
      'INVALID_FIELDS',
    )
    expect((await operator.settings.codes({})).count).toBe(0)
  })

  test('that waits for a second operator shows its limits, and has them once it is approved', async () => {
    const limits = { cities: [KISH], companies: [TOMAN.company] }
    expect(await operator.settings.createCode({ ...NEW, code: 'LARGE', percent: 90, ...limits })).toEqual({
      waits: true,
      code: null,
    })
    const { results } = await second.calls.operator.approvals.list({})
    expect(results).toMatchObject([
      { kind: 'CODE', code: { cities: [{ id: KISH }], companies: [{ name: 'Marjan' }], categories: [] } },
    ])
    await second.calls.operator.approvals.decide({ id: results[0]?.id ?? 0, approved: true })
    expect(await reasonAgainst('LARGE', TOMAN.ad)).toBeNull()
    expect(await reasonAgainst('LARGE', BY_HAND.ad)).toBe('discount_company')
  })
})
