import type { Person } from '#app/api/call/admission/person.ts'
import type { Deps } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { actForCompany } from '#app/api/company/reservations/change-reserve.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { type Scenario, TEST_BRAND } from '#app/db/test-mode/scenarios.ts'
import { MINUTE_MS, SECOND_MS } from '#app/rules/time/durations.ts'
import { scenarioOf } from './things.ts'

type Report = (error: unknown, requestId: string) => void
type Answer = { action: 'confirm' | 'reject'; afterMs: number }

const AT_ONCE: Answer = { action: 'confirm', afterMs: 0 }
/** What the test company answers to requests; others are confirmed at once. Source: issue 20, B. */
const ANSWERS: Partial<Record<Scenario, Answer>> = {
  confirmed: { action: 'confirm', afterMs: MINUTE_MS },
  rejected: { action: 'reject', afterMs: 5 * SECOND_MS },
}
const UNANSWERED: Scenario[] = ['unanswered']
const REASON = 'The test company rejects this.'
const BATCH = 50

/**
 * Answers in the test companies' place what has waited for as long as its vehicle's scenario says, of one company or of all. What
 * cannot be answered is reported, and holds up nothing else.
 */
export async function answerForCompany(deps: Deps, report: Report, company?: number): Promise<void> {
  const waiting = await deps.db
    .selectFrom('reservation as r')
    .innerJoin('ad', 'ad.id', 'r.ad_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .innerJoin('brand', 'brand.id', 'model.brand_id')
    .innerJoin('account as owner', (join) =>
      join.onRef('owner.company_id', '=', 'r.company_id').on('owner.staff_role', '=', 'OWNER'),
    )
    .select(['r.id', 'r.company_id', 'model.slug', 'brand.slug as brand', 'owner.id as owner', 'owner.phone'])
    .select((of) =>
      of
        .selectFrom('reservation_event as event')
        .select((last) => last.fn.max('event.at').as('since'))
        .whereRef('event.reservation_id', '=', 'r.id')
        .as('since'),
    )
    .where('r.status', '=', 'AWAITING_CONFIRMATION')
    .where((of) => of.not(of.and([of('brand.slug', '=', TEST_BRAND), of('model.slug', 'in', UNANSWERED)])))
    .$if(company !== undefined, (all) => all.where('r.company_id', '=', company ?? 0))
    .orderBy('r.created_at')
    .limit(BATCH)
    .execute()
  for (const { id, since, owner, phone, company_id, ...model } of waiting) {
    const answer = ANSWERS[scenarioOf(model) ?? 'free'] ?? AT_ONCE
    if (deps.now().getTime() - (since?.getTime() ?? 0) < answer.afterMs) continue
    const person = ownerAs({ owner, phone, company: company_id })
    const answering = inTransaction(deps.db, async (tx) => {
      const reservation = await lockReservation(tx, id)
      if (reservation.status !== 'AWAITING_CONFIRMATION') return
      const reason = answer.action === 'reject' ? REASON : undefined
      await actForCompany({ deps, tx, person, reservation }, { action: answer.action, reason })
    })
    await answering.catch((error) => report(error, 'test mode'))
  }
}

function ownerAs({ owner, phone, company }: { owner: string; phone: string; company: number }): Person {
  return {
    ...{ id: owner, phone, email: null, phoneProven: true, role: 'AGENT', companyId: company, staffRole: 'OWNER' },
    ...{ operatorRole: 'ALL', language: 'en', sessionId: '', factorAt: null, hasFactor: false, lacksFactor: false },
  }
}
