import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { issueAccessToken } from '#app/api/call/admission/access-token.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { feedToken } from '#app/api/company/calendar/feeds/feed-token.ts'
import type { CallLimit, CallMeta, Owner } from '#app/contract/call/base.ts'
import { type Call, callsOf } from '#app/contract/call/calls.ts'
import { contract } from '#app/contract/contract.ts'
import { API_SCOPES } from '#app/rules/access/api-scope.ts'
import { type CompanyRole, DESK_ROLES } from '#app/rules/access/company-role.ts'
import { tokenHash } from '#app/rules/access/keys.ts'
import { CURRENCY_IDS, FACTOR_RECHECK_MINUTES, LANGUAGES } from '#app/rules/constants.ts'
import { DEFAULT_CHARGES } from '#app/rules/reservation/protocol.ts'
import { attachmentKey } from '#app/rules/text/file-name.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../support/api/api.ts'
import { storeKey } from '../../support/api/api-key.ts'
import { loadTexts } from '../../support/api/content.ts'
import { DRIVER, loadFleet, NEW_VEHICLE, PLACES, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { storeWebhook } from '../../support/api/webhook.ts'
import { dropPriceRules, storePriceRules } from '../../support/price-rules.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { factsOf, KEYS_REACH } from './who-may-call.ts'

const BUSINESS = { name: 'Müller GmbH', country: 'DE', tax_number: 'DE136695976', address: 'Domstraße 1' }

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
await loadTexts(db)

const person = async (
  phone: string,
  role: 'CLIENT' | 'AGENT' | 'ADMIN' = 'CLIENT',
  company: number | null = null,
  staffRole: CompanyRole = 'OWNER',
) => (await signedIn(site, { phone, role, company, staffRole })).id
const owner = await person('+989121234567')
const banned = await person('+989121111111')
await db.updateTable('account').set({ banned_at: site.deps.now() }).where('id', '=', banned).execute()

type Identity = 'nobody' | 'forged' | 'banned' | keyof typeof PEOPLE
const PEOPLE = {
  owner,
  other: await person('+989127654321'),
  agency: await person('+989120000100', 'AGENT', TOMAN.company),
  desk: await person('+989120000101', 'AGENT', TOMAN.company, 'DESK'),
  driver: await person('+989120000102', 'AGENT', TOMAN.company, 'DRIVER'),
  elsewhere: await person('+989120000200', 'AGENT', 2),
  admin: await person('+989120000300', 'ADMIN'),
}
const IDENTITIES = ['nobody', 'forged', 'banned', ...Object.keys(PEOPLE)] as Identity[]
/** Each person's relation to a thing that belongs to the owner at the first company. */
const MEETS: Partial<Record<Identity, Owner>> = {
  owner: 'CUSTOMER',
  agency: 'COMPANY',
  desk: 'COMPANY',
  driver: 'COMPANY',
  admin: 'OPERATOR',
}
let copies = 50_000
let files = 0
let lines = 0
let applications = 0
let people = 0
let messages = 0
/** The roles of a company's staff. */
const STAFF: Partial<Record<Identity, CompanyRole>> = {
  agency: 'OWNER',
  elsewhere: 'OWNER',
  desk: 'DESK',
  driver: 'DRIVER',
}

const { id: reservation } = await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, phone: '09121234567' })
// No bank answers here; the payment is created nevertheless.
await site
  .as()
  .payments.gatewayPay({ gateway: 'saman', transaction_id: reservation })
  .catch(() => undefined)
const { id: payment } = await db.selectFrom('payment').select('id').executeTakeFirstOrThrow()

const room = publicId()
const at = site.deps.now()
const aboutReservation = { kind: 'CHAT', reservation_id: reservation, company_id: TOMAN.company }
await db
  .insertInto('conversation')
  .values({ ...aboutReservation, id: room, created_at: at, updated_at: at })
  .execute()

const SEASON = { name: 'Nowruz', percent: 40 }

const BOOKED_DAYS = { start_date: '2027-05-01', start_time: '10:00', end_date: '2027-05-04', end_time: '10:00' }
const STAFF_CUSTOMER = { fullname: 'Mehdi Saadat', country_code: '+98', phone: '09135550126' }

type Sample = { id?: string | number; token?: string; message?: number; query?: string; body?: object | FormData }
/** A later return than any that is booked here. */
const NOTICE = {
  ...({ kind: 'FINE', plate: '1', what: 'Speeding', amount: 1 } as const),
  ...{ fined_on: '2026-01-01', fined_at: '10:00' },
}
const LONGER = { end_date: '2027-08-01', end_time: '10:00' }

/** A further driver as typed. */
const FURTHER_DRIVER = {
  fullname: 'Sara Alavi',
  date_of_birth: '1990-04-05',
  number: '77551122',
  valid_until: '2031-01-01',
}

