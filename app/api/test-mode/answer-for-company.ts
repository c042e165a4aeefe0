import type { Person } from '#app/api/call/admission/person.ts'
import type { Deps } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { actForCompany } from '#app/api/company/reservations/change-reserve.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import type { Scenario } from '#app/db/test-mode/scenarios.ts'
import { MINUTE_MS, SECOND_MS } from '#app/rules/time/durations.ts'
import { scenarioOf } from './things.ts'

type Answer = { action: 'confirm' | 'reject'; afterMs: number }

const AT_ONCE: Answer = { action: 'confirm', afterMs: 0 }
/** What the test company answers to requests; others are confirmed at once. Source: issue 20, B. */
const ANSWERS: Partial<Record<Scenario, Answer | 'none'>> = {
  confirmed: { action: 'confirm', afterMs: MINUTE_MS },
  rejected: { action: 'reject', afterMs: 5 * SECOND_MS },
  unanswered: 'none',
}
const REASON = 'The test company rejects this.'
const BATCH = 50

/** Answers in the test companies' place what has waited for as long as its vehicle's scenario says. */
export async function answerForCompany(deps: Deps): Promise<void> {
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
    .orderBy('r.created_at', 'desc')
    .limit(BATCH)
    .execute()
  for (const { id, since, owner, phone, company_id, ...model } of waiting) {
    const answer = ANSWERS[scenarioOf(model) ?? 'free'] ?? AT_ONCE
    if (answer === 'none' || deps.now().getTime() - (since?.getTime() ?? 0) < answer.afterMs) continue
    const person = ownerAs({ owner, phone, company: company_id })
    await inTransaction(deps.db, async (tx) => {
      const reservation = await lockReservation(tx, id)
      if (reservation.status !== 'AWAITING_CONFIRMATION') return
      const reason = answer.action === 'reject' ? REASON : undefined
      await actForCompany({ deps, tx, person, reservation }, { action: answer.action, reason })
    })
  }
}

function ownerAs({ owner, phone, company }: { owner: string; phone: string; company: number }): Person {
  return {
    ...{ id: owner, phone, email: null, phoneProven: true, role: 'AGENT', companyId: company, staffRole: 'OWNER' },
    ...{ operatorRole: 'ALL', language: 'en', sessionId: '', factorAt: null, hasFactor: false, lacksFactor: false },
  }
}
