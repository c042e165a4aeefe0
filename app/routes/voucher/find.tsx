import { type RouterContextProvider, redirect } from 'react-router'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { DEFAULT_DIAL_CODE, HOME_ZONE } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/rental-time.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { describedBy, Field } from '#app/ui/field.tsx'
import { type ReplyForm, SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { Select } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { isNotFoundAnswer } from '#app/web/page/answers.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/find'
import { FindForm } from './find-form.server.ts'

export const handle: PageHandle = { areas: ['voucher'], noJs: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'voucher')
  return {
    number: url.searchParams.get('number')?.slice(0, NUMBER_LENGTH) ?? '',
    dialCodes: await dialCodesOf(context),
    meta: { title: t('meta.find'), description: t('meta.findDescription') },
  }
}

/** By POST, so that the phone is in no address and no log. */
export async function action({ context, request }: Route.ActionArgs) {
  const { language } = context.get(siteContext)
  const form = await parseForm(request, FindForm, { language, today: dateIn(HOME_ZONE, new Date()) })
  if (!form.ok) return form.reply
  const { number, ...owner } = form.value
  try {
    const { id } = await apiOf(context).reservations.voucher({ id: number, ...owner })
    return redirect(`/voucher/${id}`, 303)
  } catch (error) {
    // One message, whichever of the two was wrong.
    if (isNotFoundAnswer(error)) return form.refuse({ '': ['voucher_not_found'] }, 404)
    return refused(error, form)
  }
}

/** How long to wait, where there were too many tries. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

const NUMBER_LENGTH = 20

/** Dial codes with the countries that have them. */
async function dialCodesOf(context: Readonly<RouterContextProvider>) {
  const { results } = await apiOf(context).places.countries()
  const having = Map.groupBy(results, ({ dial_code }) => dial_code)
  return [...having].map(([code, countries]) => ({ code, countries: countries.map(({ name }) => name).join(', ') }))
}

export default function FindVoucher({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const form = useReply('find', {
    reply: actionData?.form,
    initial: { number: loaderData.number, country_code: DEFAULT_DIAL_CODE[language] },
    constraints: { number: { required: true, maxLength: NUMBER_LENGTH }, phone: { required: true } },
  })
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
          <Phone form={form} dialCodes={loaderData.dialCodes} />
          <div>
            <SubmitButton>{t('find.submit')}</SubmitButton>
          </div>
        </PostForm>
      </div>
    </main>
  )
}

function Phone({ form, dialCodes }: { form: ReplyForm; dialCodes: readonly { code: string; countries: string }[] }) {
  const t = useText('voucher')
  const code = form.field('country_code')
  const { fieldErrors: phoneErrors, ...phone } = form.field('phone')
  const fieldErrors = phoneErrors ?? code.fieldErrors
  const options = dialCodes.map((dial) => ({ value: dial.code, label: `${dial.code} ${dial.countries}` }))
  return (
    <Field id={phone.id} fieldErrors={fieldErrors} label={t('find.phone')}>
      <div className="tel">
        <Select
          {...code}
          options={code.defaultValue ? options : [{ value: '', label: t('find.choose') }, ...options]}
          aria-label={t('find.countryCode')}
          autoComplete="tel-country-code"
        />
        <input
          {...phone}
          className="in"
          inputMode="tel"
          autoComplete="tel-national"
          aria-invalid={phoneErrors?.length ? true : undefined}
          aria-describedby={describedBy({ id: phone.id, fieldErrors })}
        />
      </div>
    </Field>
  )
}
