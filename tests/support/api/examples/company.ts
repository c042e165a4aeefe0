import { addDays } from '#app/rules/time/calendar-date.ts'
import { fileOf } from '../files.ts'
import { NEW_VEHICLE, rentalAfter } from '../fleet.ts'
import { storeWebhook } from '../webhook.ts'
import type { Play, Player } from './player.ts'
import { picture, type World } from './world.ts'

const COMPANY = 12
const KISH = 1061
const SARA = { fullname: 'Mehdi Saadat', country_code: '+98', phone: '09135550126' }
const DRIVER = { fullname: 'Nora Alavi', date_of_birth: '1990-04-05', number: '7755112244', valid_until: '2031-01-01' }
const BUSINESS = { name: 'Müller GmbH', country: 'DE', tax_number: 'DE136695976', address: 'Domstraße 1, 50668 Köln' }
const RECORD = { odometer: 48_000, level: 8, keys: 1, handed_by: 'Leila', received_by: 'Sara' }

/** What the staff of a rental company do, in the order of their pages. */
export async function playCompany({ play, scene }: Player, world: World) {
  const { id: _, ...dates } = rentalAfter(world.site.deps.now(), 150)
  const rows = await world.db
    .selectFrom('ad')
    .select('id')
    .where('company_id', '=', COMPANY)
    .where('status', '=', 1)
    .where('category', '=', 2)
    .orderBy('id')
    .execute()
  const ads = rows.map(({ id }) => id)
  await scene(() => playBookings(play, world, { ads, dates }))
  await scene(() => playQuotes(play, { ads, dates }))
  await scene(() => playRentals(play))
  await scene(() => playRecords(play, world))
  await scene(() => playMonthly(play, world))
  await scene(() => playFleet(play, world, ads))
  await scene(() => playPapers(play, world))
  await scene(() => playMany(play, ads))
  await scene(() => playImports(play))
  await scene(() => playPrices(play, world, ads))
  await scene(() => playCalendar(play, { ads, dates }))
  await scene(() => playPlaces(play))
  await scene(() => playStaff(play, world))
  await scene(() => playDevelopers(play, world))
  await scene(() => playMoney(play, world))
  await scene(() => playSettings(play))
  await scene(() => playReviews(play, world))
  await scene(() => playApplication(play, world))
}

type Fleet = { ads: number[]; dates: ReturnType<typeof datesOf> }
const datesOf = (now: Date) => {
  const { id: _, ...dates } = rentalAfter(now)
  return dates
}

async function playBookings(play: Play, { db }: World, { ads, dates }: Fleet) {
  await play('company.reservations.freeVehicles', { query: { ...dates } })
  await play('company.reservations.waysOut', { query: { ...dates, ad: ads[0] } })
  await play('company.reservations.knownCustomers', { query: { q: '0912' } })
  await play('company.reservations.priceBooking', { body: { ...dates, ad: ads[0] } })
  const body = { ...dates, ...SARA, ad: ads[0], source: 'PHONE', payment: 'LATER' }
  const booked = await play('company.reservations.book', { body })
  const path = { id: booked.id ?? '' }
  await play('company.reservations.read', { path })
  await play('company.fleet.copy', { path: { id: ads[0] ?? 0 }, body: { plates: ['84312 کیش'], state: 'OFFERED' } })
  const { results: others = [] } = await play('company.reservations.otherVehicles', { path })
  const other = others[0]?.id
  await play('company.reservations.moveToVehicle', {
    path,
    body: { ad: other, former: ads[0], reason: 'In the workshop' },
  })
  await play('company.reservations.addNote', { path, body: { body: 'The child seat is in the store.' } })
  await play('company.reservations.recipient.save', { path, body: BUSINESS })
  await play('company.reservations.recipient.read', { path })
  await play('company.reservations.recipient.remove', { path })
  await play('company.reservations.invoices.read', { path })
  await play('reservations.managementVoucher', { path })
  await play('company.contracts.make', { path, body: { language: 'en', licence: '9104002233' } })
  const { contracts } = await play('company.contracts.read', { path })
  const { id: contract, sha256 } = contracts?.at(-1) ?? {}
  await play('company.contracts.send', { path })
  await play('company.contracts.sign', {
    path,
    body: { contract, sha256, company_name: 'Leila Daryanavard', agreed: true },
  })
  const { text } = await play('company.contracts.template', { query: { language: 'en' } })
  for (const name of ['saveTemplate', 'previewTemplate', 'publishTemplate'])
    await play(`company.contracts.${name}`, { body: { language: 'en', text } })
  await play('company.reservations.extensions.quoteExtension', { path, body: longer(dates) })
  await play('company.reservations.extensions.extend', { path, body: { ...longer(dates), payment: 'LATER' } })
  await play('company.reservations.extensions.extension', { path })
  await db.updateTable('reservation').set({ extra_driver: true }).where('share_id', '=', path.id).execute()
  const added = await play('company.reservations.drivers.add', { path, body: DRIVER })
  await play('company.reservations.drivers.remove', { path, body: { driver: added.drivers?.[0]?.id } })
  await play('company.reservations.views')
  const view = await play('company.reservations.saveView', { body: { name: 'Late', filters: { list: 'late' } } })
  await play('company.reservations.removeView', { path: { id: view.views?.[0]?.id ?? view.id ?? 0 } })
  await play('company.customers.read', { path })
  await play('company.customers.block', { path, body: { reason: 'Never paid' } })
  await play('company.customers.unblock', { path })
  const another = await play('company.reservations.book', { body: { ...body, ad: ads[2] } })
  await play('company.reservations.undoBooking', { path: { id: another.id ?? '' }, body: { reason: 'Entered twice' } })
}

