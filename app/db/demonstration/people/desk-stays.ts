import type { Stay } from './stays.ts'

/** The agency's customers: people without an account, with unassigned phone numbers and made-up national ids. */
export const GUESTS = [
  { fullname: 'نگار صالحی', phone: '+989120000021', national_id: '0012345016', date_of_birth: '1988-02-11' },
  { fullname: 'پویا کریمی', phone: '+989120000022', national_id: '0012345024', date_of_birth: '1979-09-30' },
  { fullname: 'مهسا رستمی', phone: '+989120000023', national_id: '0012345032', date_of_birth: '1993-06-04' },
  { fullname: 'آرش نوری', phone: '+989120000024', national_id: '0012345040', date_of_birth: '1984-12-22' },
  { fullname: 'الهام شریفی', phone: '+989120000025', national_id: '0012345059', date_of_birth: '1990-03-17' },
  { fullname: 'بابک یزدانی', phone: '+989120000026', national_id: '0012345067', date_of_birth: '1971-07-08' },
] as const

type DeskStay = Stay & { guest: number }

const MINUTE = 1 / 1440
const HOUR = 1 / 24

/**
 * The agency's work on the day of loading and in the months before, in the order of booking. Its best vehicles stay free
 * for people who try out a booking.
 */
export const DESK_STAYS: readonly DeskStay[] = [
  completed({ guest: 0, vehicle: 9, bookedAt: -95, pickUp: -88, days: 4 }),
  completed({ guest: 1, vehicle: 12, bookedAt: -79, pickUp: -75, days: 3 }),
  completed({ guest: 2, vehicle: 7, bookedAt: -70, pickUp: -58, days: 7 }),
  completed({ guest: 3, vehicle: 15, bookedAt: -47, pickUp: -44, days: 2 }),
  completed({ guest: 4, vehicle: 9, bookedAt: -45, pickUp: -37, days: 5 }),
  completed({ guest: 5, vehicle: 18, bookedAt: -30, pickUp: -24, days: 3 }),
  completed({ guest: 1, vehicle: 12, bookedAt: -22, pickUp: -15, days: 4 }),
  completed({ guest: 2, vehicle: 7, bookedAt: -13, pickUp: -9, days: 3 }),
  {
    status: 'ACTIVE',
    company: 'first',
    guest: 3,
    vehicle: 10,
    bookedAt: -8,
    pickUp: -3,
    days: 3,
    time: 'next',
    paidBy: 'bank',
    events: [...paid(-8, 'CONFIRMED'), { status: 'ACTIVE', at: -3, actor: 'COMPANY' }],
  },
  // For two months and two days, paid monthly: one part is paid, the next is late since yesterday, and the last comes.
  {
    status: 'ACTIVE',
    company: 'first',
    guest: 0,
    vehicle: 30,
    bookedAt: -31,
    pickUp: -28,
    days: 62,
    monthly: true,
    paidBy: 'bank',
    events: [...paid(-31, 'CONFIRMED'), { status: 'ACTIVE', at: -28, actor: 'COMPANY' }],
  },
  // Due back yesterday, and the next customer comes today.
  out({ guest: 5, vehicle: 45, bookedAt: -7, pickUp: -4, days: 3 }),
  {
    status: 'CONFIRMED',
    company: 'first',
    guest: 4,
    vehicle: 13,
    bookedAt: -4,
    pickUp: 0,
    days: 5,
    time: 'next',
    paidBy: 'bank',
    events: paid(-4, 'CONFIRMED'),
  },
  { ...booked({ guest: 0, vehicle: 45, bookedAt: -3, pickUp: 0, days: 3 }), time: 'next' },
  // A regular customer who called.
  {
    status: 'CONFIRMED',
    company: 'first',
    guest: 1,
    vehicle: 17,
    bookedAt: -1,
    pickUp: 9,
    days: 4,
    source: 'PHONE',
    paidBy: 'nobody',
    events: [{ status: 'CONFIRMED', at: -1, actor: 'COMPANY' }],
  },
  // Offered this morning, and still open for two days.
  {
    status: 'AWAITING_PAYMENT',
    company: 'first',
    guest: 2,
    vehicle: 19,
    bookedAt: -1 * HOUR,
    pickUp: 10,
    days: 5,
    source: 'PHONE',
    paidBy: 'nobody',
    quote: {
      days: 2,
      message: 'سلام، این خودرو را برایتان نگه داشته‌ایم؛ ساعت، محل و خدمات را همین‌جا می‌توانید عوض کنید.',
    },
    events: [{ status: 'AWAITING_PAYMENT', at: -1 * HOUR, actor: 'COMPANY', reason: 'quoted' }],
  },
  // Requested while the company still confirmed by hand; by now it confirms at once.
  waiting({ guest: 5, vehicle: 11, bookedAt: -9 * HOUR, pickUp: 6, days: 3 }),
  waiting({ guest: 0, vehicle: 16, bookedAt: -2 * HOUR, pickUp: 11, days: 8 }),
]

