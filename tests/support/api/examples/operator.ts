import { post } from '#app/api/books/ledger.ts'
import { CURRENCY_IDS, LANGUAGES } from '#app/rules/constants.ts'
import { signedIn } from '../identities.ts'
import type { Play, Player } from './player.ts'
import { picture, type World } from './world.ts'

const IN_FIVE = { fa: 'تماس', en: 'Call us', ar: 'اتصل بنا', tr: 'Bizi arayın', de: 'Rufen Sie an' }
const IBAN = 'IR062960000000100324200001'

/** What operators do for everybody. */
export async function playOperator({ play, scene }: Player, world: World) {
  await scene(() => playPeople(play, world))
  await scene(() => playModeration(play, world))
  await scene(() => playCompanies(play, world))
  await scene(() => playDirectory(play, world))
  await scene(() => playInbox(play, world))
  await scene(() => playNews(play, world))
  await scene(() => playTexts(play))
  await scene(() => playPayments(play, world))
  await scene(() => playPayouts(play, world))
  await scene(() => playReservations(play, world))
  await scene(() => playSettings(play))
  await scene(() => play('site.status'))
}

async function playPeople(play: Play, { site, db }: World) {
  await play('account.issueDirectLogin', { body: { phone: '+989120000010', reason: 'No message arrives' } })
  const person = await signedIn(site, { phone: '+989121110001' })
  const path = { id: person.id }
  await play('operator.people.list', { query: { size: 2 } })
  await play('operator.people.read', { path })
  await play('operator.people.ban', { path, body: { banned: true, reason: 'Paid with stolen cards' } })
  await play('operator.people.ban', { path, body: { banned: false, reason: 'A mix-up' } })
  await play('operator.people.removeFactor', { path, body: { reason: 'Lost the phone' } })
  const colleague = await signedIn(site, { phone: '+989121110002' })
  await play('operator.operators.appoint', {
    body: { phone: colleague.phone, role: 'SUPPORT', reason: 'A new colleague' },
  })
  const operator = await signedIn(site, { phone: '+989121110003', role: 'ADMIN', operatorRole: 'SUPPORT' })
  await play('operator.operators.change', {
    path: { id: operator.id },
    body: { role: 'CONTENT', reason: 'Writes now' },
  })
  const leaving = await signedIn(site, { phone: '+989121110005', role: 'ADMIN', operatorRole: 'SUPPORT' })
  await play('operator.operators.remove', { path: { id: leaving.id }, body: { reason: 'Has left' } })
  const waiting = await db
    .insertInto('approval_request')
    .values({
      ...{ change: JSON.stringify({ kind: 'SECOND_FACTOR', account: person.id }), subject: person.id },
      ...{ reason: 'Lost the phone', requested_by: operator.id, requested_at: site.deps.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await play('operator.approvals.list')
  await play('operator.approvals.decide', { path: { id: waiting.id }, body: { approved: false } })
  await play('operator.audit.list', { query: { size: 2 } })
  await play('operator.overview.find', { query: { q: 'Sara' } })
}

async function playModeration(play: Play, { db }: World) {
  await play('ads.waitingComments')
  const waiting = await db.selectFrom('ad_comment').select('id').where('approved', '=', false).executeTakeFirst()
  await play('ads.judgeComment', { path: { id: waiting?.id ?? 0 }, body: { approved: true } })
  await play('content.waitingComments')
  const comment = await db.selectFrom('post_comment').select('id').executeTakeFirst()
  await play('content.judgeComment', { path: { id: comment?.id ?? 0 }, body: { approved: true } })
  const { id: listing } = await db
    .selectFrom('ad')
    .select('id')
    .where('company_id', '=', 12)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const photo = await db
    .insertInto('ad_photo')
    .values({ ad_id: listing, source: 'photos/front.jpg', key: 'photo-front' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await play('operator.moderation.photos')
  await play('operator.moderation.photo', { path: photo })
  await play('operator.moderation.judgePhoto', { path: photo, body: { taken_down: true, reason: 'Blurred' } })
  const path = { id: listing }
  await play('operator.moderation.listings')
  await play('operator.moderation.listing', { path })
  await db.updateTable('company').set({ awaits_look: true }).where('id', '=', 12).execute()
  await db.updateTable('ad').set({ status: 5 }).where('id', '=', listing).execute()
  await play('operator.moderation.lookAtListing', { path, body: { decision: 'APPROVE' } })
  await play('operator.moderation.judgeListing', { path, body: { taken_down: true, reason: 'Not theirs' } })
  const featured = await play('operator.featured.list')
  const pinned = { id: featured.results?.[0]?.id ?? 0 }
  await play('operator.featured.remove', { path: pinned })
  await play('operator.featured.set', {
    path: pinned,
    body: { place: 1, start_date: '2026-12-01', end_date: '2026-12-31', paid: true },
  })
}

async function playCompanies(play: Play, { db }: World) {
  const path = { id: 8 }
  await play('operator.companies.list', { query: { size: 2 } })
  await play('operator.companies.read', { path })
  await play('operator.companies.change', { path, body: { verified: true, reason: 'Papers seen' } })
  await play('operator.companies.changeCommission', { path, body: { commission_percent: 12, reason: 'New contract' } })
  const { id } = await db
    .selectFrom('partner_application')
    .select('id')
    .where('status', '=', 'SENT')
    .executeTakeFirstOrThrow()
  await play('operator.partners.list')
  await play('operator.partners.read', { path: { id } })
  const paper = await db.selectFrom('attachment').select('id').where('purpose', '=', 'APPLICATION').executeTakeFirst()
  await play('operator.partners.readDocument', { path: { id: paper?.id ?? '' } })
  await play('operator.partners.decide', { path: { id }, body: { decision: 'APPROVE', commission_percent: 15 } })
}

async function playDirectory(play: Play, { db }: World) {
  const province = await db
    .selectFrom('province')
    .innerJoin('country', 'country.id', 'province.country_id')
    .select('province.id')
    .where('code', '=', 'IR')
    .executeTakeFirstOrThrow()
  const names = { name_fa: 'میناب', name_en: 'Minab', name_ar: 'ميناب', name_tr: 'Minab', name_de: 'Minab' }
  const place = { ...names, latitude: 27.1, longitude: 57.1 }
  await play('operator.directory.cities')
  const city = await play('operator.directory.addCity', {
    body: { ...place, slug: 'minab', country: 'IR', province: province.id, zone: 'Asia/Tehran' },
  })
  await play('operator.directory.changeCity', { path: { id: city.id ?? 1061 }, body: { ...place, hidden: true } })
  const contact = { type: 'GENERAL', title: IN_FIVE, description: IN_FIVE, phone: '+982112345678', position: 9 }
  const added = await play('operator.directory.addContact', { body: contact })
  await play('operator.directory.changeContact', { path: { id: added.id ?? 0 }, body: contact })
  await play('operator.directory.removeContact', { path: { id: added.id ?? 0 } })
  const app = { type: 'AGENT', url: 'https://apps.example/savari' }
  const made = await play('operator.directory.addApp', { body: app })
  await play('operator.directory.changeApp', { path: { id: made.id ?? 0 }, body: app })
  await play('operator.directory.removeApp', { path: { id: made.id ?? 0 } })
}

async function playInbox(play: Play, { db }: World) {
  const { results } = await play('operator.inbox.list', { query: { size: 2 } })
  const path = { id: results?.[0]?.id ?? '' }
  await play('operator.inbox.read', { path })
  const { id: assignee } = await db
    .selectFrom('account')
    .select('id')
    .where('phone', '=', '+989120000013')
    .executeTakeFirstOrThrow()
  await play('operator.inbox.assign', { path, body: { assignee, seen: null } })
  const answer = { title: 'Deposit', body: 'Hello {customer}, it is released within 72 hours.' }
  const made = await play('operator.inbox.addCannedAnswer', { body: { ...answer, language: 'en' } })
  const { answers, results: all } = await play('operator.inbox.cannedAnswers')
  const id = made.id ?? (answers ?? all)?.at(-1)?.id ?? 0
  await play('operator.inbox.changeCannedAnswer', {
    path: { id },
    body: { ...answer, title: 'Deposit back', revision: 1 },
  })
  await play('operator.inbox.removeCannedAnswer', { path: { id } })
}

async function playNews(play: Play, { db }: World) {
  await db.updateTable('account').set({ email: 'kaveh@example.com' }).where('phone', '=', '+989120000013').execute()
  const issue = {
    topic: 'discounts',
    title: { fa: 'تخفیف پاییز', en: 'Autumn discount' },
    text: { fa: 'ده درصد تخفیف برای کیش.', en: 'Ten percent off on Kish.' },
    path: '/search',
  }
  const made = await play('operator.news.create', { body: issue })
  const path = { id: made.id ?? '' }
  await play('operator.news.read', { path })
  await play('operator.news.change', { path, body: issue })
  await play('operator.news.test', { path, body: { language: 'en' } })
  await play('operator.news.send', { path })
  await play('operator.news.stop', { path })
  await play('operator.news.deliveries', { path })
  await play('operator.news.list')
}

async function playTexts(play: Play) {
  const text = { title: 'Qeshm in a day', description: 'A round trip.', body: 'Start early at the port.' }
  const place = { kind: 'post', slug: 'qeshm-in-a-day', language: 'en' }
  await play('operator.texts.create', { body: { ...text, ...place } })
  const read = await play('operator.texts.read', { path: place })
  await play('operator.texts.change', {
    path: place,
    body: { ...text, title: 'Qeshm in one day', version: read.version ?? null },
  })
  await play('operator.texts.preview', { path: place, body: text })
  await play('operator.texts.publish', { path: place, body: { published: '2026-11-20', tags: [], cities: ['qeshm'] } })
  const alts = Object.fromEntries(LANGUAGES.map((language) => [`alt_${language}`, 'A road by the sea']))
  await play('operator.texts.setCover', { path: place, form: { image: await picture('cover.jpg'), ...alts } })
  await play('operator.texts.cover', { path: place })
  await play('operator.texts.removeCover', { path: place })
  await play('operator.texts.list', { query: { size: 2 } })
}

async function playPayments(play: Play, { db, site }: World) {
  await play('operator.payments.list', { query: { size: 2 } })
  const [paid, returned, reviewed] = await db
    .selectFrom('payment')
    .innerJoin('reservation', 'reservation.id', 'payment.reservation_id')
    .select(['payment.id'])
    .where('payment.status', '=', 'PAID')
    .where('settled_as', '=', 'RESERVATION')
    .where('reservation.status', 'in', ['CONFIRMED', 'ACTIVE'])
    .where('gateway', '=', 'saman')
    .orderBy('payment.number', 'desc')
    .execute()
  await play('operator.payments.read', { path: { id: paid?.id ?? '' } })
  await play('operator.payments.refund', {
    path: { id: paid?.id ?? '' },
    body: { amount: 100_000, bearer: 'MARKETPLACE', reason: 'Waited an hour', way: 'WALLET' },
  })
  const unanswered = {
    card_return: 'UNANSWERED',
    card_return_at: site.deps.now(),
    card_return_said: 'timeout',
  } as const
  await db
    .updateTable('payment')
    .set(unanswered)
    .where('id', '=', returned?.id ?? '')
    .execute()
  await play('operator.payments.cardReturns')
  await play('operator.payments.decideCardReturn', {
    path: { id: returned?.id ?? '' },
    body: { outcome: 'RETURNED', reason: 'The bank says so' },
  })
  const review = { status: 'REVIEW', settled_as: null, reason: 'not reversed: timeout' } as const
  await db
    .updateTable('payment')
    .set(review)
    .where('id', '=', reviewed?.id ?? '')
    .execute()
  await play('operator.payments.decideReview', {
    path: { id: reviewed?.id ?? '' },
    body: { outcome: 'MISSING', reason: 'The bank knows nothing of it' },
  })
  const person = await signedIn(site, { phone: '+989121110004' })
  await play('operator.payments.correct', {
    path: { id: person.id },
    body: { currency: 'IRT', amount: 200_000, reason: 'An apology' },
  })
  const { id } = await db
    .insertInto('wallet_correction')
    .values({
      ...{
        account_id: person.id,
        phone: person.phone,
        amount: 1_000_000,
        currency_id: CURRENCY_IDS.IRT,
        status: 'WAITING',
      },
      ...{ reason: 'A gift', requested_by: person.id, requested_at: site.deps.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await play('operator.payments.decideCorrection', { path: { id }, body: { approved: false } })
}

async function playPayouts(play: Play, { db, site }: World) {
  const at = site.deps.now()
  const owe = (company: number) =>
    db.transaction().execute((tx) =>
      post(tx, {
        ...{ key: `example ${company}`, kind: 'CORRECTION', currency: 'IRT', at: new Date(at.getTime() - 86_400_000) },
        entries: [
          { kind: 'BANK', owner: 'marketplace', amount: -1_000_000 },
          { kind: 'COMPANY', owner: company, amount: 1_000_000 },
        ],
      }),
    )
  for (const company of [8, 9]) {
    const changed_at = new Date(at.getTime() - 86_400_000)
    const holder_status = company === 8 ? 'MATCHES' : 'WAITING'
    await db
      .insertInto('company_bank')
      .values({ company_id: company, holder: 'Nilgun', iban: IBAN, changed_at, holder_status })
      .execute()
    await owe(company)
  }
  await play('operator.payouts.list')
  const { changed_at } = await db
    .selectFrom('company_bank')
    .select('changed_at')
    .where('company_id', '=', 9)
    .executeTakeFirstOrThrow()
  await play('operator.payouts.confirmHolder', {
    path: { id: 9 },
    body: { changed_at: changed_at.toISOString(), reason: 'Papers seen' },
  })
  const made = await play('operator.payouts.make', { body: { currency: 'IRT' } })
  const path = { id: made.id ?? 0 }
  await play('operator.payouts.approve', { as: 'cashier', path })
  await play('operator.payouts.batch', { path })
  const { id: payout } = await db
    .selectFrom('payout')
    .select('id')
    .where('batch_id', '=', path.id)
    .executeTakeFirstOrThrow()
  await play('operator.payouts.settle', { path, body: { payout, outcome: 'PAID' } })
  const waiting = async (state: { needs_approval: boolean; proposed: boolean }) => {
    await db.updateTable('payout').set({ status: 'RETURNED', decided_at: at }).where('status', '=', 'OPEN').execute()
    const currency_id = CURRENCY_IDS.IRT
    const { id } = await db
      .insertInto('payout_batch')
      .values({ currency_id, created_at: at, created_by: null, ...state })
      .returning('id')
      .executeTakeFirstOrThrow()
    const to = { company_id: 8, holder: 'Nilgun', iban: IBAN, amount: 1000 }
    await db
      .insertInto('payout')
      .values({ ...to, batch_id: id, currency_id, status: 'OPEN' })
      .execute()
    return { id }
  }
  await play('operator.payouts.approve', { path: await waiting({ needs_approval: true, proposed: false }) })
  await play('operator.payouts.release', { path: await waiting({ needs_approval: false, proposed: true }) })
  const wallet = { holder: 'Reza Karimi', iban: IBAN, amount: 1, currency_id: CURRENCY_IDS.IRT }
  const { id } = await db
    .insertInto('wallet_payout')
    .values({ ...wallet, wallet_owner: '+989120000010', requested_at: at, holder_status: 'WAITING' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await play('operator.payouts.decideWalletPayout', {
    path: { id },
    body: { decision: 'CONFIRMED', reason: 'Papers seen' },
  })
}

async function playReservations(play: Play, { db }: World) {
  await play('operator.reservations.list', { query: { size: 2 } })
  const { id } = await db
    .selectFrom('reservation')
    .select('id')
    .where('status', '=', 'CONFIRMED')
    .orderBy('start_at', 'desc')
    .executeTakeFirstOrThrow()
  await play('operator.reservations.read', { path: { id } })
  await play('operator.reservations.sendAgain', { path: { id }, body: { reason: 'It did not arrive' } })
  await play('operator.reservations.cancel', {
    path: { id },
    body: { cost: 'COMPANY', reason: 'The vehicle broke down' },
  })
}

async function playSettings(play: Play) {
  await play('operator.settings.change', { body: { euro_rate: 105_000, reason: 'Rate of the day' } })
  const code = await play('operator.settings.createCode', {
    body: {
      code: 'NOWRUZ15',
      percent: 15,
      currency: 'IRT',
      start_date: '2027-03-01',
      end_date: '2027-04-02',
      total_uses: 500,
    },
  })
  const codes = await play('operator.settings.codes')
  await play('operator.settings.endCode', { path: { id: code.id ?? codes.results?.[0]?.id ?? 0 } })
  await play('operator.settings.templates', { query: { language: 'en' } })
  const path = { key: 'confirmed.title' }
  await play('operator.settings.template', { path, query: { language: 'en' } })
  const text = 'Reservation {number} is confirmed'
  await play('operator.settings.previewTemplate', { path, body: { language: 'en', text } })
  await play('operator.settings.changeTemplate', { path, body: { language: 'en', text: null } })
  await play('operator.tax.vat', { query: { from: '2026-11-01', to: '2026-11-30' } })
  await play('operator.tax.dac7', { query: { year: 2026 } })
}