const longer = ({ end_date }: { end_date: string }) => ({ end_date: addDays(end_date, 2), end_time: '10:00' })

async function playQuotes(play: Play, { ads, dates }: Fleet) {
  const body = { ...dates, ...SARA, ad: ads[3], source: 'PHONE', payment: 'LATER', term: 'HOUR' }
  const { id } = await play('company.reservations.quotes.offer', { body })
  await play('company.reservations.quotes.extend', { path: { id }, body: { term: 'DAY' } })
  await play('company.reservations.quotes.withdraw', { path: { id }, body: { reason: 'In the workshop' } })
}

/** Answers to requests, hand-over and return. */
async function playRentals(play: Play) {
  const listed = async (list: string) =>
    ((await play('company.reservations.list', { query: { list } })).results ?? []).map((one: { id: string }) => ({
      id: one.id,
    }))
  const [waiting] = await listed('waiting')
  await play('company.reservations.changeReserve', { path: waiting, body: { action: 'confirm' } })
  const coming = await listed('coming')
  const [first] = coming
  await play('company.reservations.handOver', { path: first })
  await play('company.reservations.undo', { path: first })
  const out = await listed('out')
  await play('company.reservations.takeBack', { path: out[0], body: { reason: 'The rest is paid by invoice' } })
  const done = await listed('completed')
  await play('company.reservations.recordDriver', {
    path: done[0],
    body: { on_time: true, clean: true, undamaged: true },
  })
}

/** Records, deposits and charges. */
async function playRecords(play: Play, { db }: World) {
  const coming = await play('company.reservations.list', { query: { list: 'coming' } })
  const path = { id: coming.results?.[1]?.id ?? '' }
  const kind = 'PICK_UP'
  await play('company.protocols.read', { path, query: { kind } })
  await play('company.protocols.saveDraft', {
    path,
    body: { kind, revision: 0, fields: { odometer: '48000', keys: '1' } },
  })
  const photos = await play('company.protocols.addPhoto', {
    path,
    form: { kind, view: 'FRONT', file: await picture('front.jpg') },
  })
  await play('company.protocols.removePhoto', { path, body: { photo: photos.photos?.[0]?.id ?? photos.id } })
  await play('company.protocols.takeDeposit', { path, form: { amount: 5_000_000, way: 'CARD' } })
  await play('company.protocols.finish', { path, body: { kind, ...RECORD, open_reason: 'Pays by invoice' } })
  await play('company.protocols.correctOdometer', {
    path,
    body: { kind, odometer: 48_010, former: RECORD.odometer, reason: 'Read wrongly' },
  })
  await play('company.protocols.giveDepositBack', { path, body: { amount: 5_000_000 } })
  const late = await play('company.reservations.list', { query: { list: 'late' } })
  const back = { id: late.results?.[0]?.id ?? '' }
  await play('company.reservations.takeBack', { path: back, body: { reason: 'Pays by invoice' } })
  await play('company.protocols.chargeLate', { path: back, body: { amount: 300_000 } })
  const rental = await db
    .selectFrom('reservation')
    .select(['total', 'payable_now'])
    .where('share_id', '=', back.id)
    .executeTakeFirst()
  const received = 1_000_000
  const due = (rental?.total ?? 0) - (rental?.payable_now ?? 0)
  await play('company.protocols.recordRent', { path: back, body: { amount: received, way: 'CASH', due } })
  await play('company.protocols.writeOffRent', {
    path: back,
    body: { reason: 'For the delay at the pick-up', due: due - received },
  })
}

