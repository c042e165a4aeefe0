import type { Import } from './import-rules.ts'

/**
 * The rooms of `app/api/` in their order: a room imports those before it, so that each can be read, and changed, without those after
 * it. What two rooms need is in the lower one, in `db/` or in `rules/`; what a lower room starts, a higher one does as a job. Each has
 * its reason to stand where it does.
 */
export const API_ORDER: Record<string, string> = {
  call: 'who calls, about what, how often, and what fails; every call begins here',
  books: 'the ledger and what is read of it; it knows amounts and owners, and no people',
  notifications: 'writes messages into the outbox; all others notify people, so it knows none of them',
  account: 'who somebody is, how they sign in, and what is theirs; it sends codes',
  companies: 'companies as everybody sees them',
  places: 'cities and countries, with the companies there',
  ads: 'vehicles on offer, with company and place',
  vehicles: 'makes, models and filters, and how many ads each has',
  reservations: 'an ad that an account rents, from its price to its refund',
  payments:
    'what is due for a reservation, asked of wallets and banks; banks bring it back here, and the reservation goes on',
  conversations: 'what chats and tickets share: messages, their files, and who takes part',
  support: 'tickets, also about reservations',
  chat: 'rooms of customers and companies',
  live: 'sockets, which bring at once what the chat has',
  content: 'blog, pages and help; it knows accounts by their comments',
  newsletter: 'subscriptions without an account',
  alerts: 'searches whose price somebody waits for, also without an account',
  cheaper:
    'the one cheaper offer for what is booked, and the switch to it, which is a cancellation, a booking and a payment',
  partners: 'companies that want to come',
  company: "a company's desk, which may use all of the above for its own reservations, fleet and money",
  operator: 'our desk, which may use all of the above for everybody, companies included',
  docs: 'the documentation for developers: guides, errors, reference; it describes calls and makes none',
  'test-mode': "calls with test keys, which it plays on another database; it answers in a test company's place",
  work: 'jobs, which do what all the others have put into the queue and what is due by the clock',
}

const ROOMS = Object.keys(API_ORDER)

/** The room of a file of `app/api/`; undefined for the files that put rooms together (`app/api/app.ts`) and for files elsewhere. */
export function apiRoomOf(file: string): string | undefined {
  const [, , room, rest] = file.split('/')
  return file.startsWith('app/api/') && rest !== undefined ? room : undefined
}

/** The imports within `app/api/` that go against the order, and rooms without a place in it, each in one line. */
export function orderViolations(imports: readonly Import[]): string[] {
  const within = imports.filter(({ to }) => to.startsWith('app/api/'))
  const rooms = new Set(imports.flatMap(({ from }) => apiRoomOf(from) ?? []))
  return [
    ...[...rooms].filter((room) => !ROOMS.includes(room)).map((room) => `app/api/${room} has no place in API_ORDER`),
    ...within.filter(isAgainstOrder).map(({ from, to }) => `${from} may not import ${to}: its room comes later`),
  ]
}

function isAgainstOrder({ from, to }: Import): boolean {
  const [room, target] = [apiRoomOf(from), apiRoomOf(to)]
  if (room === undefined) return false
  // What puts the rooms together is above them all.
  return target === undefined || ROOMS.indexOf(target) > ROOMS.indexOf(room)
}
