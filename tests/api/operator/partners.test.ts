import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { continueIds } from '#app/db/demonstration/insert-rows.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet, NEW_VEHICLE, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, type Identity, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
await continueIds(db, ['company', 'place', 'ad'])
const { visitor, agency, admin } = await fiveIdentities(site)

beforeEach(async () => {
  await db.deleteFrom('rate_count').execute()
})
afterEach(() => expect(site.reported).toEqual([]))

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) =>
  ((await refusal(call)).data as { fields: Record<string, string[]> }).fields
let phones = 400
const newcomer = () => signedIn(site, { phone: `+989140000${phones++}` })

const COMPANY = {
  company_name: 'ساحل سبز قشم',
  latin_name: 'Sahel Sabz & Co.',
  legal_name: 'شرکت ساحل سبز',
  legal_id: '۱۴۰۰۹۸۷۶۵۴۳',
}
const REST = {
  contact_name: 'مریم قشمی',
  ...{ city: 1061, place_kind: 'AIRPORT' as const, place_name: 'فرودگاه', address: 'خیابان ۱' },
  ...{ kinds: ['CAR' as const], vehicles: 24 },
}
const BANK = { bank_holder: 'ساحل سبز', iban: 'IR062960000000100324200001' }
const send = ({ calls }: Identity) => calls.partners.sendApplication({ consent: true })

