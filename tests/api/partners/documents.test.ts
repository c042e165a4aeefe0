import { afterEach, beforeEach, expect, test } from 'vitest'
import { DOCUMENTS_MAX } from '#app/rules/text/partner-application.ts'
import { testApi } from '../../support/api/api.ts'
import { fileOf, pdf, photo, pictureBomb } from '../../support/api/files.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { codeTo } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { withStoreAway } from '../../support/api/store-away.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { admin, agency, other } = await fiveIdentities(site)
let phones = 800
const newcomer = () => signedIn(site, { phone: `+989140000${phones++}` })

beforeEach(async () => {
  await db.deleteFrom('rate_count').execute()
})
afterEach(() => expect(site.reported).toEqual([]))

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields: unknown }).fields
const APPLICATION = {
  ...{ company_name: 'Sahel', latin_name: 'Sahel', legal_name: 'Sahel Ltd.', contact_name: 'Maryam' },
  ...{ city: 1061, place_kind: 'AIRPORT' as const, place_name: 'Airport', address: 'Street 1' },
  ...{ kinds: ['CAR' as const], vehicles: 24 },
}
const PLAIN = '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'
const plain = (name = 'register.pdf') => fileOf(PLAIN, name, 'application/pdf')

/** A person with a draft; documents are added to it, and it is sent. */
async function applicant() {
  const { calls, id, phone } = await newcomer()
  await calls.partners.saveApplication({ ...APPLICATION, legal_id: `77-${phones}` })
  const add = (file: File, document: 'REGISTER' | 'IDENTITY' | 'OTHER' = 'REGISTER') =>
    calls.partners.addDocument({ document, file })
  const send = async () => {
    await calls.partners.sendApplication({ consent: true })
    const row = db.selectFrom('partner_application').select('id').where('account_id', '=', id).orderBy('id', 'desc')
    return (await row.executeTakeFirstOrThrow()).id
  }
  return { calls, id, phone, add, send }
}

const readings = (key: number) =>
  db
    .selectFrom('audit_entry')
    .select(['actor', 'call', 'after'])
    .where('subject', '=', 'partner_application')
    .where('row_key', '=', String(key))
    .where('action', '=', 'READ')
    .orderBy('at')
    .execute()

test('documents are kept with the application, for its author and operators alone', async () => {
  const { calls, add, send } = await applicant()
  await add(plain('../آگهی ثبت.pdf'))
  site.clock.set(new Date(site.clock.now().getTime() + 1000).toISOString())
  const { application } = await add(await photo('passport.jpg'), 'IDENTITY')
  expect(application?.documents).toMatchObject([
    { document: 'REGISTER', name: 'آگهی ثبت.pdf' },
    { document: 'IDENTITY', name: 'passport.jpg' },
  ])
  const [register, identity] = application?.documents ?? []
  const key = { id: register?.id ?? '' }
  // Nobody but the author sees a draft's.
  expect(await codeOf(admin.calls.operator.partners.readDocument(key))).toBe('NOT_FOUND')
  expect(await codeOf(admin.calls.support.readAttachment(key))).toBe('NOT_FOUND')
  expect(await (await calls.support.readAttachment(key)).text()).toBe(PLAIN)

  await send()
  const file = await admin.calls.operator.partners.readDocument(key)
  expect([file.type, await file.text()]).toEqual(['application/pdf', PLAIN])
  const picture = await admin.calls.operator.partners.readDocument({ id: identity?.id ?? '' })
  expect(Buffer.from(await picture.arrayBuffer()).includes('secret place')).toBe(false)
  for (const one of [other, agency]) {
    expect(await codeOf(one.calls.support.readAttachment(key))).toBe('NOT_FOUND')
    expect(await codeOf(one.calls.operator.partners.readDocument(key))).toBe('NOT_FOUND')
  }
})

test('opening an application and each of its documents is in the log, once within ten minutes', async () => {
  const { add, send } = await applicant()
  const { application } = await add(plain())
  const id = await send()
  for (let n = 0; n < 2; n++) {
    await admin.calls.operator.partners.read({ id })
    await admin.calls.operator.partners.readDocument({ id: application?.documents[0]?.id ?? '' })
  }
  expect(await readings(id)).toEqual([
    { actor: admin.id, call: 'GET /admin/partner-applications/{id}/', after: {} },
    { actor: admin.id, call: 'GET /admin/partner-documents/{id}/', after: { document: 'REGISTER' } },
  ])
})

test('refuses a PDF with scripts, other kinds, what is too large or empty, and too many', async () => {
  const { calls, add } = await applicant()
  const refused = (file: File) => fieldsOf(add(file))
  expect(await refused(pdf())).toEqual({ file: ['pdf_active'] })
  expect(await refused(fileOf('<svg><script/></svg>', 'x.pdf', 'application/pdf'))).toEqual({ file: ['file_type'] })
  expect(await refused(fileOf('', 'x.pdf'))).toEqual({ file: ['file_empty'] })
  expect(await refused(fileOf(new Uint8Array(10_000_001), 'x.pdf'))).toEqual({ file: ['file_size'] })
  expect(await refused(pictureBomb(8000))).toEqual({ file: ['image_pixels'] })
  for (let n = 0; n < DOCUMENTS_MAX; n++) await add(plain(`${n}.pdf`), 'OTHER')
  expect(await refused(plain())).toEqual({ file: ['too_many_documents'] })
  expect((await calls.partners.application()).application?.documents).toHaveLength(DOCUMENTS_MAX)
})

test('the author removes a document of the draft, and nobody else does', async () => {
  const { calls, add, send } = await applicant()
  const { application } = await add(plain())
  const id = application?.documents[0]?.id ?? ''
  const foreign = await applicant()
  expect(await codeOf(foreign.calls.partners.removeDocument({ id }))).toBe('NOT_FOUND')
  const { file_key } = await db
    .selectFrom('attachment')
    .select('file_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const removed = await withStoreAway(site, () => calls.partners.removeDocument({ id }))
  expect(removed.application?.documents).toEqual([])
  await site.drain()
  expect(await site.deps.files.exists(file_key)).toBe(false)
  expect(await codeOf(calls.support.readAttachment({ id }))).toBe('NOT_FOUND')
  await add(plain())
  await send()
  expect(await codeOf(calls.partners.removeDocument({ id }))).toBe('APPLICATION_SENT')
  expect(await codeOf(add(plain()))).toBe('APPLICATION_SENT')
})

test('an applicant who is asked for more sends the document that is asked for', async () => {
  const { add, send } = await applicant()
  const id = await send()
  const reason = 'Please send the extract of the register'
  await admin.calls.operator.partners.decide({ id, decision: 'ASK', reason })
  await add(plain('extract.pdf'))
  expect((await admin.calls.operator.partners.read({ id })).documents).toMatchObject([{ name: 'extract.pdf' }])
  expect(await send()).toBe(id)
})

test('deleting an account deletes the documents, too', async () => {
  const { calls, id, phone, add } = await applicant()
  await add(plain())
  const { file_key } = await db
    .selectFrom('attachment')
    .select('file_key')
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(await site.deps.files.exists(file_key)).toBe(true)
  await calls.account.deleteAccount({})
  await site.drain()
  await calls.account.deleteAccount({ token: codeTo(site, phone) })
  await site.drain()
  expect(await site.deps.files.exists(file_key)).toBe(false)
})
