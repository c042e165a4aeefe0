import { z } from 'zod'
import { CountFields, DifferenceFields } from '#app/contract/company/money/cash.ts'
import { optionalText, requiredText } from '#app/contract/shapes/text.ts'
import { formatDate, formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney, unitOf } from '#app/i18n/format/money.ts'
import { formatNumber, localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CURRENCY_CODES } from '#app/rules/constants.ts'
import { closingOf, DIFFERENCE_REASONS, piecesOf, pieceUnits } from '#app/rules/money/cash-count.ts'
import { amountToType, typedAmount } from '#app/rules/money/typed-amount.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { Bill } from '#app/ui/bill.tsx'
import { Card } from '#app/ui/card.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, type ReplyForm, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Money } from '#app/ui/price.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/till'
import { CashItems } from './cash-parts.tsx'

export const handle: PageHandle = { title: 'cash/title', areas: ['cash', 'errors'], noJs: true, query: ['of'] }

export async function loader({ context, url }: Route.LoaderArgs) {
  const currency = CURRENCY_CODES.find((code) => code === url.searchParams.get('of'))
  return { till: await apiOf(context).company.money.cash.open({ currency }) }
}

/** Amounts are typed in whole units; what the page showed comes back in the minor unit. */
const Typed = z.object({
  ...CountFields.shape,
  ...DifferenceFields.shape,
  currency: z.enum(CURRENCY_CODES),
  opening: optionalText(30),
  kept: requiredText(30),
  booked: z.coerce.number().int(),
})
const Counting = Typed.extend({ kept: optionalText(30) })
const CHANGED = { at: { CHANGED_MEANWHILE: { '': ['till_changed'] } } }

export async function action({ context, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'cash')
  const fields = await request.formData()
  const sent = { context, request: fields }
  // The sum of what was counted, without closing.
  if (fields.get('intent') === 'count') return answerForm(sent, Counting, async (_, form) => form.refuse({}, 200))
  return answerForm(
    sent,
    Typed,
    async ({ opening, kept, ...typed }, form) => {
      const amounts = {
        opening: opening === undefined ? { minor: 0 } : typedAmount(opening, typed.currency),
        kept: typedAmount(kept, typed.currency),
      }
      const wrong = Object.entries(amounts).flatMap(([name, one]) =>
        'fieldError' in one ? [[name, [one.fieldError]]] : [],
      )
      if (wrong.length > 0) return form.refuse(Object.fromEntries(wrong))
      const minor = Object.fromEntries(
        Object.entries(amounts).map(([name, one]) => [name, 'minor' in one ? one.minor : 0]),
      ) as Record<'opening' | 'kept', number>
      const { id } = await apiOf(context).company.money.cash.close({ ...typed, ...minor })
      return { to: `/desk/cash/closings/${id}`, said: t('done') }
    },
    CHANGED,
  )
}

type Data = Route.ComponentProps['loaderData']['till']

/** The till of today: counted pieces beside the book. */
export default function Till({ loaderData: { till }, actionData }: Route.ComponentProps) {
  const t = useText('cash')
  const { language } = useLanguage()
  const { currency, currencies, on, closed, since, zone } = till
  return (
    <>
      <DeskHead
        title={t('heading', { day: formatDate(on, language, 'weekday') })}
        text={since === null ? t('first') : t('since', { at: formatInstant(new Date(since), zone, language, 'short') })}
      >
        <a className="btn" href={pathIn(language, '/desk/cash/closings')}>
          {t('closings.title')}
        </a>
      </DeskHead>
      <div className="stack">
        {currencies.length > 1 && (
          <nav className="seg seg-s" aria-label={t('currency')}>
            {currencies.map((code) => (
              <a
                key={code}
                href={pathIn(language, `/desk/cash?of=${code}`)}
                aria-current={code === currency ? 'true' : undefined}
              >
                {unitOf(code, language)}
              </a>
            ))}
          </nav>
        )}
        <div className="duo">
          <div className="stack">
            {closed === null ? (
              <CountForm till={till} reply={actionData?.form} />
            ) : (
              <Note kind="ok">
                <p>{t('closed')}</p>
                <a href={pathIn(language, `/desk/cash/closings/${closed}`)}>{t('toClosing')}</a>
              </Note>
            )}
          </div>
          <aside className="stack">
            <Book till={till} />
          </aside>
        </div>
        <Card id="items" title={t('inBook')} className="stack stack-2">
          <CashItems items={till.items} count={till.item_count} currency={currency} zone={zone} />
        </Card>
      </div>
    </>
  )
}

