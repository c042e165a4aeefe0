import { post } from '#app/api/books/ledger.ts'
import { issueAccessToken } from '#app/api/call/admission/access-token.ts'
import { mailLinkToken } from '#app/api/call/mail-link.ts'
import { unsubscribeToken } from '#app/api/notifications/unsubscribe-token.ts'
import { searchAds } from '#app/db/ad-search/search.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { authenticator } from '../authenticator.ts'
import { pdf } from '../files.ts'
import { ABROAD, DRIVER, rentalAfter } from '../fleet.ts'
import { signedIn } from '../identities.ts'
import { codeTo } from '../people.ts'
import { totp } from './one-time.ts'
import type { Play, Player } from './player.ts'
import { picture, type World } from './world.ts'

const KISH = 1061
const TOKEN = `dHJ5LW1l:${'APA91bE'.repeat(20)}`
const PHONE = { phone: '09120000010', country_code: '+98' }
const ACCOUNT = { holder: 'Sara Mohammadi', iban: 'IR062960000000100324200001' }
const BUSINESS = {
  ...{ name: 'Müller GmbH', country: 'DE', tax_number: 'DE136695976', address: 'Domstraße 1, 50668 Köln' },
  order_number: 'PO-2027-118',
}

/** What customers do, from the search to the way home. */
export async function playCustomers({ play, scene }: Player, world: World) {
  const { db, site, bank } = world
  const { id: _, ...dates } = rentalAfter(site.deps.now(), 40)
  const { results } = await play('ads.search', {
    query: { page: 1, size: 2, currency: 1 },
    body: { categories: [2], city: 'kish', ...dates },
  })
  await play('ads.pinned', { query: { size: 2 }, body: { city: KISH } })
  // No process of the site runs here, which would have its vehicles in memory.
  site.deps.searchInMemory = (question) => searchAds(db, question)
  await play('ads.dayPrices', {
    query: { city: 'kish', category: 2, from: dates.start_date, days: 2, length: 3, currency: 1 },
  })
  const found = await play('ads.search', { query: { size: 20 }, body: { company: [12], ...dates } })
  const cars: number[] = found.results.map((one: { id: number }) => one.id)
  const [car = 0] = cars
  const ids = { id: car }
  const asked = { path: ids, query: dates }
  await play('ads.read', asked)
  await play('reservations.rental', asked)
  await play('ads.several', { body: { ids: results.map((one: { id: number }) => one.id) } })
  await play('ads.availableRanges', { path: ids })
  const rated = await db.selectFrom('ad_comment').select('ad_id').where('approved', '=', true).executeTakeFirstOrThrow()
  await play('ads.comments', { path: { id: rated.ad_id }, query: { size: 2 } })
  await play('ads.comment', { path: ids, body: { body: 'Is there room for two large suitcases?' } })
  await play('companies.read', { path: { id: 12 } })
  await play('places.cityGuide', { path: { city: 'kish' } })
  await play('reservations.offers', { query: { city: 'kish', ...dates, size: 2 } })
  for (const name of ['content.page', 'content.helpEntry', 'content.city', 'content.post', 'content.comments'])
    await play(name, { path: { slug: SLUGS[name] ?? '' } })
  await play('content.author', { path: { id: 'narges-karimi' } })
  for (const name of ['content.like', 'content.dislike'])
    await play(name, { path: { slug: SLUGS['content.post'] ?? '' } })
  await play('content.comment', {
    path: { slug: SLUGS['content.post'] ?? '' },
    body: { body: 'Thank you, this helped.' },
  })

  await scene(() => playSignIn(play, world))

  const customer = { ...DRIVER, ...ABROAD, fullname: 'Sara Mohammadi', ...PHONE, currency: 'IRT' }
  await play('reservations.price', { path: ids, body: { ...dates, child_seat_count: 1, discount_code: 'SAVARI10' } })
  await play('reservations.discountIsValid', { body: { id: car, ...dates, code: 'SAVARI10' } })
  const booked = await play('reservations.reserve', { path: ids, body: { ...dates, ...customer, child_seat_count: 1 } })
  const reserved = { id: booked.id as string }
  await play('reservations.reserveSignedIn', { body: { id: cars[1], ...dates, ...customer } })
  await play('reservations.status', { path: reserved })
  await play('reservations.transactionCode', { path: reserved })
  await play('reservations.correctPhone', { path: reserved, body: PHONE })
  await play('payments.gatewayPay', { body: { gateway: 'saman', transaction_id: reserved.id } })
  const started = await play('payments.payOnline', { body: { transaction_id: reserved.id } })
  await play('payments.clientVerify', {
    body: { ref_id: started.payment_id, answer: await bank.press(started.url, 'pay') },
  })
  await site.drain()
  await play('reservations.voucher', { path: reserved })
  await play('reservations.read', { path: reserved })
  await play('payments.read', { path: { id: started.payment_id } })
  await play('reservations.refundWays', { path: reserved })

  // What is done before the pick-up.
  await play('reservations.quoteChange', { path: reserved, body: { child_seat_count: 2 } })
  await play('reservations.change', { path: reserved, body: { child_seat_count: 2 } })
  await play('reservations.dropChange', { path: reserved })
  await scene(() => playLicences(play, world, reserved))
  await play('reservations.checkIn.checkIdentity', { path: reserved, body: { consent: true } })
  await play('reservations.checkIn.saveArrival', {
    path: reserved,
    body: { way: 'FLIGHT', flight: 'EP3742', arrives_at: '10:30', note: 'Two large suitcases' },
  })
  await play('reservations.checkIn.read', { path: reserved })
  await play('reservations.recipient.save', { path: reserved, body: BUSINESS })
  await play('reservations.recipient.read', { path: reserved })
  await play('reservations.recipient.remove', { path: reserved })
  await play('reservations.uploadDeposit', { form: { image: await picture('cheque.jpg'), reservation: reserved.id } })
  await play('reservations.readDeposit', { path: reserved })
  await play('reservations.protocols', { path: reserved })
  await db.updateTable('company').set({ deposit_online: true }).where('id', '=', 12).execute()
  await db
    .updateTable('reservation')
    .set({ trust: 'CHEQUE', guarantee_amount: 15_000_000 })
    .where('id', '=', reserved.id)
    .execute()
  await play('reservations.payDeposit', { path: reserved })
  await scene(() => playContract(play, world, reserved))
  await play('reservations.checkIn.removePictures', { path: reserved })
  await scene(() => playCheaper(play, world, { dates, customer, cars: cars.slice(6, 8) }))
  await play('reservations.cancel', { path: reserved, body: { reason: 'Our trip is off', way: 'WALLET' } })

  // Another one, whose money goes back to an account; then what is returned, and what its company asks for.
  const other = await play('reservations.reserve', { path: { id: cars[2] ?? 0 }, body: { ...dates, ...customer } })
  await world.pay(other.id)
  site.clock.advance(50)
  await play('reservations.cancelToAccount', { path: { id: other.id }, body: ACCOUNT })
  await scene(() => playCharges(play, world))
  await scene(() => playLong(play, world, { customer }))
  await scene(() => playKeyBox(play, world))
  await scene(() => playQuote(play, world, { cars: cars.slice(4), dates }))
  await scene(() => playTalk(play, world))
  await scene(() => playOwn(play, world, { car, dates }))
}

