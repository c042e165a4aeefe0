import { IdentityField, useSentIdentityLabel } from '#app/features/identity/identity-field.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import { BirthDateField } from '#app/ui/form/date-field.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { useJudgedFields } from '#app/ui/form/judged-form.live.ts'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'

const NAMES = [
  'fullname',
  'username',
  'national_id',
  'date_of_birth',
  'country',
  'city',
  'address',
  'zip_code',
] as const

type PersonalInfo = Record<(typeof NAMES)[number], string | null>

/** Everything about a person that needs no code to change; every field may stay empty (§5). */
export function PersonalForm({ profile, reply }: { profile: PersonalInfo; reply?: FormReply }) {
  const t = useText('info')
  const initial = Object.fromEntries(NAMES.map((name) => [name, profile[name] ?? undefined]))
  const sent = useReply('personal', { reply, initial, constraints: { fullname: { maxLength: 120 } } })
  const form = useJudgedFields(sent, { since: reply })
  const identity = useSentIdentityLabel(form)
  const labels = {
    ...Object.fromEntries(NAMES.map((name) => [name, t(`personal.${name}`)])),
    ...(identity && { national_id: identity }),
  }
  const field = (name: (typeof NAMES)[number]) => ({ ...form.field(name), label: t(`personal.${name}`) })
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="personal-title">
      <h2 id="personal-title">{t('personal.title')}</h2>
      <ErrorSummary id="personal-errors" entries={form.summary(labels)} />
      <div className="grid2">
        <TextField {...field('fullname')} autoComplete="name" />
        <TextField {...field('username')} hint={t('personal.usernameHint')} autoComplete="username" dir="ltr" />
        <IdentityField {...field('national_id')} form={form} dir="ltr" />
        <BirthDateField {...form} label={t('personal.date_of_birth')} />
        <TextField {...field('country')} autoComplete="country-name" />
        <TextField {...field('city')} autoComplete="address-level2" />
      </div>
      <TextArea {...field('address')} rows={3} />
      <TextField {...field('zip_code')} autoComplete="postal-code" dir="ltr" />
      <div>
        <SubmitButton name="intent" value="personal" className="btn btn-go btn-lg">
          {t('personal.save')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}
