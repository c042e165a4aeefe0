import { setTimeout as sleep } from 'node:timers/promises'
import { generateX25519Identity } from 'age-encryption'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { HOLD_MINUTES } from '#app/rules/constants.ts'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#app/rules/time/durations.ts'
import { atLeast, atMost, measured, type Row } from '../bench/table.ts'
import { type Customer, makeCustomer } from '../cluster/customers.ts'
import { requestsTo } from '../cluster/requests.ts'
import { DRIVER } from '../cluster/workload.ts'
import { programFolder } from '../support/server/cluster/program.ts'
import { makeCompany, makeVehicle } from '../support/server/own-fleet.ts'
import { expectStatus, guardClock, soon } from './clock-jumps.ts'
import type { Machine } from './machine.ts'
import { type OwnClock, ownClock } from './own-clock.ts'
import { type Under, underWork } from './work.ts'

/**
 * A rental in local times of Berlin, each with the days since that of the change (`+1 02:00`), and the instants that they are, which last
 * `days` (default 1); without instants it must be refused.
 */
type Night = { start: string; end: string; is?: [start: string, end: string]; days?: number }

/** Rentals of one list are of one vehicle. Source: decisions.md, "Renting": of a repeated hour the first counts, a skipped one is read with the offset before. */
type Change = { name: string; month: 2 | 9; nights: Night[][] }

const AUTUMN: Change = {
  name: 'autumn',
  month: 9,
  nights: [
    [
      { start: '01:30', end: '02:30', is: ['-1 23:30', '00:30'] },
      { start: '02:30', end: '03:00', is: ['00:30', '02:00'] },
      { start: '02:00', end: '03:30' },
    ],
    [
      { start: '01:30', end: '+1 01:30', is: ['-1 23:30', '+1 00:30'] },
      { start: '+1 02:00', end: '+3 03:00', is: ['+1 01:00', '+3 02:00'], days: 2 },
    ],
  ],
}
const SPRING: Change = {
  name: 'spring',
  month: 2,
  nights: [
    [
      { start: '01:30', end: '03:30', is: ['00:30', '01:30'] },
      { start: '03:30', end: '04:30', is: ['01:30', '02:30'] },
      { start: '02:00', end: '02:30' },
      { start: '02:30', end: '03:00' },
    ],
    [
      { start: '01:30', end: '+2 02:30', is: ['00:30', '+2 00:30'], days: 2 },
      { start: '+2 03:00', end: '+3 03:00', is: ['+2 01:00', '+3 01:00'] },
    ],
  ],
}

/** Where the vehicles are. */
const CITY = 'hamburg'
/** When it is due, in UTC. Source: `app/api/start.ts`; both go by Tehran's clocks. */
type Daily = { name: string; due: string }
const BACKUP: Daily = { name: 'back-up', due: '23:30:00Z' }
const PAYOUTS: Daily = { name: 'propose-payouts', due: '04:30:00Z' }
/** How long holds go on after the change. */
const HOLDS_LEFT_MINUTES = 4
/** Work of each minute is done twice at least. */
const AFTER_MS = 100 * SECOND_MS
/** Once a minute, noticed within half a one. */
const WORK_WITHIN_MS = 100_000
/** From the start of a site without data until the first rental. */
const STARTING_MS = 4 * MINUTE_MS
/** The site is at work for so long before a change. */
const BEFORE_MS = 30 * SECOND_MS
const LOOK_EVERY_MS = 1000
const CHANGE_UTC = '01:00:00Z'
/** Of two clocks that are read one after the other. */
const ABOUT_MS = 5 * SECOND_MS

/**
 * Lets site and database run through nights in which Berlin's clocks change, under work, from two hours before to the second morning
 * after: the minutes around what happens take as long as they do, those between are skipped. The process and its sessions of the database have a zone.
 */
export async function measureSummerTime(): Promise<Row[]> {
  const rows: Row[] = []
  for (const [change, zone] of [
    [AUTUMN, 'Europe/Berlin'],
    [SPRING, 'Europe/Berlin'],
    [AUTUMN, 'Asia/Tehran'],
  ] as const) {
    const clock = ownClock()
    if (!clock) {
      console.log('  Skipped: faketime is not installed.')
      return []
    }
    const found = await runThrough(clock, change, zone).finally(clock.remove)
    rows.push(...found.map((row) => ({ ...row, what: `${change.name}, TZ=${zone}: ${row.what}` })))
  }
  return rows
}