const SLUGS: Record<string, string> = {
  'content.page': 'terms',
  'content.helpEntry': 'cancel',
  'content.city': 'kish',
  'content.post': 'kish-in-two-days',
  'content.comments': 'kish-in-two-days',
}

/** A new person signs in, and protects the account. */
async function playSignIn(play: Play, { site, db }: World) {
  const phone = { phone: '09121234567', country_code: '+98', email: 'new@example.com' }
  await play('account.phonebookRegister', {
    body: { origin: 'contact', phone: phone.phone, country_code: phone.country_code },
  })
  await play('account.login', { body: phone })
  await site.drain()
  await play('account.activate', { body: { ...phone, token: codeTo(site, '+989121234567') } })
  await play('account.login', { body: phone })
  await site.drain()
  const { access } = await play('account.token', { body: { ...phone, token: codeTo(site, '+989121234567') } })
  const as = { token: access }
  await play('account.updateProfile', { body: { fullname: 'Sara Mohammadi', time_zone: 'Asia/Tehran' } })
  await play('account.usernameExists', { path: { username: 'sara_m' } })
  const { secret } = await play('account.beginFactor', { as })
  await play('account.confirmFactor', { as, body: { code: totp(secret, site.deps.now()) } })
  site.clock.advance(1)
  await play('account.checkFactor', { as, body: { code: totp(secret, site.deps.now()) } })
  await play('account.factorWays', { as })
  await play('account.renewRecoveryCodes', { as })
  const key = authenticator(site.deps.settings.origin)
  await play('account.addKey', {
    as,
    body: { name: 'YubiKey', answer: key.make(await play('account.beginKey', { as })) },
  })
  const answer = key.use(await play('account.beginKeyCheck', { as }))
  await play('account.checkKey', { as, body: { answer } })
  await play('account.removeKey', {
    as,
    path: { id: (await db.selectFrom('security_key').select('id').executeTakeFirstOrThrow()).id },
  })
  await play('account.endFactor', { as })
  await play('account.changeContact', { as, body: { email: 'new@example.com' } })
  await play('account.exportData', { as })
  await play('account.deleteAccount', { as, body: {} })
}