/** A person with a waiting application, and the application's id. */
async function applicant(more: Partial<typeof REST> & { bank?: typeof BANK } = {}) {
  const person = await newcomer()
  await person.calls.partners.saveApplication({ ...COMPANY, ...REST, ...more })
  await send(person)
  const { id } = await db
    .selectFrom('partner_application')
    .select('id')
    .where('account_id', '=', person.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { person, id }
}

describe('an application', () => {
  test('is saved step by step, reports what is missing, and is sent when it is complete', async () => {
    const person = await newcomer()
    expect(await person.calls.partners.application()).toEqual({
      ...{ application: null, phone: person.phone, phone_proven: true, is_staff: false },
    })
    const { application } = await person.calls.partners.saveApplication(COMPANY)
    expect(application).toMatchObject({ status: 'DRAFT', legal_id: '14009876543', city: null, kinds: [] })
    expect(application?.missing).toEqual([
      'contact_name',
      'city',
      'place_kind',
      'place_name',
      'address',
      'kinds',
      'vehicles',
    ])
    expect(await fieldsOf(send(person))).toMatchObject({ city: ['required'], vehicles: ['required'] })
    expect(await fieldsOf(person.calls.partners.sendApplication({ consent: false as true }))).toEqual({
      consent: ['required'],
    })
    await person.calls.partners.saveApplication({ contact_name: REST.contact_name })
    const { contact_name: _, ...place } = REST
    const kept = await person.calls.partners.saveApplication({ ...place, bank: BANK })
    expect(kept.application).toMatchObject({ ...COMPANY, ...REST, ...BANK, legal_id: '14009876543', missing: [] })
    expect((await person.calls.partners.saveApplication({ bank: null })).application).toMatchObject({ iban: null })

    expect((await send(person)).application).toMatchObject({ status: 'SENT', sent_at: expect.any(String) })
    expect(await codeOf(send(person))).toBe('APPLICATION_SENT')
    expect(await codeOf(person.calls.partners.saveApplication({ vehicles: 3 }))).toBe('APPLICATION_SENT')
    expect((await admin.calls.operator.overview.read({})).waiting.partners).toBeGreaterThan(0)
  })

  test('accepts only valid fields', async () => {
    const person = await newcomer()
    const save = (said: object) => fieldsOf(person.calls.partners.saveApplication(said as typeof COMPANY))
    expect(await save({ company_name: 'x'.repeat(81), latin_name: 'ساحل', vehicles: 'about 30' })).toEqual({
      ...{ company_name: ['max_length'], latin_name: ['latin_name'], vehicles: ['number'] },
    })
    expect(await save({ vehicles: '۲۰۰۱' })).toEqual({ vehicles: ['max'] })
    expect(await save({ vehicles: 0, kinds: [] })).toEqual({ vehicles: ['min'], kinds: ['required'] })
    expect(await save({ kinds: ['BOAT'] })).toHaveProperty(['kinds.0'])
    expect(await save({ city: 999_999 })).toEqual({ city: ['unknown_city'] })
    expect(await save({ bank: { bank_holder: 'Sahel', iban: 'IR1' } })).toHaveProperty(['bank.iban'])
    expect(await save({ legal_id: '<b>' })).toEqual({ legal_id: ['invalid'] })
    // A company on Kish is paid in toman.
    await person.calls.partners.saveApplication({
      ...{ ...COMPANY, ...REST },
      bank: { bank_holder: 'Sahel', iban: 'DE89370400440532013000' },
    })
    expect(await fieldsOf(send(person))).toEqual({ iban: ['sheba'] })
  })

  test('requires a phone that an SMS has proven', async () => {
    const person = await newcomer()
    await db.updateTable('account').set({ phone_proven_at: null }).where('id', '=', person.id).execute()
    const { phone_proven } = await person.calls.partners.saveApplication({ ...COMPANY, ...REST })
    expect(phone_proven).toBe(false)
    expect(await fieldsOf(send(person))).toEqual({ phone: ['phone_not_proven'] })
  })

  test('is for people who work for no company, one open application each', async () => {
    expect(await codeOf(visitor.partners.application())).toBe('INVALID_TOKEN')
    expect(await agency.calls.partners.application()).toMatchObject({ application: null, is_staff: true })
    for (const { calls } of [agency, admin]) {
      expect(await codeOf(calls.partners.saveApplication(COMPANY))).toBe('ALREADY_STAFF')
      expect(await codeOf(calls.partners.sendApplication({ consent: true }))).toBe('ALREADY_STAFF')
    }
    const person = await newcomer()
    const saves = [COMPANY, REST, { vehicles: 3 }].map((said) => person.calls.partners.saveApplication(said))
    await Promise.all(saves)
    const rows = await db.selectFrom('partner_application').selectAll().where('account_id', '=', person.id).execute()
    expect(rows).toHaveLength(1)
    const sent = await Promise.allSettled([send(person), send(person)])
    expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('can be sent ten times a day by a person, and twenty times by a subscriber', async () => {
    const trySend = async (person: Identity, times: number) => {
      for (let n = 0; n < times; n++) expect(await codeOf(send(person))).toBe('INVALID_FIELDS')
      expect(await codeOf(send(person))).toBe('TOO_MANY_REQUESTS')
    }
    await trySend(await newcomer(), 10)
    await trySend(await newcomer(), 10)
    await trySend(await newcomer(), 0)
  })
})

describe('an operator', () => {
  test('sees sent applications but no drafts, and nobody else sees them', async () => {
    const draft = await newcomer()
    await draft.calls.partners.saveApplication(COMPANY)
    const { id: hidden } = await db
      .selectFrom('partner_application')
      .select('id')
      .where('account_id', '=', draft.id)
      .executeTakeFirstOrThrow()
    expect(await codeOf(admin.calls.operator.partners.read({ id: hidden }))).toBe('NOT_FOUND')
    expect(await codeOf(admin.calls.operator.partners.decide({ id: hidden, decision: 'APPROVE' }))).toBe('NOT_FOUND')
    const { person, id } = await applicant({ bank: BANK })
    const { results } = await admin.calls.operator.partners.list({ size: 100 })
    expect(results.map((one) => one.id)).toContain(id)
    expect(results.map((one) => one.id)).not.toContain(hidden)
    expect(await admin.calls.operator.partners.read({ id })).toMatchObject({
      ...{ status: 'SENT', company_name: COMPANY.company_name, iban: 'IR••0001', earlier: [] },
      person: { id: person.id, phone: person.phone },
    })
    for (const { calls } of [person, agency]) {
      expect(await codeOf(calls.operator.partners.read({ id }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.operator.partners.decide({ id, decision: 'APPROVE' }))).toBe('NOT_FOUND')
    }
  })

  test('rejects with a reason that the applicant reads, who corrects and sends it again', async () => {
    const { person, id } = await applicant()
    expect(await fieldsOf(admin.calls.operator.partners.decide({ id, decision: 'REJECT' }))).toEqual({
      reason: ['required'],
    })
    const reason = 'The licence number is not complete'
    await admin.calls.operator.partners.decide({ id, decision: 'REJECT', reason })
    await site.drain()
    expect(site.messages.at(-1)).toMatchObject({ to: person.phone })
    expect(JSON.stringify(site.messages.at(-1))).toContain(reason)
    expect((await person.calls.partners.application()).application).toMatchObject({ status: 'REJECTED', reason })
    const again = admin.calls.operator.partners.decide({ id, decision: 'APPROVE' })
    expect(await codeOf(again)).toBe('APPLICATION_DECIDED')

    const { application } = await person.calls.partners.saveApplication({ legal_id: '14009876544' })
    expect(application).toMatchObject({ status: 'DRAFT', legal_id: '14009876544', vehicles: 24, missing: [] })
    await send(person)
    const { results } = await admin.calls.operator.partners.list({ size: 100 })
    const second = await admin.calls.operator.partners.read({ id: results.at(-1)?.id ?? 0 })
    expect(second).toMatchObject({ person: { id: person.id }, earlier: [{ id, reason }] })
    const { results: log } = await admin.calls.operator.audit.list({ subject: 'partner_application', key: String(id) })
    expect(log).toMatchObject([{ reason, action: 'UPDATE' }])
    expect(JSON.stringify(log)).not.toContain(COMPANY.legal_name)
  })

  test('returns it with a question that the applicant reads, adds to and sends again', async () => {
    const { person, id } = await applicant()
    const decide = (body: object) => admin.calls.operator.partners.decide({ id, decision: 'ASK', ...body })
    expect(await fieldsOf(decide({}))).toEqual({ reason: ['required'] })
    const reason = 'Which office answers at night?'
    expect(await decide({ reason })).toMatchObject({ status: 'DRAFT', reason, asked_at: expect.any(String) })
    expect(await codeOf(decide({ reason }))).toBe('NOT_FOUND')
    await site.drain()
    expect(JSON.stringify(site.messages.filter(({ to }) => to === person.phone))).toContain(reason)
    expect((await person.calls.partners.application()).application).toMatchObject({ status: 'DRAFT', reason })
    await person.calls.partners.saveApplication({ place_name: 'Airport, day and night' })
    await send(person)
    expect(await admin.calls.operator.partners.read({ id })).toMatchObject({
      ...{ status: 'SENT', place_name: 'Airport, day and night', reason, earlier: [] },
    })
  })

  test('shows who else applied under the same register number, however it is written', async () => {
    const first = await applicant()
    await first.person.calls.partners.saveApplication({}).catch(() => undefined)
    const second = await newcomer()
    await second.calls.partners.saveApplication({ ...COMPANY, ...REST, legal_id: '140-0987 6543' })
    await send(second)
    const { results } = await admin.calls.operator.partners.list({ size: 100 })
    const read = await admin.calls.operator.partners.read({ id: results.at(-1)?.id ?? 0 })
    expect(read.person.id).toBe(second.id)
    expect(read.related.filter(({ same }) => same === 'NUMBER').map(({ id }) => id)).toContain(first.id)
    expect(read.related.every(({ phone }) => phone !== second.phone)).toBe(true)
  })

  test('shows who else applied under the same name, typed on another keyboard and under another number', async () => {
    const name = { company_name: 'کیش یدک ۷', latin_name: 'Yadak 7', legal_name: 'شرکت کیش یدک' }
    const ofPerson = async (more: object) => {
      const person = await newcomer()
      await person.calls.partners.saveApplication({ ...COMPANY, ...REST, ...name, ...more })
      await send(person)
      return person.id
    }
    const first = await ofPerson({ legal_id: '5551' })
    const second = await ofPerson({
      company_name: 'كيش يدك۷',
      latin_name: 'Another',
      legal_name: 'X',
      legal_id: '5552',
    })
    const { id } = await db
      .selectFrom('partner_application')
      .select('id')
      .where('account_id', '=', second)
      .executeTakeFirstOrThrow()
    const { related } = await admin.calls.operator.partners.read({ id })
    expect(related).toMatchObject([{ same: 'NAME', company_name: name.company_name }])
    expect(first).not.toBe(second)
  })

  test('approves with another commission, which holds like any change of one: at once where there is one operator', async () => {
    const { id } = await applicant()
    const decide = (percent: number | string) =>
      admin.calls.operator.partners.decide({ id, decision: 'APPROVE', commission_percent: percent as number })
    expect(await fieldsOf(decide(51))).toEqual({ commission_percent: ['max'] })
    const { company } = await decide('۱۵')
    expect(await admin.calls.operator.companies.read({ id: company ?? 0 })).toMatchObject({
      commission_percent: 15,
      commission_requested: null,
    })
  })

  test('approves: the company exists with its place, account and owner, and the applicant is notified in their language', async () => {
    const { person, id } = await applicant({ bank: BANK })
    await db.updateTable('account').set({ language: 'de' }).where('id', '=', person.id).execute()
    const both = await Promise.allSettled([
      admin.calls.operator.partners.decide({ id, decision: 'APPROVE' }),
      admin.calls.operator.partners.decide({ id, decision: 'APPROVE' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await site.drain()
    expect(JSON.stringify(site.messages.at(-1))).toContain('Vermieterbereich')
    const { company } = await admin.calls.operator.partners.read({ id })
    expect((await person.calls.company.settings.frame({})).company).toMatchObject({
      id: company,
      name: COMPANY.company_name,
    })
    expect((await person.calls.company.settings.frame({})).role).toBe('OWNER')
    expect((await person.calls.company.money.statement({})).bank).toMatchObject({ iban: 'IR••0001' })
    expect((await person.calls.company.settings.read({})).places).toMatchObject([{ name: 'فرودگاه' }])
    expect(await visitor.companies.read({ id: 'sahel-sabz-co' })).toMatchObject({ verified: true })

    // A second company with the same name gets a number in its slug.
    const other = await applicant()
    await admin.calls.operator.partners.decide({ id: other.id, decision: 'APPROVE' })
    expect(await visitor.companies.read({ id: 'sahel-sabz-co-2' })).toMatchObject({ name: COMPANY.company_name })
  })

  test('cannot approve an applicant who has joined a company meanwhile', async () => {
    const { person, id } = await applicant()
    const staff = { role: 'AGENT' as const, company_id: TOMAN.company, staff_role: 'DESK' as const }
    await db.updateTable('account').set(staff).where('id', '=', person.id).execute()
    expect(await codeOf(admin.calls.operator.partners.decide({ id, decision: 'APPROVE' }))).toBe('ALREADY_STAFF')
    expect((await admin.calls.operator.partners.read({ id })).status).toBe('SENT')
  })
})

describe('a new company', () => {
  test('has a list of first steps until its first listing, which disappears when all are done', async () => {
    const { person, id } = await applicant()
    await admin.calls.operator.partners.decide({ id, decision: 'APPROVE' })
    const { company } = person.calls
    const done = async () => (await company.settings.onboarding({})).onboarding?.done
    expect(await done()).toEqual(['place'])
    // Desk staff may not do most of it.
    const { company: own } = await company.settings.frame({})
    const colleague = await signedIn(site, {
      ...{ role: 'AGENT', company: own.id, staffRole: 'DESK', phone: `+989140000${phones++}` },
    })
    expect(await colleague.calls.company.settings.onboarding({})).toEqual({ onboarding: null })
    await company.places.setHours({ week: Array.from({ length: 7 }, () => [['08:00', '20:00']]) as never })
    await company.settings.confirmTerms({})
    await company.settings.confirmTerms({})
    expect(await done()).toEqual(['place', 'hours', 'terms'])
    await company.money.changeBank({ holder: 'Sahel', iban: BANK.iban })
    const { id: vehicle } = await company.fleet.create({ ...NEW_VEHICLE, state: 'OFFERED' })
    expect(await company.settings.onboarding({})).toMatchObject({ onboarding: { vehicle } })
    expect(await done()).toEqual(['place', 'hours', 'terms', 'bank', 'vehicle'])
    await db.insertInto('ad_photo').values({ ad_id: vehicle, source: 'photos/first.jpg' }).execute()
    expect(await company.settings.onboarding({})).toEqual({ onboarding: null })
    const found = async () =>
      (await visitor.ads.search({ query: { size: 100 }, body: { city: 'kish' } })).results.map((ad) => ad.id)
    expect(await found()).not.toContain(vehicle)
    await admin.calls.operator.moderation.lookAtListing({ id: vehicle, decision: 'APPROVE' })
    expect(await found()).toContain(vehicle)
  })

  test('has such a list only if it began with an application', async () => {
    expect(await agency.calls.company.settings.onboarding({})).toEqual({ onboarding: null })
    expect(await agency.calls.company.settings.confirmTerms({})).toEqual({ onboarding: null })
  })
})

test('deleting an account deletes its application', async () => {
  const person = await newcomer()
  await person.calls.partners.saveApplication(COMPANY)
  expect(JSON.stringify(await person.calls.account.exportData())).toContain(COMPANY.legal_name)
  await db.deleteFrom('account').where('id', '=', person.id).execute()
  const left = await db.selectFrom('partner_application').selectAll().where('account_id', '=', person.id).execute()
  expect(left).toEqual([])
})
