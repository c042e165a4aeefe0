import { Plate } from '#app/features/desk/plate.tsx'
import {
  ExtensionBill,
  ExtensionChoices,
  FollowingText,
  firstChoice,
  type Quote,
  ShownPrice,
} from '#app/features/reservation/extension/parts.tsx'
import { formatDate, formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney, unitOf } from '#app/i18n/format/money.ts'
import { slotIn } from '#app/i18n/format/slot.ts'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { Card } from '#app/ui/card.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { WhenField } from '#app/ui/form/date-field.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { OptionCard } from '#app/ui/form/option-card.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { orGone } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { drawnMoment } from '../../calendar/drawn-times.ts'
import { deskReservation } from '../own.server.ts'
import { ReservationHead } from '../reservation-head.tsx'
import type { Route } from './+types/extension'
import { answerExtensionPage } from './extension-form.server.ts'

export const handle: PageHandle = {
  areas: ['extension', 'bill', 'voucher', 'asked', 'errors'],
  noJs: true,
  query: ['until'],
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const one = await deskReservation(context, params.id)
  const extension = await apiOf(context).company.reservations.extensions.extension({ id: one.id })
  const asked = extension.last?.status === 'ASKED' ? extension.last : null
  const meta = { title: textFor(language, 'extension')('desk.title', { name: one.fullname }) }
  const drawn = drawnMoment(url.searchParams.get('until'))
  const page = { meta, one, extension, asked, drawn, today: dateIn(one.city.zone, new Date()) }
  return orGone(page, asked !== null || extension.possible)
}

export async function action({ context, params, request }: Route.ActionArgs) {
  return answerExtensionPage(context, await deskReservation(context, params.id), await request.formData())
}

