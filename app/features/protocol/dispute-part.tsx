import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Note } from '#app/ui/page/note.tsx'
import type { ShownProposal } from './proposal-lines.tsx'

/** The dispute of a proposal: until when an operator decides, what both sides say, and the ruling. */
export function DisputePart({ proposal, zone }: { proposal: ShownProposal; zone: string }) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const { dispute, status } = proposal
  if (!dispute) return null
  const { opened_by, decide_by, statements } = dispute
  const at = (instant: string) => formatInstant(new Date(instant), zone, language, 'weekday')
  return (
    <div className="stack stack-2">
      <h3>{t('dispute.title')}</h3>
      {opened_by === 'COMPANY' && <p className="sm">{t('dispute.unanswered')}</p>}
      {status === 'DISPUTED' && <Note kind="warn">{t('dispute.decideBy', { date: at(decide_by) })}</Note>}
      <ol className="stack stack-2">
        {statements.map(({ side, body, at: said }) => (
          <li key={`${side} ${said} ${body}`}>
            <p className="sm">
              <b>{t(`dispute.${side}`)}</b> <span className="mute">{at(said)}</span>
            </p>
            <p className="whitespace-pre-line" dir="auto">
              {body}
            </p>
          </li>
        ))}
      </ol>
      <RulingNote proposal={proposal} zone={zone} />
    </div>
  )
}

function RulingNote({ proposal, zone }: { proposal: ShownProposal; zone: string }) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const { dispute, amount: asked, due, currency } = proposal
  if (!dispute?.ruling) return null
  const { ruling, amount, from_deposit, reason, at } = dispute.ruling
  const money = (value: number) => formatMoney(value, currency, language)
  return (
    <Note kind={ruling === 'NOTHING' ? 'ok' : 'info'}>
      <p>
        <b>{t.loose(`dispute.${ruling}`, { amount: money(amount), asked: money(asked) })}</b>{' '}
        <span className="sm mute">{formatInstant(new Date(at), zone, language, 'weekday')}</span>
      </p>
      <p className="whitespace-pre-line" dir="auto">
        {t('dispute.reason', { reason })}
      </p>
      {from_deposit > 0 && <p>{t('dispute.kept', { amount: money(from_deposit) })}</p>}
      {due > 0 && <p>{t('dispute.left', { amount: money(due) })}</p>}
    </Note>
  )
}