async function runThrough(clock: OwnClock, { month, nights }: Change, zone: string): Promise<Row[]> {
  const day = nextChange(month, new Date())
  const change = Date.parse(`${day}T${CHANGE_UTC}`)
  // So that rentals go across the change after this one, too.
  const firstDay = addDays(nextChange(month === 2 ? 9 : 2, new Date(change)), -1)
  const goTo = (instant: number) => clock.jumpTo(Math.round((instant - Date.now()) / SECOND_MS))
  goTo(change - 2 * HOUR_MS - STARTING_MS)
  const backups = programFolder('backups')
  const settings = {
    ...{ ...clock.settings('machine'), TZ: zone, PGOPTIONS: `-c timezone=${zone}` },
    ...{ BACKUP_TO: backups.folder, BACKUP_KEY: await generateX25519Identity() },
  }
  const happen = async ({ machine, workload, db }: Under) => {
    await guardClock(clock, { machine, db, whose: 'machine' })
    const visitor = await visitorOf(machine, db)
    const skipTo = (instant: number) => {
      workload.holdsMayEnd()
      goTo(instant)
    }
    const untilDone = async (date: CalendarDate, { name, due }: Daily) => {
      const instant = Date.parse(`${date}T${due}`)
      skipTo(instant - BEFORE_MS)
      await soon(async () => (await roundsSince(db, name, instant)).length > 0)
      return roundsSince(db, name, instant - BEFORE_MS)
    }
    await visitor.reserve(nights.map((list) => list.map((night) => onDay(day, night))))
    const dayBefore = await untilDone(addDays(day, -1), BACKUP)
    skipTo(change - (HOLD_MINUTES - HOLDS_LEFT_MINUTES) * MINUTE_MS)
    const [paid, unpaid] = await visitor.hold(addDays(firstDay, 60))
    skipTo(change - BEFORE_MS)
    await visitor.lookUntil(change + AFTER_MS, [paid, unpaid])
    const minutes = await roundsSince(db, 'sweep', change - BEFORE_MS)
    const tenMinutes = await roundsSince(db, 'import-calendars', change - BEFORE_MS)
    await visitor.pay(paid)
    skipTo(change + (HOLDS_LEFT_MINUTES + 1) * MINUTE_MS)
    const freed = performance.now()
    await visitor.untilFree(unpaid)
    const free = performance.now() - freed
    const sameDay = await untilDone(day, BACKUP)
    const dayAfter = await untilDone(addDays(day, 1), PAYOUTS)
    await visitor.compareVouchers()
    const { wrong } = visitor
    for (const line of Object.values(wrong).flat()) console.log(`  ! ${line}`)
    return [
      atLeast('rentals of the night', visitor.done(), nights.flat().filter(({ is }) => is).length, ''),
      atMost('of them with other instants, days or local times than expected', wrong.times.length, 0, ''),
      atMost('prices that search, bill and reservation do not share', wrong.prices.length, 0, ''),
      atMost('rentals that are none, or overlap, and were not refused', wrong.refusals.length, 0, ''),
      atMost('holds that ended too soon or could not be paid', wrong.holds.length, 0, ''),
      atMost('an unpaid hold has ended and its vehicle is free', free, WORK_WITHIN_MS, 'ms'),
      atMost('pages and calls that failed around the change', wrong.calls.length, 0, ''),
      measured('refused for a moment, because others were served', visitor.busy(), ''),
      atMost(
        'between two rounds of the work of each minute, longest',
        longestGap([change - BEFORE_MS, ...minutes]),
        WORK_WITHIN_MS / 1000,
        's',
      ),
      atMost('rounds in one minute, most', mostInAMinute(minutes), 1, ''),
      atMost(
        'work of ten minutes and of days that was left out or done twice',
        [tenMinutes, dayBefore, sameDay, dayAfter].filter(({ length }) => length !== 1).length,
        0,
        '',
      ),
    ]
  }
  const options = { now: clock.now, settings, isNew: true, city: CITY, firstDay }
  return underWork(happen, options).finally(backups.remove)
}

/**
 * The last Sunday of March or October, the next that is at least a week ahead. Not one that is over: libfaketime gives the real time to a signal's
 * handler that interrupts it, and if that is later, PostgreSQL ends statements and connections.
 */
function nextChange(month: Change['month'], after: Date): CalendarDate {
  const year = after.getUTCFullYear()
  const days = [year, year + 1].map((each) => {
    const last = new Date(Date.UTC(each, month + 1, 0))
    return addDays(last.toISOString().slice(0, 10), -last.getUTCDay())
  })
  return days.find((day) => Date.parse(day) > after.getTime() + 7 * DAY_MS) ?? ''
}

/** `+1 02:00` as a date and a time. */
function timeOn(day: CalendarDate, time: string): string {
  const [clock = '', days = '0'] = time.split(' ').reverse()
  return `${addDays(day, Number(days))}T${clock}`
}

