import { afterEach, expect, test } from 'vitest'
import { saveBank } from '#app/api/books/company-bank.ts'
import { companyReceivers, ownersAndCompany } from '#app/api/notifications/receivers.ts'
import { DEFAULT_CHARGES } from '#app/rules/reservation/protocol.ts'
import { testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { visitor, owner, agency, elsewhere } = await fiveIdentities(site)
const desk = await signedIn(site, {
  ...{ phone: '+989120000211', role: 'AGENT', company: TOMAN.company, staffRole: 'DESK' },
})

afterEach(() => expect(site.reported).toEqual([]))

const DETAILS = {
  name: { fa: 'مرجان رنت', en: 'Marjan Rent', ar: 'مرجان', tr: 'Marjan Kiralama' },
  message_language: 'en',
  address: 'Sahel Blvd 12',
  zip_code: '79418',
  legal_id: '۱۰۱۰۰۴۴۱۷۸۵',
  tax_number: '101 0044 1785',
  licence: '4417',
  licence_until: '2027-12-01',
} as const
const { settings } = agency.calls.company
const fieldsOf = async (promise: Promise<unknown>) =>
  (await refusal(promise)).data as { fields: Record<string, string[]>; values?: object }

test('only the owner of a company reads and changes its details; for others they do not exist', async () => {
  for (const calls of [visitor, owner.calls, elsewhere.calls, desk.calls]) {
    const { details, changeDetails } = calls.company.settings
    const refused = [
      await refusal(details({ company: TOMAN.company })),
      await refusal(changeDetails({ company: TOMAN.company, ...DETAILS })),
    ]
    for (const { status } of refused) expect([401, 403, 404]).toContain(status)
  }
  expect(await settings.details({})).toMatchObject({
    ...{ name: { en: 'Marjan' }, address: null, tax_number: null, licence_shown: false, tax_form: 'IR' },
    zone: 'Asia/Tehran',
  })
})

test('a number of too few digits says how many there are, beside every other error', async () => {
  const wrong = { ...DETAILS, legal_id: '1010044178', tax_number: '1'.repeat(11) }
  expect(await fieldsOf(settings.changeDetails(wrong))).toEqual({
    fields: { legal_id: ['digits'], tax_number: ['check_digit'] },
    values: { legal_id: { n: 11, typed: 10 } },
  })
  const long = {
    ...DETAILS,
    name: { fa: '', en: 'x'.repeat(81), ar: 'مرجان' },
    address: 'x'.repeat(201),
    licence: 'a\u0007',
  }
  expect(Object.keys((await fieldsOf(settings.changeDetails(long))).fields).sort()).toEqual([
    ...['address', 'licence', 'name.en', 'name.fa'],
  ])
  expect((await settings.details({})).legal_id).toBeNull()
})

test('what it says is on its page, in contracts and on invoices; a licence until its last day', async () => {
  expect(await settings.changeDetails(DETAILS)).toMatchObject({
    ...{ name: { de: 'Marjan Rent', tr: 'Marjan Kiralama' }, legal_id: '10100441785', tax_number: '10100441785' },
    ...{ licence: '4417', licence_shown: true, message_language: 'en' },
  })
  const shown = await visitor.companies.read({ id: TOMAN.company })
  expect(shown).toMatchObject({ licence: '4417', name: 'مرجان رنت' })
  expect(JSON.stringify(shown)).not.toContain('10100441785')

  const { id } = await owner.calls.reservations.reserve({ ...RENTAL, ...DRIVER, phone: owner.phone })
  await payAtBank(site, bank, id)
  const { results } = await owner.calls.payments.list({})
  const { rental } = await owner.calls.payments.read({ id: results[0]?.id ?? '' })
  expect(rental?.supplier).toEqual({
    ...{ legal_name: null, legal_id: '10100441785', tax_number: '10100441785', address: 'Sahel Blvd 12, 79418' },
  })
  await agency.calls.company.contracts.make({ id, language: 'en', licence: 'D1234567', vin: 'WVWZZZ1JZXW000001' })
  const { text } = await db.selectFrom('contract').select('text').executeTakeFirstOrThrow()
  expect(text).toMatch(/Tax number \| .*10100441785.* \| Licence \| .*4417/)
  expect(text).toContain('Sahel Blvd 12, 79418')

  await settings.changeDetails({ ...DETAILS, licence_until: '2020-01-01' })
  expect((await settings.details({})).licence_shown).toBe(false)
  expect((await visitor.companies.read({ id: TOMAN.company })).licence).toBeNull()
})

test('messages to its own phone are in the language that it chose', async () => {
  const languages = await db.transaction().execute(async (tx) => {
    const [own] = (await ownersAndCompany(tx, TOMAN.company)).filter(({ account }) => account === null)
    await tx
      .updateTable('account')
      .set({ banned_at: site.clock.now() })
      .where('company_id', '=', TOMAN.company)
      .execute()
    const [alone] = await companyReceivers(tx, TOMAN.company, 'newBooking')
    await tx.updateTable('account').set({ banned_at: null }).where('company_id', '=', TOMAN.company).execute()
    return [own?.language, alone?.language]
  })
  expect(languages).toEqual(['en', 'en'])
})

test('a company that named itself does not confirm the holder of a new account by that name', async () => {
  const account = { holder: 'Marjan Rent', iban: 'IR580540105180021273113007', changed_at: site.clock.now() }
  expect(await saveBank(db, TOMAN.company, account)).toMatchObject({ holder_status: 'WAITING' })
  await db.updateTable('company').set({ renamed_at: null }).where('id', '=', TOMAN.company).execute()
  expect(await saveBank(db, TOMAN.company, account)).toMatchObject({ holder_status: 'MATCHES' })
  await settings.changeDetails(DETAILS)
  const { renamed_at } = await db
    .selectFrom('company')
    .select('renamed_at')
    .where('id', '=', TOMAN.company)
    .executeTakeFirstOrThrow()
  expect(renamed_at).toBeNull()
})

test('the fee for a fine is a term of at most a million toman', async () => {
  expect((await fieldsOf(settings.update({ fine_fee: 1_000_001 }))).fields).toEqual({ fine_fee: ['max'] })
  expect(await settings.update({ fine_fee: 150_000 })).toMatchObject({ fine_fee: 150_000 })
  expect(await settings.update({ free_until_hours: 48 })).toMatchObject({ fine_fee: 150_000 })
  expect(await settings.update({ fine_fee: null })).toMatchObject({ fine_fee: null })
})

test('what a return costs is the company’s to set, each price within bounds, and what is not sent stays', async () => {
  const usual = DEFAULT_CHARGES.IRT
  expect((await settings.read({})).charges).toEqual(usual)
  const high = { late_hour: 6_000_001, km: 100_000, damage: { LARGE: 300_000_001 } }
  expect(await fieldsOf(settings.update({ charges: high }))).toEqual({
    fields: { 'charges.late_hour': ['max'], 'charges.damage.LARGE': ['max'] },
    values: { 'charges.late_hour': { n: 6_000_000 }, 'charges.damage.LARGE': { n: 300_000_000 } },
  })
  for (const late_hour of [-1, 0.5, 1e12, 'x' as never])
    expect((await fieldsOf(settings.update({ charges: { late_hour } }))).fields).toMatchObject({
      'charges.late_hour': [expect.any(String)],
    })
  expect((await settings.read({})).charges).toEqual(usual)
  const charges = { ...usual, late_hour: 400_000, damage: { ...usual.damage, COIN: 0 } }
  const saved = await settings.update({ charges: { late_hour: '۴۰۰٬۰۰۰' as never, damage: { COIN: 0 } } })
  expect(saved.charges).toEqual(charges)
  expect((await settings.update({ fine_fee: null })).charges).toEqual(charges)
  expect((await refusal(desk.calls.company.settings.update({ charges: { late_hour: 1 } }))).code).toBe('NOT_FOUND')
  expect((await elsewhere.calls.company.settings.read({})).charges).toEqual(usual)
})

test('each change stands in the log of changes', async () => {
  const entries = await db
    .selectFrom('audit_entry')
    .select(['actor', 'after'])
    .where('subject', '=', 'company')
    .where('action', '=', 'UPDATE')
    .execute()
  expect(entries.some(({ after }) => after?.tax_number === '10100441785')).toBe(true)
  expect(entries.flatMap(({ after }) => after?.charges ?? [])).toMatchObject([{ late_hour: 400_000 }])
})

test('an owner states what the insurances pay: for every damage, with an excess that the supplemental one lowers', async () => {
  const company = { company: TOMAN.company }
  const cover = {
    COLLISION: 'BASIC',
    THEFT: 'BASIC',
    NATURE: 'BASIC',
    GLASS: 'INSURED',
    TYRES: 'NONE',
    UNDERBODY: 'NONE',
    INTERIOR: 'NONE',
  } as const
  const { GLASS: _, ...incomplete } = cover
  expect(await fieldsOf(settings.update({ ...company, cover: incomplete as typeof cover }))).toMatchObject({
    fields: { 'cover.GLASS': expect.anything() },
  })
  const wrong = settings.update({ ...company, excess: 100_000, excess_insured: 100_001 })
  expect(await fieldsOf(wrong)).toMatchObject({ fields: { excess_insured: ['max'] } })
  const saved = await settings.update({
    ...company,
    cover,
    excess: 900_000,
    excess_insured: 0,
    insurance_price: 50_000,
  })
  expect(saved).toMatchObject({ cover, excess: 900_000, excess_insured: 0 })
  const profile = await visitor.companies.read({ id: String(TOMAN.company) })
  const stated = { levels: cover, excess: { basic: 900_000, insured: 0 }, insurance_price: 50_000 }
  expect(profile.cover).toEqual(stated)
  // Sending another field keeps it, and null takes it back.
  expect((await settings.update({ ...company, phone: '+98212200000' })).cover).toEqual(cover)
  expect((await settings.update({ ...company, cover: null })).cover).toBeNull()
})
