import { redirect } from 'react-router'
import { dialCodesIn } from '#app/features/phone/dial-codes.server.ts'
import { PhoneField } from '#app/features/phone/phone-field.tsx'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { DEFAULT_DIAL_CODE } from '#app/rules/constants.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { useJudgedFields } from '#app/ui/form/judged-form.live.ts'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { isNotFoundAnswer } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/find'
import { FindForm } from './find-form.server.ts'

export const handle: PageHandle = {
  title: 'voucher/meta.find',
  description: 'voucher/meta.findDescription',
  areas: ['voucher'],
  noJs: true,
  query: ['number'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  return {
    number: url.searchParams.get('number')?.slice(0, NUMBER_LENGTH) ?? '',
    dialCodes: dialCodesIn(language),
  }
}

/** By POST, so that the phone is in no address and no log. */
export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, FindForm, async ({ number, ...owner }, form) => {
    try {
      const { id } = await apiOf(context).reservations.voucher({ id: number, ...owner })
      return redirect(`/voucher/${id}`, 303)
    } catch (error) {
      // One message, whichever of the two was wrong.
      if (isNotFoundAnswer(error)) return form.refuse({ '': ['voucher_not_found'] }, 404)
      throw error
    }
  })
}

/** How long to wait, where there were too many tries. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

const NUMBER_LENGTH = 20

export default function FindVoucher({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const sent = useReply('find', {
    reply: actionData?.form,
    initial: { number: loaderData.number, country_code: DEFAULT_DIAL_CODE[language] },
    constraints: { number: { required: true, maxLength: NUMBER_LENGTH }, phone: { required: true } },
  })
  const form = useJudgedFields(sent, { since: actionData?.form })
  const labels = { number: t('find.number'), country_code: t('find.countryCode'), phone: t('find.phone') }
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read">
        <div className="page-head">
          <h1>{t('find.title')}</h1>
          <p className="soft">{t('find.text')}</p>
        </div>
        <PostForm {...form.props} className="card stack">
          <ErrorSummary id="find-errors" entries={form.summary(labels)} />
          <TextField
            {...form.field('number')}
            label={labels.number}
            hint={t('find.numberHint')}
            dir="ltr"
            autoComplete="off"
          />
          <PhoneField form={form} dialCodes={loaderData.dialCodes} labels={{ ...labels, choose: t('find.choose') }} />
          <div>
            <SubmitButton>{t('find.submit')}</SubmitButton>
          </div>
        </PostForm>
      </div>
    </main>
  )
}
