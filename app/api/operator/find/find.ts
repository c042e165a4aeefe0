import { api } from '#app/api/call/context.ts'
import { doesWork } from '#app/rules/access/operator-role.ts'
import { codes, companies, vehicles } from './catalogue.ts'
import { EACH, type Found } from './found.ts'
import { payments, people, reservations, tickets } from './people-and-trips.ts'
import { wantedOf } from './wanted.ts'

/**
 * What a number, a phone, an e-mail, a plate or a part of a name may mean, each as far as it is the caller's work. Source: *ours*.
 */
export const find = api.operator.overview.find.handler(async ({ input: { q }, context }) => {
  const { deps, language, person } = context
  if (q.length < 2) return { found: [], more: false }
  const { db } = deps
  const wanted = wantedOf(q)
  const does = (work: 'MONEY' | 'SUPPORT') => doesWork(person.operatorRole, [work])
  const groups: Found[][] = await Promise.all([
    people(db, wanted),
    reservations(deps, wanted, language),
    payments(db, wanted),
    companies(db, wanted, language),
    does('SUPPORT') ? vehicles(db, wanted, language) : [],
    does('SUPPORT') ? tickets(db, wanted) : [],
    does('MONEY') ? codes(db, wanted) : [],
  ])
  return { found: groups.flatMap((group) => group.slice(0, EACH)), more: groups.some(({ length }) => length > EACH) }
})
