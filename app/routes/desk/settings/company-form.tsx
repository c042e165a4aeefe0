import type { z } from 'zod'
import type { CompanySettings } from '#app/contract/company/settings/settings.ts'
import { directionOf, localeTag } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { LANGUAGES } from '#app/rules/constants.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'

type Company = z.infer<typeof CompanySettings>

/** The company's phone and description. */
export function CompanyForm({ company, reply }: { company: Company; reply?: FormReply | undefined }) {
  const t = useText('agency')
  const { language } = useLanguage()
  const names = new Intl.DisplayNames(localeTag(language), { type: 'language' })
  const form = useReply('company', {
    reply,
    initial: {
      phone: company.phone,
      ...Object.fromEntries(LANGUAGES.map((one) => [`about_${one}`, company.about[one]])),
    },
  })
  const labels: Record<string, string> = {
    phone: t('company.phone'),
    ...Object.fromEntries(
      LANGUAGES.map((one) => [`about_${one}`, t('company.about', { language: names.of(one) ?? one })]),
    ),
  }
  const field = (name: string) => ({ ...form.field(name), label: labels[name] ?? name })
  return (
    <PostForm {...form.props} className="stack">
      <ErrorSummary id="company-errors" entries={form.summary(labels)} />
      <div className="card stack">
        <TextField {...field('phone')} inputMode="tel" dir="ltr" maxLength={25} />
        {LANGUAGES.map((one) => (
          <TextArea
            key={one}
            {...field(`about_${one}`)}
            lang={localeTag(one)}
            dir={directionOf(one)}
            rows={3}
            maxLength={2000}
          />
        ))}
      </div>
      <div>
        <SubmitButton className="btn btn-go btn-lg">{t('company.save')}</SubmitButton>
      </div>
    </PostForm>
  )
}