const TIMES_AHEAD = [1, 1, 2, 2, 2, 3, 4, 4, 5, 6, 6] as const
const RETURNS_AHEAD = [1, 2, 2, 3, 5, 6] as const

/** The agency's coming week: further work today, pick-ups and returns on each of the next days. */
export const WEEK_STAYS: readonly DeskStay[] = [
  booked({ guest: 1, vehicle: 20, bookedAt: -6, pickUp: 0, days: 2 }),
  booked({ guest: 2, vehicle: 21, bookedAt: -3 * HOUR, pickUp: 0, days: 6 }),
  out({ guest: 5, vehicle: 22, bookedAt: -12, pickUp: -5, days: 5 }),
  ...TIMES_AHEAD.map((pickUp, index) =>
    booked({ guest: index % 6, vehicle: 23 + index, bookedAt: -1 - index, pickUp, days: 2 + (index % 5) }),
  ),
  ...RETURNS_AHEAD.map((ahead, index) =>
    out({
      guest: (index + 3) % 6,
      vehicle: 34 + index,
      bookedAt: -10,
      pickUp: -2 - (index % 3),
      days: ahead + 2 + (index % 3),
    }),
  ),
]

type Times = Pick<DeskStay, 'guest' | 'bookedAt' | 'pickUp' | 'days'> & { vehicle: number }

function completed(times: Times): DeskStay {
  const { bookedAt, pickUp, days } = times
  const driven = [
    { status: 'ACTIVE', at: pickUp, actor: 'COMPANY' },
    { status: 'COMPLETED', at: pickUp + days, actor: 'COMPANY' },
  ] as const
  const events = [...paid(bookedAt, 'CONFIRMED'), ...driven]
  return { status: 'COMPLETED', company: 'first', paidBy: 'bank', events, ...times }
}

function booked(times: Times): DeskStay {
  return { status: 'CONFIRMED', company: 'first', paidBy: 'bank', events: paid(times.bookedAt, 'CONFIRMED'), ...times }
}

function out(times: Times): DeskStay {
  const handedOver = { status: 'ACTIVE', at: times.pickUp, actor: 'COMPANY' } as const
  const events = [...paid(times.bookedAt, 'CONFIRMED'), handedOver]
  return { status: 'ACTIVE', company: 'first', paidBy: 'bank', events, ...times }
}

function waiting(times: Times): DeskStay {
  const events = paid(times.bookedAt, 'AWAITING_CONFIRMATION')
  return { status: 'AWAITING_CONFIRMATION', company: 'first', paidBy: 'bank', events, ...times }
}

function paid(at: number, status: 'CONFIRMED' | 'AWAITING_CONFIRMATION'): Stay['events'] {
  return [
    { status: 'AWAITING_PAYMENT', at, actor: 'CUSTOMER' },
    { status, at: at + 4 * MINUTE, actor: 'SYSTEM', reason: 'paid' },
  ]
}
