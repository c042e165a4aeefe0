import type { z } from 'zod'
import type { Proposal } from '#app/contract/company/proposal.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { byTerms } from '#app/rules/reservation/charges/return-proposal.ts'
import { Bill } from '#app/ui/bill.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { useDamageWords } from './damages.tsx'

export type ShownProposal = z.infer<typeof Proposal>

const KINDS = {
  DRAFT: 'warn',
  OPEN: 'warn',
  ACCEPTED: 'info',
  DISPUTED: 'bad',
  RULED: 'info',
  DISMISSED: 'ok',
  WITHDRAWN: undefined,
  PAID: 'ok',
} as const

/** The lines of a company's charges after a return, and their status. */
export function ProposalLines({ proposal }: { proposal: ShownProposal }) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const labelOf = useChargeWords(proposal.currency)
  const { lines, amount, currency, status, kind, paid_by, reason, picture } = proposal
  return (
    <>
      <div className="row row-s">
        <b>{t(`proposal.${kind}`)}</b>
        <Tag {...(KINDS[status] && { kind: KINDS[status] })}>{t(`proposalStatus.${status}`)}</Tag>
        {paid_by && <span className="sm soft">{t(`paidBy.${paid_by}`)}</span>}
      </div>
      {reason && (
        <p className="whitespace-pre-line" dir="auto">
          {reason}
        </p>
      )}
      {picture && (
        <p>
          <a href={`/protocol-photos/${picture.reservation}/${picture.photo}`}>{t('hand.picture')}</a>
        </p>
      )}
      <Bill
        currency={currency}
        lines={lines.map((line) => ({
          label:
            line.amount === byTerms(line)
              ? labelOf(line)
              : t('unsent.changed', { line: labelOf(line), amount: formatMoney(byTerms(line), currency, language) }),
          amount: line.amount,
        }))}
        sums={[{ label: t('sum'), amount }]}
      />
    </>
  )
}

/** What a line of a charge is for. */
export function useChargeWords(currency: CurrencyCode): (line: ShownProposal['lines'][number]) => string {
  const t = useText('protocol')
  const { language } = useLanguage()
  const wordsOf = useDamageWords()
  return ({ kind, quantity, unit, damage }) =>
    damage ? wordsOf(damage) : t.loose(`charge.${kind}`, { n: quantity, unit: formatMoney(unit, currency, language) })
}