/** More time for a rental: the answer to a customer who asks, or what staff give at the counter. */
export default function DeskExtension({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('extension')
  const { language } = useLanguage()
  const { one, asked, extension } = loaderData
  const { last } = extension
  return (
    <>
      <ReservationHead reservation={one} crumb={t('title')} title={t('desk.title', { name: one.fullname })}>
        <Plate text={one.plate} />
      </ReservationHead>
      {asked ? (
        <AnswerForm loaded={loaderData} asked={asked} answered={actionData} />
      ) : extension.possible ? (
        <GiveForm loaded={loaderData} answered={actionData} />
      ) : (
        <div className="stack">
          <Note kind="warn" role="alert">
            {last?.status === 'AWAITING_PAYMENT' && last.until
              ? t('desk.waits', { by: formatInstant(new Date(last.until), one.city.zone, language, 'weekday') })
              : t('desk.over')}
          </Note>
          <div>
            <a className="btn" href={pathIn(language, `/desk/reservations/${one.id}`)}>
              {t('desk.back')}
            </a>
          </div>
        </div>
      )}
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']
type Answered = Route.ComponentProps['actionData']

function AnswerForm({
  loaded: { one, extension, today },
  asked,
  answered,
}: {
  loaded: Loaded
  asked: NonNullable<Loaded['asked']>
  answered: Answered
}) {
  const t = useText('extension')
  const { language } = useLanguage()
  const { currency, city } = one
  const latest = extension.following?.latest
  const form = useReply('answer', {
    reply: answered?.form,
    initial: { answer: 'ACCEPT', end_date: latest?.date ?? one.end_date, end_time: latest?.time ?? one.end_time },
  })
  const at = (instant: string) => formatInstant(new Date(instant), city.zone, language, 'weekday')
  const rows = [
    {
      what: t('return'),
      now: slotIn(language, one.end_date, one.end_time),
      later: slotIn(language, asked.end_date, asked.end_time),
    },
    { what: t('desk.days'), now: t('days', { n: one.days }), later: t('days', { n: asked.days }) },
    { what: t('desk.pays'), now: '—', later: formatMoney(asked.difference, currency, language) },
  ]
  return (
    <div className="duo">
      <div className="stack">
        <Card id="asks" title={t('desk.asks', { name: one.fullname })} className="stack">
          {asked.message && (
            <blockquote className="note">
              <p className="pre">
                <bdi>{asked.message}</bdi>
              </p>
            </blockquote>
          )}
          <p className="sm soft">
            {t('desk.askedAt', { at: at(asked.created_at) })}{' '}
            {asked.until && t('desk.answerBy', { by: at(asked.until) })}
          </p>
          <ColumnTable
            label={t('desk.compare')}
            rows={rows}
            rowKey={({ what }) => what}
            columns={[
              { head: t('desk.what'), whole: true, cell: ({ what }) => what },
              { head: t('desk.before'), labelled: true, cell: ({ now }) => now },
              { head: t('desk.after'), labelled: true, cell: ({ later }) => <ins>{later}</ins> },
            ]}
          />
        </Card>
        <Effects loaded={{ one, extension, today }} />
        <PostForm {...form.props} className="card stack" aria-labelledby="answer-title">
          <h2 id="answer-title">{t('desk.answer')}</h2>
          <ErrorSummary
            id="answer-errors"
            entries={form.summary({
              answer: t('desk.answer'),
              end_date: t('desk.PART'),
              end_time: t('desk.PART'),
              message: t('desk.message'),
            })}
          />
          <input type="hidden" name="extension" value={asked.id} />
          <div className="stack stack-2">
            <OptionCard
              name="answer"
              value="ACCEPT"
              checked={form.isChosen('answer', 'ACCEPT')}
              title={t('desk.ACCEPT', { until: slotIn(language, asked.end_date, asked.end_time) })}
              detail={t('desk.acceptText')}
              end={formatMoney(asked.difference, currency, language)}
            />
            <OptionCard
              name="answer"
              value="PART"
              checked={form.isChosen('answer', 'PART')}
              title={t('desk.PART')}
              detail={t('desk.partText')}
            />
            <WhenField {...form} name="end" label={t('desk.partUntil')} today={today} />
            <OptionCard
              name="answer"
              value="REFUSE"
              checked={form.isChosen('answer', 'REFUSE')}
              title={t('desk.REFUSE')}
              detail={t('desk.refuseText')}
            />
          </div>
          <TextArea
            {...form.field('message')}
            label={t('desk.message')}
            hint={t('desk.messageHint', { language: LANGUAGE_NAMES[one.language] })}
            rows={3}
            maxLength={500}
          />
          <div className="row">
            <SubmitButton>{t('desk.send')}</SubmitButton>
            <a className="btn" href={pathIn(language, `/desk/reservations/${one.id}`)}>
              {t('desk.back')}
            </a>
          </div>
        </PostForm>
      </div>
      <aside className="stack">
        <ExtensionBill quote={{ ...asked, currency }} label={t('desk.pays')} />
      </aside>
    </div>
  )
}

/** What the longer rental touches: who comes next, and papers that end. */
function Effects({ loaded: { one, extension } }: { loaded: Pick<Loaded, 'one' | 'extension' | 'today'> }) {
  const t = useText('extension')
  const { language } = useLanguage()
  const { following, papers, gap } = extension
  return (
    <Card id="effects" title={t('desk.effects')} className="stack stack-2">
      {following?.reservation && (
        <p>
          <a href={pathIn(language, `/desk/reservations/${following.reservation.id}`)}>
            {following.reservation.fullname}
          </a>
        </p>
      )}
      <FollowingText following={following} zone={one.city.zone} />
      {following && gap > 0 && <p className="sm soft">{t('desk.gap', { n: gap })}</p>}
      {papers.map(({ kind, until }) => (
        <p key={kind} className="sm">
          {t(`desk.paper.${kind}`, { until: formatDate(until, language, 'long') })}
        </p>
      ))}
    </Card>
  )
}

function GiveForm({ loaded, answered }: { loaded: Loaded; answered: Answered }) {
  const t = useText('extension')
  const { language } = useLanguage()
  const { one, extension, drawn, today } = loaded
  const { quote } = (answered ?? {}) as { quote?: Quote }
  const form = useReply('give', {
    reply: answered?.form,
    initial: {
      ...firstChoice(extension, one),
      ...(drawn && { until: 'other', end_date: drawn.date, end_time: drawn.time }),
      payment: extension.payments[0],
    },
  })
  const labels = {
    until: t('until'),
    end_date: t('return'),
    end_time: t('return'),
    payment: t('desk.payment'),
    received: t('desk.received', { unit: unitOf(one.currency, language) }),
    reference: t('desk.reference'),
  }
  return (
    <PostForm {...form.props} className="duo" aria-label={t('title')}>
      <div className="stack">
        <ErrorSummary id="give-errors" entries={form.summary(labels)} />
        <Card id="when" title={t('desk.when')} className="stack">
          <p className="sm soft">{t('now', { until: slotIn(language, one.end_date, one.end_time) })}</p>
          <ExtensionChoices form={form} choices={extension.choices} />
          <WhenField {...form} name="end" label={labels.end_date} today={today} />
        </Card>
        <Effects loaded={loaded} />
        <Card id="payment" title={t('desk.payment')} className="stack">
          <SelectField
            {...form.field('payment')}
            label={labels.payment}
            options={extension.payments.map((value) => ({ value, label: t(`desk.pay.${value}`) }))}
          />
          <div className="fields">
            <TextField
              {...form.field('received')}
              label={labels.received}
              inputMode="decimal"
              maxLength={30}
              hint={t('desk.receivedHint')}
              optional
            />
            <TextField {...form.field('reference')} label={labels.reference} maxLength={40} optional />
          </div>
        </Card>
      </div>
      <aside className="stack">
        {quote && <ShownPrice quote={quote} label={t('desk.pays')} />}
        <div className="row row-s">
          <SubmitButton name="intent" value="price" className="btn">
            {t('showPrice')}
          </SubmitButton>
          <SubmitButton name="intent" value="give">
            {t('desk.give')}
          </SubmitButton>
        </div>
      </aside>
    </PostForm>
  )
}