async function playContract(play: Play, { db, site }: World, path: { id: string }) {
  const { share_id } = await db
    .selectFrom('reservation')
    .select('share_id')
    .where('id', '=', path.id)
    .executeTakeFirstOrThrow()
  await play('reservations.prepareContract', { path, body: { licence: '9104002233' } })
  await play('company.contracts.make', { path: { id: share_id }, body: { language: 'en' } })
  const { contracts } = await play('reservations.contract', { path })
  const { id: contract, sha256 } = contracts?.at(-1) ?? {}
  await play('reservations.contractCode', { path, body: { contract, sha256 } })
  await site.drain()
  const token = codeTo(site, '+989120000010')
  await play('reservations.signContract', {
    path,
    body: { contract, sha256, name: 'Sara Mohammadi', agreed: true, understood: true, token },
  })
}

/** A cheaper vehicle of the same class, which the sweep finds two hours later: one customer stays, another switches. */
async function playCheaper(play: Play, { db, site, pay }: World, { dates, customer, cars }: Bookings) {
  const made = []
  for (const id of cars) {
    const one = await play('reservations.reserve', { path: { id }, body: { ...dates, ...customer } })
    await pay(one.id)
    made.push({ id: one.id as string })
  }
  const low = { p1: 500_000, p3: 500_000, s1: 500_000, s3: 500_000 }
  const taken = await db
    .selectFrom('ad')
    .selectAll()
    .where('id', '=', cars[0] ?? 0)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('ad')
    .set(low)
    .where('city_id', '=', KISH)
    .where('type_id', '=', taken.type_id)
    .where('gearbox', '=', taken.gearbox)
    .where('id', 'not in', [...cars])
    .execute()
  await catalogueOf.again(db)
  site.clock.advance(120)
  await site.sweep()
  const [stays, switches] = made
  await play('reservations.cheaper.read', { path: stays })
  await play('reservations.cheaper.keep', { path: stays })
  const offer = await play('reservations.cheaper.read', { path: switches })
  await play('reservations.cheaper.switch', { path: switches, body: { shown_total: offer.total } })
}

type Bookings = { dates: object; customer: object; cars: number[] }

