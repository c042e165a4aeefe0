import type { z } from 'zod'
import type { ExtensionQuote, Following } from '#app/contract/reservations/extensions.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { slotIn } from '#app/i18n/format/slot.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { OptionCard } from '#app/ui/form/option-card.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { RentalBill } from '../rental-bill.tsx'

/** More time with its price. */
export type Quote = z.infer<typeof ExtensionQuote>

/** A choice of a form as its value: the return, and the total that was shown beside it. */
const valueOfQuote = ({ end_date, end_time, total }: Quote) => `${end_date} ${end_time} ${total}`

/**
 * What a form for more time starts with: the first choice that is free, and as its own date the latest return that is possible, or the
 * present one.
 */
export function firstChoice(
  { choices, following }: { choices: readonly Quote[]; following: z.infer<typeof Following> | null },
  present: { end_date: string; end_time: string },
) {
  const free = choices.find(({ available }) => available)
  const latest = following?.latest
  return {
    until: free ? valueOfQuote(free) : 'other',
    end_date: latest?.date ?? present.end_date,
    end_time: latest?.time ?? present.end_time,
  }
}

/** The next days as radio cards with their prices; a day on which somebody else has the vehicle says so. */
export function ExtensionChoices({ form, choices }: { form: ReplyForm; choices: readonly Quote[] }) {
  const t = useText('extension')
  const { language } = useLanguage()
  const chosen = form.value('until')
  return (
    <fieldset className="field">
      <legend>{t('until')}</legend>
      <div className="stack stack-2">
        {choices.map((quote) => {
          const title = slotIn(language, quote.end_date, quote.end_time)
          const value = valueOfQuote(quote)
          const more = t('more', { n: quote.more_days })
          return quote.available ? (
            <OptionCard
              key={value}
              name="until"
              value={value}
              checked={chosen === value}
              title={title}
              detail={t('free', { more })}
              end={formatMoney(quote.difference, quote.currency, language)}
            />
          ) : (
            <p key={value} className="sm soft">
              <b>{title}</b> {t('taken')}
            </p>
          )
        })}
        <OptionCard
          name="until"
          value="other"
          checked={chosen === 'other'}
          title={t('other')}
          detail={t('otherText')}
        />
      </div>
    </fieldset>
  )
}

/** From when the vehicle is somebody else's, and until when it can stay. */
export function FollowingText({ following, zone }: { following: z.infer<typeof Following> | null; zone: string }) {
  const t = useText('extension')
  const { language } = useLanguage()
  if (!following) return <p className="sm soft">{t('nothingFollows')}</p>
  const from = formatInstant(new Date(following.from), zone, language, 'weekday')
  const { latest } = following
  return (
    <p className="sm soft">
      {latest
        ? t('follows', { from, latest: slotIn(language, latest.date, latest.time) })
        : t('followsAtOnce', { from })}
    </p>
  )
}

/** The price that a form was asked for; the form sends it back, so that only what was shown is agreed to. */
export function ShownPrice({ quote, label }: { quote: Quote; label: string }) {
  const t = useText('extension')
  return (
    <>
      {!quote.available && <Note kind="warn">{t('notFree')}</Note>}
      <ExtensionBill quote={quote} label={label} />
      <input type="hidden" name="shown" value={valueOfQuote(quote)} />
    </>
  )
}

/** What more time costs, line by line. */
export function ExtensionBill({
  quote,
  label,
}: {
  quote: Pick<Quote, 'lines' | 'difference' | 'currency' | 'total'>
  label: string
}) {
  const t = useText('extension')
  const { lines, currency, difference } = quote
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Card id="price" title={t('price')} className="stack receipt">
      <RentalBill bill={{ currency, lines, total }} sums={[{ label, amount: difference }]} />
      <p className="sm soft">{t('rules')}</p>
    </Card>
  )
}
