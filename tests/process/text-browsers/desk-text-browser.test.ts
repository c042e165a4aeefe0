import { expect, test } from '@playwright/test'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/identity/demonstration-people.ts'
import { codeSentTo } from '../../support/browser/steps/sign-in.ts'
import { containing, hasTextBrowser, TextBrowser } from '../../support/browser/text-browser.ts'
import { siteDatabase } from '../../support/server/database/site-connection.ts'
import { leaveDispute } from '../../support/server/dispute.ts'
import { type SiteProcess, startSiteProcess } from '../../support/server/process/site-process.ts'

test.describe.configure({ mode: 'default' })
test.setTimeout(240_000)

let site: SiteProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  site = await startSiteProcess()
})
test.afterAll(() => site?.stop())

const person = DEMONSTRATION_PEOPLE.find(({ identity }) => identity === 'agency')
const login = textFor('fa', 'login')
const desk = textFor('fa', 'desk')
const protocol = textFor('fa', 'protocol')

test('in w3m, a company’s day: sign in, today, confirm a reservation, hand over, take back', async () => {
  test.skip(!hasTextBrowser('w3m'), 'w3m is not installed')
  if (!person) throw new Error('the demonstration has no company')
  // w3m sends no Secure cookie to localhost over HTTP.
  const here = site.origin.replace('localhost', '127.0.0.1')
  const w3m = new TextBrowser('w3m', `${here}/desk`)
  try {
    let page = await w3m.read(containing(login('intro')))
    await w3m.type(page, '۹۸', person.phone.replace('+98', '0'))
    await w3m.press(page, login('send'))
    page = await w3m.read(containing(login('code.title')))
    await w3m.type(page, login('code.label'), await codeSentTo(person.phone, 1, site.dataDir))
    // Links above and below begin with the same word.
    const codeForm = page.slice(page.indexOf(login('code.label')), page.indexOf(login('demonstration.text')))
    await w3m.press(codeForm, login('code.submit'))

    page = await w3m.read(containing(desk('waiting.title')))
    expect(page).toContain(desk('today.plan'))
    const waiting = page.slice(page.indexOf(desk('waiting.title')))
    await w3m.press(waiting, desk('act.confirm.submit'))
    page = await w3m.read(containing(desk('act.confirm.submit')))
    await w3m.pressBefore(page, { name: desk('act.confirm.submit'), link: desk('act.back') })
    page = await w3m.read(containing(desk('act.confirm.done')))
    expect(page).toContain(desk('one.history'))
    await w3m.press(page, desk('nav.today'))

    page = await w3m.read(containing(desk('today.plan')))
    await w3m.press(page.slice(page.indexOf(desk('today.plan'))), desk('task.handOver'))
    page = await w3m.read(containing(protocol('finish.PICK_UP')))
    await writeDown(page)
    await w3m.press(page, protocol('finish.PICK_UP'))
    page = await w3m.read(containing(desk('act.hand_over.done')))
    const db = await siteDatabase(site.dataDir)
    const out = await db
      .selectFrom('protocol')
      .select('reservation_id')
      .orderBy('done_at', 'desc')
      .executeTakeFirstOrThrow()

    // The rest of the rent is collected before the hand-over.
    const { total, payable_now } = await db
      .selectFrom('reservation')
      .select(['total', 'payable_now'])
      .where('id', '=', out.reservation_id)
      .executeTakeFirstOrThrow()
    if (total > payable_now) {
      const rent = {
        reservation_id: out.reservation_id,
        purpose: 'RENT',
        way: 'CASH',
        amount: total - payable_now,
      } as const
      await db
        .insertInto('desk_money')
        .values({ ...rent, id: `rent-${out.reservation_id}`, at: new Date() })
        .execute()
    }

    await w3m.press(page, desk('act.take_back.submit'))
    page = await w3m.read(containing(protocol('finish.RETURN')))
    await writeDown(page)
    await w3m.press(page, protocol('finish.RETURN'))
    await w3m.read(containing(desk('act.take_back.done')))
    const { status } = await db
      .selectFrom('reservation')
      .select('status')
      .where('id', '=', out.reservation_id)
      .executeTakeFirstOrThrow()
    expect(status).toBe('COMPLETED')
  } finally {
    w3m.close()
  }

  async function writeDown(page: string) {
    await w3m.type(page, protocol('fact.odometer'), '48236')
    await w3m.press(page, protocol('full'))
    await w3m.type(page, protocol('fact.handed_by'), 'Leila')
    await w3m.type(page, protocol('fact.received_by'), 'Sara')
  }
})