/** The owner's rental that is under way: more time, the return, and what its company asks for. */
async function playCharges(play: Play, { db, site }: World) {
  const rental = await db
    .selectFrom('reservation')
    .selectAll()
    .where('phone', '=', '+989120000010')
    .where('status', '=', 'ACTIVE')
    .executeTakeFirstOrThrow()
  const [path, desk] = [{ id: rental.id }, { id: rental.share_id }]
  const wanted = { end_date: addDays(rental.end_date, 2), end_time: '10:00' }
  await play('reservations.quoteExtension', { path, body: wanted })
  const asked = await play('reservations.askExtension', {
    path,
    body: { ...wanted, message: 'We would like to stay two days longer.' },
  })
  await play('company.reservations.extensions.answerExtension', {
    path: desk,
    body: { extension: asked.id, answer: 'REFUSE', message: 'It is booked from that day on.' },
  })
  await play('reservations.extension', { path })
  const kind = 'RETURN'
  const out = await db.selectFrom('protocol').selectAll().where('reservation_id', '=', rental.id).executeTakeFirst()
  const back = { odometer: (out?.odometer ?? 40_000) + 400, level: 5, keys: out?.keys ?? 1, kit: out?.kit ?? [] }
  await play('company.protocols.finish', {
    path: desk,
    body: {
      ...{ kind, ...back, handed_by: 'Leila', received_by: 'Sara Mohammadi', open_reason: 'Pays by invoice' },
      marks: [{ zone: 'FRONT_LEFT_DOOR', type: 'DENT', size: 'HAND' }],
    },
  })
  const draft = await db.selectFrom('proposal').selectAll().where('reservation_id', '=', rental.id).executeTakeFirst()
  const proposal = draft?.id ?? ''
  const amounts = (draft?.lines as { amount: number }[] | undefined)?.map(({ amount }) => amount - 100_000) ?? []
  const edited = await play('company.protocols.editProposal', {
    path: desk,
    form: {
      proposal,
      'amounts[0]': amounts[0] ?? 0,
      ...(amounts[1] && { 'amounts[1]': amounts[1] }),
      former: draft?.amount ?? 0,
      reason: 'A friendly price',
    },
  })
  await play('company.protocols.sendProposal', {
    path: desk,
    body: { proposal, amount: edited.amount ?? draft?.amount },
  })
  await play('reservations.answerProposal', {
    path,
    body: { proposal, answer: 'DISPUTE', message: 'The dent was there before.' },
  })
  await play('reservations.addToDispute', { path, body: { proposal, message: 'See the photo of the pick-up.' } })
  await play('company.disputes.answer', { path: desk, body: { proposal, message: 'That photo shows the other door.' } })
  const dispute = await db.selectFrom('dispute').select('id').where('proposal_id', '=', proposal).executeTakeFirst()
  await play('operator.disputes.list')
  await play('operator.disputes.read', { path: { id: dispute?.id ?? '' } })
  await play('operator.disputes.rule', {
    path: { id: dispute?.id ?? '' },
    body: { ruling: 'NOTHING', reason: 'The photo shows the dent' },
  })
  const charge = (reason: string) =>
    play('company.protocols.chargeByHand', { path: desk, form: { what: 'fine', amount: 900_000, reason } })
  const wrong = await charge('Speeding on 21 November')
  await play('company.protocols.withdrawProposal', { path: desk, body: { proposal: wrong.id } })
  const right = await charge('Speeding on 22 November')
  await play('reservations.answerProposal', { path, body: { proposal: right.id, answer: 'ACCEPT' } })
  await play('company.protocols.settleProposal', { path: desk, body: { proposal: right.id, by: 'DESK', way: 'CASH' } })
  const unsent = { what: 'cleaning', amount: 400_000, reason: 'Sand on the seats' }
  await play('company.protocols.saveCharge', { path: desk, form: unsent })
  await play('company.protocols.dropCharge', { path: desk })
  const silent = await charge('Toll on the way to the port')
  const before = site.deps.now()
  site.clock.advance(8 * 24 * 60)
  await play('company.disputes.escalate', {
    path: desk,
    body: { proposal: silent.id, message: 'No answer in a week.' },
  })
  site.clock.set(before.toISOString())
  const photo = await db
    .selectFrom('protocol_photo')
    .innerJoin('reservation', 'reservation.id', 'protocol_photo.reservation_id')
    .select(['protocol_photo.id', 'reservation_id', 'reservation.ad_id'])
    .where('phone', '=', '+989120000010')
    .where('protocol_id', 'is not', null)
    .executeTakeFirstOrThrow()
  await play('reservations.protocols', { path: { id: photo.reservation_id } })
  await play('reservations.protocolPhoto', { path: { id: photo.reservation_id }, query: { photo: photo.id } })
  await play('ads.rate', { path: { id: photo.ad_id }, body: { score: 5, reservation: photo.reservation_id } })
}

