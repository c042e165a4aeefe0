import { DisputePart } from '#app/features/protocol/dispute-part.tsx'
import { ProposalLines } from '#app/features/protocol/proposal-lines.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { Card, Facts } from '#app/ui/card.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { publicIdOf } from '../row-id.server.ts'
import { useOperatorWork } from '../use-operator-work.ts'
import type { Route } from './+types/dispute'
import { Evidence } from './evidence.tsx'

export const handle: PageHandle = { areas: ['disputes', 'protocol', 'bill'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const dispute = await apiOf(context).operator.disputes.read({ id: publicIdOf(params) })
  const title = textFor(language, 'disputes')('one', { number: numberIn(language, dispute.number) })
  return { meta: { title }, dispute }
}

export type DisputeCase = Route.ComponentProps['loaderData']['dispute']

/** A dispute with all that speaks for either side, and the way to its ruling. */
export default function DisputePage({ loaderData: { dispute } }: Route.ComponentProps) {
  const t = useText('disputes')
  const { language } = useLanguage()
  const does = useOperatorWork()
  const { id, number, proposal, zone, status, late, requested } = dispute
  const isOpen = status === 'DISPUTED'
  return (
    <>
      <DeskHead
        title={t('one', { number: numberIn(language, number) })}
        text={
          <span className="row row-s">
            {late && <Tag kind="bad">{t('late')}</Tag>}
            {requested && <Tag kind="info">{t('requested')}</Tag>}
          </span>
        }
      >
        {isOpen && !requested && does('MONEY') && (
          <a className="btn btn-go" href={pathIn(language, `/operator/disputes/${id}/ruling`)}>
            {t('decide')}
          </a>
        )}
      </DeskHead>
      <div className="stack">
        {isOpen && !does('MONEY') && <Note>{t('notYours')}</Note>}
        <FactsCard dispute={dispute} />
        <Card id="words" title={t('words')} className="stack">
          <DisputePart proposal={proposal} zone={zone} />
          {proposal.ticket && does('SUPPORT') && (
            <p>
              <a href={pathIn(language, `/operator/inbox/${proposal.ticket}`)}>{t('ticket')}</a>
            </p>
          )}
        </Card>
        <Card id="estimate" title={t('estimate')} className="stack">
          <ProposalLines proposal={proposal} />
        </Card>
        <Evidence dispute={dispute} />
      </div>
    </>
  )
}

function FactsCard({ dispute }: { dispute: DisputeCase }) {
  const t = useText('disputes')
  const { language } = useLanguage()
  const { fullname, company, vehicle, amount, currency, decide_by, records, reservation, number, decided_by } = dispute
  const money = (value: number) => formatMoney(value, currency, language)
  const facts = [
    {
      key: 'reservation',
      label: t('reservation'),
      value: (
        <a href={pathIn(language, `/operator/reservations/${reservation}`)}>
          <bdi>{numberIn(language, number)}</bdi>
        </a>
      ),
    },
    { key: 'customer', label: t('customer'), value: <bdi>{fullname}</bdi> },
    {
      key: 'company',
      label: t('company'),
      value: <a href={pathIn(language, `/operator/companies/${company.id}`)}>{company.name}</a>,
    },
    { key: 'vehicle', label: t('vehicle'), value: vehicle },
    { key: 'asked', label: t('asked'), value: money(amount) },
    { key: 'held', label: t('held'), value: money(records.deposit_held) },
    {
      key: 'deadline',
      label: t('deadline'),
      value: formatInstant(new Date(decide_by), HOME_ZONE, language, 'long'),
    },
    ...(decided_by ? [{ key: 'by', label: t('decidedBy'), value: <bdi>{decided_by}</bdi> }] : []),
  ]
  return (
    <Card id="facts" title={t('facts')}>
      <Facts facts={facts} />
    </Card>
  )
}