/** The input for calls about one thing: the owner's thing at the first company, or the caller's own. Made for each attempt. */
const SAMPLES: Record<string, (identity: Identity) => Sample | Promise<Sample>> = {
  'account.issueDirectLogin': async () => ({ body: { phone: (await newPerson()).phone } }),
  'account.removeKey': async () => ({ id: await newKey(owner) }),
  'alerts.create': () => ({
    body: { search: { city: 1061, start_date: '2027-05-01', end_date: '2027-05-04' }, email: 'guest@mail.example' },
  }),
  'alerts.end': async () => ({ id: await newAlert(owner) }),
  'ads.judgeComment': async () => ({ id: await newAdComment(), body: { approved: true } }),
  'content.judgeComment': async () => ({ id: await newPostComment(), body: { approved: true } }),
  'account.readAvatar': async () => ({ id: await newAvatar() }),
  'account.uploadAvatar': async () => ({ body: await picture() }),
  'account.endSession': async () => ({ id: await newSession(owner) }),
  'company.calendar.block': () => ({ body: { ...nextDay(), ad: 110 } }),
  'company.calendar.blocks': () => ({ query: `?company=${TOMAN.company}` }),
  'company.reservations.freeVehicles': () => ({
    query: `?company=${TOMAN.company}&start_date=2027-05-01&start_time=10:00&end_date=2027-05-04&end_time=10:00`,
  }),
  'company.reservations.waysOut': () => ({
    query: `?company=${TOMAN.company}&start_date=2027-05-01&start_time=10:00&end_date=2027-05-04&end_time=10:00`,
  }),
  'company.reservations.knownCustomers': () => ({ query: `?company=${TOMAN.company}&q=sara` }),
  'company.reservations.priceBooking': () => ({ body: { ...BOOKED_DAYS, ad: 111 } }),
  'company.reservations.book': () => ({
    body: { ...nextDay(), ...STAFF_CUSTOMER, ad: 110, source: 'PHONE', payment: 'LATER' },
  }),
  'company.reservations.undoBooking': () => ({ id: reservation, body: { reason: 'x' } }),
  'reservations.quotes.read': async () => ({ id: await newQuote() }),
  'reservations.quotes.price': async () => ({ id: await newQuote(), body: {} }),
  // For whoever has the link: the handler itself sends a company's staff to `withdraw`, and so finds nothing for them.
  'reservations.quotes.decline': async () => ({ id: await newQuote(), body: { reason: 'x'.repeat(501) } }),
  'company.reservations.quotes.offer': () => ({
    body: { ...nextDay(), ...STAFF_CUSTOMER, ad: 110, source: 'PHONE', payment: 'LATER', term: 'HOUR' },
  }),
  'company.reservations.quotes.extend': async () => ({ id: await newQuote(), body: { term: 'HOUR' } }),
  'company.reservations.quotes.withdraw': async () => ({ id: await newQuote(), body: {} }),
  ...Object.fromEntries(
    ['company.reservations.extensions.quoteExtension', 'reservations.quoteExtension', 'reservations.askExtension'].map(
      (name) => [name, () => ({ id: reservation, body: LONGER })],
    ),
  ),
  'company.reservations.extensions.extend': () => ({ id: reservation, body: { ...LONGER, payment: 'LATER' } }),
  'company.reservations.extensions.answerExtension': async () => ({
    id: reservation,
    body: { extension: await newExtension(), answer: 'ACCEPT' },
  }),
  'company.reports.use': () => ({ query: `?company=${TOMAN.company}` }),
  'company.reports.money': () => ({ query: `?company=${TOMAN.company}` }),
  'reservations.checkIn.addPicture': async () => {
    const body = await picture()
    body.append('side', 'FRONT')
    return { id: reservation, body }
  },
  'reservations.checkIn.sendLicence': () => ({
    id: reservation,
    body: { number: '91040022', valid_until: '2031-01-01' },
  }),
  'reservations.checkIn.picture': async () => ({ id: await newLicence(), query: '?side=FRONT' }),
  'reservations.checkIn.checkIdentity': () => ({ id: reservation, body: { consent: true } }),
  'reservations.checkIn.saveArrival': () => ({ id: reservation, body: { way: 'OTHER', arrives_at: '12:00' } }),
  'company.reservations.checkIn.picture': async () => ({ id: await newLicence(), query: '?side=FRONT' }),
  'company.reservations.checkIn.confirm': () => ({ id: reservation, body: { valid_until: '2031-01-01' } }),
  'company.reservations.checkIn.refuse': () => ({
    id: reservation,
    body: { sent_at: site.deps.now().toISOString(), reason: 'Blurred' },
  }),
  'reservations.cheaper.switch': () => ({ id: reservation, body: { shown_total: 1 } }),
  'reservations.drivers.add': async () => {
    await db.updateTable('reservation').set({ extra_driver: true }).where('id', '=', reservation).execute()
    await db.deleteFrom('further_driver').execute()
    return { id: reservation, body: FURTHER_DRIVER }
  },
  'reservations.drivers.addPicture': async () => {
    const body = await picture()
    body.append('side', 'FRONT')
    body.append('driver', await newFurtherDriver())
    return { id: reservation, body }
  },
  'reservations.drivers.picture': async () => ({
    id: reservation,
    query: `?side=FRONT&driver=${await newFurtherDriver()}`,
  }),
  'reservations.drivers.remove': async () => ({ id: reservation, body: { driver: await newFurtherDriver() } }),
  'company.reservations.drivers.picture': async () => ({
    id: reservation,
    query: `?side=FRONT&driver=${await newFurtherDriver()}`,
  }),
  'company.reservations.drivers.add': () => ({ id: reservation, body: FURTHER_DRIVER }),
  'company.reservations.drivers.confirm': async () => ({
    id: reservation,
    body: {
      driver: await newFurtherDriver(),
      sent_at: site.deps.now().toISOString(),
      valid_until: FURTHER_DRIVER.valid_until,
    },
  }),
  'company.reservations.drivers.refuse': async () => ({
    id: reservation,
    body: { driver: await newFurtherDriver(), sent_at: site.deps.now().toISOString(), reason: 'Blurred' },
  }),
  'company.reservations.drivers.remove': async () => ({
    id: reservation,
    body: { driver: await newFurtherDriver() },
  }),
  'reservations.keyBox.addPhoto': async () => {
    const body = await photo()
    body.set('view', 'FRONT')
    return { id: await newKeyBox(), body }
  },
  'company.reservations.keyBox.read': async () => ({ id: await newKeyBox() }),
  'company.reservations.keyBox.save': async () => ({
    id: await newKeyBox(),
    body: { place: 'Box 7', code: '4821', ends: '23:30' },
  }),
  'company.reservations.keyBox.remove': async () => ({ id: await newKeyBox() }),
  'company.reservations.invoices.read': () => ({ id: reservation }),
  'company.reservations.recipient.save': () => ({ id: reservation, body: BUSINESS }),
  'reservations.recipient.save': () => ({ id: reservation, body: BUSINESS }),
  'company.reservations.recordDriver': () => ({ id: reservation, body: { on_time: true } }),
  'company.reviews.list': () => ({ query: `?company=${TOMAN.company}` }),
  'company.reviews.read': async () => ({ id: await newReview(), query: `?company=${TOMAN.company}` }),
  'company.reviews.answer': async () => ({
    id: await newReview(),
    body: { company: TOMAN.company, answer: 'Thank you' },
  }),
  'company.reservations.monthly.list': () => ({ query: `?company=${TOMAN.company}` }),
  'company.reservations.monthly.read': async () => ({ id: await newPlan() }),
  'company.reservations.monthly.sendLink': async () => ({ id: await newPlan() }),
  'company.reservations.monthly.postpone': async () => ({ id: await newPlan(), body: { due_on: '2020-01-01' } }),
  'company.reservations.monthly.quoteEnd': async () => ({ id: await newPlan(), body: { end_date: '2020-01-01' } }),
  'company.reservations.monthly.end': async () => ({ id: await newPlan(), body: { end_date: '2020-01-01' } }),
  'reservations.monthly.read': async () => ({ id: await newPlan() }),
  // For whoever has its id: the handlers find nothing for staff, who act at the desk.
  'reservations.monthly.choose': async () => ({ id: await newPlan(), body: { unknown: true } }),
  'reservations.monthly.quoteEnd': async () => ({ id: await newPlan(), body: { end_date: '2020-01-01' } }),
  'reservations.monthly.end': async () => ({ id: await newPlan(), body: { end_date: 'x' } }),
  'company.developers.keys.list': () => ({ query: `?company=${TOMAN.company}` }),
  'company.developers.keys.create': () => ({
    body: { company: TOMAN.company, name: publicId(), scopes: ['fleet:read'] },
  }),
  ...Object.fromEntries(
    ['read', 'rotate', 'revoke'].map((call) => [
      `company.developers.keys.${call}`,
      async () => ({ id: (await storeKey(site, { company: TOMAN.company })).id }),
    ]),
  ),
  'company.developers.webhooks.list': () => ({ query: `?company=${TOMAN.company}` }),
  'company.developers.webhooks.create': () => ({ body: { company: TOMAN.company, url: 'https://crm.example/events' } }),
  ...Object.fromEntries(
    ['read', 'change', 'remove', 'rotate', 'test', 'deliveries'].map((call) => [
      `company.developers.webhooks.${call}`,
      async () => ({ id: (await storeWebhook(site, { company: TOMAN.company })).id }),
    ]),
  ),
  'company.developers.webhooks.replay': async () => ({
    id: (await storeWebhook(site, { company: TOMAN.company })).id,
    body: { since: '2026-11-23T00:00:00Z' },
  }),
  ...Object.fromEntries(
    ['delivery', 'resend'].map((call) => [
      `company.developers.webhooks.${call}`,
      async () => ({ id: (await storeWebhook(site, { company: TOMAN.company })).delivery }),
    ]),
  ),
  'company.developers.events.list': () => ({ query: `?company=${TOMAN.company}` }),
  'company.deposits.list': () => ({ query: `?company=${TOMAN.company}` }),
  'company.reservations.atRisk': () => ({ query: `?company=${TOMAN.company}` }),
  'company.reservations.changeReserve': () => ({ id: reservation, body: { action: 'confirm' } }),
  'company.money.commission': () => ({ query: `?company=${TOMAN.company}` }),
  'company.settings.read': () => ({ query: `?company=${TOMAN.company}` }),
  'company.reservations.reserves': () => ({ query: `?company=${TOMAN.company}` }),
  'company.calendar.unblock': async () => ({ id: await newBlock() }),
  'company.settings.details': () => ({ query: `?company=${TOMAN.company}` }),
  'company.settings.changeDetails': () => ({
    body: { company: TOMAN.company, name: { fa: 'مرجان', en: 'Marjan', ar: 'مرجان' } },
  }),
  'company.settings.setLogo': async () => ({ body: await logo() }),
  'company.settings.exportData': () => ({ body: { company: TOMAN.company } }),
  'company.settings.removeLogo': () => ({ body: { company: TOMAN.company } }),
  'company.settings.update': () => ({ body: { company: TOMAN.company } }),
  'chat.createReserve': () => ({ body: { reservation } }),
  'chat.edit': async (identity) => ({ ...(await newMessage(accountOf(identity))), body: { message: 'Hello' } }),
  'chat.markRead': () => ({ id: room }),
  'chat.messages': () => ({ id: room }),
  'chat.newMessage': () => ({ id: room, body: { message: 'Hello' } }),
  'chat.room': () => ({ id: room }),
  'companies.read': () => ({ id: TOMAN.company }),
  'content.author': () => ({ id: 'x' }),
  'operator.companies.change': () => ({ id: TOMAN.company, body: { reason: 'Checked' } }),
  'operator.inbox.read': async () => ({ id: await newTicket() }),
  'operator.inbox.assign': async () => ({ id: await newTicket(), body: { assignee: null, seen: null } }),
  'operator.inbox.changeCannedAnswer': async () => ({
    id: await newAnswer(),
    body: { title: publicId(), body: 'Soon.', revision: 1 },
  }),
  'operator.inbox.removeCannedAnswer': async () => ({ id: await newAnswer() }),
  'operator.directory.addCity': () => ({
    body: {
      ...{ name_fa: 'میناب', name_en: 'Minab', name_ar: 'ميناب', latitude: 27.1, longitude: 57 },
      ...{ slug: 'minab', country: 'IR', zone: 'Asia/Tehran' },
    },
  }),
  'operator.directory.changeCity': () => ({
    id: 1062,
    body: { name_fa: 'قشم', name_en: 'Qeshm', name_ar: 'قشم', latitude: 26.9, longitude: 56.2 },
  }),
  'operator.directory.addContact': () => ({ body: CONTACT }),
  'operator.directory.changeContact': async () => ({ id: await newContact(), body: CONTACT }),
  'operator.directory.removeContact': async () => ({ id: await newContact() }),
  'operator.directory.addApp': () => ({ body: { type: 'USER' } }),
  'operator.directory.changeApp': async () => ({ id: await newApp(), body: { type: 'USER' } }),
  'operator.directory.removeApp': async () => ({ id: await newApp() }),
  'operator.moderation.photo': async () => ({ id: await newPhoto() }),
  'operator.moderation.judgePhoto': async () => ({
    id: await newPhoto(),
    body: { taken_down: true, reason: 'Blurred' },
  }),
  'operator.moderation.listing': () => ({ id: 115 }),
  'operator.moderation.lookAtListing': () => ({ id: 115, body: { decision: 'REFUSE', reason: 'No plate' } }),
  'operator.moderation.judgeListing': () => ({ id: 115, body: { taken_down: true, reason: 'Not theirs' } }),
  'operator.companies.read': () => ({ id: TOMAN.company }),
  'company.settings.frame': () => ({ query: `?company=${TOMAN.company}` }),
  'company.fleet.search': () => ({ query: `?company=${TOMAN.company}` }),
  'company.fleet.changeOffer': () => ({ id: 110, body: { plate: '74186 کیش' } }),
  'company.fleet.list': () => ({ query: `?company=${TOMAN.company}` }),
  'company.fleet.choices': () => ({ query: `?company=${TOMAN.company}` }),
  'company.fleet.create': () => ({ body: { ...NEW_VEHICLE, company: TOMAN.company } }),
  'company.fleet.read': () => ({ id: 110 }),
  'company.fleet.change': () => ({ id: 110, body: { seats: 4 } }),
  'company.fleet.pause': () => ({ id: 112 }),
  'company.fleet.resume': () => ({ id: 112 }),
  'company.fleet.retire': () => ({ id: 113 }),
  'company.fleet.copy': () => ({ id: 114, body: { plates: [String(copies++)] } }),
  'company.contracts.read': async () => ({ id: await acceptedReservation() }),
  'company.contracts.make': async () => ({ id: await acceptedReservation(), body: { language: 'fa' } }),
  'company.contracts.sign': async () => ({
    id: await acceptedReservation(),
    body: { contract: publicId(), sha256: '0'.repeat(64), company_name: 'Leila', agreed: true },
  }),
  'company.contracts.send': async () => ({ id: await acceptedReservation(), body: {} }),
  'company.contracts.template': () => ({ query: `?company=${TOMAN.company}&language=fa` }),
  'company.contracts.saveTemplate': () => ({ body: { company: TOMAN.company, language: 'fa', text: 'Text' } }),
  'company.contracts.publishTemplate': () => ({ body: { company: TOMAN.company, language: 'fa', text: 'Text' } }),
  'company.contracts.previewTemplate': () => ({ body: { company: TOMAN.company, language: 'fa', text: 'Text' } }),
  // Nobody is kept out before the handler, which answers 404 to staff and operators: contracts.test.ts.
  'reservations.prepareContract': () => ({ id: reservation, body: { licence: '?' } }),
  'company.customers.list': () => ({ query: `?company=${TOMAN.company}` }),
  'company.customers.read': async () => ({ id: await acceptedReservation() }),
  'company.customers.block': async () => ({ id: await acceptedReservation(), body: { reason: 'Never paid' } }),
  'company.customers.unblock': async () => ({ id: await acceptedReservation(), body: {} }),
  'company.fleet.due.list': () => ({ query: `?company=${TOMAN.company}` }),
  'company.fleet.due.ofVehicle': () => ({ id: 110 }),
  'company.fleet.due.add': () => ({ id: 110, body: { kind: 'OTHER', due_on: '2027-03-01' } }),
  'company.fleet.due.complete': async () => ({ id: 110, body: { due: await newDue(), done_on: '2026-01-01' } }),
  'company.fleet.imports.list': () => ({ query: `?company=${TOMAN.company}` }),
  'company.fleet.imports.upload': () => ({ body: { company: TOMAN.company, name: 'cars.csv', csv: 'x' } }),
  'company.fleet.imports.read': async () => ({ id: await newImport(), query: `?company=${TOMAN.company}` }),
  'company.fleet.imports.apply': async () => ({ id: await newImport(), body: { company: TOMAN.company } }),
  'company.fleet.imports.undo': async () => ({ id: await newImport(true), body: { company: TOMAN.company } }),
  'company.fleet.many.choose': () => ({ query: `?company=${TOMAN.company}` }),
  'company.fleet.many.byPlates': () => ({ body: { plates: '36291', company: TOMAN.company } }),
  'company.fleet.many.setPlates': () => ({
    body: { company: TOMAN.company, rows: [{ id: TOMAN.ad, plate: '', seen: '' }] },
  }),
  'company.fleet.many.previewState': () => ({ query: `?company=${TOMAN.company}&ids=${TOMAN.ad}&action=pause` }),
  'company.fleet.many.setState': () => ({ body: { company: TOMAN.company, ids: `${TOMAN.ad}`, action: 'resume' } }),
  'company.fleet.many.tags': () => ({ query: `?company=${TOMAN.company}` }),
  'company.fleet.many.setTags': () => ({ body: { company: TOMAN.company, ids: `${TOMAN.ad}`, add: 'family' } }),
  'company.fleet.many.previewDue': () => ({
    query: `?company=${TOMAN.company}&ids=${TOMAN.ad}&kind=TYRES&due_km=80000`,
  }),
  'company.fleet.many.addDue': () => ({
    body: { company: TOMAN.company, ids: `${TOMAN.ad}`, kind: 'TYRES', due_km: 80_000 },
  }),
  'company.fleet.many.setTerms': () => ({
    body: { company: TOMAN.company, ids: `${TOMAN.ad}`, min_driver_age: 23 },
  }),
  'company.fleet.many.previewPrices': () => ({
    query: `?company=${TOMAN.company}&ids=${TOMAN.ad}&kind=PERCENT_UP&value=1&step=1`,
  }),
  'company.fleet.many.setPrices': async () => {
    const change = { company: TOMAN.company, ids: `${TOMAN.ad}`, kind: 'PERCENT_UP', value: 1, step: 1 } as const
    const accessToken = tokenFor(await newSession(PEOPLE.agency, 0))
    const { seen } = await site.as({ accessToken }).company.fleet.many.previewPrices(change)
    return { body: { ...change, seen } }
  },
  'company.fleet.fines.list': () => ({ query: `?company=${TOMAN.company}` }),
  'company.fleet.fines.read': async () => ({ id: await newFine() }),
  'company.fleet.fines.enter': () => ({ body: { ...NOTICE, company: TOMAN.company } }),
  'company.fleet.fines.enterMany': () => ({ body: { rows: [NOTICE], company: TOMAN.company } }),
  'company.fleet.fines.match': async () => ({ id: await newFine() }),
  'company.fleet.fines.charge': async () => ({ id: await newFine(reservation), body: { fee: 1 } }),
  'company.fleet.fines.bear': async () => ({ id: await newFine() }),
  'company.fleet.due.remove': async () => ({ id: 110, body: { due: await newDue() } }),
  'company.fleet.due.addPaper': async () => {
    const body = await picture()
    body.set('due', String(await newDue()))
    return { id: 110, body }
  },
  'company.fleet.due.readPaper': async () => ({ id: 110, query: `?paper=${await newVehiclePaper()}` }),
  'company.fleet.due.removePaper': async () => ({ id: 110, body: { paper: await newVehiclePaper() } }),
  'company.fleet.details.read': () => ({ id: 110 }),
  'company.fleet.details.save': () => ({ id: 110, body: { key_number: 'K-118' } }),
  'company.fleet.keyBox.read': async () => ({ id: await newVehicleKeyBox() }),
  'company.fleet.keyBox.save': async () => ({ id: await newVehicleKeyBox(), body: { place: 'Box 7', code: '4821' } }),
  'company.fleet.keyBox.remove': async () => ({ id: await newVehicleKeyBox() }),
  'company.fleet.addPhoto': async () => ({ id: 110, body: await picture() }),
  'company.fleet.changePhoto': async () => ({ id: await newPhoto(), body: { alt: 'Front' } }),
  'company.fleet.removePhoto': async () => ({ id: await newPhoto() }),
  'company.places.names': () => ({ query: `?company=${TOMAN.company}` }),
  'company.reservations.list': () => ({ query: `?company=${TOMAN.company}` }),
  'company.calendar.read': () => ({ query: `?company=${TOMAN.company}` }),
  'company.calendar.conflicts': () => ({ id: 110, query: `?${new URLSearchParams(nextDay())}` }),
  'company.calendar.feeds': () => ({ query: `?company=${TOMAN.company}` }),
  'company.calendar.makeFeed': () => ({ body: { ad: 110 } }),
  'company.calendar.removeFeed': async () => ({ id: await newFeed() }),
  'company.calendar.addSource': () => ({ body: { ad: 110, address: 'https://calendar.example/' } }),
  'company.calendar.removeSource': async () => ({ id: await newSource() }),
  'company.places.hours': () => ({ query: `?company=${TOMAN.company}` }),
  'company.places.setHours': () => ({ body: { company: TOMAN.company, week: Array(7).fill([['00:00', '24:00']]) } }),
  'company.places.closeDays': () => ({
    body: { company: TOMAN.company, start_date: '2027-06-01', end_date: '2027-06-01', reason: 'Stocktaking' },
  }),
  'company.places.openDays': async () => ({ id: await newClosedDays() }),
  'company.prices.previewTiers': () => ({ query: `?company=${TOMAN.company}&p3=5&p7=10&p14=15&p30=30` }),
  'company.prices.applyTiers': () => ({ body: { company: TOMAN.company, p3: 5, p7: 10, p14: 15, p30: 30 } }),
  'company.messages.list': () => ({ query: `?company=${TOMAN.company}` }),
  'company.reservations.views': () => ({ query: `?company=${TOMAN.company}` }),
  'company.reservations.saveView': () => ({
    body: { company: TOMAN.company, name: 'Late', filters: { list: 'late' } },
  }),
  'company.reservations.removeView': async (identity) => ({
    id: await newView(identity === 'elsewhere' ? PEOPLE.agency : accountOf(identity)),
  }),
  'company.staff.notices': () => ({ query: `?company=${TOMAN.company}` }),
  'company.staff.setNotices': () => ({ id: PEOPLE.desk, body: { choices: { new: ['push'] } } }),
  'company.places.list': () => ({ query: `?company=${TOMAN.company}` }),
  'company.places.add': () => ({
    body: { company: TOMAN.company, city: 1061, kind: 'HOTEL', name: { en: 'Beach' }, address: { en: 'Beach 1' } },
  }),
  'company.places.change': () => ({ id: PLACES.airport, body: { receive_fee: 250_000 } }),
  'company.places.closeHolidays': () => ({ body: { company: TOMAN.company, year: 1406 } }),
  'company.staff.list': () => ({ query: `?company=${TOMAN.company}` }),
  'company.staff.log': () => ({ query: `?company=${TOMAN.company}` }),
  'company.staff.invite': () => ({ body: { company: TOMAN.company, contact: 'new@example.com', role: 'DESK' } }),
  'company.staff.invitation': async () => ({ token: await newInvitationLink() }),
  'company.staff.acceptInvitation': async () => ({ token: await newInvitationLink() }),
  'company.calendar.feedEvents': async () => ({ token: await newFeedToken() }),
  'company.staff.withdrawInvitation': async () => ({ id: await newInvitation() }),
  'company.staff.change': () => ({ id: PEOPLE.desk, body: { role: 'DESK' } }),
  'company.staff.remove': () => ({ id: PEOPLE.agency }),
  'company.money.cash.open': () => ({ query: `?company=${TOMAN.company}` }),
  'company.money.cash.close': () => ({ body: { company: TOMAN.company, currency: 'EUR', kept: 0, booked: 1 } }),
  'company.money.cash.closings': () => ({ query: `?company=${TOMAN.company}` }),
  'company.money.cash.closing': async () => ({ id: await newClosing(), query: `?company=${TOMAN.company}` }),
  'company.money.accounting.map': () => ({ query: `?company=${TOMAN.company}` }),
  'company.money.accounting.setMap': () => ({ body: { company: TOMAN.company, debit_PAYOUT: '1200' } }),
  'company.money.accounting.journal': () => ({
    query: `?company=${TOMAN.company}&from=2026-12-01&to=2026-12-31`,
  }),
  'company.money.bank.lines': () => ({ query: `?company=${TOMAN.company}` }),
  'company.money.bank.missing': () => ({ query: `?company=${TOMAN.company}` }),
  'company.money.bank.upload': () => ({ body: bankFile() }),
  'company.money.bank.line': async () => ({ id: await newBankLine(), query: `?company=${TOMAN.company}` }),
  'company.money.bank.match': async () => ({
    id: await newBankLine(),
    body: { company: TOMAN.company, item: `D-${await newDeskPayment()}` },
  }),
  'company.money.bank.explain': async () => ({
    id: await newBankLine(),
    body: { company: TOMAN.company, note: 'Fee of the bank' },
  }),
  'company.money.bank.removeStatement': async () => ({
    id: await statementOf(await newBankLine()),
    body: { company: TOMAN.company },
  }),
  'company.money.bank.reopen': async () => ({ id: await newBankLine(), body: { company: TOMAN.company } }),
  'operator.tax.vat': () => ({ query: '?from=2026-11-01&to=2026-11-30' }),
  'operator.tax.dac7': () => ({ query: '?year=2026' }),
  'company.money.statement': () => ({ query: `?company=${TOMAN.company}` }),
  'company.money.changeBank': () => ({
    body: { company: TOMAN.company, holder: 'Marjan Rent', iban: 'IR062960000000100324200001' },
  }),
  'company.settings.onboarding': () => ({ query: `?company=${TOMAN.company}` }),
  'company.settings.confirmTerms': () => ({ body: { company: TOMAN.company } }),
  'operator.partners.read': async () => ({ id: await newApplication() }),
  'operator.partners.readDocument': async () => ({ id: await newDocument(await newApplication()) }),
  'partners.addDocument': async () => ({ body: await document() }),
  'partners.removeDocument': async (identity) => ({ id: await newDocument(await newDraft(accountOf(identity))) }),
  'operator.partners.decide': async () => ({
    id: await newApplication(),
    body: { decision: 'REJECT', reason: 'Licence missing' },
  }),
  'company.reservations.today': () => ({ query: `?company=${TOMAN.company}` }),
  'company.reservations.addNote': () => ({ id: reservation, body: { body: 'Seat in the store' } }),
  'company.reservations.otherVehicles': () => ({ id: reservation }),
  'company.reservations.moveToVehicle': () => ({ id: reservation, body: { ad: 119, former: TOMAN.ad } }),
  'company.prices.read': () => ({ query: `?company=${TOMAN.company}` }),
  'company.prices.set': () => ({ body: { company: TOMAN.company } }),
  'company.prices.addSeason': () => ({
    body: { company: TOMAN.company, ...SEASON, start_date: '2027-03-21', end_date: '2027-04-02' },
  }),
  'company.prices.changeSeason': async () => ({
    id: await newSeason(),
    body: { ...SEASON, start_date: '2027-03-21', end_date: '2027-04-02' },
  }),
  'company.prices.dropSeason': async () => ({ id: await newSeason() }),
  'company.prices.preview': () => ({ query: `?ad=${TOMAN.ad}&from=2026-12-01` }),
  'company.protocols.read': () => ({ id: reservation, query: '?kind=PICK_UP' }),
  'company.protocols.saveDraft': () => ({ id: reservation, body: { kind: 'PICK_UP', revision: 0, fields: {} } }),
  'company.protocols.finish': () => ({
    id: reservation,
    body: { kind: 'PICK_UP', odometer: 1, level: 8, handed_by: 'Leila', received_by: 'Sara' },
  }),
  'company.protocols.correctOdometer': () => ({
    id: reservation,
    body: { kind: 'PICK_UP', odometer: 1, former: 1, reason: 'Read wrongly' },
  }),
  'company.protocols.addPhoto': async () => ({ id: reservation, body: await photo() }),
  'company.protocols.removePhoto': () => ({ id: reservation, body: { photo: publicId() } }),
  'company.protocols.withdrawProposal': async () => ({
    id: reservation,
    body: { proposal: await newProposal('OPEN') },
  }),
  'company.protocols.settleProposal': async () => ({
    id: reservation,
    body: { proposal: await newProposal('ACCEPTED'), by: 'DESK', way: 'CASH' },
  }),
  'company.disputes.answer': async () => ({
    id: reservation,
    body: { proposal: await newDispute(), message: 'See the photo.' },
  }),
  'company.disputes.escalate': async () => ({
    id: reservation,
    body: { proposal: await newDispute(), message: 'No answer.' },
  }),
  'reservations.addToDispute': async () => ({
    id: reservation,
    body: { proposal: await newDispute(), message: 'It was full.' },
  }),
  'operator.texts.setCover': async () => ({ body: await cover() }),
  // Without a day it would become a draft, which nobody may read.
  'operator.texts.publish': () => ({ body: { published: '2020-01-01' } }),
  'operator.news.read': async () => ({ id: await newNews('DRAFT') }),
  'operator.news.send': async () => ({ id: await newNews('DRAFT') }),
  'operator.news.stop': async () => ({ id: await newNews('SENDING') }),
  'operator.news.deliveries': async () => ({ id: await newNews('DRAFT') }),
  'operator.disputes.read': async () => ({ id: await newDispute() }),
  'operator.disputes.rule': async () => ({ id: await newDispute(), body: { ruling: 'NOTHING', reason: 'No proof' } }),
  'company.protocols.editProposal': async () => ({
    id: reservation,
    body: { proposal: await newProposal('DRAFT'), amounts: [900], former: 1000 },
  }),
  'company.protocols.sendProposal': async () => ({
    id: reservation,
    body: { proposal: await newProposal('DRAFT'), amount: 1000 },
  }),
  'company.protocols.chargeByHand': () => ({
    id: reservation,
    body: { what: 'fine', amount: 1, reason: 'Speeding' },
  }),
  'company.protocols.saveCharge': () => ({
    id: reservation,
    body: { what: 'fine', amount: 1, reason: 'Speeding' },
  }),
  'company.protocols.dropCharge': () => ({ id: reservation }),
  'company.protocols.takeDeposit': () => ({ id: reservation, body: { amount: 1, way: 'CASH' } }),
  'company.protocols.giveDepositBack': () => ({ id: reservation, body: { amount: 1 } }),
  'company.protocols.recordRent': () => ({ id: reservation, body: { amount: 1, way: 'CASH', due: 1 } }),
  'company.protocols.writeOffRent': () => ({ id: reservation, body: { reason: 'Never paid', due: 1 } }),
  'reservations.protocolPhoto': async () => ({ id: reservation, query: `?photo=${await newProtocolPhoto()}` }),
  'reservations.cancelToAccount': () => ({
    id: reservation,
    body: { holder: 'Sara Karimi', iban: 'IR062960000000100324200001' },
  }),
  'reservations.answerProposal': async () => ({
    id: reservation,
    body: { proposal: await newProposal('OPEN'), answer: 'ACCEPT' },
  }),
  'payments.clientVerify': () => ({ body: { ref_id: payment } }),
  'operator.people.read': async () => ({ id: (await newPerson()).id }),
  'operator.people.ban': async () => ({ id: (await newPerson()).id, body: { banned: true, reason: 'Stolen cards' } }),
  'operator.people.removeFactor': async () => ({ id: (await newPerson()).id, body: { reason: 'Lost the phone' } }),
  'operator.payments.correct': async () => ({
    id: (await newPerson()).id,
    body: { currency: 'IRT', amount: 1000, reason: 'A gift' },
  }),
  'operator.approvals.decide': async () => ({ id: await newRequest(), body: { approved: false } }),
  'operator.companies.changeCommission': () => ({
    id: TOMAN.company,
    body: { commission_percent: 12, reason: 'New contract' },
  }),
  'operator.operators.appoint': async () => ({
    body: { phone: (await newPerson()).phone, role: 'SUPPORT', reason: 'A new colleague' },
  }),
  'operator.operators.change': async () => ({
    id: (await newOperator()).id,
    body: { role: 'CONTENT', reason: 'Writes now' },
  }),
  'operator.operators.remove': async () => ({ id: (await newOperator()).id, body: { reason: 'Has left' } }),
  'operator.payments.decideCorrection': async () => ({ id: await newCorrection(), body: { approved: false } }),
  'operator.settings.endCode': async () => ({ id: await newCode() }),
  'operator.payouts.confirmHolder': async () => ({
    id: TOMAN.company,
    body: { changed_at: await newAccount(), reason: 'Seen' },
  }),
  'operator.payouts.decideWalletPayout': async () => ({
    id: await newWalletPayout(),
    body: { decision: 'CONFIRMED', reason: 'Seen' },
  }),
  'operator.payouts.batch': async () => ({ id: await newBatch() }),
  'operator.payouts.approve': async () => ({ id: await newBatch() }),
  'operator.payouts.settle': async () => ({ id: await newBatch(), body: { outcome: 'RETURNED' } }),
  'operator.payouts.release': async () => ({ id: await newBatch({ needs_approval: false, proposed: true }) }),
  'payments.read': () => ({ id: payment }),
  'operator.payments.read': () => ({ id: payment }),
  'reservations.readDeposit': async () => {
    await uploaded()
    // The company sees it once it has accepted the reservation.
    await db.updateTable('reservation').set({ status: 'CONFIRMED' }).where('id', '=', reservation).execute()
    return { id: reservation }
  },
  'support.closeTicket': async () => ({ id: await newTicket(), body: { status: 'CLOSED' } }),
  'support.createTicket': () => ({ body: { department: 'SALES', subject: 'Seats', message: 'How many?' } }),
  'support.readTicket': async () => ({ id: await newTicket() }),
  'support.replyToTicket': async () => ({ id: await newTicket(), body: { message: 'Three.' } }),
  'support.ticket': async () => ({ id: await newTicket() }),
  'support.readAttachment': async () => ({ id: await newAttachment() }),
  'support.uploadChatFile': async () => ({ body: await picture() }),
  'support.uploadTicketFile': async () => ({ body: await picture() }),
  'reservations.uploadDeposit': async () => ({ body: await picture() }),
}
/** The first company's only one. */
async function newSeason(): Promise<number> {
  await dropPriceRules(db)
  const season = { ...SEASON, starts_on: '2027-03-21', ends_on: '2027-04-02', min_days: null }
  await storePriceRules(db, { company: TOMAN.company, rules: { seasons: [season] } })
  return (await db.selectFrom('price_season').select('id').executeTakeFirstOrThrow()).id
}

