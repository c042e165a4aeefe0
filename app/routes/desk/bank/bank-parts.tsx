import type { output } from 'zod'
import type { bank } from '#app/contract/company/money/bank.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { Money } from '#app/ui/price.tsx'

export type Line = output<NonNullable<(typeof bank.line)['~orpc']['outputSchema']>>
type Booked = Line['matched'][number]

/** What the bank wrote, in one line. */
export function LineWords({ line: { name, reference, text } }: { line: Pick<Line, 'name' | 'reference' | 'text'> }) {
  const t = useText('bank')
  const words = [name, text, reference].filter(Boolean).join(' · ')
  return words ? <bdi className="break">{words}</bdi> : <span className="soft">{t('noWords')}</span>
}

/** An entry of the books as the name of a choice: what it is, and whose. */
export function BookedTitle({ item: { kind, name, reservation } }: { item: Booked }) {
  const t = useText('bank')
  const { language } = useLanguage()
  return (
    <>
      {t(`kind.${kind}`)} {name && <bdi>{name}</bdi>}{' '}
      {reservation && <bdi>{localDigits(reservation.number, language)}</bdi>}
    </>
  )
}

/** An entry of the books: what it is, whose, when, and how much. */
export function BookedWords({ item, currency }: { item: Booked; currency: CurrencyCode }) {
  const t = useText('bank')
  const { language } = useLanguage()
  const { kind, name, reservation, on, amount, reference } = item
  return (
    <span>
      {t(`kind.${kind}`)} {name && <bdi>{name}</bdi>}{' '}
      {reservation && (
        <a className="above" href={pathIn(language, `/desk/reservations/${reservation.id}`)}>
          <bdi>{localDigits(reservation.number, language)}</bdi>
        </a>
      )}{' '}
      <Money amount={amount} currency={currency} />{' '}
      <span className="sm soft">
        {formatDate(on, language, 'short')} {reference && <bdi>{reference}</bdi>}
      </span>
    </span>
  )
}
