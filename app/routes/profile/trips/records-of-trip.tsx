import type { z } from 'zod'
import type { Protocols } from '#app/contract/company/protocols.ts'
import { CompareLink } from '#app/features/protocol/compared-photos.tsx'
import { DisputePart } from '#app/features/protocol/dispute-part.tsx'
import { ProposalLines, type ShownProposal } from '#app/features/protocol/proposal-lines.tsx'
import { RecordCard } from '#app/features/protocol/record-card.tsx'
import { StatementForm } from '#app/features/protocol/statement-form.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import type { OwnTrip } from './own-trip.server.ts'

type Records = z.infer<typeof Protocols>

/** What the company wrote down with the customer, and what it asks for, to be accepted or disputed. */
export function RecordsOfTrip({ trip, records, form }: { trip: OwnTrip; records: Records; form: ReplyForm }) {
  const t = useText('protocol')
  const { protocols, proposals, currency } = records
  return (
    <>
      {proposals.length > 0 && (
        <Card id="charges" title={t('charges.title')} className="stack">
          <p className="sm soft">{t('charges.hint')}</p>
          {proposals.map((proposal) => (
            <div key={proposal.id} className="stack stack-2">
              <ProposalLines proposal={proposal} />
              <DisputePart proposal={proposal} zone={trip.city.zone} />
              <Answer trip={trip} proposal={proposal} form={form} />
            </div>
          ))}
        </Card>
      )}
      {protocols.map((record) => (
        <RecordCard
          key={record.id}
          record={record}
          reservation={trip.id}
          category={trip.ad.category}
          zone={trip.city.zone}
          currency={currency}
        />
      ))}
      <CompareLink protocols={protocols} to={`/profile/reservation/${trip.id}/photos`} />
    </>
  )
}

function Answer({ trip, proposal, form }: { trip: OwnTrip; proposal: ShownProposal; form: ReplyForm }) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const { id, status, ticket, due, currency, answer_by } = proposal
  return (
    <>
      {due > 0 && (
        <div className="row">
          <a className="btn btn-go" href={pathIn(language, `/profile/reservation/${trip.id}/charge/${id}`)}>
            {t('charges.payNow', { amount: formatMoney(due, currency, language) })}
          </a>
          <span>{t('charges.payAtDesk')}</span>
        </div>
      )}
      {ticket && (
        <p>
          <a href={pathIn(language, `/profile/ticketing/${ticket}`)}>{t('charges.ticket')}</a>
        </p>
      )}
      {status === 'OPEN' && answer_by && (
        <p className="sm soft">
          {t('dispute.answerBy', { date: formatInstant(new Date(answer_by), trip.city.zone, language, 'weekday') })}
        </p>
      )}
      {(status === 'OPEN' || status === 'DISPUTED') && (
        <PostForm>
          <input type="hidden" name="proposal" value={id} />
          <SubmitButton name="intent" value="accept">
            {t('charges.accept')}
          </SubmitButton>
        </PostForm>
      )}
      {status === 'OPEN' && (
        <StatementForm
          proposal={id}
          form={form}
          label={t('charges.why')}
          hint={t('charges.whyHint')}
          intent="dispute"
          submit={t('charges.dispute')}
        />
      )}
      {status === 'DISPUTED' && (
        <StatementForm
          proposal={id}
          form={form}
          label={t('statement.add.label')}
          hint={t('statement.add.hint')}
          intent="add"
          submit={t('statement.add.submit')}
        />
      )}
    </>
  )
}