function onDay(day: CalendarDate, { start, end, is, ...night }: Night): Night {
  const [from, to] = [start, end].map((time) => timeOn(day, time))
  const [first, last] = (is ?? []).map((time) => `${timeOn(day, time)}:00.000Z`)
  return { ...night, start: from ?? '', end: to ?? '', ...(first && last && { is: [first, last] }) }
}

/** When the queue has done work of this name since an instant. */
async function roundsSince(db: Kysely<DB>, name: string, instant: number): Promise<number[]> {
  const { rows } = await sql<{ at: Date }>`
    select created_on as at from pgboss.job
    where name = ${name} and state = 'completed' and created_on >= ${new Date(instant)} order by created_on`.execute(db)
  return rows.map(({ at }) => at.getTime())
}

/** In seconds. */
function longestGap(times: readonly number[]): number {
  return Math.max(...times.map((time, index) => time - (times[index - 1] ?? time))) / SECOND_MS
}

function mostInAMinute(times: readonly number[]): number {
  const counts = Map.groupBy(times, (time) => Math.floor(time / MINUTE_MS))
  return Math.max(...[...counts.values()].map(({ length }) => length))
}

type Rental = { start_date: string; start_time: string; end_date: string; end_time: string }
type Hold = { id: string; vehicle: number; rental: Rental; until: number }
type Bill = { lines: { kind: string; amount: number }[]; days: number; total: number }

