import { Link } from 'react-router'
import { dialCodesIn } from '#app/features/phone/dial-codes.server.ts'
import { PhoneField } from '#app/features/phone/phone-field.tsx'
import { type VoucherFacts, voucherAt } from '#app/features/reservation/voucher.server.ts'
import { numberIn, phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { dialCodeOf } from '#app/rules/identity/phone.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { useJudgedFields } from '#app/ui/form/judged-form.live.ts'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { orGone } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/phone'
import { PhoneForm } from './phone-form.server.ts'

export const handle: PageHandle = { areas: ['voucher'], noJs: true, private: true, noIndex: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, number, status, phone, phone_correctable } = await voucherAt(context, params.id)
  const { language } = context.get(siteContext)
  const t = textFor(language, 'voucher')
  const meta = { title: t('meta.phone', { number: numberIn(language, number) }), description: t('meta.description') }
  const page = { meta, id, number, status, phone, phone_correctable, dialCodes: dialCodesIn(language) }
  return orGone(page, phone_correctable)
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'voucher')
  const { id, status } = await voucherAt(context, params.id)
  return answerForm({ context, request }, PhoneForm, async (phone) => {
    await apiOf(context).reservations.correctPhone({ id, ...phone })
    return { to: backPath({ id, status }), said: t('phone.done') }
  })
}

/** How long to wait, where there were too many tries. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export default function CorrectPhone({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const { phone, phone_correctable, status } = loaderData
  const sent = useReply('phone', {
    reply: actionData?.form,
    initial: { country_code: dialCodeOf(phone), phone: phone.slice(dialCodeOf(phone).length) },
    constraints: { phone: { required: true } },
  })
  const form = useJudgedFields(sent, { since: actionData?.form })
  const labels = { country_code: t('phone.countryCode'), phone: t('phone.new') }
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read">
        <div className="page-head">
          <h1>{t('phone.title')}</h1>
          <p className="soft">{t('reservation', { number: numberIn(language, loaderData.number) })}</p>
        </div>
        <PostForm {...form.props} className="card stack">
          <ErrorSummary id="phone-errors" entries={form.summary(labels)} />
          <div>
            <p className="sm soft">{t('phone.now')}</p>
            <p className="text-2xl b">{phoneIn(language, phone)}</p>
          </div>
          {phone_correctable && (
            <>
              <PhoneField
                form={form}
                dialCodes={loaderData.dialCodes}
                labels={{ ...labels, choose: t('phone.choose') }}
              />
              {status !== 'AWAITING_PAYMENT' && <Note kind="info">{t('phone.once')}</Note>}
            </>
          )}
          <div className="row">
            {phone_correctable && <SubmitButton>{t('phone.save')}</SubmitButton>}
            <Link className="btn" to={backPath(loaderData)}>
              {t('phone.back')}
            </Link>
          </div>
        </PostForm>
      </div>
    </main>
  )
}

/** Back to paying, or to the reservation. */
function backPath({ id, status }: Pick<VoucherFacts, 'id' | 'status'>): string {
  return status === 'AWAITING_PAYMENT' ? `/payment?id=${id}` : `/voucher/${id}`
}