/** The key in a box, for a guest whose pick-up is now. */
async function playKeyBox(play: Play, { db, site }: World) {
  const box = await db
    .selectFrom('key_box')
    .innerJoin('reservation', 'reservation.id', 'key_box.reservation_id')
    .select(['reservation_id', 'share_id', 'phone', 'key_box.start_at', 'reservation.ad_id'])
    .executeTakeFirstOrThrow()
  const guest = await signedIn(site, { phone: box.phone })
  const [path, desk] = [{ id: box.reservation_id }, { id: box.share_id }]
  await play('company.settings.update', {
    body: { has_key_boxes: true, phone: '+987644420000', child_seat_price: 60_000 },
  })
  await play('company.reservations.keyBox.read', { path: desk })
  await play('company.reservations.keyBox.save', {
    path: desk,
    body: { place: 'Blue box beside the entrance, number 7', code: '7315', ends: '23:30' },
  })
  const before = site.deps.now()
  site.clock.set(box.start_at.toISOString())
  await play('reservations.keyBox.addPhoto', {
    as: { token: guest.access },
    path,
    form: { view: 'FRONT', file: await picture('front.jpg') },
  })
  await play('reservations.keyBox.read', { as: { token: guest.access }, path })
  site.clock.set(before.toISOString())
  await play('company.reservations.keyBox.remove', { path: desk })
  const vehicle = { id: box.ad_id }
  await play('company.fleet.keyBox.save', { path: vehicle, body: { place: 'Box 7 beside the entrance', code: '7315' } })
  await play('company.fleet.keyBox.read', { path: vehicle })
  await play('company.fleet.keyBox.remove', { path: vehicle })
}

/** Ninety days, paid in monthly parts. */
async function playLong(play: Play, { pay, db }: World, { customer }: { customer: object }) {
  const dates = { start_date: '2027-02-01', start_time: '10:00', end_date: '2027-05-02', end_time: '10:00' }
  const { results } = await play('ads.search', { body: { company: [12], ...dates } })
  const { id } = await play('reservations.reserve', { path: { id: results[0].id }, body: { ...dates, ...customer } })
  const path = { id }
  await play('reservations.monthly.choose', { path, body: { monthly: true } })
  await pay(id)
  await play('reservations.monthly.read', { path })
  await db.updateTable('reservation').set({ status: 'ACTIVE' }).where('id', '=', id).execute()
  const end = { end_date: '2027-04-03' }
  const quoted = await play('reservations.monthly.quoteEnd', { path, body: end })
  await play('reservations.monthly.end', { path, body: { ...end, shown_total: quoted.total } })
}

/** The licences that customers sent, as the desk decides on them. */
async function playLicences(play: Play, { db }: World, path: { id: string }) {
  const { share_id } = await db
    .selectFrom('reservation')
    .select('share_id')
    .where('id', '=', path.id)
    .executeTakeFirstOrThrow()
  const desk = { id: share_id }
  const side = async (name: 'FRONT' | 'BACK') => ({ image: await picture('licence.jpg'), side: name })
  const send = async () => {
    for (const name of ['FRONT', 'BACK'] as const)
      await play('reservations.checkIn.addPicture', { path, form: await side(name) })
    await play('reservations.checkIn.sendLicence', { path, body: { number: '9104002233', valid_until: '2031-01-01' } })
    const { sent_at } = await db
      .selectFrom('licence_check')
      .select('sent_at')
      .where('reservation_id', '=', path.id)
      .executeTakeFirstOrThrow()
    return sent_at?.toISOString()
  }
  const first = await send()
  await play('reservations.checkIn.picture', { path, query: { side: 'FRONT' } })
  await play('company.reservations.checkIn.picture', { path: desk, query: { side: 'FRONT' } })
  await play('company.reservations.checkIn.refuse', {
    path: desk,
    body: { sent_at: first, reason: 'The back is blurred' },
  })
  await play('company.reservations.checkIn.confirm', {
    path: desk,
    body: { sent_at: await send(), valid_until: '2031-01-01' },
  })
  await db.updateTable('reservation').set({ extra_driver: true }).where('id', '=', path.id).execute()
  await play('reservations.drivers.add', {
    path,
    body: { fullname: 'Amir Rezaei', date_of_birth: '1990-04-05', number: '7755112233', valid_until: '2031-01-01' },
  })
  const { id: driver } = await db
    .selectFrom('further_driver')
    .select('id')
    .where('reservation_id', '=', path.id)
    .executeTakeFirstOrThrow()
  const sendOther = async () => {
    for (const name of ['FRONT', 'BACK'] as const)
      await play('reservations.drivers.addPicture', { path, form: { ...(await side(name)), driver } })
    const { sent_at } = await db
      .selectFrom('further_driver')
      .select('sent_at')
      .where('id', '=', driver)
      .executeTakeFirstOrThrow()
    return sent_at?.toISOString()
  }
  const sent = await sendOther()
  await play('reservations.drivers.picture', { path, query: { side: 'FRONT', driver } })
  await play('company.reservations.drivers.picture', { path: desk, query: { side: 'FRONT', driver } })
  await play('company.reservations.drivers.refuse', {
    path: desk,
    body: { driver, sent_at: sent, reason: 'The back is blurred' },
  })
  await play('company.reservations.drivers.confirm', {
    path: desk,
    body: { driver, sent_at: await sendOther(), valid_until: '2031-01-01' },
  })
  await play('reservations.drivers.remove', { path, body: { driver } })
}