/** Somebody who reserves, pays and looks, and notes what is wrong. */
async function visitorOf(machine: Machine, db: Kysely<DB>) {
  const { dataDir, now } = machine
  const requests = requestsTo(machine.origin)
  const customer = await makeCustomer(db, { requests, bank: machine.bank, now })
  const other = await makeCustomer(db, { requests, bank: machine.bank, now })
  const companyId = await makeCompany({ dataDir, city: CITY })
  const { id: airport } = await db
    .selectFrom('place')
    .select('id')
    .where('company_id', '=', companyId)
    .where('kind', '=', 'AIRPORT')
    .executeTakeFirstOrThrow()
  const { id: city } = await db.selectFrom('city').select('id').where('slug', '=', CITY).executeTakeFirstOrThrow()
  const wrong = {
    times: [] as string[],
    prices: [] as string[],
    refusals: [] as string[],
    holds: [] as string[],
    calls: [] as string[],
  }
  const reserved: { id: string; night: Night }[] = []
  let busy = 0

  return {
    wrong,
    done: () => reserved.length,
    busy: () => busy,
    async reserve(nights: readonly Night[][]) {
      for (const ofOneVehicle of nights) {
        const vehicle = await newVehicle()
        for (const night of ofOneVehicle) await (night.is ? take(vehicle, night) : tryToTake(vehicle, night))
      }
    },
    /** Holds two vehicles for the same day. */
    async hold(date: CalendarDate): Promise<[Hold, Hold]> {
      const rental = rentalOf({ start: `${date}T10:00`, end: `${addDays(date, 1)}T10:00` })
      return [await holdOne(rental), await holdOne(rental)]
    },
    /** Looks again and again until an instant of the site's clock, and lets one round of the minute's work pass after that. */
    async lookUntil(instant: number, holds: Hold[]) {
      const token = customer.token()
      while (now().getTime() < instant) {
        for (const { id } of holds) {
          const status = await statusOf(id)
          if (status !== 'AWAITING_PAYMENT') wrong.holds.push(`a hold is ${status} at ${now().toISOString()}`)
        }
        await isAnswered('GET', '/api/users/profile/', token)
        for (const path of ['/en', `/de/rent/car?city=${CITY}`, '/tr/city']) await isAnswered('GET', path)
        await sleep(LOOK_EVERY_MS)
      }
    },
    async pay(hold: Hold) {
      const status = await payFromWallet(hold.id)
      if (status !== 'PAID') wrong.holds.push(`a hold cannot be paid: ${status}`)
    },
    async untilFree({ id, vehicle, rental }: Hold) {
      await soon(async () => (await statusOf(id)) === 'EXPIRED')
      const answer = await askToReserve(vehicle, rental, other)
      if (answer?.status !== 201) wrong.holds.push(`not free again: ${answer?.status} ${JSON.stringify(answer?.body)}`)
    },
    async compareVouchers() {
      for (const { id, night } of reserved) await compareVoucher(id, night)
    },
  }

  async function newVehicle() {
    return (await makeVehicle({ dataDir, companyId, city: CITY })).id
  }

  function ask(method: string, path: string, body?: object, token = customer.token()) {
    return requests.untilAnswered({ method, path, token, ...(body && { body }) })
  }

  async function isAnswered(method: string, path: string, token?: string) {
    const answer = await fetch(`${machine.origin}${path}`, {
      method,
      headers: { 'x-forwarded-for': '10.96.0.1', ...(token && { authorization: `Bearer ${token}` }) },
      redirect: 'manual',
    })
    await answer.arrayBuffer()
    if (answer.status === 503 && answer.headers.has('retry-after')) busy += 1
    else if (answer.status !== 200) wrong.calls.push(`${path}: ${answer.status} at ${now().toISOString()}`)
  }

  function askToReserve(vehicle: number, rental: Rental, by: Customer) {
    const places = { receive_address: { id: airport }, return_address: { id: airport } }
    const body = { ...DRIVER, phone: by.phone.slice(3), ...rental, ...places }
    return ask('POST', `/api/v2/rentals/${vehicle}/reserve/`, body, by.token())
  }

  async function payFromWallet(id: string) {
    const answer = await ask('POST', '/api/gateway/pay/', { gateway: 'saman', transaction_id: id, use_wallet: true })
    return String(answer?.body.status ?? answer?.body.type)
  }

  async function statusOf(id: string) {
    return String((await ask('GET', `/api/business/rent/ad/reserve/${id}/status/`))?.body.status)
  }

  async function holdOne(rental: Rental): Promise<Hold> {
    const vehicle = await newVehicle()
    const asked = now().getTime()
    const body = expectStatus(await askToReserve(vehicle, rental, customer), 201)
    const until = Date.parse(String(body.hold_until))
    const lasts = until - asked - HOLD_MINUTES * MINUTE_MS
    if (Math.abs(lasts) > ABOUT_MS)
      wrong.holds.push(`a hold of ${new Date(asked).toISOString()} lasts until ${body.hold_until}`)
    return { id: String(body.id), vehicle, rental, until }
  }

  /** Finds a vehicle, asks for its bill, reserves and pays it. */
  async function take(vehicle: number, night: Night) {
    const rental = rentalOf(night)
    const found = await soon(() => cardOf(vehicle, rental))
    const places = { receive_address: { id: airport }, return_address: { id: airport } }
    const bill = expectStatus(
      await ask('POST', `/api/v2/rentals/${vehicle}/price/`, { ...rental, ...places, currency: 'IRT' }),
      200,
    ) as unknown as Bill
    const answer = await askToReserve(vehicle, rental, customer)
    if (answer?.status !== 201) {
      wrong.times.push(`${night.start} cannot be reserved: ${answer?.status} ${JSON.stringify(answer?.body)}`)
      return
    }
    const rent = bill.lines.find(({ kind }) => kind === 'rent')?.amount
    if (found?.price.total !== rent || bill.total !== answer.body.total)
      wrong.prices.push(
        `${night.start}: ${found?.price.total} found, ${rent} of ${bill.total} billed, ${answer.body.total} reserved`,
      )
    const id = String(answer.body.id)
    const paid = await payFromWallet(id)
    if (paid !== 'PAID') wrong.holds.push(`${night.start} cannot be paid: ${paid}`)
    reserved.push({ id, night })
    await compareVoucher(id, night)
  }

  async function tryToTake(vehicle: number, night: Night) {
    const answer = await askToReserve(vehicle, rentalOf(night), customer)
    const isRefused = answer?.status === 400 || answer?.body.type === 'VEHICLE_TAKEN'
    if (!isRefused) wrong.refusals.push(`${night.start} to ${night.end}: ${answer?.status}`)
  }

  async function cardOf(vehicle: number, rental: Rental) {
    const answer = await ask('POST', '/api/business/rent/ad/search/?size=100', { city, ...rental, currency: 'IRT' })
    const { results } = expectStatus(answer, 200) as unknown as {
      results: { id: number; price: { total: number } }[]
    }
    return results.find(({ id }) => id === vehicle)
  }

  async function compareVoucher(id: string, night: Night) {
    const voucher = expectStatus(await ask('GET', `/api/business/rent/ad/reserve/${id}/voucher/`), 200)
    const { start_at, end_at, start_date, start_time, end_date, end_time, days } = voucher
    const found = [`${start_date}T${start_time}`, `${end_date}T${end_time}`, start_at, end_at, days].join(' ')
    const expected = [night.start, night.end, ...(night.is ?? []), night.days ?? 1].join(' ')
    if (found !== expected) wrong.times.push(`${found} instead of ${expected}`)
  }
}

function rentalOf({ start, end }: Pick<Night, 'start' | 'end'>): Rental {
  const [start_date = '', start_time = ''] = start.split('T')
  const [end_date = '', end_time = ''] = end.split('T')
  return { start_date, start_time, end_date, end_time }
}
