import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { Onboarding } from './today.tsx'

const STEPS = ['place', 'hours', 'terms', 'bank', 'vehicle', 'photo'] as const

/** The steps of a new company until its first listing; not shown once all are done. */
export function OnboardingCard({ onboarding }: { onboarding: NonNullable<Onboarding> }) {
  const { done, terms, vehicle } = onboarding
  const t = useText('partner')
  const { language } = useLanguage()
  const paths = {
    place: '/desk/company/places',
    hours: '/desk/company/hours',
    terms: '/desk/company/terms',
    bank: '/desk/statement#bank',
    vehicle: '/desk/fleet/new',
    photo: vehicle === null ? null : `/desk/fleet/${vehicle}/photos`,
  }
  return (
    <Card id="onboarding" title={t('onboarding.title')} className="stack stack-2">
      <p className="soft">{t('onboarding.progress', { done: done.length, of: STEPS.length })}</p>
      <ol className="stack stack-2">
        {STEPS.map((step) => {
          const isDone = done.includes(step)
          const path = paths[step]
          const detail =
            step === 'terms'
              ? t('onboarding.termsText', { free: terms.free_until_hours, half: terms.half_until_hours })
              : t(`onboarding.${step}Text`)
          return (
            <li key={step} className="row between">
              <div>
                <b>{t(`onboarding.${step}`)}</b>
                {!isDone && <p className="sm soft">{detail}</p>}
              </div>
              {isDone && <Tag kind="ok">{t('onboarding.done')}</Tag>}
              {!isDone && step === 'terms' && (
                <PostForm>
                  <SubmitButton name="intent" value="terms" className="btn btn-s">
                    {t('onboarding.keepTerms')}
                  </SubmitButton>
                </PostForm>
              )}
              {!isDone && path && (
                <a className="btn btn-s" href={pathIn(language, path)}>
                  {t('onboarding.open')} <span className="vh">{t(`onboarding.${step}`)}</span>
                </a>
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