async function playQuote(play: Play, { db }: World, { cars, dates }: { cars: number[]; dates: object }) {
  const person = { fullname: 'Mehdi Saadat', country_code: '+98', phone: '09135550126' }
  const offer = async (ad: number) => {
    const body = {
      ...{ ad, ...dates, ...person, source: 'PHONE', payment: 'LATER', term: 'DAY' },
      ...{ may_extras: true, may_places: true, may_times: true },
    }
    const { id } = await play('company.reservations.quotes.offer', { body })
    const row = await db
      .selectFrom('reservation')
      .select('id')
      .where('share_id', '=', id ?? '')
      .executeTakeFirst()
    return { id: row?.id ?? '' }
  }
  const path = await offer(cars[0] ?? 0)
  await play('reservations.quotes.read', { path })
  await play('reservations.quotes.price', { path, body: { child_seat_count: 1 } })
  await play('reservations.quotes.accept', { path, body: { child_seat_count: 1, agreed: true } })
  await play('reservations.quotes.decline', { path: await offer(cars[1] ?? 0), body: { reason: 'We go by train.' } })
}

/** Tickets, chats and their files. */
async function playTalk(play: Play, { db }: World) {
  const file = await play('support.uploadTicketFile', { form: { file: pdf('receipt.pdf') } })
  const body = { department: 'SALES', subject: 'A child seat', message: 'Is there one for a child of three?' }
  const { id } = await play('support.createTicket', { body: { ...body, attachments: [file.id] } })
  const path = { id }
  await play('support.ticket', { path })
  await play('support.replyToTicket', { path, body: { message: 'She weighs 15 kg.' } })
  await play('support.readTicket', { path })
  await play('support.closeTicket', { path, body: { status: 'CLOSED' } })
  await play('support.readAttachment', { path: { id: file.id } })
  const reservation = await db
    .selectFrom('reservation')
    .select('id')
    .where('phone', '=', '+989120000010')
    .where('status', '=', 'CONFIRMED')
    .executeTakeFirstOrThrow()
  const room = await play('chat.createReserve', { body: { reservation: reservation.id } })
  const chat = { id: room.room?.id ?? room.id }
  await play('chat.createSale', { body: { department: 'SALES' } })
  await play('support.uploadChatFile', { form: { file: await picture('dashboard.jpg') } })
  const said = await play('chat.newMessage', { path: chat, body: { message: 'Where do we meet?', client_id: 'a1' } })
  await play('chat.edit', {
    path: { ...chat, message_id: said.id ?? said.seq },
    body: { message: 'Where do we meet at the airport?' },
  })
  await play('chat.room', { path: chat })
  await play('chat.messages', { path: chat, query: { size: 2 } })
  await play('chat.markRead', { path: chat })
  await play('chat.socketTicket')
}