async function playMonthly(play: Play, { db }: World) {
  const plan = await db
    .selectFrom('rental_plan')
    .innerJoin('reservation', 'reservation.id', 'rental_plan.reservation_id')
    .select('share_id')
    .where('reservation.company_id', '=', COMPANY)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirstOrThrow()
  const path = { id: plan.share_id }
  await play('company.reservations.monthly.read', { path })
  await play('company.reservations.monthly.sendLink', { path })
  await play('company.reservations.monthly.postpone', { path, body: { due_on: '2026-11-28' } })
  const end = { end_date: '2026-12-12' }
  const { total: shown_total } = await play('company.reservations.monthly.quoteEnd', { path, body: end })
  await play('company.reservations.monthly.end', { path, body: { ...end, way: 'CARD', shown_total } })
}

async function playFleet(play: Play, { db }: World, ads: number[]) {
  const ad = await db
    .selectFrom('ad')
    .select(['model_id', 'type_id'])
    .where('id', '=', ads[0] ?? 0)
    .executeTakeFirstOrThrow()
  const made = await play('company.fleet.create', {
    body: { ...NEW_VEHICLE, model: ad.model_id, type: ad.type_id, city: KISH, plate: '84311 کیش' },
  })
  const path = { id: made.id ?? 0 }
  await play('company.fleet.read', { path })
  await play('company.fleet.change', { path, body: { seats: 4, mileage_per_day: 250 } })
  const photos = await play('company.fleet.addPhoto', { path, form: { image: await picture('front.jpg') } })
  const photo = { id: photos.photos?.[0]?.id ?? photos.id ?? 0 }
  await play('company.fleet.changePhoto', { path: photo, body: { alt: 'From the front' } })
  await play('company.fleet.removePhoto', { path: photo })
  await play('company.fleet.details.save', {
    path,
    body: {
      vin: 'WVWZZZ1JZXW000001',
      key_number: '12',
      bought_on: '2025-03-01',
      bought_for: 900_000_000,
      tags: 'port',
    },
  })
  await play('company.fleet.details.read', { path })
  await play('company.fleet.pause', { path })
  await play('company.fleet.resume', { path })
  await play('company.fleet.changeOffer', { path, body: { p1: 1_250_000, p3: 1_150_000 } })
  await play('company.fleet.retire', { path })
}

