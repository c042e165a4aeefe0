import type { QrCode } from '#app/features/qr/qr-code.server.ts'
import { QuoteTag } from '#app/features/quote/quote-tag.tsx'
import { useStandsOptions } from '#app/features/quote/stands.ts'
import { commaOf } from '#app/i18n/format/comma.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { isAnswerable } from '#app/rules/reservation/quote.ts'
import { Card, Facts } from '#app/ui/card.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { DeskOne } from '../own.server.ts'
import { QrLink } from '../qr-link.tsx'

type Offer = NonNullable<DeskOne['offer']>

/** Where an offer stands; while it is open with its link, and the ways to let it stand longer or withdraw it. */
export function QuoteCard({
  one,
  offer,
  link,
  reply,
  today,
}: {
  one: DeskOne
  offer: Offer
  link: { address: string; qr: QrCode } | null
  reply: FormReply | null | undefined
  today: string
}) {
  const t = useText('quote')
  const { state, extended_at } = offer
  const isOpen = isAnswerable(state)
  const sent = reply?.initialValue?.intent
  return (
    <Card id="quote" title={t('desk.title')} className="stack">
      <p>
        <QuoteTag state={state} label={t(`state.${state}`)} />
      </p>
      <QuoteFacts one={one} offer={offer} />
      {isOpen && link && <QrLink {...link} label={t('desk.link')} alt={t('desk.qr')} />}
      {isOpen && !extended_at && <Extend reply={sent === 'extend_quote' ? reply : undefined} today={today} />}
      {isOpen && <Withdraw reply={sent === 'withdraw_quote' ? reply : undefined} />}
    </Card>
  )
}

function QuoteFacts({ one, offer }: { one: DeskOne; offer: Offer }) {
  const t = useText('quote')
  const { language } = useLanguage()
  const at = (instant: string) => formatInstant(new Date(instant), one.city.zone, language, 'weekday')
  const { state, stands_until, seen_at, answered_at, answer, extended_at, may } = offer
  const open = (['extras', 'places', 'times'] as const).filter((what) => may[what]).map((what) => t(`form.${what}`))
  return (
    <>
      <Facts
        facts={[
          {
            key: 'until',
            label: t(isAnswerable(state) ? 'desk.standsUntil' : 'desk.ended'),
            value: at(stands_until),
          },
          { key: 'seen', label: t('desk.seen'), value: seen_at ? at(seen_at) : t('desk.notSeen') },
          { key: 'may', label: t('desk.may'), value: open.join(commaOf(language)) || t('desk.mayNothing') },
          ...(answered_at ? [{ key: 'answered', label: t('desk.answered'), value: at(answered_at) }] : []),
          ...(answer ? [{ key: 'words', label: t('desk.words'), value: <bdi className="pre">{answer}</bdi> }] : []),
        ]}
      />
      {extended_at && <p className="sm soft">{t('desk.extended', { time: at(extended_at) })}</p>}
    </>
  )
}

function Extend({ reply, today }: { reply: FormReply | null | undefined; today: string }) {
  const t = useText('quote')
  const options = useStandsOptions(today)
  const form = useReply('extend-quote', { reply, initial: { stands: 'DAY' } })
  return (
    <PostForm {...form.props} className="row row-s" aria-label={t('desk.extend')}>
      <SelectField {...form.field('stands')} label={t('desk.extend')} hint={t('desk.extendLabel')} options={options} />
      <SubmitButton name="intent" value="extend_quote" className="btn">
        {t('desk.extendSubmit')}
      </SubmitButton>
    </PostForm>
  )
}

function Withdraw({ reply }: { reply: FormReply | null | undefined }) {
  const t = useText('quote')
  const form = useReply('withdraw-quote', { reply })
  return (
    <PostForm {...form.props} className="row row-s" aria-label={t('desk.withdraw')}>
      <TextField
        {...form.field('reason')}
        label={t('desk.withdrawReason')}
        hint={t('desk.withdrawHint')}
        maxLength={500}
        optional
      />
      <SubmitButton name="intent" value="withdraw_quote" className="btn">
        {t('desk.withdraw')}
      </SubmitButton>
    </PostForm>
  )
}
