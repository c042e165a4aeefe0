import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eraseReservations } from '#app/api/account/own-data/erase-reservations.ts'
import { fingerprintOf } from '#app/api/company/contracts/contract-template.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { blocksOf, problemsOf } from '#app/rules/reservation/contract-text.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { codeTo, otherThan } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db, now: '2026-11-23T05:30:00Z' })
await loadFleet(db)
const { visitor, owner: customer, elsewhere, admin } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const owner = await signedIn(site, { ...staff, phone: '+989120000911', staffRole: 'OWNER' })
const desk = await signedIn(site, { ...staff, phone: '+989120000912', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000913', staffRole: 'DRIVER' })
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) => (await refusal(call)).data

const { id: _, ...TIMES } = RENTAL
const PHONE = '+989121234567'
let made = 0
async function booked(change: object = {}) {
  made += 1
  const days = { start_date: addDays(TIMES.start_date, made), end_date: addDays(TIMES.end_date, made) }
  const person = { fullname: 'مهدی آرمان سعادت', country_code: '+98', phone: '09121234567' }
  const { id } = await desk.calls.company.reservations.book({
    ...{ ad: 101 + made, ...TIMES, ...days, ...person },
    ...{ source: 'PHONE', payment: 'CASH', ...change },
  })
  const row = await db
    .selectFrom('reservation')
    .select(['id', 'share_id'])
    .where((of) => of.or([of('id', '=', id), of('share_id', '=', id)]))
    .executeTakeFirstOrThrow()
  return { own: row.id, shared: row.share_id }
}
const contracts = () => desk.calls.company.contracts
const own = () => visitor.reservations

const first = await booked()

test('is made from the reservation in its language, with what the law asks for, and is the same until something changes', async () => {
  expect((await contracts().read({ id: first.shared })).contracts).toEqual([])
  const { contracts: all } = await contracts().make({
    ...{ id: first.shared, language: 'en', licence: ' 91-0422 ۱۷۰۰ ', vin: 'nmtbe3je50r042417' },
  })
  expect(all).toHaveLength(1)
  const [contract] = all
  expect(contract).toMatchObject({
    addendum: 0,
    revision: 1,
    language: 'en',
    template: null,
    is_whole: true,
    signatures: [],
  })
  expect(contract?.sha256).toBe(fingerprintOf(contract?.text ?? ''))
  expect(contract?.text).toContain('NMTBE3JE50R042417')
  expect(contract?.text).toContain('910•••700')
  expect(contract?.text).not.toMatch(/[{}]/)
  expect(contract?.text).toMatch(/Total \| 2,700,000/)
  const again = await contracts().make({ id: first.shared, language: 'en' })
  expect(again.contracts[0]?.id).toBe(contract?.id)
  // The company sees papers on the days of the trip alone.
  expect(again.licence).toBeNull()
  expect((await admin.calls.company.contracts.read({ id: first.shared })).licence).toBe('9104221700')
  const anew = await contracts().make({ id: first.shared, language: 'fa' })
  expect(anew.contracts).toHaveLength(1)
  expect(anew.contracts[0]).toMatchObject({ revision: 2, language: 'fa', number: contract?.number })
})

test('refuses numbers of papers that cannot be ones, each at its field', async () => {
  const wrong = { id: first.shared, language: 'en', licence: '!', vin: 'OIQ12345' } as const
  expect(await fieldsOf(contracts().make(wrong))).toMatchObject({ fields: { licence: ['licence'], vin: ['vin'] } })
})

test('has a complete default text in each language', async () => {
  for (const language of LANGUAGES) {
    const { default_text } = await owner.calls.company.contracts.template({ language })
    expect(problemsOf(default_text), language).toEqual([])
    expect(blocksOf(default_text).filter(({ kind }) => kind === 'clause')).toHaveLength(7)
    const { text } = await owner.calls.company.contracts.previewTemplate({ language, text: default_text })
    expect(text, language).not.toMatch(/[{}]|undefined|null/)
  }
})

test('is for the company’s owner and desk, and for operators, alone', async () => {
  for (const { calls } of [customer, elsewhere, driver]) {
    expect(await codeOf(calls.company.contracts.read({ id: first.shared }))).toBe('NOT_FOUND')
    expect(await codeOf(calls.company.contracts.make({ id: first.shared, language: 'en' }))).toBe('NOT_FOUND')
    expect(await codeOf(calls.company.contracts.send({ id: first.shared }))).toBe('NOT_FOUND')
  }
  for (const { calls } of [desk, driver])
    expect(await codeOf(calls.company.contracts.template({ language: 'fa' }))).toBe('NOT_FOUND')
  expect((await admin.calls.company.contracts.read({ id: first.shared })).contracts).toHaveLength(1)
})

async function shown() {
  const contract = (await own().contract({ id: first.own })).contracts.at(-1)
  if (!contract) throw new Error('There is no contract.')
  return { contract: contract.id, sha256: contract.sha256 }
}
const signing = async (token: string) => ({
  ...{ id: first.own, ...(await shown()), name: 'Mahdi Saadat', agreed: true, understood: true, token },
})

test('is not shown or signed by the address that others have, nor by staff with the customer’s', async () => {
  expect(await codeOf(own().contract({ id: first.shared }))).toBe('NOT_FOUND')
  expect(await codeOf(own().contractCode({ id: first.shared, ...(await shown()) }))).toBe('NOT_FOUND')
  expect(await codeOf(desk.calls.reservations.contractCode({ id: first.own, ...(await shown()) }))).toBe('NOT_FOUND')
  for (const { calls } of [desk, owner, admin])
    expect(await codeOf(calls.reservations.prepareContract({ id: first.own }))).toBe('NOT_FOUND')
  expect(await codeOf(desk.calls.reservations.signContract(await signing('123456')))).toBe('NOT_FOUND')
})

test('is signed on the phone with the code that went there, once: a forwarded address signs nothing', async () => {
  const sent = await own().contractCode({ id: first.own, ...(await shown()) })
  expect(sent.channels).toEqual(['sms'])
  await site.drain()
  const code = codeTo(site, PHONE)
  expect(await fieldsOf(own().signContract(await signing(otherThan(code))))).toMatchObject({
    fields: { token: ['code'] },
  })
  const refused = { ...(await signing(code)), agreed: false }
  expect(await fieldsOf(own().signContract(refused))).toMatchObject({ fields: { agreed: ['agree'] } })
  const { contracts: all } = await own().signContract(await signing(code))
  expect(all[0]?.signatures).toMatchObject([{ side: 'CUSTOMER', channel: 'PHONE', name: 'Mahdi Saadat' }])
  // Sent twice: the same answer, with the same used code.
  expect((await own().signContract(await signing(code))).contracts[0]?.signatures).toEqual(all[0]?.signatures)
  const { events } = await contracts().read({ id: first.shared })
  expect(events.map(({ what }) => what)).toEqual(['MADE', 'MADE', 'CODE_SENT', 'CODE_WRONG', 'SIGNED'])
})

test('is signed for the company by its staff, and only the text that they saw', async () => {
  const seen = await shown()
  const company = { id: first.shared, ...seen, company_name: 'Leila', agreed: true }
  expect(await codeOf(contracts().sign({ ...company, sha256: '0'.repeat(64) }))).toBe('CHANGED_MEANWHILE')
  expect(await fieldsOf(contracts().sign({ ...company, company_name: '' }))).toMatchObject({
    fields: { customer_name: ['required'] },
  })
  const { contracts: all } = await contracts().sign(company)
  expect(all[0]?.signatures.map(({ side, channel }) => [side, channel])).toEqual([
    ['CUSTOMER', 'PHONE'],
    ['COMPANY', 'DESK'],
  ])
  expect((await contracts().sign(company)).contracts[0]?.signatures).toEqual(all[0]?.signatures)
})

test('stays as it was signed when the reservation changes: the change is an addendum with signatures of its own', async () => {
  const [before] = (await contracts().read({ id: first.shared })).contracts
  await db
    .updateTable('reservation')
    .set((of) => ({ total: of('total', '+', 750_000) }))
    .where('id', '=', first.own)
    .execute()
  expect((await contracts().read({ id: first.shared })).is_outdated).toBe(true)
  const { contracts: all, is_outdated } = await contracts().make({ id: first.shared, language: 'en' })
  expect(is_outdated).toBe(false)
  expect(all).toHaveLength(2)
  expect(all[0]).toEqual(before)
  // In the language of the contract, whatever was asked for.
  expect(all[1]).toMatchObject({ addendum: 1, language: 'fa', number: `${before?.number}/1`, signatures: [] })
  const addendum = { contract: all[1]?.id ?? '', sha256: all[1]?.sha256 ?? '' }
  const signed = await contracts().sign({
    ...{ id: first.shared, ...addendum, customer_name: 'مهدی سعادت', company_name: 'Leila', agreed: true },
  })
  expect(signed.contracts[1]?.signatures).toHaveLength(2)
})

test('cannot be signed once the reservation is another than the text says, or has ended', async () => {
  const { own: id, shared } = await booked()
  const { contracts: all } = await contracts().make({ id: shared, language: 'de', licence: 'B072RRE2I55' })
  const seen = { contract: all[0]?.id ?? '', sha256: all[0]?.sha256 ?? '' }
  const sign = () => contracts().sign({ id: shared, ...seen, customer_name: 'Anna Weber', agreed: true })
  const { total } = await db.selectFrom('reservation').select('total').where('id', '=', id).executeTakeFirstOrThrow()
  await db
    .updateTable('reservation')
    .set({ total: total + 1 })
    .where('id', '=', id)
    .execute()
  expect(await codeOf(sign())).toBe('CHANGED_MEANWHILE')
  expect(await codeOf(own().contractCode({ id, ...seen }))).toBe('CHANGED_MEANWHILE')
  await db.updateTable('reservation').set({ total, status: 'CANCELLED' }).where('id', '=', id).execute()
  expect(await codeOf(sign())).toBe('STATUS_CONFLICT')
  expect(await codeOf(contracts().make({ id: shared, language: 'de' }))).toBe('STATUS_CONFLICT')
})

test('is never changed or deleted in the database, nor is a signature', async () => {
  const { id } = await db
    .selectFrom('contract')
    .select('id')
    .where('reservation_id', '=', first.own)
    .where('revision', '=', 2)
    .executeTakeFirstOrThrow()
  for (const statement of [
    `update contract set text = text || ' ' where id = '${id}'`,
    `update contract set sha256 = repeat('0', 64) where id = '${id}'`,
    `delete from contract where id = '${id}'`,
    `update contract_signature set name = 'Somebody' where contract_id = '${id}'`,
    `delete from contract_signature where contract_id = '${id}'`,
    `delete from contract_event where contract_id = '${id}'`,
  ])
    await expect(sql.raw(statement).execute(db), statement).rejects.toThrow(/never/)
})

test('loses the numbers of papers with its person’s account, and goes when the invoice loses its person', async () => {
  const { own: id, shared } = await booked()
  await contracts().make({ id: shared, language: 'en', licence: '91042217' })
  const reservations = [{ id, phone: '+00000000000017' }]
  await db.transaction().execute((tx) => eraseReservations(tx, { reservations, keepsInvoices: true }))
  const kept = await db.selectFrom('contract').select('licence').where('reservation_id', '=', id).execute()
  expect(kept).toEqual([{ licence: null }])
  await db.transaction().execute((tx) => eraseReservations(tx, { reservations, keepsInvoices: false }))
  expect(await db.selectFrom('contract').select('id').where('reservation_id', '=', id).execute()).toEqual([])
})

test('has a text of the company, in versions: a draft may be wrong, what is published may not', async () => {
  const texts = owner.calls.company.contracts
  const { default_text } = await texts.template({ language: 'en' })
  const wrong = `${default_text.replace('{excess}', '')}\n{plat}\n<script>alert(1)</script>`
  const draft = await texts.saveTemplate({ language: 'en', text: wrong })
  expect(draft).toMatchObject({ text: wrong, draft: { version: 1 }, versions: [] })
  expect(problemsOf(wrong)).toMatchObject([
    { kind: 'unknown', name: 'plat', near: 'plate' },
    { kind: 'tag', name: 'script' },
    { kind: 'tag', name: 'script' },
    { kind: 'missing', name: 'excess' },
  ])
  expect(await fieldsOf(texts.publishTemplate({ language: 'en', text: wrong }))).toMatchObject({
    fields: { text: ['text_unknown', 'text_tag', 'text_missing'] },
  })
  const right = `${default_text}\nNo smoking.`
  const published = await texts.publishTemplate({ language: 'en', text: right })
  expect(published).toMatchObject({ draft: null, versions: [{ version: 1, contracts: 0 }] })
  expect((await texts.publishTemplate({ language: 'en', text: right })).versions).toHaveLength(1)
  const { shared } = await booked()
  const { contracts: all } = await contracts().make({ id: shared, language: 'en' })
  expect(all[0]).toMatchObject({ template: 1 })
  expect(all[0]?.text).toMatch(/No smoking\.$/)
  const next = await texts.publishTemplate({ language: 'en', text: `${right} No pets.` })
  expect(next.versions.map(({ version, contracts: n }) => [version, n])).toEqual([
    [2, 0],
    [1, 1],
  ])
  await expect(sql`update contract_template set text = 'x' where published_at is not null`.execute(db)).rejects.toThrow(
    /never/,
  )
  expect((await contracts().read({ id: shared })).contracts[0]?.text).toMatch(/No smoking\.$/)
})