/** One that the company has refused. */
async function newExtension(): Promise<string> {
  const row = { id: publicId(), reservation_id: reservation, kind: 'EXTENSION', status: 'REFUSED' } as const
  const wanted = JSON.stringify({ end_date: '2027-08-01', end_time: '10:00', days: 3 })
  const bill = { wanted, lines: '[]', total: 0, payable_now: 0, difference: 0, created_at: site.clock.now() }
  await db
    .insertInto('reservation_change')
    .values({ ...row, ...bill })
    .execute()
  return row.id
}

/** The first reservation, in one monthly part that is still to be paid. */
async function newPlan(): Promise<string> {
  const at = site.deps.now()
  await db
    .insertInto('rental_plan')
    .values({ reservation_id: reservation, grace_days: 2, notice_days: 7, payable_before: 0, chosen_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.deleteFrom('rental_part').where('reservation_id', '=', reservation).execute()
  const part = { position: 1, days: 3, starts_on: '2027-05-01', due_on: '2027-05-01', amount: 2_700_000 }
  await db
    .insertInto('rental_part')
    .values({ ...part, id: publicId(), reservation_id: reservation, created_at: at })
    .execute()
  return reservation
}

/** A quote that waits for its customer: the first reservation's copy on days of its own. */
async function newQuote(): Promise<string> {
  const id = publicId()
  const { days: _days, ...row } = await db
    .selectFrom('reservation')
    .selectAll()
    .where('id', '=', reservation)
    .executeTakeFirstOrThrow()
  const { number: _number, share_id: _share, holder: _holder, terms: _terms, lines, ...copied } = row
  const held = { hold_until: new Date(site.deps.now().getTime() + 3_600_000), status: 'AWAITING_PAYMENT' as const }
  await db
    .insertInto('reservation')
    .values({ ...copied, ...held, id, days: 1, lines: JSON.stringify(lines), source: 'PHONE', quote: 'OPEN' })
    .execute()
  const terms = { pays: 'LATER', may_extras: false, may_places: false, may_times: false } as const
  await db
    .insertInto('quote')
    .values({ reservation_id: id, ...terms, stands_until: held.hold_until })
    .execute()
  return id
}

async function newClosedDays(): Promise<number> {
  const row = { company_id: TOMAN.company, starts_on: '2027-06-02', ends_on: '2027-06-02', reason: 'Stocktaking' }
  return (await db.insertInto('closed_days').values(row).returning('id').executeTakeFirstOrThrow()).id
}

const sampleOf = async ({ name }: Call, identity: Identity): Promise<Sample> =>
  (await SAMPLES[name]?.(identity)) ?? {
    id: /^(ads|reservations\.(rental|price|reserve$))/.test(name) ? 101 : reservation,
  }

/** Values for other path parameters. */
const NAMED = { username: 'sara', slug: 'terms', key: 'confirmed.title', city: 'kish', kind: 'page', language: 'en' }

async function ask(
  call: Call,
  identity: Identity,
  { as, of = site, sample }: { as?: string; of?: typeof site; sample?: Sample | undefined } = {},
) {
  const given = sample ?? (await sampleOf(call, identity))
  const { id = 'x', token: link = 'x', message = 1, query = '', body = {} } = given
  const named: Record<string, string | number> = { id, token: link, message_id: message, ...NAMED }
  const path = `/api${call.path.replace(/\{(\w+)\}/g, (_, name) => String(named[name]))}${query}`
  const token = as ?? (await tokenOf(identity))
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(call.method !== 'GET' && !(body instanceof FormData) && { 'content-type': 'application/json' }),
  }
  const sent = body instanceof FormData ? body : JSON.stringify(body)
  const answer = await of.fetch(path, { method: call.method, headers, ...(call.method !== 'GET' && { body: sent }) })
  const type = answer.ok ? undefined : ((await answer.json()) as { type: string }).type
  return { status: answer.status, type }
}

/** The error with which a call must refuse somebody, by the table; undefined when it must let them in. */
function refusalOf({ name }: Call, identity: Identity) {
  const access = factsOf(name)
  // Drivers may only see the work of the day, and this is another day's.
  if (identity === 'driver' && 'of' in access && access.of === 'reservation') return { status: 404, type: 'NOT_FOUND' }
  const invalid = { status: 401, type: 'INVALID_TOKEN' }
  if (access.signIn === 'none') return undefined
  if (identity === 'nobody') return access.signIn === 'needed' ? invalid : undefined
  if (identity === 'forged') return invalid
  if (identity === 'banned') return { status: 401, type: 'BANNED_USER' }
  if (access.signIn !== 'needed') return undefined
  const staff = STAFF[identity]
  const acts = staff !== undefined && (access.company ?? DESK_ROLES).includes(staff)
  const hasRole = access.role === 'CLIENT' || identity === 'admin' || (access.role === 'AGENT' && acts)
  const meets = MEETS[identity] === 'COMPANY' && !acts ? undefined : MEETS[identity]
  const owns = !access.owner || (meets !== undefined && access.owner.includes(meets))
  return hasRole && owns ? undefined : { status: 404, type: 'NOT_FOUND' }
}

const calls = callsOf(contract)

/** Answers that mean "not let in" or "not found": each call is sent something that permitted people would find. */
const TURNED_AWAY = [401, 403, 404, 405, 429]

describe('who may call', () => {
  test.each(calls.map((call) => [call.name, call] as const))('%s', async (_, call) => {
    const answers: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const identity of IDENTITIES) {
      const answer = await ask(call, identity)
      const refused = refusalOf(call, identity)
      const isIn = answer.status < 500 && !TURNED_AWAY.includes(answer.status)
      answers[identity] = !refused && isIn ? 'let in' : answer
      await restorePeople()
      expected[identity] = refused ?? 'let in'
    }
    expect(answers).toEqual(expected)
    // Taken out of the list, so that an unexpected error fails only the test of its own call.
    expect(site.reported.splice(0)).toEqual([])
  })

  const rows = calls.map((call) => ({ call, name: call.name, access: factsOf(call.name) }))

  test.each(calls.map((call) => [call.name, call] as const))('%s by a key for programs', async (name, call) => {
    const scope = scopeOfKeys(name)
    const others = API_SCOPES.filter((one) => one !== scope)
    const company = TOMAN.company
    const ended = await storeKey(site, { company })
    await db.updateTable('api_key').set({ ended_at: site.deps.now() }).where('id', '=', ended.id).execute()
    const keys = {
      rightScope: await storeKey(site, { company, scopes: scope ? [scope] : API_SCOPES }),
      otherScopes: await storeKey(site, { company, scopes: others }),
      otherCompany: await storeKey(site, { company: 2 }),
      ended,
    }
    const missing = scope ? { status: 403, type: 'SCOPE_MISSING' } : { status: 404, type: 'NOT_FOUND' }
    const found = scope ? 'let in' : { status: 404, type: 'NOT_FOUND' }
    const expected = {
      ...{ rightScope: found, otherScopes: missing, otherCompany: { status: 404, type: 'NOT_FOUND' } },
      ended: { status: 401, type: 'INVALID_TOKEN' },
    }
    const answers: Record<string, unknown> = {}
    for (const [which, { key }] of Object.entries(keys)) {
      const answer = await ask(call, 'agency', { as: key })
      const isIn = answer.status < 500 && !TURNED_AWAY.includes(answer.status)
      answers[which] = isIn ? 'let in' : answer
      await restorePeople()
    }
    // A call for everybody ignores all tokens.
    if (factsOf(name).signIn !== 'none') expect(answers).toEqual(expected)
    expect(site.reported.splice(0)).toEqual([])
    await db.deleteFrom('rate_count').execute()
  })

  const writes = calls.filter(({ name, method }) => scopeOfKeys(name) && method !== 'GET')

  test.each(writes.map((call) => [call.name, call] as const))(
    '%s writes nothing by a key that is revoked once it was admitted',
    async (name, call) => {
      const { id, key } = await storeKey(site, { company: TOMAN.company })
      const revoking = await testApi({
        db,
        counts: {
          add: async (bucket) => {
            if (bucket.includes(`api key ${id}:`))
              await db.updateTable('api_key').set({ ended_at: site.deps.now() }).where('id', '=', id).execute()
            return 1
          },
          take: async () => true,
        },
      })
      const sample = await CHANGING[name]?.()
      const answer = await ask(call, 'agency', { as: key, of: revoking, sample })
      const written = await db.selectFrom('audit_entry').select('id').where('api_key', 'like', `key ${id} %`).execute()
      expect(written).toEqual([])
      // Refused before it writes, or because of the key.
      if (!ONLY_PRICES.includes(name)) expect(answer.status).toBeGreaterThanOrEqual(400)
      if (answer.status === 401) expect(answer.type).toBe('INVALID_TOKEN')
      expect(revoking.reported).toEqual([])
    },
  )

  test.each(rows.filter(({ access }) => 'recheck' in access && access.recheck))(
    '$name requires a fresh second factor',
    async ({ call, access }) => {
      const identity = 'recheck' in access && access.recheck === 'OPERATORS' ? 'admin' : identityOf(access)
      const account_id = accountOf(identity)
      await giveFactor(account_id)
      const headers = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
      const askAt = async (minutesAgo: number) => {
        const token = tokenFor(await newSession(account_id, minutesAgo))
        const path = `/api${call.path.replace(/\{\w+\}/g, 'x')}`
        const answer = await site.fetch(path, { method: call.method, headers: headers(token), body: '{"":' })
        return { status: answer.status, type: ((await answer.json()) as { type: string }).type }
      }
      expect(await askAt(FACTOR_RECHECK_MINUTES + 1)).toEqual({ status: 403, type: 'RECHECK_NEEDED' })
      expect((await askAt(FACTOR_RECHECK_MINUTES - 1)).status).toBe(400)
      await restorePeople()
    },
  )

  test.each(rows.filter(({ access }) => access.limit))('$name is rate limited', async ({ call, access }) => {
    const { bucket, most, seconds, operators } = access.limit as CallLimit
    const identities: Identity[] = access.signIn === 'needed' ? [identityOf(access), 'admin'] : ['nobody']
    for (const identity of identities.filter((who) => !refusalOf(call, who))) {
      const count = identity === 'admin' ? (operators ?? most) : most
      const whose = identity === 'nobody' ? '192.0.2.1' : accountOf(identity)
      await db.deleteFrom('rate_count').execute()
      await countUp(`${bucket} ${whose}`, { to: count - 1, seconds })
      expect((await ask(call, identity)).status, `${identity}: the last`).not.toBe(429)
      await restorePeople()
      expect(await ask(call, identity), `${identity}: one more`).toEqual({ status: 429, type: 'TOO_MANY_REQUESTS' })
      await restorePeople()
    }
    await db.deleteFrom('rate_count').execute()
  })

  test('is checked before the input, so that nobody learns a call’s fields without permission', async () => {
    for (const call of calls.filter(({ access, method }) => access.signIn === 'needed' && method !== 'GET')) {
      const path = `/api${call.path.replace('{id}', 'no-such-id')}`
      const headers = { 'content-type': 'application/json' }
      const answer = await site.fetch(path, { method: call.method, headers, body: '{"nonsense":[[]]}' })
      expect(answer.status, call.name).toBe(401)
    }
  })

  test.each([
    { type: 'application/json', body: '{"a":' },
    { type: 'multipart/form-data; boundary=x', body: 'no part' },
  ])('is checked before an unreadable body: $type', async ({ type, body }) => {
    for (const call of calls.filter(({ method }) => method !== 'GET')) {
      const { id = 'x' } = await sampleOf(call, 'admin')
      const path = `/api${call.path.replace('{id}', String(id))}`
      const statusFor = async (identity: Identity) => {
        const token = await tokenOf(identity)
        const headers = { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) }
        return (await site.fetch(path, { method: call.method, headers, body })).status
      }
      expect(await statusFor('nobody'), call.name).toBe(call.access.signIn === 'needed' ? 401 : 400)
      expect(await statusFor('admin'), call.name).toBe(400)
    }
    expect(site.reported).toEqual([])
  })
})