const counter = DEMONSTRATION_PEOPLE.find(({ identity }) => identity === 'counter')
const booking = textFor('fa', 'counter')

test('in w3m, a booking for a caller: free vehicles, the customer, the bill, and a link to pay', async () => {
  test.skip(!hasTextBrowser('w3m'), 'w3m is not installed')
  if (!counter) throw new Error('the demonstration has nobody at the counter')
  const here = site.origin.replace('localhost', '127.0.0.1')
  const w3m = new TextBrowser('w3m', `${here}/desk/reservations/new`)
  try {
    let page = await w3m.read(containing(login('intro')))
    await w3m.type(page, '۹۸', counter.phone.replace('+98', '0'))
    await w3m.press(page, login('send'))
    page = await w3m.read(containing(login('code.title')))
    await w3m.type(page, login('code.label'), await codeSentTo(counter.phone, 1, site.dataDir))
    const codeForm = page.slice(page.indexOf(login('code.label')), page.indexOf(login('demonstration.text')))
    await w3m.press(codeForm, login('code.submit'))

    page = await w3m.read(containing(booking('showFree')))
    await w3m.press(page, booking('showFree'))
    page = await w3m.read(/\]\( \)[^\n]*تومان/)
    await w3m.type(page, booking('find'), '09135550126')
    await w3m.press(page, booking('findSubmit'))
    page = await w3m.read(containing(booking('nobody')))
    await w3m.type(page, booking('name'), 'Mehdi Saadat')
    const vehicles = page.slice(page.indexOf(booking('vehicle')))
    const [, first = ''] = /\[\d+\]\( \)\s*(\S+)/.exec(vehicles) ?? []
    await w3m.press(vehicles, first)
    await w3m.press(page.slice(page.indexOf(booking('noBill'))), booking('workOut'))
    page = await w3m.read(containing(booking('commission')))
    await w3m.press(page.slice(page.indexOf(booking('workOut'))), booking('book'))
    page = await w3m.read(containing(booking('payLink')))
    expect(page).toContain('Mehdi Saadat')
  } finally {
    w3m.close()
  }
})

const operator = DEMONSTRATION_PEOPLE.find(({ identity }) => identity === 'admin')
const disputes = textFor('fa', 'disputes')

test('in w3m, an operator reads what both sides say and decides a dispute', async () => {
  test.skip(!hasTextBrowser('w3m'), 'w3m is not installed')
  if (!operator) throw new Error('the demonstration has no operator')
  await leaveDispute(site.dataDir)
  const here = site.origin.replace('localhost', '127.0.0.1')
  const w3m = new TextBrowser('w3m', `${here}/operator/disputes`)
  try {
    let page = await w3m.read(containing(login('intro')))
    await w3m.type(page, '۹۸', operator.phone.replace('+98', '0'))
    await w3m.press(page, login('send'))
    page = await w3m.read(containing(login('code.title')))
    await w3m.type(page, login('code.label'), await codeSentTo(operator.phone, 1, site.dataDir))
    const codeForm = page.slice(page.indexOf(login('code.label')), page.indexOf(login('demonstration.text')))
    await w3m.press(codeForm, login('code.submit'))

    page = await w3m.read(containing(disputes('text').split('.')[0] ?? ''))
    const [number] = /\u2066SV-[۰-۹]+\u2069/.exec(page.slice(page.indexOf(disputes('OPEN')))) ?? []
    await w3m.press(page, number ?? '')
    page = await w3m.read(containing(disputes('words')))
    for (const said of ['رسیدش را دارم', protocol('dispute.CUSTOMER'), disputes('estimate'), disputes('evidence')])
      expect(page).toContain(said)
    await w3m.press(page, disputes('decide'))
    page = await w3m.read(containing(disputes('submit')))
    await w3m.press(page, disputes('NOTHING'))
    await w3m.writeAfter(page, disputes('partHint'), 'Nothing is proven')
    await w3m.press(page, disputes('submit'))
    page = await w3m.read(containing(disputes('done')))
    expect(page).toContain(protocol('dispute.NOTHING'))
    expect(page).toContain('Nothing is proven')
  } finally {
    w3m.close()
  }
})
