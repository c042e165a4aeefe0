import { data } from 'react-router'
import { answerEndForm } from '#app/features/monthly/end-answer.server.ts'
import { EndForm, type EndQuote } from '#app/features/monthly/end-form.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { deskReservation } from '#app/routes/desk/reservations/own.server.ts'
import { ReservationHead } from '#app/routes/desk/reservations/reservation-head.tsx'
import { DESK_WAYS } from '#app/rules/reservation/protocol.ts'
import { useReply } from '#app/ui/form/form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/end'

export const handle: PageHandle = { areas: ['monthly', 'protocol', 'bill', 'voucher', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, number, fullname } = await deskReservation(context, params.id)
  const { ends } = await apiOf(context).company.reservations.monthly.read({ id })
  const title = textFor(context.get(siteContext).language, 'monthly')('end.title')
  return data({ meta: { title }, one: { id, number, fullname }, ends }, ends ? 200 : 409)
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await deskReservation(context, params.id)
  const { monthly } = apiOf(context).company.reservations
  const t = textFor(context.get(siteContext).language, 'monthly')
  return answerEndForm(context, await request.formData(), {
    price: (end_date) => monthly.quoteEnd({ id, end_date }),
    end: (ending) => monthly.end({ id, ...ending }),
    done: { to: `/desk/reservations/${id}/plan`, said: t('end.done') },
  })
}

/** Lets a long rental end earlier, from today on. */
export default function DeskEnd({ loaderData: { one, ends }, actionData }: Route.ComponentProps) {
  const t = useText('monthly')
  const protocol = useText('protocol')
  const { language } = useLanguage()
  const form = useReply('end', { reply: actionData?.form, initial: { end_date: ends?.first } })
  const { quote } = (actionData ?? {}) as { quote?: EndQuote }
  return (
    <>
      <ReservationHead reservation={one} crumb={t('end.title')} title={t('end.title')} />
      <div className="stack">
        {ends ? (
          <EndForm {...{ form, ends, quote }} text={t('end.deskText')}>
            {quote && quote.desk_back > 0 && (
              <SelectField
                {...form.field('way')}
                label={t('end.way')}
                options={DESK_WAYS.map((way) => ({ value: way, label: protocol(`way.${way}`) }))}
              />
            )}
          </EndForm>
        ) : (
          <Note kind="warn">{t('end.impossible')}</Note>
        )}
        <div>
          <a className="btn" href={pathIn(language, `/desk/reservations/${one.id}/plan`)}>
            {t('end.back')}
          </a>
        </div>
      </div>
    </>
  )
}
