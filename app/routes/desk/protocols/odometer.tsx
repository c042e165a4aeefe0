import { CorrectionFields } from '#app/contract/company/protocols.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { deskReservation } from '#app/routes/desk/reservations/own.server.ts'
import { ReservationHead } from '#app/routes/desk/reservations/reservation-head.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/odometer'

const KINDS = { 'pick-up': 'PICK_UP', return: 'RETURN' } as const

export const handle: PageHandle = { areas: ['protocol', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const one = await deskReservation(context, params.id)
  const record = one.protocols.find(({ kind }) => kind === kindOf(params.kind))
  if (!record) throw notFound()
  const t = textFor(context.get(siteContext).language, 'protocol')
  return { meta: { title: t('correct.title', { name: one.fullname }) }, one, record }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await deskReservation(context, params.id)
  const kind = kindOf(params.kind)
  const placing = { at: { CHANGED_MEANWHILE: { odometer: ['corrected_meanwhile'] } } }
  return answerForm(
    { context, request },
    CorrectionFields,
    async (correction) => {
      await apiOf(context).company.protocols.correctOdometer({ id, kind, ...correction })
      const said = textFor(context.get(siteContext).language, 'protocol')('correct.done')
      return { to: `/desk/reservations/${id}`, said }
    },
    placing,
  )
}

function kindOf(part: string) {
  if (part !== 'pick-up' && part !== 'return') throw notFound()
  return KINDS[part]
}

/** Corrects a wrong reading of a finished record: on a page of its own, because money may follow from it. */
export default function CorrectOdometer({ loaderData: { one, record }, actionData }: Route.ComponentProps) {
  const t = useText('protocol')
  const desk = useText('desk')
  const { language } = useLanguage()
  const form = useReply('odometer', { reply: actionData?.form })
  const labels = { odometer: t('correct.right'), reason: t('correct.reason') }
  return (
    <>
      <ReservationHead
        reservation={one}
        crumb={t('correct.link')}
        title={t('correct.title', { name: `\u2068${one.fullname}\u2069` })}
      />
      <ErrorSummary id="errors" entries={form.summary(labels)} />
      <PostForm {...form.props} className="card stack">
        <p>
          <b>{t(`record.${record.kind}`)}</b>: {t('km', { n: record.odometer })}
        </p>
        <p>{t('correct.text')}</p>
        <input type="hidden" name="former" value={record.odometer} />
        <TextField
          {...form.field('odometer')}
          label={labels.odometer}
          hint={t('correct.now', { n: formatNumber(record.odometer, language) })}
          inputMode="numeric"
          maxLength={20}
          required
        />
        <TextArea {...form.field('reason')} label={labels.reason} hint={t('correct.hint')} maxLength={500} required />
        <div className="row row-s">
          <SubmitButton>{t('correct.submit')}</SubmitButton>
          <a className="btn" href={pathIn(language, `/desk/reservations/${one.id}`)}>
            {desk('act.back')}
          </a>
        </div>
      </PostForm>
    </>
  )
}