/** Calls that write nothing, though their method says so. */
const ONLY_PRICES = ['company.reservations.priceBooking', 'company.reservations.extensions.quoteExtension']

/** Input that changes something where a sample, sent again, would not. */
const CHANGING: Record<string, () => Sample | Promise<Sample>> = {
  'company.fleet.addPhoto': async () => {
    await db.deleteFrom('ad_photo').where('ad_id', '=', 110).execute()
    return { id: 110, body: await picture() }
  },
  'company.prices.set': () => ({ body: { company: TOMAN.company, min_days: 3 } }),
  'company.developers.webhooks.change': async () => ({
    id: (await storeWebhook(site, { company: TOMAN.company })).id,
    body: { is_on: false },
  }),
  'company.prices.changeSeason': async () => ({
    id: await newSeason(),
    body: { ...SEASON, percent: 41, start_date: '2027-03-21', end_date: '2027-04-02' },
  }),
  'company.reservations.moveToVehicle': () => ({ id: reservation, body: { ad: TOMAN.ad, former: 119 } }),
}

function scopeOfKeys(name: string) {
  return API_SCOPES.find((scope) => KEYS_REACH[scope]?.includes(name))
}

/** Somebody whom a call permits. */
function identityOf(access: CallMeta): keyof typeof PEOPLE {
  if (access.signIn !== 'needed' || access.role === 'CLIENT') return 'owner'
  return access.role === 'ADMIN' ? 'admin' : 'agency'
}

