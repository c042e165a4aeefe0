import type { z } from 'zod'
import type { Protocols } from '#app/contract/company/protocols.ts'
import { ProposalLines, type ShownProposal } from '#app/features/protocol/proposal-lines.tsx'
import { RecordCard } from '#app/features/protocol/record-card.tsx'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
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
            <section key={proposal.id} className="stack stack-2">
              <ProposalLines proposal={proposal} />
              <Answer trip={trip} proposal={proposal} form={form} />
            </section>
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
    </>
  )
}

function Answer({ trip, proposal, form }: { trip: OwnTrip; proposal: ShownProposal; form: ReplyForm }) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const { id, status, ticket, amount, currency } = proposal
  return (
    <>
      {status === 'ACCEPTED' && (
        <div className="row">
          <a className="btn btn-go" href={pathIn(language, `/profile/reservation/${trip.id}/charge/${id}`)}>
            {t('charges.payNow', { amount: formatMoney(amount, currency, language) })}
          </a>
          <span>{t('charges.payAtDesk')}</span>
        </div>
      )}
      {ticket && (
        <p>
          <a href={pathIn(language, `/profile/ticketing/${ticket}`)}>{t('charges.ticket')}</a>
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
        <PostForm className="stack stack-2">
          <input type="hidden" name="proposal" value={id} />
          <TextArea
            {...form.field('message')}
            label={t('charges.why')}
            hint={t('charges.whyHint')}
            rows={3}
            maxLength={2000}
            required
          />
          <div>
            <SubmitButton name="intent" value="dispute" className="btn">
              {t('charges.dispute')}
            </SubmitButton>
          </div>
        </PostForm>
      )}
    </>
  )
}