function Book({ till: { opening, booked, expected, currency, card } }: { till: Data }) {
  const t = useText('cash')
  const { language } = useLanguage()
  return (
    <Card id="book" title={t('book')} className="stack stack-2">
      <Bill
        currency={currency}
        lines={[
          { label: t('opening'), amount: opening },
          { label: t('booked'), amount: booked },
          { label: t('expected'), amount: expected },
        ]}
      />
      <p className="sm soft">{t('card', { n: card.count, sum: formatMoney(card.amount, currency, language) })}</p>
      <ul className="sm soft">
        <li>{t('after.fixed')}</li>
        <li>{t('after.difference')}</li>
      </ul>
    </Card>
  )
}

function CountForm({ till, reply }: { till: Data; reply: FormReply | undefined }) {
  const t = useText('cash')
  const { language } = useLanguage()
  const { currency, since } = till
  const form = useReply('till', {
    reply,
    initial: { kept: localDigits(amountToType(till.opening, currency), language) },
  })
  const unit = unitOf(currency, language)
  const pieces = piecesOf(currency).map((value) => {
    const name = formatNumber(pieceUnits(value, currency), language)
    return { value, field: `n${value}`, name, label: t('piecesOf', { value: name, unit }) }
  })
  const labels = {
    ...Object.fromEntries(pieces.map(({ field, label }) => [field, label])),
    opening: t('openingField', { unit }),
    kept: t('kept', { unit }),
    reason: t('reason'),
    note: t('note'),
  }
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="count-title">
      <h2 id="count-title">{t('count')}</h2>
      <ErrorSummary id="till-errors" entries={form.summary(labels)} />
      <input type="hidden" name="currency" value={currency} />
      <input type="hidden" name="booked" value={till.booked} />
      {since === null && (
        <TextField
          {...form.field('opening')}
          label={labels.opening}
          hint={t('openingHint')}
          inputMode="decimal"
          maxLength={30}
          optional
        />
      )}
      <div className="fields">
        {pieces.map(({ field, label }) => (
          <TextField key={field} {...form.field(field)} label={label} inputMode="numeric" maxLength={9} />
        ))}
      </div>
      <div>
        <SubmitButton name="intent" value="count" className="btn btn-s">
          {t('sum')}
        </SubmitButton>
      </div>
      {reply && <Result till={till} form={form} />}
      <TextField
        {...form.field('kept')}
        label={labels.kept}
        hint={t('keptHint')}
        inputMode="decimal"
        maxLength={30}
        required
      />
      <SelectField
        {...form.field('reason')}
        label={labels.reason}
        hint={t('reasonHint')}
        optional
        options={[
          { value: '', label: t('choose') },
          ...DIFFERENCE_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) })),
        ]}
      />
      <TextField {...form.field('note')} label={labels.note} maxLength={300} optional />
      <div>
        <SubmitButton name="intent" value="close">
          {t('close')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

/** What the typed pieces are worth, and how far that is from the book. */
function Result({ till, form }: { till: Data; form: ReplyForm }) {
  const t = useText('cash')
  const { currency } = till
  const typed = (name: string) => toLatinDigits(form.value(name) ?? '').replace(/[,٬\s]/g, '')
  const counted = piecesOf(currency).reduce<number>((sum, value) => sum + value * wholeOf(typed(`n${value}`)), 0)
  const first = typedAmount(form.value('opening') ?? '', currency)
  const opening = till.since === null && 'minor' in first ? first.minor : till.opening
  const { difference } = closingOf({ opening, booked: till.booked, counted, kept: 0 })
  return (
    <Note kind={difference === 0 ? 'ok' : 'bad'} role="status">
      <p>
        {t('counted')} <Money amount={counted} currency={currency} />
      </p>
      <p>
        {difference === 0 ? (
          t('same')
        ) : (
          <>
            {t(difference < 0 ? 'short' : 'over')} <Money amount={Math.abs(difference)} currency={currency} />
          </>
        )}
      </p>
    </Note>
  )
}

const wholeOf = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : 0)