/** The owner's reservation, accepted by the company, which has blocked nobody. */
async function acceptedReservation(): Promise<string> {
  await db.deleteFrom('company_block').execute()
  await db.updateTable('reservation').set({ status: 'CONFIRMED' }).where('id', '=', reservation).execute()
  return reservation
}

function bankFile(): FormData {
  const form = new FormData()
  form.set('company', String(TOMAN.company))
  form.set('file', new File([`Date,Amount\n2026-12-01,${++lines}0`], 'bank.csv', { type: 'text/csv' }))
  return form
}

/** A closed day of the company's till. */
async function newClosing(): Promise<number> {
  lines += 1
  const { id } = await db
    .insertInto('cash_closing')
    .values({
      ...{ company_id: TOMAN.company, currency_id: 6, on_date: addDays('2020-01-01', lines), opening: 0, booked: 0 },
      ...{ counts: '{}', counted: 0, kept: 0, closed_at: site.deps.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An open line of the company's bank. */
async function statementOf(line: number): Promise<number> {
  const { statement_id } = await db
    .selectFrom('bank_line')
    .select('statement_id')
    .where('id', '=', line)
    .executeTakeFirstOrThrow()
  return statement_id
}

async function newBankLine(): Promise<number> {
  lines += 1
  const own = { company_id: TOMAN.company, currency_id: 6 }
  const { id } = await db
    .insertInto('bank_statement')
    .values({
      ...{ ...own, name: 'bank.csv', format: 'CSV', sha256: String(lines).padStart(64, '0'), lines: 1 },
      ...{ from_on: '2026-12-01', to_on: '2026-12-01', created_at: site.deps.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = await db
    .insertInto('bank_line')
    .values({
      ...{ ...own, statement_id: id, on_date: '2026-12-01', amount: 1000, reference: '', name: '', text: '' },
      identity: String(lines).padStart(64, 'x'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return line.id
}

/** Rent that was paid at the desk by transfer; returns its id. */
async function newDeskPayment(): Promise<string> {
  const id = publicId()
  await db
    .insertInto('desk_money')
    .values({ id, reservation_id: reservation, purpose: 'RENT', way: 'TRANSFER', amount: 1000, at: site.deps.now() })
    .execute()
  return id
}

/** A file of one vehicle, or one that was imported and changed nothing. */
async function newImport(isApplied = false): Promise<number> {
  const now = site.deps.now()
  files += 1
  const csv = `reference,brand,model,type,colour,year,gearbox,fuel,seats,price_1,trust_type\nF-${files},Peugeot,207,hatchback,white,2022,manual,petrol,5,1850000,deposit_free`
  const { id } = await db
    .insertInto('fleet_import')
    .values({ company_id: TOMAN.company, name: 'x', created_at: now, ...(isApplied ? { applied_at: now } : { csv }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}

/** A notice of the company, about a rental or nobody's. */
async function newFine(of: string | null = null): Promise<string> {
  const { fined_on: _, fined_at: __, ...typed } = NOTICE
  const at = site.deps.now()
  const id = publicId()
  await db
    .insertInto('fine')
    .values({
      ...{ ...typed, id, company_id: TOMAN.company, plate_key: '1', at, currency_id: CURRENCY_IDS.IRT, notice: id },
      ...{ match: of ? 'FOUND' : 'UNKNOWN_PLATE', reservation_id: of, created_at: at },
    })
    .execute()
  return id
}

async function newDue(): Promise<number> {
  const due = { ad_id: 110, company_id: TOMAN.company, kind: 'OTHER', due_on: '2027-03-01' } as const
  const { id } = await db
    .insertInto('vehicle_due')
    .values({ ...due, created_at: site.deps.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A paper of something that falls due, with its file. */
async function newVehiclePaper(): Promise<string> {
  const id = publicId()
  const file_key = `attachments/file-${id}.jpg`
  const paper = { id, ad_id: 110, name: 'policy.jpg', type: 'image/jpeg', file_key, bytes: 3 } as const
  await site.deps.files.put(file_key, new Uint8Array([1, 2, 3]))
  await db
    .insertInto('vehicle_paper')
    .values({ ...paper, due_id: await newDue(), added_at: site.deps.now() })
    .execute()
  return id
}

async function countUp(bucket: string, { to: count, seconds }: { to: number; seconds: number }) {
  const now = site.deps.now().getTime()
  const window_start = new Date(now - (now % (seconds * 1000)))
  await db.insertInto('rate_count').values({ bucket, window_start, count }).execute()
}

/** The account of an identity; a stranger's for identities without one. */
function accountOf(identity: Identity): string {
  return identity in PEOPLE ? PEOPLE[identity as keyof typeof PEOPLE] : banned
}

/** Resets all identities: accepting an invitation makes somebody staff, and adding a key needs a second factor. */
async function restorePeople() {
  await db.deleteFrom('second_factor').execute()
  const clients = [PEOPLE.owner, PEOPLE.other]
  await db.updateTable('account').set({ role: 'CLIENT', company_id: null }).where('id', 'in', clients).execute()
}

/** A new session for every attempt, because some calls end it. */
async function tokenOf(identity: Identity): Promise<string | undefined> {
  if (identity === 'nobody') return undefined
  const session = await newSession(identity === 'banned' || identity === 'forged' ? banned : PEOPLE[identity])
  const token = tokenFor(session)
  return identity === 'forged' ? `${token.slice(0, -2)}xx` : token
}

function tokenFor(session: string): string {
  return issueAccessToken(site.deps.settings.secret, session, site.deps.now())
}

/** A session that proved its second factor this many minutes ago, if the account has one. */
async function newSession(account: string, minutesAgo = 0): Promise<string> {
  const at = site.deps.now()
  const factor_at = new Date(at.getTime() - minutesAgo * 60_000)
  const row = { id: publicId(), account_id: account, device: 'test', network_address: '192.0.2.1' }
  await db
    .insertInto('session')
    .values({ ...row, created_at: at, used_at: at, factor_at })
    .execute()
  return row.id
}

let days = 0
function nextDay() {
  days += 1
  const date = new Date(site.deps.now().getTime() + (100 + days) * 86_400_000).toISOString().slice(0, 10)
  return { start_date: date, start_time: '10:00', end_date: date, end_time: '12:00' }
}

async function newFeed() {
  await db.deleteFrom('calendar_feed').execute()
  const feed = { company_id: TOMAN.company, changed_at: site.deps.now() }
  return (await db.insertInto('calendar_feed').values(feed).returning('id').executeTakeFirstOrThrow()).id
}

async function newSource() {
  const address = `https://calendar.example/${publicId()}`
  const source = { company_id: TOMAN.company, ad_id: 110, address, created_at: site.deps.now() }
  return (await db.insertInto('calendar_source').values(source).returning('id').executeTakeFirstOrThrow()).id
}

async function newFeedToken() {
  const id = await newFeed()
  const { version } = await db
    .selectFrom('calendar_feed')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return feedToken(site.deps, { id, version })
}

async function newInvitationLink(): Promise<string> {
  const token = publicId()
  await db
    .updateTable('staff_invitation')
    .set({ token_hash: tokenHash(token) })
    .where('id', '=', await newInvitation())
    .execute()
  return token
}

async function newView(account_id: string): Promise<number> {
  const view = { account_id, company_id: TOMAN.company, name: publicId(), filters: '{}' }
  return (await db.insertInto('saved_view').values(view).returning('id').executeTakeFirstOrThrow()).id
}

/** A person for operators to act on. */
async function newPerson() {
  people += 1
  return signedIn(site, { phone: `+98914${String(people).padStart(7, '0')}` })
}

async function giveFactor(id: string) {
  const at = site.deps.now()
  await db
    .insertInto('second_factor')
    .values({ id, secret: 'x', created_at: at, confirmed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A security key in addition to an app's one-time codes. */
async function newAlert(account_id: string): Promise<string> {
  const id = publicId()
  const days = { start_date: '2027-05-01', start_time: '10:00', end_date: '2027-05-04', end_time: '10:00' }
  const [requested_at, ends_at] = [site.clock.now(), new Date('2027-05-01')]
  await db
    .insertInto('price_alert')
    .values({
      id,
      account_id,
      way: 'EMAIL',
      language: 'en',
      kind: 'car',
      city_id: 1061,
      ...days,
      filters: '{}',
      currency_id: 6,
      seen: 2,
      most: 1,
      requested_at,
      ends_at,
    })
    .execute()
  return id
}

async function newKey(account_id: string): Promise<string> {
  await giveFactor(account_id)
  const key = { id: publicId(), account_id, credential_id: publicId(), public_key: 'x', counter: 0, name: 'Key' }
  await db
    .insertInto('security_key')
    .values({ ...key, transports: [], created_at: site.deps.now() })
    .execute()
  return key.id
}

async function newAdComment(): Promise<number> {
  const comment = { ad_id: TOMAN.ad, author: 'Sara', body: 'Good', language: 'en' } as const
  return (await db.insertInto('ad_comment').values(comment).returning('id').executeTakeFirstOrThrow()).id
}

async function newPostComment(): Promise<number> {
  const { id: post_id } = await db.selectFrom('post').select('id').executeTakeFirstOrThrow()
  const comment = { post_id, account_id: owner, author: 'Sara', body: 'Good', language: 'en', approved: false } as const
  const row = { ...comment, created_at: site.deps.now() }
  return (await db.insertInto('post_comment').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** A message that somebody has written to the company. */
async function newMessage(account_id: string): Promise<{ id: string; message: number }> {
  messages += 1
  const message = { conversation_id: room, seq: 5000 + messages, client_id: publicId(), sender: 'CLIENT', body: 'Hi' }
  const row = { ...message, account_id, created_at: site.deps.now() }
  const { id } = await db.insertInto('conversation_message').values(row).returning('id').executeTakeFirstOrThrow()
  return { id: room, message: id }
}

async function newProposal(status: 'DRAFT' | 'OPEN' | 'ACCEPTED' | 'DISPUTED'): Promise<string> {
  await db
    .updateTable('proposal')
    .set({ status: 'WITHDRAWN', decided_at: site.deps.now(), paid_at: null, paid_by: null })
    .execute()
  const proposal = {
    id: publicId(),
    reservation_id: reservation,
    kind: 'RETURN',
    amount: 1000,
    status,
    lines: JSON.stringify([{ kind: 'fuel', quantity: 1, unit: 1000, amount: 1000 }]),
    sent_at: status === 'DRAFT' ? null : site.deps.now(),
  } as const
  const made = { currency_id: CURRENCY_IDS.IRT, account_id: PEOPLE.desk, created_at: site.deps.now() }
  await db
    .insertInto('proposal')
    .values({ ...proposal, ...made, ...(status === 'ACCEPTED' && { decided_at: site.deps.now() }) })
    .execute()
  return proposal.id
}

/** A dispute with the id of what is disputed. */
async function newNews(status: 'DRAFT' | 'SENDING'): Promise<string> {
  const [id, now] = [publicId(), site.deps.now()]
  const content = JSON.stringify({ title: { en: 'News' }, body: { en: 'Text' } })
  const published_at = status === 'DRAFT' ? null : now
  await db
    .insertInto('news')
    .values({ id, topic: null, content, path: '/', status, changed_at: now, published_at })
    .execute()
  return id
}

async function newDispute(): Promise<string> {
  const id = await newProposal('DISPUTED')
  const opened_at = site.deps.now()
  await db
    .insertInto('dispute')
    .values({ id, proposal_id: id, opened_by: 'CUSTOMER', opened_at, decide_by: opened_at })
    .execute()
  return id
}

/** A photo of a finished record, which its customer may see, too. */
async function newProtocolPhoto(): Promise<string> {
  const at = site.deps.now()
  // A draft's photos are not for customers.
  const kept = await db
    .selectFrom('protocol_photo')
    .select('id')
    .where('protocol_id', 'is not', null)
    .executeTakeFirst()
  if (kept) return kept.id
  const about = { reservation_id: reservation, ad_id: TOMAN.ad, kind: 'PICK_UP', done_at: at } as const
  const read = { odometer: 1, fuel: 8, handed_by: 'Leila', received_by: 'Sara' }
  const protocol = {
    id: publicId(),
    ...about,
    ...read,
    kit: '[]',
    known: '[]',
    marks: '[]',
    terms: JSON.stringify(DEFAULT_CHARGES.IRT),
  }
  await db.insertInto('protocol').values(protocol).execute()
  const id = publicId()
  const file_key = `protocols/photo-${id}.jpg`
  await site.deps.files.put(file_key, new Uint8Array([1]))
  await db
    .insertInto('protocol_photo')
    .values({
      ...{ id, file_key, reservation_id: reservation, protocol_id: protocol.id, kind: 'PICK_UP', view: 'FRONT' },
      ...{ bytes: 1, width: 1, height: 1, sha256: publicId(), source_sha256: publicId(), arrived_at: at },
    })
    .execute()
  return id
}

async function newOperator() {
  people += 1
  return signedIn(site, { phone: `+98914${String(people).padStart(7, '0')}`, role: 'ADMIN', operatorRole: 'SUPPORT' })
}

async function newRequest(): Promise<number> {
  const requested_by = (await newPerson()).id
  const change = JSON.stringify({ kind: 'SECOND_FACTOR', account: requested_by })
  const request = {
    change,
    subject: requested_by,
    reason: 'Lost the phone',
    requested_by,
    requested_at: site.deps.now(),
  }
  return (await db.insertInto('approval_request').values(request).returning('id').executeTakeFirstOrThrow()).id
}

async function newCorrection(): Promise<number> {
  const { id: account_id, phone } = await newPerson()
  const request = { reason: 'A gift', requested_by: (await newPerson()).id, requested_at: site.deps.now() }
  const correction = {
    account_id,
    phone,
    amount: 1000,
    currency_id: CURRENCY_IDS.IRT,
    status: 'WAITING',
    ...request,
  } as const
  return (await db.insertInto('wallet_correction').values(correction).returning('id').executeTakeFirstOrThrow()).id
}

async function newCode(): Promise<number> {
  const at = site.deps.now()
  const code = {
    code: publicId().toUpperCase(),
    percent: 10,
    currency_id: CURRENCY_IDS.IRT,
    starts_at: at,
    total_uses: 5,
  }
  const row = { ...code, ends_at: new Date(at.getTime() + 86_400_000) }
  return (await db.insertInto('discount_code').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Payouts that wait for a second operator. */
async function newBatch(state = { needs_approval: true, proposed: false }): Promise<number> {
  await db.updateTable('payout').set({ status: 'RETURNED', decided_at: site.deps.now() }).execute()
  const currency_id = CURRENCY_IDS.IRT
  const batch = { currency_id, created_at: site.deps.now(), created_by: null, ...state }
  const { id } = await db.insertInto('payout_batch').values(batch).returning('id').executeTakeFirstOrThrow()
  const to = { company_id: TOMAN.company, holder: 'Marjan Rent', iban: 'IR062960000000100324200001', amount: 1000 }
  await db
    .insertInto('payout')
    .values({ ...to, batch_id: id, currency_id, status: 'OPEN' })
    .execute()
  return id
}

/** An account of the first company whose holder nobody has confirmed; answers when it was entered. */
async function newAccount(): Promise<string> {
  const changed_at = site.deps.now()
  const account = { holder: 'Reza Karimi', iban: 'IR062960000000100324200001', changed_at }
  const waiting = { ...account, holder_status: 'WAITING' as const, holder_decided_at: null }
  await db
    .insertInto('company_bank')
    .values({ company_id: TOMAN.company, ...waiting })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(waiting))
    .execute()
  return changed_at.toISOString()
}

/** A customer's payout whose holder waits for an operator. */
async function newWalletPayout(): Promise<number> {
  const payout = { holder: 'Reza Karimi', iban: 'IR062960000000100324200001', amount: 1, currency_id: CURRENCY_IDS.IRT }
  const from = { wallet_owner: '+989121234567', requested_at: site.deps.now(), holder_status: 'WAITING' as const }
  const { id } = await db
    .insertInto('wallet_payout')
    .values({ ...payout, ...from })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function newInvitation() {
  const at = site.deps.now()
  const times = { created_at: at, expires_at: new Date(at.getTime() + 60_000) }
  const invitation = { company_id: TOMAN.company, staff_role: 'DESK' as const, email: `${publicId()}@example.com` }
  const row = { ...invitation, ...times, token_hash: publicId() }
  return (await db.insertInto('staff_invitation').values(row).returning('id').executeTakeFirstOrThrow()).id
}

async function newBlock(): Promise<number> {
  const { start_date } = nextDay()
  const [start_at, end_at] = [new Date(`${start_date}T10:00:00Z`), new Date(`${start_date}T12:00:00Z`)]
  const { id } = await db
    .insertInto('busy')
    .values({ ad_id: 111, kind: 'BLOCK', status: 2, start_at, end_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function picture(): Promise<FormData> {
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('reservation', reservation)
  for (const field of ['image', 'file']) {
    form.set(field, new File([new Uint8Array(bytes)], 'cheque.jpg', { type: 'image/jpeg' }))
  }
  return form
}

async function cover(): Promise<FormData> {
  const form = await picture()
  for (const language of LANGUAGES) form.set(`alt_${language}`, 'A road')
  return form
}

async function logo(): Promise<FormData> {
  const form = await picture()
  form.set('company', String(TOMAN.company))
  return form
}

async function photo(): Promise<FormData> {
  const form = await picture()
  form.delete('reservation')
  form.delete('image')
  form.set('kind', 'PICK_UP')
  return form
}

async function newApplication(): Promise<number> {
  const at = site.deps.now()
  const { id: account_id } = await signedIn(site, { phone: `+98913${String(applications++).padStart(7, '0')}` })
  const { id } = await db
    .insertInto('partner_application')
    .values({ account_id, status: 'SENT', language: 'en', created_at: at, changed_at: at, sent_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function newDraft(account_id: string): Promise<number> {
  const at = site.deps.now()
  await db.deleteFrom('partner_application').where('account_id', '=', account_id).execute()
  const { id } = await db
    .insertInto('partner_application')
    .values({ account_id, status: 'DRAFT', language: 'en', created_at: at, changed_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function newDocument(application_id: number): Promise<string> {
  const id = publicId()
  const file_key = attachmentKey(id, 'pdf')
  await site.deps.files.put(file_key, new TextEncoder().encode('%PDF-1.4'))
  const file = { id, file_key, name: 'a.pdf', type: 'application/pdf', bytes: 8, purpose: 'APPLICATION' }
  await db
    .insertInto('attachment')
    .values({ ...file, application_id, document: 'OTHER', created_at: site.deps.now() })
    .execute()
  return id
}

async function document(): Promise<FormData> {
  const form = await picture()
  for (const field of ['reservation', 'image']) form.delete(field)
  form.set('document', 'REGISTER')
  return form
}

async function newPhoto(): Promise<number> {
  const { id } = await db
    .insertInto('ad_photo')
    .values({ ad_id: 110, source: `photos/${publicId()}.jpg`, key: `photo-${publicId()}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const IN_FIVE = { fa: 'تماس', en: 'Call', ar: 'اتصال', tr: 'Ara', de: 'Anruf' }
const CONTACT = { type: 'GENERAL', title: IN_FIVE, description: IN_FIVE, position: 1 }

async function newContact(): Promise<number> {
  const words = JSON.stringify(IN_FIVE)
  const contact = { type: 'GENERAL', title: words, description: words, position: 1 } as const
  return (await db.insertInto('contact').values(contact).returning('id').executeTakeFirstOrThrow()).id
}

async function newApp(): Promise<number> {
  return (await db.insertInto('application').values({ type: 'USER' }).returning('id').executeTakeFirstOrThrow()).id
}

async function newAnswer(): Promise<number> {
  const answer = { language: 'en', title: publicId(), body: 'Soon.' } as const
  return (await db.insertInto('canned_answer').values(answer).returning('id').executeTakeFirstOrThrow()).id
}

async function newTicket(): Promise<string> {
  const at = site.deps.now()
  const { id } = await db
    .insertInto('conversation')
    .values({
      ...{ id: publicId(), kind: 'TICKET', status: 'OPEN', department: 'SALES', subject: 'Seats', account_id: owner },
      ...{ number: sql<number>`nextval('ticket_number')`, created_at: at, updated_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A file that the owner sent in the room of their reservation. */
async function newAttachment(): Promise<string> {
  const { message: message_id } = await newMessage(owner)
  const id = publicId()
  const file_key = attachmentKey(id, 'pdf')
  await site.deps.files.put(file_key, new TextEncoder().encode('%PDF-1.4'))
  const file = { id, file_key, name: 'a.pdf', type: 'application/pdf', bytes: 8, purpose: 'CHAT' }
  await db
    .insertInto('attachment')
    .values({ ...file, message_id, account_id: owner, created_at: site.deps.now() })
    .execute()
  return id
}

/** The owner's picture, and a message of theirs to the company. */
async function newAvatar(): Promise<string> {
  const image = (await picture()).get('image') as File
  const accessToken = await tokenOf('owner')
  const { avatar_id } = await site.as({ accessToken }).account.uploadAvatar({ image })
  await newMessage(owner)
  return avatar_id ?? ''
}

/** A licence that was sent for the owner's reservation, which the company has accepted. */
/** An approved review of the first company's vehicle. */
async function newReview(): Promise<number> {
  const review = { ad_id: TOMAN.ad, author: 'Sina', language: 'en', body: 'Good', approved: true } as const
  return (await db.insertInto('ad_comment').values(review).returning('id').executeTakeFirstOrThrow()).id
}

/** A key box of the confirmed reservation. */
async function newKeyBox(): Promise<string> {
  const saved_at = site.deps.now()
  const { ad_id, company_id, start_at } = await db
    .updateTable('reservation')
    .set({ status: 'CONFIRMED' })
    .where('id', '=', reservation)
    .returning(['ad_id', 'company_id', 'start_at'])
    .executeTakeFirstOrThrow()
  await db.updateTable('company').set({ has_key_boxes: true }).where('id', '=', company_id).execute()
  const ends_at = new Date(start_at.getTime() + 3_600_000)
  await db
    .insertInto('key_box')
    .values({ reservation_id: reservation, place: 'Box 7', code: '4821', start_at, saved_at, ends_at, ad_id })
    .onConflict((conflict) => conflict.column('reservation_id').doUpdateSet({ start_at, ends_at, ad_id }))
    .execute()
  return reservation
}

/** A vehicle with a key box of its own. */
async function newVehicleKeyBox(): Promise<number> {
  const box = { ad_id: 110, place: 'Box 7', code: '4821', saved_at: site.deps.now() }
  await db.updateTable('company').set({ has_key_boxes: true }).where('id', '=', TOMAN.company).execute()
  await db
    .insertInto('vehicle_key_box')
    .values(box)
    .onConflict((conflict) => conflict.column('ad_id').doNothing())
    .execute()
  return box.ad_id
}

/** Somebody who drives the reservation's vehicle, too, with a licence that was sent. */
async function newFurtherDriver(): Promise<string> {
  await newLicence()
  const { front_key } = await db.selectFrom('licence_check').select('front_key').executeTakeFirstOrThrow()
  const id = publicId()
  const sent_at = site.deps.now()
  const seen = { state: 'SENT', added_by: 'CUSTOMER', added_at: sent_at, sent_at } as const
  await db.updateTable('reservation').set({ extra_driver: true }).where('id', '=', reservation).execute()
  await db.deleteFrom('further_driver').execute()
  await db
    .insertInto('further_driver')
    .values({ id, reservation_id: reservation, ...FURTHER_DRIVER, ...seen, front_key, back_key: front_key })
    .execute()
  return id
}

async function newLicence(): Promise<string> {
  const key = `licences/picture-${publicId()}.jpg`
  const image = (await picture()).get('image') as File
  await site.deps.files.put(key, new Uint8Array(await image.arrayBuffer()))
  await db.updateTable('reservation').set({ status: 'CONFIRMED' }).where('id', '=', reservation).execute()
  const sent = {
    state: 'SENT',
    front_key: key,
    back_key: key,
    valid_until: '2031-01-01',
    sent_at: site.deps.now(),
  } as const
  await db
    .insertInto('licence_check')
    .values({ reservation_id: reservation, ...sent })
    .onConflict((conflict) => conflict.column('reservation_id').doUpdateSet(sent))
    .execute()
  return reservation
}

async function uploaded() {
  const call = calls.find(({ name }) => name === 'reservations.uploadDeposit')
  if (call) await ask(call, 'owner')
}