/** Papers and works that fall due, fines and tolls. */
async function playPapers(play: Play, { db }: World) {
  const { ad_id } = await db
    .selectFrom('vehicle_due')
    .select('ad_id')
    .where('company_id', '=', COMPANY)
    .executeTakeFirstOrThrow()
  const path = { id: ad_id }
  const idOf = async () =>
    (await db.selectFrom('vehicle_due').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id
  const paper = { kind: 'OTHER', due_on: '2027-03-01', note: 'Renew the permit of the port' }
  await play('company.fleet.due.add', { path, body: paper })
  await play('company.fleet.due.ofVehicle', { path })
  await play('company.fleet.due.complete', { path, body: { due: await idOf(), done_on: '2026-11-20', cost: 900_000 } })
  await play('company.fleet.due.add', { path, body: paper })
  const form = { due: await idOf(), file: await picture('permit.jpg') }
  const { papers } = await play('company.fleet.due.addPaper', { path, form })
  const permit = papers.find((one: { due: number }) => one.due === form.due).id
  await play('company.fleet.due.readPaper', { path, query: { paper: permit } })
  await play('company.fleet.due.removePaper', { path, body: { paper: permit } })
  await play('company.fleet.due.remove', { path, body: { due: await idOf() } })
  const notice = {
    ...{ kind: 'FINE', plate: '84594 کیش', fined_on: '2026-11-15', fined_at: '21:30', what: 'Speeding' },
    ...{ notice: '29110-551001', amount: 800_000 },
  }
  const entered = await play('company.fleet.fines.enter', { body: notice })
  await play('company.fleet.fines.read', { path: { id: entered.id ?? '' } })
  await play('company.fleet.fines.match', { path: { id: entered.id ?? '' } })
  await play('company.fleet.fines.enterMany', {
    body: { rows: [{ ...notice, notice: '29110-551002', amount: '300000' }] },
  })
  await play('company.fleet.fines.charge', { path: { id: entered.id ?? '' }, form: { fee: 50_000 } })
  const { results } = await play('company.fleet.fines.list', { query: { size: 50 } })
  const other = results?.find((one: { id: string; state: string }) => one.id !== entered.id && one.state === 'OPEN')
  await play('company.fleet.fines.bear', { path: { id: other?.id ?? results?.at(-1)?.id ?? '' } })
}

async function playMany(play: Play, ads: number[]) {
  const ids = ads.slice(5, 7).join(',')
  await play('company.fleet.many.choose')
  await play('company.fleet.many.byPlates', { body: { plates: '84594 کیش' } })
  await play('company.fleet.many.previewState', { query: { ids, action: 'pause' } })
  await play('company.fleet.many.setState', { body: { ids, action: 'pause' } })
  await play('company.fleet.many.setState', { body: { ids, action: 'resume' } })
  await play('company.fleet.many.setTerms', { body: { ids, min_driver_age: 23, mileage_per_day: 300 } })
  await play('company.fleet.many.setTags', { body: { ids, add: 'family, winter tyres' } })
  await play('company.fleet.many.tags')
  const policy = { ids, kind: 'REGISTRATION', due_on: '2027-03-01', note: 'Renewed by the fleet' }
  await play('company.fleet.many.previewDue', { query: policy })
  await play('company.fleet.many.addDue', { body: policy })
  const change = { ids, kind: 'PERCENT_UP', value: 5, step: 1000 }
  const { seen } = await play('company.fleet.many.previewPrices', { query: change })
  await play('company.fleet.many.setPrices', { body: { ...change, seen } })
  const chosen = await play('company.fleet.search', { query: { size: 1 } })
  const { id = 0, plate = '' } = chosen.results?.[0] ?? {}
  await play('company.fleet.many.setPlates', { body: { rows: [{ id, plate: '84399 کیش', seen: plate ?? '' }] } })
}

async function playImports(play: Play) {
  const csv = `reference,brand,model,type,colour,year,gearbox,fuel,seats,price_1,trust_type
F-1,Peugeot,207,hatchback,white,2022,manual,petrol,5,1850000,deposit_free`
  const { id = 0 } = await play('company.fleet.imports.upload', { body: { name: 'cars.csv', csv } })
  await play('company.fleet.imports.read', { path: { id } })
  await play('company.fleet.imports.apply', { path: { id }, body: { skip_invalid: true } })
  await play('company.fleet.imports.undo', { path: { id } })
}

async function playPrices(play: Play, { db }: World, ads: number[]) {
  await play('company.prices.set', { body: { min_days: 2, early_days: 30, early_percent: 10 } })
  const season = { name: 'Autumn holidays', start_date: '2027-10-01', end_date: '2027-10-10', percent: 20 }
  await play('company.prices.addSeason', { body: season })
  const { id } = await db
    .selectFrom('price_season')
    .select('id')
    .where('starts_on', '=', season.start_date)
    .executeTakeFirstOrThrow()
  await play('company.prices.changeSeason', { path: { id }, body: { ...season, percent: 25 } })
  await play('company.prices.dropSeason', { path: { id } })
  await play('company.prices.preview', { query: { ad: ads[0], from: '2027-01-01', days: 7 } })
  const tiers = { p3: 5, p7: 10, p14: 15, p30: 30 }
  await play('company.prices.previewTiers', { query: tiers })
  await play('company.prices.applyTiers', { body: tiers })
}

async function playCalendar(play: Play, { ads, dates }: Fleet) {
  await play('company.calendar.conflicts', { path: { id: ads[4] ?? 0 }, query: dates })
  const block = await play('company.calendar.block', {
    body: { ad: ads[4], ...dates, purpose: 'SERVICE', note: 'Tyres' },
  })
  await play('company.calendar.unblock', { path: { id: block.id ?? 0 } })
  const feed = await play('company.calendar.makeFeed', { body: { ad: ads[4] } })
  const feeds = await play('company.calendar.feeds')
  const token =
    String(feed.address)
      .split('/')
      .at(-1)
      ?.replace(/\.ics$/, '') ?? 'x'
  await play('company.calendar.feedEvents', { path: { token } })
  await play('company.calendar.removeFeed', { path: { id: feed.id ?? feeds.feeds?.[0]?.id ?? 0 } })
  const source = await play('company.calendar.addSource', {
    body: { ad: ads[4], address: 'https://calendar.example/kish.ics' },
  })
  await play('company.calendar.removeSource', { path: { id: source.id ?? 0 } })
}

async function playPlaces(play: Play) {
  const made = await play('company.places.add', {
    body: {
      ...{ city: KISH, kind: 'HOTEL', receive_fee: 200_000, return_fee: 200_000 },
      ...{ name: { en: 'Dariush Hotel' }, address: { en: 'Dariush Square' } },
    },
  })
  await play('company.places.change', { path: { id: made.id ?? 53 }, body: { receive_fee: 250_000 } })
  await play('company.places.setHours', { body: { week: Array(7).fill([['08:00', '20:00']]) } })
  const closed = await play('company.places.closeDays', {
    body: { start_date: '2027-06-01', end_date: '2027-06-01', reason: 'Stocktaking' },
  })
  await play('company.places.openDays', { path: { id: closed.id ?? closed.closed?.[0]?.id ?? 0 } })
  await play('company.places.closeHolidays', { body: { year: 1406 } })
}

async function playStaff(play: Play, { db, site }: World) {
  const invited = await play('company.staff.invite', { body: { contact: 'new@example.com', role: 'DESK' } })
  await site.drain()
  await play('company.staff.withdrawInvitation', { path: { id: invited.id ?? 0 } })
  await play('company.staff.invite', { body: { contact: '+989120000011', role: 'DESK' } })
  await site.drain()
  const text = JSON.stringify(site.messages.at(-1))
  const token = /invitations?\/([\w.-]+)/.exec(text)?.[1] ?? /token=([\w.-]+)/.exec(text)?.[1] ?? 'x'
  const as = 'another'
  await play('company.staff.invitation', { as, path: { token } })
  await play('company.staff.acceptInvitation', { as, path: { token } })
  const accountOf = async (phone: string) =>
    (await db.selectFrom('account').select('id').where('phone', '=', phone).executeTakeFirstOrThrow()).id
  const counter = { id: await accountOf('+989120000014') }
  await play('company.staff.setNotices', { path: counter, body: { choices: { new: ['push'] } } })
  await play('company.staff.change', { path: counter, body: { role: 'DESK' } })
  await play('company.staff.remove', { path: { id: await accountOf('+989120000011') } })
}

async function playDevelopers(play: Play, { site }: World) {
  const made = await play('company.developers.keys.create', {
    body: { name: 'Channel manager', scopes: ['fleet:read', 'reservations:read'], days: 365 },
  })
  const path = { id: made.id ?? made.key?.id ?? 0 }
  await play('company.developers.keys.read', { path })
  await play('company.developers.keys.rotate', { path })
  await play('company.developers.keys.revoke', { path })
  const hook = await play('company.developers.webhooks.create', {
    body: { url: 'https://crm.example/events', events: ['reservation.confirmed', 'reservation.cancelled'] },
  })
  const webhook = { id: hook.id ?? hook.webhook?.id ?? 0 }
  await play('company.developers.webhooks.read', { path: webhook })
  await play('company.developers.webhooks.change', { path: webhook, body: { is_on: true } })
  await play('company.developers.webhooks.rotate', { path: webhook })
  await play('company.developers.webhooks.test', { path: webhook })
  await play('company.developers.webhooks.replay', { path: webhook, body: { since: '2026-11-23T00:00:00Z' } })
  await play('company.developers.webhooks.deliveries', { path: webhook })
  const stored = await storeWebhook(site, { company: COMPANY })
  await play('company.developers.webhooks.delivery', { path: { id: stored.delivery } })
  await play('company.developers.webhooks.resend', { path: { id: stored.delivery } })
  await play('company.developers.webhooks.remove', { path: webhook })
  await play('company.developers.events.list', { query: { limit: 2 } })
}

async function playMoney(play: Play, { db, site }: World) {
  await play('company.money.changeBank', { body: { holder: 'Marjan Rent', iban: 'IR062960000000100324200001' } })
  const csv = 'Date,Amount,Reference,Name\n2026-11-20,1500000,TR-1,Mehdi Saadat\n2026-11-21,-25000,FEE-1,Bank\n'
  await play('company.money.bank.upload', {
    form: { file: fileOf(csv, 'bank.csv', 'text/csv'), unit: 'IRT' },
  })
  const lines = await play('company.money.bank.lines')
  await play('company.money.bank.missing')
  const [first, second] = lines.results ?? []
  const path = { id: first?.id ?? 0 }
  await play('company.money.bank.line', { path })
  const reservation = await db
    .selectFrom('reservation')
    .select('id')
    .where('company_id', '=', COMPANY)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirstOrThrow()
  const money = {
    id: 'kJ2v0Vt3T5mS8wq1Zr4YbA',
    reservation_id: reservation.id,
    purpose: 'RENT',
    way: 'TRANSFER',
  } as const
  await db
    .insertInto('desk_money')
    .values({ ...money, amount: 1_500_000, at: site.deps.now() })
    .execute()
  await play('company.money.bank.match', { path, body: { item: `D-${money.id}` } })
  await play('company.money.bank.reopen', { path })
  await play('company.money.bank.explain', { path: { id: second?.id ?? 0 }, body: { note: 'Fee of the bank' } })
  await play('company.money.bank.reopen', { path: { id: second?.id ?? 0 } })
  const row = await db.selectFrom('bank_statement').select('id').orderBy('id', 'desc').executeTakeFirst()
  await play('company.money.bank.removeStatement', { path: { id: row?.id ?? 0 } })
  const till = await play('company.money.cash.open', { query: { currency: 'IRT' } })
  await play('company.money.cash.close', {
    body: {
      currency: 'IRT',
      n100000: 10,
      kept: 0,
      booked: till.booked ?? 0,
      opening: 0,
      reason: 'OTHER',
      note: 'Counted twice',
    },
  })
  const closings = await play('company.money.cash.closings')
  await play('company.money.cash.closing', { path: { id: closings.results?.[0]?.id ?? 0 } })
  await play('company.money.accounting.setMap', { body: { debit_PAYOUT: '1200', credit_PAYOUT: '1400' } })
  await play('company.money.accounting.journal', { query: { from: '2026-11-01', to: '2026-11-30', size: 2 } })
}

async function playSettings(play: Play) {
  await play('company.settings.update', { body: { phone: '+987644420000', child_seat_price: 60_000 } })
  await play('company.settings.changeDetails', {
    body: { name: { fa: 'مرجان رنت', en: 'Marjan Rent', ar: 'مرجان رنت' }, message_language: 'fa', address: 'Kish' },
  })
  await play('company.settings.setLogo', { form: { image: await picture('logo.jpg') } })
  await play('company.settings.removeLogo', { body: {} })
  await play('company.settings.confirmTerms')
  await play('company.settings.exportData')
}

async function playReviews(play: Play, { db }: World) {
  const { id } = await db
    .selectFrom('ad_comment')
    .innerJoin('ad', 'ad.id', 'ad_comment.ad_id')
    .select('ad_comment.id')
    .where('company_id', '=', COMPANY)
    .where('approved', '=', true)
    .orderBy('ad_comment.id')
    .executeTakeFirstOrThrow()
  await play('company.reviews.read', { path: { id } })
  await play('company.reviews.answer', { path: { id }, body: { answer: 'Thank you, see you again.' } })
}

async function playApplication(play: Play, { db }: World) {
  const as = 'another'
  await play('partners.saveApplication', {
    as,
    body: {
      ...{ company_name: 'ساحل کیش', latin_name: 'Sahel Kish', legal_name: 'Sahel Kish Ltd', legal_id: '14009876543' },
      ...{
        contact_name: 'Amir Rezaei',
        city: KISH,
        place_kind: 'OFFICE',
        place_name: 'Office',
        address: 'Kish, Ferdowsi 12',
      },
      ...{ kinds: ['CAR'], vehicles: 12, bank: { bank_holder: 'Sahel Kish', iban: 'IR062960000000100324200001' } },
    },
  })
  await play('partners.addDocument', { as, form: { document: 'REGISTER', file: await picture('register.jpg') } })
  const paper = await db
    .selectFrom('attachment')
    .select('id')
    .where('purpose', '=', 'APPLICATION')
    .executeTakeFirstOrThrow()
  await play('partners.removeDocument', { as, path: paper })
  for (const document of ['REGISTER', 'IDENTITY'])
    await play('partners.addDocument', { as, form: { document, file: await picture('paper.jpg') } })
  await play('partners.application', { as })
  await play('partners.sendApplication', { as, body: { consent: true } })
}
