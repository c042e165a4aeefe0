import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import type { ShownHold } from '../booking-form.ts'

/** Reminds the visitor of a held vehicle, at the top of search pages and of other vehicles' pages. */
export function HeldBar({ held }: { held: ShownHold }) {
  const t = useText('held')
  return (
    <section className="held-bar" aria-label={t('pay')}>
      <div className="wrap row">
        <Icon name="clock" />
        <p className="grow">{t('bar', held)}</p>
        <PayLink held={held} className="btn btn-go" />
      </div>
    </section>
  )
}

/** A link to the payment of a held vehicle. */
export function PayLink({ held, className }: { held: ShownHold; className: string }) {
  const t = useText('held')
  const { language } = useLanguage()
  return (
    <a className={className} href={pathIn(language, `/payment?id=${held.id}`)}>
      {t('pay')}
    </a>
  )
}