/** What a signed-in person keeps. */
async function playOwn(play: Play, world: World, { car, dates }: { car: number; dates: object }) {
  const { db, site } = world
  await play('account.changeFavourites', { body: { add: [car] } })
  await play('account.rememberSearch', { body: { ...dates, kind: 'car', city: KISH } })
  await play('account.recentSearches')
  await play('account.forgetSearches')
  const avatar = await play('account.uploadAvatar', { form: { image: await picture('me.jpg') } })
  await play('account.readAvatar', { path: { id: avatar.avatar_id ?? '' } })
  const alert = { goal: 'ANY', search: { city: KISH, ...dates } }
  await play('alerts.create', { body: { ...alert, by: 'EMAIL', email: 'sara@example.com' } })
  await play('alerts.create', { body: { ...alert, by: 'EMAIL', email: 'guest@example.com' }, as: { token: '' } })
  await site.drain()
  const alertToken = (page: string) =>
    new RegExp(`price-alert/${page}\\?token=([\\w.-]+)`).exec(allTexts(site))?.[1] ?? 'x'
  await play('alerts.confirm', { body: { token: alertToken('confirm') } })
  await play('alerts.stop', { body: { token: alertToken('stop') } })
  await play('alerts.list')
  const own = await db
    .selectFrom('price_alert')
    .select('id')
    .where('account_id', 'is not', null)
    .executeTakeFirstOrThrow()
  await play('alerts.end', { path: own })
  const { iban, holder } = ACCOUNT
  await db.transaction().execute((tx) =>
    post(tx, {
      ...{ key: 'example', kind: 'TOP_UP', currency: 'IRT', at: site.deps.now() },
      entries: [
        { kind: 'BANK', owner: 'marketplace', amount: -1_000_000 },
        { kind: 'WALLET', owner: '+989120000010', amount: 1_000_000 },
      ],
    }),
  )
  site.clock.advance(3)
  await play('account.payOutWallet', { body: { currency: 'IRT', amount: 100_000, iban, holder } })
  await play('newsletter.subscribe', { body: { email: 'guest@example.com' } })
  await site.drain()
  const confirm = /newsletter\/confirm\?token=([\w.-]+)/.exec(allTexts(site))?.[1] ?? 'x'
  await play('newsletter.confirm', { body: { token: confirm } })
  const { id: subscription } = await db.selectFrom('newsletter_subscription').select('id').executeTakeFirstOrThrow()
  const tokenFor = (purpose: 'topics' | 'unsubscribe') => mailLinkToken(site.deps, String(subscription), purpose)
  await play('newsletter.topics', { query: { token: tokenFor('topics') } })
  await play('newsletter.chooseTopics', { body: { token: tokenFor('topics'), topics: ['places'] } })
  await play('newsletter.unsubscribe', { body: { token: tokenFor('unsubscribe') } })
  await play('notifications.storeToken', {
    body: { registration_id: TOKEN, device_type: 'ANDROID', device_id: 'pixel-8' },
  })
  await play('notifications.test')
  await play('notifications.deactivateToken', { body: { registration_id: TOKEN } })
  await play('notifications.chooseTopics', { body: { topics: ['discounts'], email: true } })
  const me = await db.selectFrom('account').select('id').where('phone', '=', '+989120000010').executeTakeFirstOrThrow()
  await play('notifications.unsubscribeNews', { body: { token: unsubscribeToken(site.deps.settings.secret, me.id) } })
  for (const name of ['notifications.subscribeTopic', 'notifications.unsubscribeTopic'])
    await play(name, { body: { topic: 'places' } })
  const another = await world.newSession(
    (await db.selectFrom('account').select('id').where('phone', '=', '+989120000010').executeTakeFirstOrThrow()).id,
  )
  await play('account.endSession', { path: { id: another } })
  const leaving = issueAccessToken(
    site.deps.settings.secret,
    await world.newSession(
      (await db.selectFrom('account').select('id').where('phone', '=', '+989120000011').executeTakeFirstOrThrow()).id,
    ),
    site.deps.now(),
  )
  await play('account.logout', { as: { token: leaving } })
}

/** Everything that was sent, the newest first. */
const allTexts = ({ messages }: World['site']) =>
  messages
    .map(({ text }) => text)
    .reverse()
    .join('\n')
